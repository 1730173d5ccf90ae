"""What happened in a door-kicking game, in sentences."""

from __future__ import annotations

from typing import assert_never

from bot.views.base.event_names import EventNames
from bot.views.door.words.card_events import card_sentence
from bot.views.door.words.character_events import character_sentence
from bot.views.door.words.combat_events import combat_sentence, escape_sentence
from bot.views.door.words.moments import lapse
from cards.door.events import (
    CardEvent,
    CharacterEvent,
    CharacterReborn,
    CombatEvent,
    CorrectionMade,
    DieChanged,
    DieRolled,
    DoorEvent,
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
    TurnEvent,
    TurnLost,
    TurnSkipped,
    TurnStarted,
)
from cards.kernel.events import SeatLeft


def door_sentence(event: DoorEvent, names: EventNames) -> str:
    """Return an event in one sentence; the empty string for those that are not worth telling.

    What follows from it in the same action is added by ``door_outcome``.
    """
    if isinstance(event, TurnEvent):
        return _turn(event, names)
    if isinstance(event, CardEvent):
        return card_sentence(event, names)
    if isinstance(event, CharacterEvent):
        return character_sentence(event, names)
    if isinstance(event, CombatEvent):
        return combat_sentence(event, names)
    return escape_sentence(event, names)


def _turn(event: TurnEvent, names: EventNames) -> str:
    seat = names.seat(event.seat)
    match event:
        case SeatLeft():
            return f"🚪 {seat} leaves the game"
        case FirstPlayerChosen():
            return f"🎲 {seat} goes first"
        case TurnStarted():
            return f"— Turn {event.turn}: {seat} —"
        case TurnSkipped():
            return f"💤 {seat} misses a turn"
        case SkipOrdered():
            return f"💤 {seat} will miss a turn: {names.card(event.card)}"
        case TurnLost():
            return f"💤 {seat}’s turn is over: {names.card(event.card)}"
        case CorrectionMade():
            return _corrected(event, names)
        case CharacterReborn():
            return f"👶 {seat} is back, as a new character"
        case TimedOut():
            over = "" if lapse(event) else "⏱ Time ran out"
            return f"⏱ {seat} took too long" if event.seat >= 0 else over
        case DieRolled():
            return _die_rolled(event, names)
        case DieChanged():
            return f"🎲 {names.card(event.card)} turns the die to {event.die}"
        case DoorKicked():
            return _kicked(event, names)
        case NoDoorLeft():
            return f"🚪 No door is left for {seat}"
        case LookedForTrouble():
            monster = names.card(event.monster)
            looks = names.one_of("looks for trouble with", "picks a fight with", "goes looking for")
            return f"👹 {seat} {looks} {monster}"
        case RoomLooted():
            return f"🔦 {seat} " + names.one_of(
                "loots the room",
                "loots the room, drawers and all",
                "loots the room, and checks under the bed",
            )
        case GameWon():
            return f"🏆 {seat} wins the game!"
        case TurnEnded() | PassedWindow():
            return ""
        case _:
            assert_never(event)


def _corrected(event: CorrectionMade, names: EventNames) -> str:
    seat = names.seat(event.seat)
    match event.what:
        case "level":
            return f"✏️ Corrected: {seat} is at Level {event.level}"
        case "turn":
            return f"✏️ Corrected: it is {seat}’s turn"
        case "discards":
            return f"✏️ Corrected: {names.card(event.card)} is on the discard pile"
        case "hand":
            return f"✏️ Corrected: {names.card(event.card)} is in {seat}’s hand"
        case _:
            return f"✏️ Corrected: {names.card(event.card)} lies in front of {seat}"


def _die_rolled(event: DieRolled, names: EventNames) -> str:
    if event.purpose in ("first", "loot"):
        return ""
    if event.purpose == "parasite":
        return f"🎲 The die says {event.die} for {names.card(event.card)}"
    asking = f" for {names.card(event.card)}" if event.card >= 0 else ""
    return f"🎲 {names.seat(event.seat)} rolls {event.die}{asking}"


def _kicked(event: DoorKicked, names: EventNames) -> str:
    seat, card, kind = names.seat(event.seat), names.card(event.card), names.kind(event.card)
    if kind == "monster":
        finds = names.one_of("and wakes", "and walks in on", "and there is", "and disturbs")
    elif kind in ("curse", "trap", "disaster"):
        finds = names.one_of("and walks into", "and should not have:", "and gets")
    else:
        finds = names.one_of("and finds", "and picks up", "and discovers")
    return f"🚪 {seat} kicks the door in {finds} {card}"
