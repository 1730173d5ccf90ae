"""How a game ends: by a winner, or with the last Seal."""

from __future__ import annotations

from cards.door import memory, people, score
from cards.door.events import GameWon
from cards.door.table import Table


def win(table: Table, seat: int) -> None:
    """Record a winner; others of the same event win as well, then the game stops (R-143, R-145)."""
    if seat not in table.state.winners:
        table.state.winners = (*table.state.winners, seat)


def finish(table: Table) -> None:
    """End the game."""
    table.state.over = True
    table.state.phase = "over"
    for seat in table.state.winners:
        table.emit(GameWon(seat))


def end_world(table: Table) -> None:
    """End the world: the highest bonus without Level wins, ties by Level, then together (R-665)."""
    scores = {
        seat: (_standing_bonus(table, seat), people.level(table, seat))
        for seat in people.living(table) or people.everyone(table)
    }
    best = max(scores.values())
    table.state.winners = tuple(seat for seat in sorted(scores) if scores[seat] == best)
    finish(table)


def _standing_bonus(table: Table, seat: int) -> int:
    """Return what a seat's cards in play add to its Level, whatever a fight that is on does to them."""
    combat, table.state.combat = table.state.combat, None
    memory.forget(table)
    found = sum(line.amount for line in score.member_lines(table, seat) if line.reason != "level")
    table.state.combat = combat
    memory.forget(table)
    return found
