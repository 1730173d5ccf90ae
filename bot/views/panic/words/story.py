"""How the events of one action of the castle-defense game become one line of the story."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.views.base.event_names import EventNames
from bot.views.base.text import plural
from bot.views.panic.board import arc_name
from bot.views.panic.words.events import moves_clause, place_clause, restored_clause, trophy_clause
from cards.kernel.events import Discarded, Drew, Event
from cards.panic.card_events import (
    CardHanded,
    CurseAvoided,
    PanicCardPlayed,
    PanicCurseCancelled,
    PowerUsed,
    TreasuresEarned,
    TrophyPadded,
    TrophyTaken,
)
from cards.panic.events import PanicDieRolled, PanicTurnStarted
from cards.panic.monster_events import (
    FortifyTokenFell,
    MonsterAttacked,
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
    TokenDrawn,
    TowerFell,
    WallFell,
)

_CARDS = (PanicCardPlayed, PowerUsed)


def panic_outcome(lead: Event, event: Event, names: EventNames) -> str | None:
    """Return how an event is told at the end of the line that another one of the same action begins.

    Empty: it goes without saying. None: it has a line of its own. One with a comma goes on with the sentence.
    """
    match event:
        case MonsterHurt():
            return _hurt(lead, event, names)
        case MonsterSlain():
            return _slain(lead, event, names)
        case MonsterDied():
            fell = isinstance(lead, WallFell | FortifyTokenFell | TowerFell) and event.cause in (
                "wall",
                "tower",
            )
            if isinstance(lead, TowerFell) and lead.monsters == (event.monster,):
                return ", who dies on it"
            return f", and takes {names.card(event.monster)} along" if fell else None
        case TreasuresEarned():
            return _earned(lead, event, names)
        case Drew():
            return _drawn(lead, event, names)
        case PanicDieRolled():
            return f"rolls {event.die}" if isinstance(lead, PowerUsed) else None
        case MonsterMoved():
            return _moved(lead, event, names)
        case MonsterGlued():
            return "stuck fast" if _aims_at(lead, event.monster) else None
        case MonsterDismissed():
            return "gone for good" if _aims_at(lead, event.monster) else None
        case MonsterStrengthened():
            return f"health {event.health} now" if _aims_at(lead, event.monster) else None
        case MonstersRestored():
            return restored_clause(event, names) if isinstance(lead, _CARDS) else None
        case MonstersFellAsleep():
            return "all monsters sleep" if isinstance(lead, _CARDS) else None
        case TrophyTaken():
            if isinstance(lead, TrophyTaken) and event.how == "swapped" and event.seat == lead.giver:
                return f", who gets {names.card(event.trophy)} in return"
            takes = f"takes {names.card(event.trophy)} from {names.seat(event.giver)}"
            by_card = isinstance(lead, _CARDS) and lead.seat == event.seat and not event.how
            return takes if by_card else None
        case PanicCurseCancelled() | CurseAvoided():
            is_its = isinstance(lead, PanicCardPlayed) and lead.card == event.card
            does = "cancels" if isinstance(event, PanicCurseCancelled) else "safe from"
            return f"{does} {names.card(event.curse)}" if is_its else None
        case TrophyPadded():
            is_its = isinstance(lead, PanicCardPlayed) and lead.card == event.card
            return f"{plural(event.points, 'point')} more" if is_its else None
        case CardHanded():
            return _handed(lead, event, names)
        case WallFell() | FortifyTokenFell() | MonsterSquashed():
            return _rock(lead, event, names)
        case _:
            return None


def retold(events: Sequence[Event], names: EventNames) -> Sequence[str]:
    """Return how several moves read together: by space with the monsters or their number, by ring."""
    moves = [event for event in events if isinstance(event, MonsterMoved)]
    if len(moves) < 2 or len(moves) < len(events):
        return ()

    def told(place: Callable[[MonsterMoved], str], who: Callable[[list[int]], str]) -> str:
        groups: dict[str, list[int]] = {}
        for move in moves:
            groups.setdefault(place(move), []).append(move.monster)
        return "👣 " + ", ".join(f"{who(group)} → {where}" for where, group in groups.items())

    def counted(group: list[int]) -> str:
        return plural(len(group), "monster")

    return (
        told(lambda move: place_clause(move, names), names.listed),
        told(lambda move: place_clause(move, names), counted),
        told(lambda move: names.word(move.ring).title(), counted),
    )


def joke_card(event: Event, names: EventNames) -> int:
    """Return the card whose joke fits behind the line that an event begins; -1 for none."""
    match event:
        case MonsterPlaced():
            return event.monster
        case PanicCardPlayed():
            return event.card
        case TokenDrawn():
            return event.token
        case _:
            return -1


def turn_begun(event: Event) -> int:
    """Return whose turn an event begins; -1 for others."""
    return event.seat if isinstance(event, PanicTurnStarted) else -1


def _aims_at(lead: Event, monster: int) -> bool:
    return isinstance(lead, PanicCardPlayed) and monster in lead.targets


def _hurt(lead: Event, event: MonsterHurt, names: EventNames) -> str | None:
    if isinstance(lead, MonsterAttacked) and lead.monster == event.monster:
        return f"down to {event.health}" if event.health else ""
    if isinstance(lead, WallFell | TowerFell) and event.cause in ("wall", "tower"):
        return f"{names.card(event.monster)} left at {event.health}"
    return None


def _slain(lead: Event, event: MonsterSlain, names: EventNames) -> str | None:
    about = isinstance(lead, MonsterAttacked) and lead.monster == event.monster
    if not about and not _aims_at(lead, event.monster):
        return None
    slain = names.one_of("slain", "dead", "slain for good", "dead and gone")
    return f"{slain} ({plural(event.points, 'point')}){trophy_clause(event, names)}"


def _earned(lead: Event, event: TreasuresEarned, names: EventNames) -> str | None:
    if not isinstance(lead, (MonsterAttacked, MonsterSlain, *_CARDS)):
        return None
    earned = names.cards(event.cards, event.card_count, "Treasure")
    return earned if event.seat == lead.seat else f"{earned} for {names.seat(event.seat)}"


def _drawn(lead: Event, event: Drew, names: EventNames) -> str | None:
    if not isinstance(lead, (Discarded, *_CARDS)) or lead.seat != event.seat:
        return None
    noun = "Treasure" if event.deck == "treasure" else "card"
    return f"draws {names.cards(event.cards, event.card_count, noun)}"


def _moved(lead: Event, event: MonsterMoved, names: EventNames) -> str | None:
    if isinstance(lead, MonsterMoved):
        return f", {moves_clause(event, names)}"
    return f"off to {place_clause(event, names)}" if _aims_at(lead, event.monster) else None


def _handed(lead: Event, event: CardHanded, names: EventNames) -> str | None:
    if not isinstance(lead, _CARDS) or lead.seat != event.seat:
        return None
    return f"gets {names.card_or(event.card, 'a card')} from {names.seat(event.giver)}"


def _rock(lead: Event, event: WallFell | FortifyTokenFell | MonsterSquashed, names: EventNames) -> str | None:
    """Tell what a rock rolls over; a wall that a monster brings down is news of its own."""
    if not isinstance(lead, PanicDieRolled) or lead.purpose != "rock":
        return None
    match event:
        case WallFell():
            return f"the Wall of arc {arc_name(event.arc)} falls"
        case FortifyTokenFell():
            return f"the Fortify token of arc {arc_name(event.arc)} is gone"
        case MonsterSquashed():
            return f"{names.card(event.monster)} squashed"
