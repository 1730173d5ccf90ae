"""The message about what people offer each other: for everybody to follow, and for some to answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.tables.table import Table
from bot.views.base import naming
from bot.views.base.layout import Button, ButtonRow, Container, Screen, Style, Text
from bot.views.base.parts import Bargaining, OpenOffer, QuickTerm
from bot.views.base.text import label
from bot.views.press.moves import screen_custom_id
from bot.views.table import story
from bot.views.table.story import StoryLine
from cards.kernel.events import Event
from cards.kernel.moves import Move, Pick, Picks

BARGAIN_COLOR = 0x57F287
BARGAIN_HEADING = "🤝 Offers in this"
MAX_ASKED = 16
"""Greater than the number of seats."""

MAX_TOLD = 2
"""Lines about what came of earlier offers."""

ANSWER_BUTTONS: tuple[tuple[str, str, Style], ...] = (
    ("accept", "Accept", "good"),
    ("counter", "Counter", "plain"),
    ("refuse", "Refuse", "plain"),
)
"""How an offer is answered, what the button says, and its style."""


def since(view: TableView, beginning: type[Event]) -> tuple[int, tuple[PastRevision, ...]]:
    """Return when something last began, and what has happened since; 0 and all if that is too long ago."""
    for place in range(len(view.past) - 1, -1, -1):
        revision = view.past[place]
        if any(isinstance(event, beginning) for event in revision.events):
            return revision.revision, view.past[place:]
    return 0, view.past


def answers(view: TableView, past: Sequence[PastRevision], kinds: tuple[type[Event], ...]) -> list[StoryLine]:
    """Return the lines in this part of the past that tell what came of the latest offers."""
    lines = story.tell(view, view.past, past[0].revision - 1, joining=False) if past else []
    return [line for line in lines if isinstance(line.events[0], kinds)][-MAX_TOLD:]


def bargain_version(table: Table, found: Bargaining) -> int:
    """Return a number that grows with the occasion, and there with each person asked for the first time.

    Only a new message can call somebody, so that a greater number is another message.
    """
    return found.number * MAX_ASKED + len(_people(table, found.asked))


def bargain_screen(view: TableView, found: Bargaining) -> Screen | None:
    """Draw offers that people have to answer, and what came of those before; None if no person was asked."""
    if not _people(view.table, found.asked):
        return None
    told = [f"-# {line}" for line in found.told]
    lines = [f"-# {BARGAIN_HEADING} {found.occasion}", *told, *_open_lines(view.table, found.open)]
    blocks = [Text("\n".join(lines))]
    asked = _people(view.table, tuple(offer.to for offer in found.open))
    if not asked:
        return Screen((Container(tuple(blocks), BARGAIN_COLOR),))
    answering = [offer for offer in found.open if view.table.seats[offer.to].human]
    buttons = _answer_buttons(view, answering)
    return Screen((Container((*blocks, ButtonRow(buttons)), BARGAIN_COLOR),), mentioned_users=asked)


def _answer_buttons(view: TableView, offers: Sequence[OpenOffer]) -> tuple[Button, ...]:
    """Draw the answers; to accept what loses is the last one, without color, and says so.

    A press counts for the offers that its maker has read, not for one that has taken their place.
    """
    shown = ".".join(str(offer.number) for offer in offers)
    buttons = [
        Button(text, screen_custom_id(view, f"offer.{how}.{shown}"), style)
        for how, text, style in ANSWER_BUTTONS
    ]
    if all(offer.is_bad for offer in offers):
        accept, *others = buttons
        outcomes = {offer.outcome for offer in offers}
        told = f"{accept.label}: {outcomes.pop()}" if len(outcomes) == 1 else accept.label
        buttons = [*others, replace(accept, label=label(told), style="plain")]
    return tuple(buttons)


def _open_lines(table: Table, offers: tuple[OpenOffer, ...]) -> list[str]:
    """Write equal offers of one seat to several others once, and all offers to the same people together."""
    asked_by_text: dict[str, list[str]] = {}
    for offer in offers:
        outcome = f" **{offer.outcome}**" if offer.outcome else ""
        asked_by_text.setdefault(offer.text, []).append(naming.mention(table, offer.to) + outcome)
    texts_by_asked: dict[str, list[str]] = {}
    for text, asked in asked_by_text.items():
        texts_by_asked.setdefault(" · ".join(asked), []).append(text)
    return ["\n".join([*texts, f"→ {asked}"]) for asked, texts in texts_by_asked.items()]


def _people(table: Table, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return the users in these seats, nobody twice, computers left out."""
    users = (table.seats[seat].user for seat in seats if table.seats[seat].human)
    return tuple(dict.fromkeys(users))


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
                    "−1 Treasure" if less else "+1 Treasure",
                    (*picks[:place], (amounts[then],), *picks[place + 1 :]),
                )
            ]
    return []
