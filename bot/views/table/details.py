"""What is one tap away from the table's message, in private: why the sums are so, and who has what."""

from __future__ import annotations

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.custom_ids import DETAILS, OPEN_CARD_SIGN
from bot.views.base.game_screens import screens_of
from bot.views.base.layout import Block, Button, ButtonRow, Container, Option, Screen, Select
from bot.views.base.limits import MAX_OPTIONS
from bot.views.base.text import label, say
from bot.views.pages.rule_links import rules_button
from bot.views.press.asking import asking_button
from bot.views.press.moves import screen_custom_id
from bot.views.table.hint import hint_button
from bot.views.table.host import host_button
from bot.views.table.parting import leave_button


def details_screen(view: TableView) -> Screen:
    """Draw all that everybody may know and the table's message has no room for."""
    game = screens_of(view)
    blocks = [*([] if game.details is None else game.details.details(view)), *closer_look(view)]
    first = watch_button(view) if view.seat is None else Button(say("Back"), screen_custom_id(view, "hand"))
    buttons = [first, rules_button(view.table), *asking_button(view), *leave_button(view)]
    buttons += host_button(view) or hint_button(view)  # one row; a hint is on the hand as well
    return Screen((Container((*blocks, ButtonRow(tuple(buttons))), game.board.color(view)),))


def seat_screen(view: TableView, seat: int) -> Screen | None:
    """Draw what everybody may know of a seat, with a menu of its open cards; None where there is none."""
    looked_at = screens_of(view).open_cards
    if looked_at is None or seat not in dict(looked_at.seats(view)):
        return None
    cards = dict.fromkeys(looked_at.cards_of(view, seat))
    options = [
        Option(
            naming.card_label(view, card, 100),
            f"{OPEN_CARD_SIGN}{card}",
            naming.card_note(naming.face(view, card)),
        )
        for card in cards
    ][:MAX_OPTIONS]
    menu = [Select(screen_custom_id(view, "seat"), tuple(options), say("Read a card"))] if options else []
    buttons = [Button(say("Back"), screen_custom_id(view, DETAILS))]
    if view.seat is None and view.table.phase == "playing":
        buttons.append(watch_button(view))
    blocks = (*looked_at.seat(view, seat), *menu, ButtonRow(tuple(buttons)))
    return Screen((Container(blocks, screens_of(view).board.color(view)),))


def seats(view: TableView) -> list[tuple[int, str]]:
    """List the seats to look at, each with a few words; empty where the game has none to show."""
    open_cards = screens_of(view).open_cards
    return [] if open_cards is None else open_cards.seats(view)


def watch_button(view: TableView) -> Button:
    """Return the button for a screen that follows the game, for somebody without a seat."""
    return Button(say("Watch"), screen_custom_id(view, "watch"), emoji="👀")


def closer_look(view: TableView) -> list[Block]:
    """Draw the menu of what everybody may look at in private: the seats, and cards in the middle."""
    looked_at = screens_of(view).open_cards
    if looked_at is None:
        return []
    options = [
        Option(label(naming.raw_name(view.table, seat), 100), str(seat), label(text, 100))
        for seat, text in looked_at.seats(view)
    ]
    options += [
        Option(naming.card_label(view, card, 100), f"{OPEN_CARD_SIGN}{card}", label(where, 100))
        for card, where in looked_at.open_cards(view)
    ]
    hint = say("Look at players and cards")
    return [Select(screen_custom_id(view, "seat"), tuple(options[:MAX_OPTIONS]), hint)] if options else []
