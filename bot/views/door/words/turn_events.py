"""The course of a door-kicking game in sentences: turns, doors, waits and dice."""

from __future__ import annotations

from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import Told, untold
from bot.views.door.words.leads import BLOWS
from cards.door.card_events import CardUsed
from cards.door.events import (
    CharacterReborn,
    CorrectionMade,
    DieChanged,
    DieRolled,
    DoorKicked,
    FirstPlayerChosen,
    GameWon,
    LookedForTrouble,
    NoDoorLeft,
    PassedWindow,
    RoomLooted,
    SkipOrdered,
    TimedOut,
    TurnEnded,
    TurnLost,
    TurnSkipped,
    TurnStarted,
)
from cards.door.windows import OPTIONAL_WINDOWS
from cards.kernel.events import Event, SeatLeft

_CURSE_KINDS = frozenset({"curse", "trap", "disaster"})


def _corrected(event: CorrectionMade, names: EventNames) -> str:
    seat, card = names.seat(event.seat), names.card(event.card)
    match event.what:
        case "level":
            return f"✏️ Corrected: {seat} is at Level {event.level}"
        case "turn":
            return f"✏️ Corrected: it is {seat}’s turn"
        case "discards":
            return f"✏️ Corrected: {card} is on the discard pile"
        case "hand":
            return f"✏️ Corrected: {card} is in {seat}’s hand"
        case _:
            return f"✏️ Corrected: {card} lies in front of {seat}"


def _is_lapse(event: TimedOut) -> bool:
    return event.seat < 0 and event.window in OPTIONAL_WINDOWS


def _timed_out(event: TimedOut, names: EventNames) -> str:
    if event.seat >= 0:
        return f"⏱ {names.seat(event.seat)} took too long"
    return "" if _is_lapse(event) else "⏱ Time ran out"


def _die_rolled(event: DieRolled, names: EventNames) -> str:
    if event.purpose in ("first", "loot"):
        return ""
    if event.purpose == "parasite":
        return f"🎲 The die says {event.die} for {names.card(event.card)}"
    asking = f" for {names.card(event.card)}" if event.card >= 0 else ""
    return f"🎲 {names.seat(event.seat)} rolls {event.die}{asking}"


def _die_said(lead: Event, event: DieRolled, names: EventNames) -> str | None:
    is_its = event.card >= 0 and isinstance(lead, (*BLOWS, CardUsed))
    return f"the die says {event.die}" if is_its else None


def _kicked(event: DoorKicked, names: EventNames) -> str:
    seat, card, kind = names.seat(event.seat), names.card(event.card), names.kind(event.card)
    if kind == "monster":
        finds = names.one_of("and wakes", "and walks in on", "and there is", "and disturbs")
    elif kind in _CURSE_KINDS:
        finds = names.one_of("and walks into", "and should not have:", "and gets")
    else:
        finds = names.one_of("and finds", "and picks up", "and discovers")
    return f"🚪 {seat} kicks the door in {finds} {card}"


def _lively(event: DoorKicked, names: EventNames) -> int:
    """Return the card behind the door if it does something as soon as the door is open."""
    kind = names.kind(event.card)
    return event.card if kind == "monster" or kind in _CURSE_KINDS else -1


def _looked(event: LookedForTrouble, names: EventNames) -> str:
    looks = names.one_of("looks for trouble with", "picks a fight with", "goes looking for")
    return f"👹 {names.seat(event.seat)} {looks} {names.card(event.monster)}"


def _looted(event: RoomLooted, names: EventNames) -> str:
    return f"🔦 {names.seat(event.seat)} " + names.one_of(
        "loots the room", "loots the room, drawers and all", "loots the room, and checks under the bed"
    )


TURN_ROWS = (
    Told(SeatLeft, lambda event, names: f"🚪 {names.seat(event.seat)} leaves the game", moment=8),
    Told(FirstPlayerChosen, lambda event, names: f"🎲 {names.seat(event.seat)} goes first"),
    Told(
        TurnStarted,
        lambda event, names: f"— Turn {event.turn}: {names.seat(event.seat)} —",
        begins_turn=True,
        scene="end",
    ),
    Told(TurnEnded, untold),
    Told(TurnSkipped, lambda event, names: f"💤 {names.seat(event.seat)} misses a turn", concern=6),
    Told(
        SkipOrdered,
        lambda event, names: f"💤 {names.seat(event.seat)} will miss a turn: {names.card(event.card)}",
        concern=6,
    ),
    Told(
        TurnLost,
        lambda event, names: f"💤 {names.seat(event.seat)}’s turn is over: {names.card(event.card)}",
        concern=6,
    ),
    Told(CorrectionMade, _corrected),
    Told(CharacterReborn, lambda event, names: f"👶 {names.seat(event.seat)} is back, as a new character"),
    Told(PassedWindow, untold),
    Told(TimedOut, _timed_out, lapse=_is_lapse),
    Told(DieRolled, _die_rolled, _die_said),
    Told(DieChanged, lambda event, names: f"🎲 {names.card(event.card)} turns the die to {event.die}"),
    Told(
        DoorKicked,
        _kicked,
        joke_card=_lively,
        reveal=lambda event, names: (2, event.card, f"{names.seat_name(event.seat)} kicks the door open"),
        is_opening=True,
    ),
    Told(NoDoorLeft, lambda event, names: f"🚪 No door is left for {names.seat(event.seat)}"),
    Told(
        LookedForTrouble,
        _looked,
        used_up=lambda event: (event.monster,),
        joke_card=lambda event, names: event.monster,
        reveal=lambda event, names: (3, event.monster, f"{names.seat_name(event.seat)} looks for trouble"),
        is_opening=True,
    ),
    Told(RoomLooted, _looted),
    Told(
        GameWon,
        lambda event, names: f"🏆 {names.seat(event.seat)} wins the game!",
        moment=10,
        is_highlight=True,
    ),
)
