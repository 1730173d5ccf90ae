"""The course of a door-kicking game in sentences: turns, doors, waits and dice."""

from __future__ import annotations

from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import BEAT_S, FACE_S, Props, Stage, Told, tell
from bot.views.door.words.escape_events import run_need
from bot.views.door.words.leads import BLOWS
from cards.door.card_events import CardUsed
from cards.door.combat_events import FleeRolled
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
from cards.say import say

_CURSE_KINDS = frozenset({"curse", "trap", "disaster"})


def _is_lapse(event: TimedOut) -> bool:
    return event.seat < 0 and event.window in OPTIONAL_WINDOWS


def _timed_out(event: TimedOut, names: EventNames) -> str:
    if event.seat >= 0:
        return tell(event, names, "⏱ {seat} took too long")
    return "" if _is_lapse(event) else say("⏱ Time ran out")


def _die_rolled(event: DieRolled, names: EventNames) -> str:
    if event.purpose in ("first", "loot"):
        return ""
    if event.purpose == "parasite":
        return tell(event, names, "🎲 The die says {die} for {card}")
    return tell(
        event, names, "🎲 {seat} rolls {die} for {card}" if event.card >= 0 else "🎲 {seat} rolls {die}"
    )


def _die_said(lead: Event, event: DieRolled, names: EventNames) -> str | None:
    is_its = event.card >= 0 and isinstance(lead, (*BLOWS, CardUsed))
    return tell(event, names, "the die says {die}") if is_its else None


def _turned(event: DieChanged, names: EventNames) -> Props:
    rolled = names.latest(FleeRolled)
    return Props(event.die, 0 if rolled is None else run_need(rolled))


def _kick_voice(event: DoorKicked, names: EventNames) -> str:
    kind = names.kind(event.card)
    return "kick_monster" if kind == "monster" else "kick_curse" if kind in _CURSE_KINDS else "kick_card"


def _lively(event: DoorKicked, names: EventNames) -> int:
    """Return the card behind the door if it does something as soon as the door is open."""
    kind = names.kind(event.card)
    return event.card if kind == "monster" or kind in _CURSE_KINDS else -1


TURN_ROWS = (
    Told(SeatLeft, "🚪 {seat} leaves the game", moment=8),
    Told(FirstPlayerChosen, "🎲 {seat} goes first"),
    Told(TurnStarted, "— Turn {turn}: {seat} —", begins_turn=True, scene="end"),
    Told(TurnEnded, ""),
    Told(TurnSkipped, "💤 {seat} misses a turn", concern=6),
    Told(SkipOrdered, "💤 {seat} will miss a turn: {card}", concern=6),
    Told(TurnLost, "💤 {seat}’s turn is over: {card}", concern=6),
    Told(
        CorrectionMade,
        {
            "level": "✏️ Corrected: {seat} is at Level {level}",
            "turn": "✏️ Corrected: it is {seat}’s turn",
            "discards": "✏️ Corrected: {card} is on the discard pile",
            "hand": "✏️ Corrected: {card} is in {seat}’s hand",
            "": "✏️ Corrected: {card} lies in front of {seat}",
        },
    ),
    Told(CharacterReborn, "👶 {seat} is back, as a new character"),
    Told(PassedWindow, ""),
    Told(TimedOut, _timed_out, lapse=_is_lapse),
    Told(
        DieRolled,
        _die_rolled,
        _die_said,
        reveal=lambda event, names: (5, event.card, tell(event, names, "{seat} rolls the die")),
        props=lambda event, names: Props(die=event.die if event.card >= 0 else 0),
        stage=Stage(BEAT_S),
    ),
    Told(
        DieChanged,
        "🎲 {card} turns the die to {die}",
        reveal=lambda event, names: (6, event.card, say("The die is turned")),
        props=_turned,
        stage=Stage(BEAT_S),
    ),
    Told(
        DoorKicked,
        "🚪 {seat} kicks the door in and finds {card}",
        voiced=_kick_voice,
        joke_card=_lively,
        reveal=lambda event, names: (2, event.card, tell(event, names, "{seat} kicks the door open")),
        stage=Stage(FACE_S),
        is_opening=True,
    ),
    Told(NoDoorLeft, "🚪 No door is left for {seat}"),
    Told(
        LookedForTrouble,
        "👹 {seat} [looks for trouble with|picks a fight with|goes looking for] {monster}",
        used_up="monster",
        joke_card="monster",
        reveal=lambda event, names: (3, event.monster, tell(event, names, "{seat} looks for trouble")),
        stage=Stage(FACE_S),
        is_opening=True,
    ),
    Told(RoomLooted, "🔦 {seat} loots the room[|, drawers and all|, and checks under the bed]"),
    Told(GameWon, "🏆 {seat} wins the game!", moment=10, is_highlight=True),
)
