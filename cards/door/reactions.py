"""What cards do by themselves when something happens."""

from __future__ import annotations

from typing import Final

from cards.door import facts, places
from cards.door.table import Table
from cards.kernel.frames import Frame

MAX_PENDING_REACTIONS: Final = 16
"""With this many frames pending, further reactions are skipped."""


def fire(table: Table, event: str, seat: int, card: int, *, it: int = -1, levels: int = 0) -> None:
    """Push a card's reactions to an event, with the seat as "you" and the Levels lost as `levels`.

    Reactions to reactions are limited in depth, so that two cards that undo each other come to an end.
    """
    if sum(frame.kind == "run" for frame in table.state.frames) >= MAX_PENDING_REACTIONS:
        return
    definition = table.defs[card]
    for reaction in reversed(definition.on.get(event, ())):
        if reaction.drawback and facts.is_lone(table, seat, definition.kind):
            continue
        frame = Frame("run", seat, it, card, definition.number_of(reaction.then))
        if levels:
            frame.vars["levels"] = levels
        if reaction.test is not None:
            # What a monster or a Seal does harms the party; it spares a lone Super Munchkin.
            table.as_drawback = True if places.owner(table, card) < 0 else None
            holds = reaction.test.holds(table.rules, frame)
            table.as_drawback = None
            if not holds:
                continue
        table.push(frame)


def fire_all(table: Table, event: str, seat: int, *, it: int = -1, levels: int = 0) -> None:
    """Push the reactions of all cards in force in front of the seat to an event."""
    reacting = table.decks.reacting.get(event)
    if reacting is None:
        return
    concerned = [card for card in places.in_play(table, seat) if card in reacting]
    for card in [card for card in concerned if facts.counts(table, seat, card)]:
        fire(table, event, seat, card, it=it, levels=levels)
