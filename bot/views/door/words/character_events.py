"""What becomes of characters in a door-kicking game, in sentences: Levels, curses, death, seals."""

from __future__ import annotations

from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import BEAT_S, FACE_S, Props, Stage, Told, tell
from bot.views.base.text import plural, say, say_many
from bot.views.door.words.leads import BLOWS, CAUSES, is_plainly_about
from cards.door.card_events import ItemsSold
from cards.door.combat_events import MonsterKilled
from cards.door.events import (
    BodyLaidOut,
    BodyLooted,
    CharacterDied,
    CompanionTurned,
    CurseCancelled,
    Cursed,
    CurseShruggedOff,
    CurseStruck,
    DoorKicked,
    LevelChanged,
    RoleDealt,
    SealClosed,
    SealOpened,
    SexChanged,
)
from cards.door.winning import LAST_SEAL_NUMBER
from cards.kernel.events import NOBODY, Event
from cards.language.grammar import article

LEVEL_TEXTS = {
    (True, True, False): "{seat} is up to Level {level}",
    (True, True, True): "up to Level {level}",
    (True, False, False): "{seat} drops to Level {level}",
    (True, False, True): "drops to Level {level}",
    (False, True, False): "{seat} gains {count}",
    (False, True, True): "gains {count}",
    (False, False, False): "{seat} loses {count}",
    (False, False, True): "loses {count}",
}
"""A Level by whether it is known, whether it went up, and whether its seat goes without saying."""


def _level(event: LevelChanged, names: EventNames) -> str:
    because = f" ({names.card(event.card)})" if event.card >= 0 else ""
    sign = "⬆️" if event.levels > 0 else "⬇️"
    return f"{sign} {_level_told(event, names, plainly=False)}{because}"


def _level_told(event: LevelChanged, names: EventNames, *, plainly: bool) -> str:
    level = names.levels.get(event.seat, 0)
    told = LEVEL_TEXTS[level > 0, event.levels > 0, plainly]
    return tell(event, names, told, level=str(level), count=plural(abs(event.levels), "Level"))


def _then_level(lead: Event, event: LevelChanged, names: EventNames) -> str | None:
    if not isinstance(lead, (*CAUSES, ItemsSold, MonsterKilled)):
        return None
    return _level_told(event, names, plainly=is_plainly_about(lead, event.seat, names))


def _then_sex(lead: Event, event: SexChanged, names: EventNames) -> str | None:
    is_same = isinstance(lead, BLOWS) and lead.seat == event.seat
    return tell(event, names, "{sex} from now on") if is_same else None


def _cursed(event: Cursed, names: EventNames) -> str:
    if event.by < 0:
        return tell(event, names, "🌀 {card} comes down on {seat}")
    if event.by == event.seat:
        return tell(event, names, "🌀 {seat} brings {card} on themselves")
    return tell(event, names, "🌀 {by} throws {card} at {seat}")


def _curse_shown(event: Cursed, names: EventNames) -> tuple[int, int, str]:
    """Name the kind of the card as its edition does: a curse, a trap, a disaster."""
    kind = article(names.kind(event.card))
    if event.by in (NOBODY, event.seat):
        return 6, event.card, tell(event, names, "{seat} opens the door on {kind}", kind=kind)
    return 6, event.card, tell(event, names, "{by} throws {kind} at {seat}", kind=kind)


def _open_seals(count: int) -> str:
    return say_many("{n} Seal is open", "{n} Seals are open", count) if count else say("no Seal is open")


def _seal_opened(event: SealOpened, names: EventNames) -> str:
    return tell(event, names, "🔖 {seat} opens {card}: {seals}", seals=_open_seals(event.open_count))


def _doom(event: SealOpened, names: EventNames) -> tuple[int, int, str]:
    """Count how near the end of the world is; nothing matters more than that it is there."""
    if event.open_count >= LAST_SEAL_NUMBER:
        return 10, event.card, say("The last one: the world ends")
    return 8, event.card, tell(event, names, "{seat} opens {open_count} of {number}", number=LAST_SEAL_NUMBER)


def _left_to_loot(event: BodyLooted, names: EventNames) -> Props:
    """Return what still lies there to be taken."""
    found = names.latest(BodyLaidOut)
    taken = {each.card for each in names.before if isinstance(each, BodyLooted)} | {event.card}
    return Props(cards=() if found is None else tuple(card for card in found.cards if card not in taken))


CHARACTER_ROWS = (
    Told(RoleDealt, "🎭 {seat} plays {card}"),
    Told(
        LevelChanged, _level, _then_level, concern=lambda event, line: 8 if event.levels < 0 else 6, moment=6
    ),
    Told(SexChanged, "⚥ {seat} is {sex} now: {card}", _then_sex, concern=6),
    Told(CompanionTurned, "⚥ {companion}, with {seat}, is {sex} now"),
    Told(
        Cursed,
        _cursed,
        lambda lead, event, names: "" if isinstance(lead, DoorKicked) and lead.card == event.card else None,
        voiced=lambda event, names: "curse" if event.by not in (event.seat, NOBODY) else "",
        used_up="card",
        joke_card="card",
        concern=8,
        moment=lambda event, line: 2 if event.by in (event.seat, NOBODY) else 4,  # what comes of it follows
        reveal=_curse_shown,
        stage=Stage(FACE_S, "seat"),
    ),
    Told(
        CurseStruck,
        "🌀 {card} hits {seat}",
        concern=9,
        moment=5,
        reveal=lambda event, names: (7, event.card, tell(event, names, "It hits {seat}")),
        stage=Stage(FACE_S),
    ),
    Told(CurseShruggedOff, "🌀 {seat} shrugs off {card}", used_up="card"),
    Told(CurseCancelled, "🚫 {card} stops {curse}: {seat} is safe"),
    Told(
        CharacterDied,
        "💀 {seat} dies",
        lambda lead, event, names: tell(event, names, "{seat} dies") if isinstance(lead, CAUSES) else None,
        concern=9,
        moment=9,
        reveal=lambda event, names: (9, event.card, tell(event, names, "{seat} is dead")),
        stage=Stage(BEAT_S),
        is_highlight=True,
    ),
    Told(
        BodyLaidOut,
        "💀 {seat} leaves behind {cards}",
        reveal=lambda event, names: (5, event.cards[0] if event.cards else NOBODY, say("What is left")),
        props=lambda event, names: Props(cards=event.cards),
        stage=Stage(BEAT_S),
    ),
    Told(
        BodyLooted,
        "💀 {seat} takes {card} from what {body} left",
        concern=8,
        about=("body",),
        moment=3,
        reveal=lambda event, names: (
            6,
            event.card,
            tell(event, names, "{seat} loots {body}"),
        ),
        props=_left_to_loot,
        stage=Stage(BEAT_S),
    ),
    Told(
        SealOpened,
        _seal_opened,
        moment=8,
        reveal=_doom,
        props=lambda event, names: Props(steps=event.open_count),
        stage=Stage(BEAT_S),
        is_highlight=True,
    ),
    Told(
        SealClosed,
        lambda event, names: tell(
            event, names, "🔖 {card} is closed: {seals}", seals=_open_seals(event.open_count)
        ),
        reveal=lambda event, names: (6, event.card, say("Closed again")),
        props=lambda event, names: Props(steps=event.open_count),
        stage=Stage(BEAT_S),
    ),
)
