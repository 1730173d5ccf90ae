"""What happens to monsters and the castle in the castle-defense game, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import Told
from bot.views.base.text import plural
from bot.views.panic.board import arc_name
from bot.views.panic.words.leads import CARDS, aims_at
from cards.kernel.events import Event
from cards.panic.events import PanicDieRolled
from cards.panic.monster_events import (
    FortifyTokenFell,
    MonsterAttacked,
    MonsterBanished,
    MonsterDied,
    MonsterDismissed,
    MonsterGlued,
    MonsterHurt,
    MonsterMoved,
    MonsterPlaced,
    MonstersFellAsleep,
    MonsterSlain,
    MonsterSquashed,
    MonstersRestored,
    MonsterStrengthened,
    MonsterSurvived,
    MoreMonstersPlaced,
    TokenDrawn,
    TowerFell,
    WallFell,
    WallFortified,
)

_STRUCTURES = ("wall", "tower")

MAX_NAMED_MOVES = 3
"""Monsters of a march that are all named; of more it matters who comes in, and how many come close."""
MARCH_ORDER = {"castle": 0, "swordsman": 1}
MARCH_TEXTS = {"castle": "into the Castle", "swordsman": "at the Walls", "": "on their way"}


def _placed(event: MonsterPlaced, names: EventNames) -> str:
    comes = names.one_of("Out of the bag at", "New at", "Look who is at")
    return f"👹 {comes} arc {arc_name(event.arc)}: {names.card(event.monster)}"


def _attacked(event: MonsterAttacked, names: EventNames) -> str:
    seat, monster, cards = names.seat(event.seat), names.card(event.monster), names.listed(event.cards)
    hits = names.one_of("hits", "goes for", "has a go at", "attacks")
    return f"⚔️ {seat} {hits} {monster} with {cards or 'bare hands'}"


def _hurt(event: MonsterHurt, names: EventNames) -> str:
    monster = names.card(event.monster)
    match event.cause:
        case "tower":
            return f"🗼 The Tower leaves {monster} at {event.health}"
        case "wall":
            return f"🧱 The Wall leaves {monster} at {event.health}"
        case _:
            return f"🩹 {monster}: down to {event.health}" if event.health else ""


def _then_hurt(lead: Event, event: MonsterHurt, names: EventNames) -> str | None:
    if isinstance(lead, MonsterAttacked) and lead.monster == event.monster:
        return f"down to {event.health}" if event.health else ""
    if isinstance(lead, WallFell | TowerFell) and event.cause in _STRUCTURES:
        return f"{names.card(event.monster)} left at {event.health}"
    return None


def _then_slain(lead: Event, event: MonsterSlain, names: EventNames) -> str | None:
    about = isinstance(lead, MonsterAttacked) and lead.monster == event.monster
    if not about and not aims_at(lead, event.monster):
        return None
    slain = names.one_of("slain", "dead", "slain for good", "dead and gone")
    return f"{slain} ({plural(event.points, 'point')}){_trophy_clause(event, names)}"


def _trophy_clause(event: MonsterSlain, names: EventNames) -> str:
    """Say who gets the trophy where it is not the slayer."""
    return f"; the trophy is {names.seat(event.holder)}’s" if event.holder not in (event.seat, -1) else ""


def _then_died(lead: Event, event: MonsterDied, names: EventNames) -> str | None:
    if isinstance(lead, TowerFell) and lead.monsters == (event.monster,):
        return ", who dies on it"
    fell = isinstance(lead, WallFell | FortifyTokenFell | TowerFell) and event.cause in _STRUCTURES
    return f", and takes {names.card(event.monster)} along" if fell else None


def _is_rock(lead: Event) -> bool:
    """Return True if a rock rolls; a wall that a monster brings down is news of its own."""
    return isinstance(lead, PanicDieRolled) and lead.purpose == "rock"


def _then_squashed(lead: Event, event: MonsterSquashed, names: EventNames) -> str | None:
    return f"{names.card(event.monster)} squashed" if _is_rock(lead) else None


def _then_wall(lead: Event, event: WallFell, names: EventNames) -> str | None:
    return f"the Wall of arc {arc_name(event.arc)} falls" if _is_rock(lead) else None


def _then_token(lead: Event, event: FortifyTokenFell, names: EventNames) -> str | None:
    return f"the Fortify token of arc {arc_name(event.arc)} is gone" if _is_rock(lead) else None


def _strengthened(lead: Event, event: MonsterStrengthened, names: EventNames) -> str | None:
    return f"health {event.health} now" if aims_at(lead, event.monster) else None


def _restored_clause(event: MonstersRestored, names: EventNames) -> str:
    """Say which monsters have their full health again."""
    return f"back to full health: {names.cards(event.monsters, event.monster_count, 'monster')}"


def _fortified(event: WallFortified, names: EventNames) -> str:
    return f"🛡️ {names.seat(event.seat)} fortifies the Wall of arc {arc_name(event.arc)}"


def _tower_fell(event: TowerFell, names: EventNames) -> str:
    breaker = "the Rock" if event.cause == "rock" else names.listed(event.monsters)
    return f"🗼 The Tower of arc {arc_name(event.arc)} falls{f' to {breaker}' if breaker else ''}!"


def _token(event: TokenDrawn, names: EventNames) -> str:
    if names.kind(event.token) == "monster":
        return ""  # that it comes to an arc is told
    return f"🔶 {names.seat(event.seat)} draws a token: {names.card(event.token)}"


def _place_clause(event: MonsterMoved, names: EventNames) -> str:
    """Name the space to which a monster goes."""
    return f"{names.word(event.ring).title()} {arc_name(event.arc)}"


def _moves_clause(event: MonsterMoved, names: EventNames) -> str:
    """Say which monster goes where; without a verb, since some monsters are many."""
    return f"{names.card(event.monster)} → {_place_clause(event, names)}"


def _then_moved(lead: Event, event: MonsterMoved, names: EventNames) -> str | None:
    if isinstance(lead, MonsterMoved):
        return f", {_moves_clause(event, names)}"
    return f"off to {_place_clause(event, names)}" if aims_at(lead, event.monster) else None


def _moves_retold(events: Sequence[Event], names: EventNames) -> Sequence[str]:
    """Return how several moves read together: by space with the monsters or their number, by ring."""
    moves = [event for event in events if isinstance(event, MonsterMoved)]
    if len(moves) < 2 or len(moves) < len(events):
        return ()

    def told(place: Callable[[MonsterMoved], str], who: Callable[[str, list[int]], str]) -> str:
        groups: dict[str, list[int]] = {}
        for move in sorted(moves, key=lambda move: MARCH_ORDER.get(move.ring, 9)):
            groups.setdefault(place(move), []).append(move.monster)
        return "👣 " + ", ".join(who(where, group) for where, group in groups.items())

    def named(where: str, group: list[int]) -> str:
        return f"{names.listed(group)} → {where}"

    def counted(ring: str, group: list[int]) -> str:
        return f"{len(group)} {MARCH_TEXTS.get(ring, MARCH_TEXTS[''])}"

    def castle_named(ring: str, group: list[int]) -> str:
        is_worth_names = ring == "castle" and len(group) <= MAX_NAMED_MOVES
        return f"{names.listed(group)} {MARCH_TEXTS[ring]}" if is_worth_names else counted(ring, group)

    def nearness(move: MonsterMoved) -> str:
        return move.ring if move.ring in MARCH_TEXTS else ""

    in_full = [told(lambda move: _place_clause(move, names), named)] if len(moves) <= MAX_NAMED_MOVES else []
    return (*in_full, told(nearness, castle_named), told(nearness, counted))


PANIC_MONSTER_ROWS = (
    Told(MonsterPlaced, _placed, joke_card="monster"),
    Told(MonsterAttacked, _attacked),
    Told(MonsterHurt, _hurt, _then_hurt),
    Told(
        MonsterSlain,
        "💀 {seat} slays {monster}",
        _then_slain,
        tail=_trophy_clause,
        concern=6,
        about=("holder",),
        moment=6,
    ),
    Told(MonsterSurvived, "🩹 {monster} lives, with {health} left"),
    Told(
        MonsterDied,
        {
            "tower": "🗼 The Tower takes {monster} along",
            "wall": "🧱 {monster} dies at the Wall",
            "": "💀 Dead: {monster}",
        },
        _then_died,
        moment=4,
    ),
    Told(MonsterSquashed, "🪨 [Squashed|Flat now|In the wrong place]: {monster}", _then_squashed, moment=5),
    Told(
        MonsterDismissed,
        "💨 {seat} sends {monster} away",
        lambda lead, event, names: "gone for good" if aims_at(lead, event.monster) else None,
    ),
    Told(MonsterBanished, "💨 {seat} banishes {monster}"),
    Told(
        MonsterGlued,
        "🍯 Stuck fast: {monster}",
        lambda lead, event, names: "stuck fast" if aims_at(lead, event.monster) else None,
    ),
    Told(
        MonstersFellAsleep,
        "😴 The monsters fall asleep",
        lambda lead, event, names: "all monsters sleep" if isinstance(lead, CARDS) else None,
    ),
    Told(MonsterStrengthened, "📈 {monster}: health {health} now", _strengthened),
    Told(
        MonstersRestored,
        lambda event, names: f"📈 {_restored_clause(event, names).capitalize()}",
        lambda lead, event, names: _restored_clause(event, names) if isinstance(lead, CARDS) else None,
    ),
    Told(WallFortified, _fortified),
    Told(
        WallFell,
        lambda event, names: f"🧱 The Wall of arc {arc_name(event.arc)} falls!",
        _then_wall,
        moment=8,
        toll=lambda event: f"🧱 {arc_name(event.arc)}",
    ),
    Told(
        FortifyTokenFell,
        lambda event, names: f"🛡️ The Fortify token of arc {arc_name(event.arc)} is gone",
        _then_token,
    ),
    Told(TowerFell, _tower_fell, moment=9, is_highlight=True, toll=lambda event: f"🗼 {arc_name(event.arc)}"),
    Told(TokenDrawn, _token, joke_card="token"),
    Told(MoreMonstersPlaced, "👹 {monster_count more monster}!", moment=5),
    Told(
        MonsterMoved,
        lambda event, names: f"👣 {_moves_clause(event, names)}",
        _then_moved,
        retold=_moves_retold,
        moment=lambda event, line: 6 if event.ring == "castle" else 0,
    ),
)
