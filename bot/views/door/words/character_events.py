"""What became of characters in a door-kicking game, in sentences."""

from __future__ import annotations

from typing import assert_never

from bot.views.base.event_names import EventNames
from bot.views.base.text import plural
from cards.door.character_events import (
    BodyLaidOut,
    BodyLooted,
    CharacterDied,
    CompanionTurned,
    CurseCancelled,
    Cursed,
    CurseShruggedOff,
    CurseStruck,
    LevelChanged,
    RoleDealt,
    SealClosed,
    SealOpened,
    SexChanged,
)
from cards.door.events import CharacterEvent


def character_sentence(event: CharacterEvent, names: EventNames) -> str:
    """Return what became of a character in one sentence."""
    seat = names.seat(event.seat)
    match event:
        case RoleDealt():
            return f"🎭 {seat} plays {names.card(event.card)}"
        case LevelChanged():
            because = f" ({names.card(event.card)})" if event.card >= 0 else ""
            return f"{'⬆️' if event.levels > 0 else '⬇️'} {seat} {level_clause(event, names)}{because}"
        case SexChanged():
            return f"⚥ {seat} is {names.word(event.sex)} now: {names.card(event.card)}"
        case CompanionTurned():
            return f"⚥ {names.card(event.companion)}, with {seat}, is {names.word(event.sex)} now"
        case Cursed():
            return _cursed(event, names)
        case CurseStruck():
            return f"🌀 {names.card(event.card)} {names.one_of('hits', 'gets', 'lands on')} {seat}"
        case CurseShruggedOff():
            return f"🌀 {seat} shrugs off {names.card(event.card)}"
        case CurseCancelled():
            return f"🚫 {names.card(event.card)} stops {names.card(event.curse)}: {seat} is safe"
        case CharacterDied():
            dies = names.one_of("dies", "is no more", "is dead, and takes it personally")
            return f"💀 {seat} {dies}"
        case BodyLaidOut():
            return f"💀 {seat} leaves behind {names.cards(event.cards, event.card_count)}"
        case BodyLooted():
            helps = names.one_of("takes", "inherits", "rescues")
            return f"💀 {seat} {helps} {names.card(event.card)} from what {names.seat(event.body)} left"
        case SealOpened():
            return f"🔖 {seat} opens {names.card(event.card)}: {_open_seals(event.open_count)}"
        case SealClosed():
            return f"🔖 {names.card(event.card)} is closed: {_open_seals(event.open_count)}"
        case _:
            assert_never(event)


def level_clause(event: LevelChanged, names: EventNames) -> str:
    """Say where a Level stands after it went up or down, without the seat."""
    level = names.levels.get(event.seat, 0)
    if level <= 0:
        count = plural(abs(event.levels), "Level")
        return f"gains {count}" if event.levels > 0 else f"loses {count}"
    return f"is up to Level {level}" if event.levels > 0 else f"drops to Level {level}"


def _open_seals(count: int) -> str:
    return f"{plural(count, 'Seal')} {'is' if count == 1 else 'are'} open" if count else "no Seal is open"


def _cursed(event: Cursed, names: EventNames) -> str:
    seat, card = names.seat(event.seat), names.card(event.card)
    if event.by < 0:
        return f"🌀 {card} comes down on {seat}"
    if event.by == event.seat:
        return f"🌀 {seat} brings {card} on themselves"
    by = names.seat(event.by)
    return "🌀 " + names.one_of(
        f"{by} throws {card} at {seat}", f"{by} treats {seat} to {card}", f"{by} wishes {seat} {card}"
    )
