"""What of the door-kicking games everybody may look at: seats, and cards that lie open."""

from __future__ import annotations

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.layout import Block, Text
from bot.views.base.text import plural, shorten
from bot.views.door import table as door_table
from bot.views.door.seen import view_of


def seats(view: TableView) -> list[tuple[int, str]]:
    """List the seats that still play, each with a few words."""
    game_view = view_of(view)
    return [
        (seat.seat, f"Level {seat.level}, strength {seat.strength}, {plural(seat.hand_size, 'card')}")
        for seat in game_view.seats
        if not seat.left
    ]


def seat(view: TableView, seat: int) -> list[Block]:
    """Draw what everybody may know of a seat."""
    game_view = view_of(view)
    seen = game_view.seats[seat]
    lines = [
        f"### {naming.name(view.table, seat)}",
        f"**Level {seen.level}** of {seen.win_level} · ⚔ {seen.strength} · ✋ {seen.hand_size}",
    ]
    lines += door_table.cards_lines(view, seen, "Is", seen.traits)
    lines += door_table.item_lines(view, seen)
    lines += door_table.cards_lines(view, seen, "Companions", seen.companions)
    lines += door_table.cards_lines(view, seen, "Under", seen.curses)
    return [Text(shorten("\n".join(lines), 3500))]


def cards_of(view: TableView, seat: int) -> tuple[int, ...]:
    """Return the cards that lie open before a seat."""
    seen = view_of(view).seats[seat]
    return (*seen.traits, *(item.card for item in seen.items), *seen.companions, *seen.curses)


def open_cards(view: TableView) -> list[tuple[int, str]]:
    """List the cards in the middle of the table, each with where it lies."""
    game_view = view_of(view)
    foes = () if game_view.combat is None else game_view.combat.foes
    # A Mate has the enhancers of the monster that it copies: they lie there once.
    fought = dict.fromkeys(card for foe in foes for card in (foe.card, *foe.enhancers))
    fighting = [(card, "In the fight") for card in fought]
    seals = [(card, "An open Seal, covered by others") for card in game_view.seals[:-1]]
    seals += [(card, "The Seal on top: it is in force") for card in game_view.seals[-1:]]
    tops = (game_view.door_top, "Door"), (game_view.treasure_top, "Treasure")
    return (
        fighting
        + seals[::-1]
        + [(card, f"On top of the {pile} discards") for card, pile in tops if card >= 0]
    )


def public_cards(view: TableView) -> frozenset[int]:
    """Return every card that lies open on the table."""
    game_view = view_of(view)
    found = {game_view.door_top, game_view.treasure_top, game_view.curse, *game_view.seals}
    for seat in game_view.seats:
        found.update((*seat.traits, *seat.companions, *seat.curses))
        found.update(item.card for item in seat.items)
    if game_view.combat is not None:
        for foe in game_view.combat.foes:
            found.update((foe.card, *foe.enhancers, *foe.stacked))
    return frozenset(found - {-1})
