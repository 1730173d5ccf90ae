"""The figures of a finished door-kicking game for statistics, from its public events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.game_facts import SeatFacts
from bot.views.door.record import DoorRecord, DoorRecorder, Life
from bot.views.press.moves import words_of
from bot.views.table import story
from cards.door.card_events import CardPlayed, CardUsed
from cards.door.view_types import DoorView
from cards.kernel.events import NOBODY


def door_facts(view: TableView, past: Sequence[PastRevision]) -> dict[int, SeatFacts]:
    """Return what each seat did; ``past`` has to be the whole game as everybody may know it."""
    if not isinstance(view.game_view, DoorView):
        return {}
    record = DoorRecorder(story.levels_before(words_of(view), view, past)).read(past)
    cards = _played_cards(view, past)
    return {
        seat: SeatFacts(record.curves.figures.get(seat, 0), _counts(record, seat, life), cards.get(seat, {}))
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


def _played_cards(view: TableView, past: Sequence[PastRevision]) -> dict[int, dict[str, int]]:
    found: dict[int, Counter[str]] = {}
    for revision in past:
        for event in revision.events:
            if isinstance(event, CardPlayed | CardUsed) and event.card >= 0:
                found.setdefault(event.seat, Counter())[naming.face(view, event.card).name] += 1
    return {seat: dict(cards) for seat, cards in found.items()}
