"""What of the castle-defense game everybody may look at: seats, and cards that lie open."""

from __future__ import annotations

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.layout import Block, Text
from bot.views.base.text import plural, shorten
from bot.views.panic.board import view_of
from cards.panic.view import PanicSeenSeat


def seats(view: TableView) -> list[tuple[int, str]]:
    """List the seats that still play, each with a few words."""
    return [
        (seat.seat, f"{plural(seat.points, 'point')}, {held(seat)}")
        for seat in view_of(view).seats
        if not seat.gone
    ]


def seat(view: TableView, seat: int) -> list[Block]:
    """Draw what everybody may know of a seat."""
    seen = view_of(view).seats[seat]
    lines = [
        f"### {naming.name(view.table, seat)}",
        f"**{plural(seen.points, 'point')}** · 🃏 {seen.castle_count} · 💰 {seen.treasure_count}",
    ]
    if seen.character >= 0:
        lines.append(f"🎭 {naming.card_name(view, seen.character)}")
    if seen.curse >= 0:
        lines.append(f"🌀 {naming.card_name(view, seen.curse)}")
    padded = {token: card for card, token in seen.padded}
    for token in seen.trophies:
        under = f" with {naming.card_name(view, padded[token])}" if token in padded else ""
        lines.append(f"🏆 {naming.card_name(view, token)}{under}")
    return [Text(shorten("\n".join(lines), 3500))]


def cards_of(view: TableView, seat: int) -> tuple[int, ...]:
    """Return the cards that lie open before a seat."""
    seen = view_of(view).seats[seat]
    return tuple(card for card in (seen.character, seen.curse, *seen.trophies) if card >= 0)


def open_cards(view: TableView) -> list[tuple[int, str]]:
    """List the cards in the middle of the table, each with where it lies."""
    game_view = view_of(view)
    tops = (game_view.castle_top, "castle"), (game_view.treasure_top, "treasure")
    return [(card, f"On top of the {pile} discards") for card, pile in tops if card >= 0]


def public_cards(view: TableView) -> frozenset[int]:
    """Return every card that lies open on the table."""
    game_view = view_of(view)
    found = {monster.token for monster in game_view.monsters}
    found |= {game_view.castle_top, game_view.treasure_top, game_view.drawn, *game_view.token_discards}
    found |= {card for offer in game_view.offers for card in (offer.card, *offer.pay)}
    for seat in game_view.seats:
        found |= {*seat.trophies, seat.character, seat.curse}
    return frozenset(found - {-1})


def held(seat: PanicSeenSeat) -> str:
    """Say how many cards and Treasures a seat holds, and whether it is not asked what all are asked."""
    return f"🃏{seat.castle_count} 💰{seat.treasure_count}" + (" 🔕" if seat.waived else "")
