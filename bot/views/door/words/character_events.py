"""What becomes of characters in a door-kicking game, in sentences: Levels, curses, death, seals."""

from __future__ import annotations

from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import Told
from bot.views.base.text import plural
from bot.views.door.words.leads import BLOWS, CAUSES, is_plainly_about
from cards.door.card_events import ItemsSold
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
from cards.door.combat_events import MonsterKilled
from cards.door.events import DoorKicked
from cards.kernel.events import NOBODY, Event
from cards.language.grammar import article


def _level(event: LevelChanged, names: EventNames) -> str:
    because = f" ({names.card(event.card)})" if event.card >= 0 else ""
    sign = "⬆️" if event.levels > 0 else "⬇️"
    return f"{sign} {names.seat(event.seat)} {_level_clause(event, names)}{because}"


def _level_clause(event: LevelChanged, names: EventNames) -> str:
    """Say where a Level stands after it went up or down, without the seat."""
    level = names.levels.get(event.seat, 0)
    if level <= 0:
        count = plural(abs(event.levels), "Level")
        return f"gains {count}" if event.levels > 0 else f"loses {count}"
    return f"is up to Level {level}" if event.levels > 0 else f"drops to Level {level}"


def _then_level(lead: Event, event: LevelChanged, names: EventNames) -> str | None:
    if not isinstance(lead, (*CAUSES, ItemsSold, MonsterKilled)):
        return None
    told = _level_clause(event, names)
    if is_plainly_about(lead, event.seat, names):
        return told.removeprefix("is ")
    return f"{names.seat(event.seat)} {told}"


def _sex(event: SexChanged, names: EventNames) -> str:
    return f"⚥ {names.seat(event.seat)} is {names.word(event.sex)} now: {names.card(event.card)}"


def _then_sex(lead: Event, event: SexChanged, names: EventNames) -> str | None:
    is_same = isinstance(lead, BLOWS) and lead.seat == event.seat
    return f"{names.word(event.sex)} from now on" if is_same else None


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


def _curse_shown(event: Cursed, names: EventNames) -> tuple[int, int, str]:
    """Name the kind of the card as its edition does: a curse, a trap, a disaster."""
    who, kind = names.seat_name(event.seat), article(names.kind(event.card))
    if event.by in (NOBODY, event.seat):
        return 6, event.card, f"{who} opens the door on {kind}"
    return 6, event.card, f"{names.seat_name(event.by)} throws {kind} at {who}"


def _struck(event: CurseStruck, names: EventNames) -> str:
    hits = names.one_of("hits", "gets", "lands on")
    return f"🌀 {names.card(event.card)} {hits} {names.seat(event.seat)}"


def _cancelled(event: CurseCancelled, names: EventNames) -> str:
    card, curse = names.card(event.card), names.card(event.curse)
    return f"🚫 {card} stops {curse}: {names.seat(event.seat)} is safe"


def _died(event: CharacterDied, names: EventNames) -> str:
    return f"💀 {names.seat(event.seat)} " + names.one_of(
        "dies", "is no more", "is dead, and takes it personally"
    )


def _laid_out(event: BodyLaidOut, names: EventNames) -> str:
    return f"💀 {names.seat(event.seat)} leaves behind {names.cards(event.cards, event.card_count)}"


def _looted(event: BodyLooted, names: EventNames) -> str:
    takes = names.one_of("takes", "inherits", "rescues")
    left = f"{names.card(event.card)} from what {names.seat(event.body)} left"
    return f"💀 {names.seat(event.seat)} {takes} {left}"


def _open_seals(count: int) -> str:
    return f"{plural(count, 'Seal')} {'is' if count == 1 else 'are'} open" if count else "no Seal is open"


def _seal_opened(event: SealOpened, names: EventNames) -> str:
    return f"🔖 {names.seat(event.seat)} opens {names.card(event.card)}: {_open_seals(event.open_count)}"


def _turned(event: CompanionTurned, names: EventNames) -> str:
    companion, seat = names.card(event.companion), names.seat(event.seat)
    return f"⚥ {companion}, with {seat}, is {names.word(event.sex)} now"


CHARACTER_ROWS = (
    Told(RoleDealt, lambda event, names: f"🎭 {names.seat(event.seat)} plays {names.card(event.card)}"),
    Told(
        LevelChanged,
        _level,
        _then_level,
        concern=lambda event, line: 8 if event.levels < 0 else 6,
        moment=6,
    ),
    Told(SexChanged, _sex, _then_sex, concern=6),
    Told(CompanionTurned, _turned),
    Told(
        Cursed,
        _cursed,
        lambda lead, event, names: "" if isinstance(lead, DoorKicked) and lead.card == event.card else None,
        used_up=lambda event: (event.card,),
        joke_card=lambda event, names: event.card,
        concern=8,
        moment=lambda event, line: 2 if event.by in (event.seat, NOBODY) else 4,  # what comes of it follows
        reveal=_curse_shown,
    ),
    Told(
        CurseStruck,
        _struck,
        concern=9,
        moment=5,
        reveal=lambda event, names: (7, event.card, f"It hits {names.seat_name(event.seat)}"),
    ),
    Told(
        CurseShruggedOff,
        lambda event, names: f"🌀 {names.seat(event.seat)} shrugs off {names.card(event.card)}",
        used_up=lambda event: (event.card,),
    ),
    Told(CurseCancelled, _cancelled),
    Told(
        CharacterDied,
        _died,
        lambda lead, event, names: f"{names.seat(event.seat)} dies" if isinstance(lead, CAUSES) else None,
        concern=9,
        moment=9,
        reveal=lambda event, names: (9, event.card, f"{names.seat_name(event.seat)} is dead"),
        is_highlight=True,
    ),
    Told(BodyLaidOut, _laid_out),
    Told(BodyLooted, _looted, concern=8, about=lambda event: (event.body,), moment=3),
    Told(SealOpened, _seal_opened, moment=8, is_highlight=True),
    Told(
        SealClosed,
        lambda event, names: f"🔖 {names.card(event.card)} is closed: {_open_seals(event.open_count)}",
    ),
)
