"""What happens to monsters and the castle in the castle-defense game, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import BEAT_S, FACE_S, Stage, Told, tell
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
from cards.say import say

_STRUCTURES = ("wall", "tower")

MAX_NAMED_MOVES = 3
"""Monsters of a march that are all named; of more it matters who comes in, and how many come close."""
MARCH_ORDER = {"castle": 0, "swordsman": 1}
MARCH_TEXTS = {"castle": "into the Castle", "swordsman": "at the Walls", "": "on their way"}


def _placed(event: MonsterPlaced, names: EventNames) -> str:
    told = "👹 [Out of the bag at|New at|Look who is at] arc {name}: {monster}"
    return tell(event, names, told, name=arc_name(event.arc))


def _attacked(event: MonsterAttacked, names: EventNames) -> str:
    told = "⚔️ {seat} [hits|goes for|has a go at|attacks] {monster} with {weapons}"
    return tell(event, names, told, weapons=names.listed(event.cards) or say("bare hands"))


def _hurt(event: MonsterHurt, names: EventNames) -> str:
    match event.cause:
        case "tower":
            return tell(event, names, "🗼 The Tower leaves {monster} at {health}")
        case "wall":
            return tell(event, names, "🧱 The Wall leaves {monster} at {health}")
        case _:
            return tell(event, names, "🩹 {monster}: down to {health}") if event.health else ""


def _then_hurt(lead: Event, event: MonsterHurt, names: EventNames) -> str | None:
    if isinstance(lead, MonsterAttacked) and lead.monster == event.monster:
        return tell(event, names, "down to {health}") if event.health else ""
    if isinstance(lead, WallFell | TowerFell) and event.cause in _STRUCTURES:
        return tell(event, names, "{monster} left at {health}")
    return None


def _then_slain(lead: Event, event: MonsterSlain, names: EventNames) -> str | None:
    about = isinstance(lead, MonsterAttacked) and lead.monster == event.monster
    if not about and not aims_at(lead, event.monster):
        return None
    slain = tell(event, names, "[slain|dead|slain for good|dead and gone] ({points point})")
    return slain + _trophy_clause(event, names)


def _trophy_clause(event: MonsterSlain, names: EventNames) -> str:
    """Say who gets the trophy where it is not the slayer."""
    return tell(event, names, "; the trophy is {holder}’s") if event.holder not in (event.seat, -1) else ""


def _then_died(lead: Event, event: MonsterDied, names: EventNames) -> str | None:
    if isinstance(lead, TowerFell) and lead.monsters == (event.monster,):
        return say(", who dies on it")
    fell = isinstance(lead, WallFell | FortifyTokenFell | TowerFell) and event.cause in _STRUCTURES
    return tell(event, names, ", and takes {monster} along") if fell else None


def _is_rock(lead: Event) -> bool:
    """Return True if a rock rolls; a wall that a monster brings down is news of its own."""
    return isinstance(lead, PanicDieRolled) and lead.purpose == "rock"


def _then_squashed(lead: Event, event: MonsterSquashed, names: EventNames) -> str | None:
    return tell(event, names, "{monster} squashed") if _is_rock(lead) else None


def _then_wall(lead: Event, event: WallFell, names: EventNames) -> str | None:
    return say("the Wall of arc {name} falls", name=arc_name(event.arc)) if _is_rock(lead) else None


def _then_token(lead: Event, event: FortifyTokenFell, names: EventNames) -> str | None:
    return (
        say("the Fortify token of arc {name} is gone", name=arc_name(event.arc)) if _is_rock(lead) else None
    )


def _strengthened(lead: Event, event: MonsterStrengthened, names: EventNames) -> str | None:
    return tell(event, names, "health {health} now") if aims_at(lead, event.monster) else None


def _restored_clause(event: MonstersRestored, names: EventNames) -> str:
    """Say which monsters have their full health again."""
    healed = names.cards(event.monsters, event.monster_count, "monster")
    return say("back to full health: {healed}", healed=healed)


def _fortified(event: WallFortified, names: EventNames) -> str:
    return tell(event, names, "🛡️ {seat} fortifies the Wall of arc {name}", name=arc_name(event.arc))


def _tower_fell(event: TowerFell, names: EventNames) -> str:
    breaker = say("the Rock") if event.cause == "rock" else names.listed(event.monsters)
    told = (
        "🗼 The Tower of arc {name} falls to {breaker}!" if breaker else "🗼 The Tower of arc {name} falls!"
    )
    return say(told, name=arc_name(event.arc), breaker=breaker)


def _token(event: TokenDrawn, names: EventNames) -> str:
    if names.kind(event.token) == "monster":
        return ""  # that it comes to an arc is told
    return tell(event, names, "🔶 {seat} draws a token: {token}")


def _place_clause(event: MonsterMoved, names: EventNames) -> str:
    """Name the space to which a monster goes."""
    return f"{say(event.ring.title())} {arc_name(event.arc)}"


def _moves_clause(event: MonsterMoved, names: EventNames) -> str:
    """Say which monster goes where; without a verb, since some monsters are many."""
    return f"{names.card(event.monster)} → {_place_clause(event, names)}"


def _then_moved(lead: Event, event: MonsterMoved, names: EventNames) -> str | None:
    if isinstance(lead, MonsterMoved):
        return f", {_moves_clause(event, names)}"
    return say("off to {place}", place=_place_clause(event, names)) if aims_at(lead, event.monster) else None


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
        return f"{len(group)} {say(MARCH_TEXTS.get(ring, MARCH_TEXTS['']))}"

    def castle_named(ring: str, group: list[int]) -> str:
        is_worth_names = ring == "castle" and len(group) <= MAX_NAMED_MOVES
        return f"{names.listed(group)} {say(MARCH_TEXTS[ring])}" if is_worth_names else counted(ring, group)

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
        stage=Stage(BEAT_S),
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
    Told(
        MonsterSquashed,
        "🪨 [Squashed|Flat now|In the wrong place]: {monster}",
        _then_squashed,
        moment=5,
        stage=Stage(BEAT_S),
    ),
    Told(
        MonsterDismissed,
        "💨 {seat} sends {monster} away",
        lambda lead, event, names: say("gone for good") if aims_at(lead, event.monster) else None,
    ),
    Told(MonsterBanished, "💨 {seat} banishes {monster}"),
    Told(
        MonsterGlued,
        "🍯 Stuck fast: {monster}",
        lambda lead, event, names: say("stuck fast") if aims_at(lead, event.monster) else None,
    ),
    Told(
        MonstersFellAsleep,
        "😴 The monsters fall asleep",
        lambda lead, event, names: say("all monsters sleep") if isinstance(lead, CARDS) else None,
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
        lambda event, names: say("🧱 The Wall of arc {name} falls!", name=arc_name(event.arc)),
        _then_wall,
        moment=8,
        toll=lambda event: f"🧱 {arc_name(event.arc)}",
        stage=Stage(BEAT_S),
    ),
    Told(
        FortifyTokenFell,
        lambda event, names: say("🛡️ The Fortify token of arc {name} is gone", name=arc_name(event.arc)),
        _then_token,
    ),
    Told(
        TowerFell,
        _tower_fell,
        moment=9,
        is_highlight=True,
        toll=lambda event: f"🗼 {arc_name(event.arc)}",
        stage=Stage(FACE_S),
    ),
    Told(TokenDrawn, _token, joke_card="token"),
    Told(MoreMonstersPlaced, "👹 {monster_count more monster}!", moment=5, stage=Stage(BEAT_S)),
    Told(
        MonsterMoved,
        lambda event, names: f"👣 {_moves_clause(event, names)}",
        _then_moved,
        retold=_moves_retold,
        moment=lambda event, line: 6 if event.ring == "castle" else 0,
    ),
)
