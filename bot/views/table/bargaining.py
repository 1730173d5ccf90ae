"""What people offer each other, on the table's message: for everybody to follow, and for some to answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.tables.results import TableView
from bot.tables.table import Table
from bot.views.base import naming
from bot.views.base.layout import Block, Button, ButtonRow, Style, Text
from bot.views.base.parts import Bargaining, OpenOffer, QuickTerm
from bot.views.base.text import label, say
from bot.views.press.moves import screen_custom_id
from cards.kernel.events import Event
from cards.kernel.moves import Move, Pick, Picks

MAX_OFFERS = 2
"""Offers that stand there in words; all are on the hands of those who are asked."""

ANSWER_BUTTONS: tuple[tuple[str, str, Style], ...] = (
    ("accept", "Accept", "good"),
    ("counter", "Counter", "plain"),
    ("refuse", "Refuse", "plain"),
)
"""How an offer is answered, what the button says, and its style."""


def asked_since(view: TableView, beginning: type[Event], asked_by: Callable[[Event], int]) -> dict[int, int]:
    """Return the seats that were asked something since an event of this type, with the revision of the first.

    ``asked_by`` says whom an event asks; -1 for nobody.
    """
    found: dict[int, int] = {}
    for revision in reversed(view.past):
        asked = {asked_by(event) for event in revision.events} - {-1}
        found |= dict.fromkeys(asked, revision.revision)
        if any(isinstance(event, beginning) for event in revision.events):
            break
    return found


def offer_blocks(view: TableView, found: Bargaining) -> tuple[list[Block], tuple[int, ...]]:
    """Draw the offers that people have to answer, for the table's message, and return whom it calls."""
    answering = [offer for offer in found.open if view.table.seats[offer.to].human]
    if not answering:
        return [], ()
    lines = _open_lines(view.table, answering)
    rest = len(lines) - MAX_OFFERS
    more = [say("-# … and {n} more: **My hand**", n=rest)] if rest > 0 else []
    asked = dict.fromkeys(view.table.seats[offer.to].user for offer in answering)
    text = Text("\n".join([*lines[:MAX_OFFERS], *more]))
    return [text, ButtonRow(_answer_buttons(view, answering))], tuple(asked)


def _answer_buttons(view: TableView, offers: Sequence[OpenOffer]) -> tuple[Button, ...]:
    """Draw the answers; to accept what loses is the last one, without color, and says so.

    A press counts for the offers that its maker has read, not for one that has taken their place.
    """
    shown = ".".join(str(offer.number) for offer in offers)
    buttons = [
        Button(say(text), screen_custom_id(view, f"offer.{how}.{shown}"), style)
        for how, text, style in ANSWER_BUTTONS
    ]
    if all(offer.is_bad for offer in offers):
        accept, *others = buttons
        outcomes = {offer.outcome for offer in offers}
        told = f"{accept.label}: {outcomes.pop()}" if len(outcomes) == 1 else accept.label
        buttons = [*others, replace(accept, label=label(told), style="plain")]
    return tuple(buttons)


def _open_lines(table: Table, offers: Sequence[OpenOffer]) -> list[str]:
    """Write equal offers of one seat to several others once, each line with who is asked."""
    asked_by_text: dict[str, list[str]] = {}
    for offer in offers:
        outcome = f" **{offer.outcome}**" if offer.outcome else ""
        asked_by_text.setdefault(offer.text, []).append(naming.mention(table, offer.to) + outcome)
    return [f"{text} → {' · '.join(asked)}" for text, asked in asked_by_text.items()]


def one_treasure(move: Move, picks: Picks, *left_out: Pick, less: bool) -> list[QuickTerm]:
    """Return the change to the terms that bids a Treasure less, or asks for one more; empty for none."""
    for place, slot in enumerate(move.slots):
        if slot.name != "treasures":
            continue
        amounts = [amount for amount in slot.options if amount not in left_out]
        made = picks[place]
        now = amounts.index(made[0]) if made and made[0] in amounts else len(amounts) if made else -1
        then = now - 1 if less else now + 1
        if 0 <= then < len(amounts):
            return [
                QuickTerm(
                    say("−1 Treasure" if less else "+1 Treasure"),
                    (*picks[:place], (amounts[then],), *picks[place + 1 :]),
                )
            ]
    return []
