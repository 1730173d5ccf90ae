"""The figures of a finished door-kicking game for statistics, from its public events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from cards.door.card_events import CardPlayed, CardUsed
from cards.door.chronicle import DoorRecord, Life, record_of
from cards.door.view_types import DoorView
from cards.kernel.chronicle import Act, SeatFigures
from cards.kernel.events import NOBODY
from cards.kernel.game import Game


def door_figures(game: Game[Any, Any], view: DoorView, acts: Sequence[Act]) -> Mapping[int, SeatFigures]:
    """Return what each seat did, from an onlooker's view of the end and the whole public game."""
    record = record_of(view, acts)
    levels, cards = record.curves.figures, _played_cards(game, acts)
    return {
        seat: SeatFigures(levels.get(seat, 0), _counts(record, seat, life), cards.get(seat, {}))
        for seat, life in sorted(record.lives.items())
        if seat != NOBODY
    }


def _counts(record: DoorRecord, seat: int, life: Life) -> dict[str, int]:
    joined = [fight for fight in record.fights if seat in fight.members]
    own = [fight for fight in joined if fight.fighter == seat]
    kept = [fight for fight in joined if fight.deal is not None and fight.won]
    stabs = [stab for stab in record.stabs if stab.seat == seat]
    found = {
        "kills": life.kills,
        "stabs": len(stabs),
        "stabbed": sum(stab.victim == seat for stab in record.stabs),
        "turned": sum(stab.turned and stab.fight is not None and stab.fight.lost for stab in stabs),
        "largest_stab": max((stab.swing for stab in stabs), default=0),
        "bargains": len(kept),
        "deaths": len(life.death_turns),
        "fights": len(own),
        "fights_lost": life.fights_lost,
        "won_alone": sum(fight.won and fight.helper == NOBODY for fight in own),
        "largest_fight": max((fight.size for fight in joined), default=0),
        "helped": life.helped,
        "escapes": life.escapes,
        "caught": life.caught,
        "ones": life.dice.count(1),
        "sixes": life.dice.count(6),
        "curses": life.curses_thrown,
        "cursed": life.curses_suffered,
        "gold": life.gold,
        "bought_levels": life.bought_levels,
        "card_levels": life.card_levels,
        "lost_levels": life.lost_levels,
        "turns": record.turn,
    }
    return {name: count for name, count in found.items() if count}


def _played_cards(game: Game[Any, Any], acts: Sequence[Act]) -> dict[int, Mapping[str, int]]:
    found: dict[int, Counter[str]] = {}
    for _, events in acts:
        for event in events:
            if isinstance(event, CardPlayed | CardUsed) and event.card >= 0:
                found.setdefault(event.seat, Counter())[game.face(event.card).name] += 1
    return {seat: dict(cards) for seat, cards in found.items()}
