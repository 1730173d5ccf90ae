"""custom_ids: what a button says when it is pressed, in at most 100 characters.

``k1:<table>:<revision>:<action>:<rest>``, numbers in base 36. ``k1`` is the version: buttons of an older
version get a friendly answer and are never misread. Anybody can forge one, so nothing in it is trusted: it
only names what the person would like, and the table decides.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.tables.choices import Choice, decode, encode, encode_pick
from bot.views.base.limits import MAX_CUSTOM_ID_CHARS
from cards.kernel.moves import Pick

CUSTOM_ID_VERSION = "k1"

CUSTOM_ID_PATTERN = re.compile(
    r"k1:(?P<table>[0-9a-z]{1,13}):(?P<seen>[0-9a-z]{1,9}):(?P<kind>[a-z]):(?P<rest>.*)"
)
"""Matches every custom_id of ours."""


class ButtonAction(StrEnum):
    """What a button is for. The letters are part of every custom_id on Discord."""

    MOVE = "a"
    """Make a move."""
    PICK = "w"
    """Fill the next slot of a move."""
    FORM = "f"
    """Open the form of a move, or take it filled in."""
    TERMS = "t"
    """Show all terms of a move, set one of them, or send them."""
    SCREEN = "g"
    """Show a screen that changes nothing."""
    HELP = "h"
    """Show a page of the rules; belongs to no table."""
    LOBBY = "l"
    """Ask something of the table that is no single move."""
    VOTE = "v"
    """Answer the poll."""
    REPLAY = "r"
    """Show a part of a finished game once more."""


OPEN_CARD_SIGN = "c"
"""Stands before a card's number in the menu of seats, where the other values are seats."""

DETAILS = "details"
"""The screen of what the table's message has no room for."""

HERE = "here"
"""The press that brings a hand back to its direct message."""

SURE = "sure"
"""The screen on which a move is looked at before it is made; the choice stands behind it."""

SEND_DRAFT = "send"
"""The control of a draft that sends it."""

_BASE36_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class CustomId:
    """A parsed custom_id. ``rest`` depends on the action; ``tag`` only keeps two equal buttons apart."""

    table: int
    seen: int
    action: ButtonAction
    rest: str = ""
    tag: str = ""

    def __str__(self) -> str:
        return f"{CUSTOM_ID_VERSION}:{base36(self.table)}:{base36(self.seen)}:{self.action}:{self.rest}" + (
            f"!{self.tag}" if self.tag else ""
        )

    @property
    def fits(self) -> bool:
        """Return True if Discord takes it as a custom_id."""
        return len(str(self)) <= MAX_CUSTOM_ID_CHARS

    def with_tag(self, tag: str) -> CustomId:
        """Return the same press under another custom_id."""
        return replace(self, tag=tag)


@dataclass(frozen=True, slots=True)
class PartialChoice:
    """A choice on its way: ``partial`` are picks of the next slot so far, ``page`` is the page shown."""

    choice: Choice
    partial: tuple[Pick, ...] = ()
    page: int = 0

    def __str__(self) -> str:
        text = encode(self.choice)
        if self.partial or self.page:
            text += "~" + ",".join(map(encode_pick, self.partial))
        if self.page:
            text += f"~{self.page}"
        return text


@dataclass(frozen=True, slots=True)
class MoveDraft:
    """The terms of a move as they are set so far.

    ``masks`` has a bit for each candidate of each slot, ``stamp`` changes with the candidates, ``control``
    says what was pressed: nothing where the masks are what the press wants. A draft without a
    stamp is one that has not begun; with a control it is sent on the usual terms.
    """

    choice: Choice
    stamp: str = ""
    masks: tuple[int, ...] = ()
    control: str = ""

    def __str__(self) -> str:
        if not self.stamp:
            return encode(self.choice) + (f"~{self.control}" if self.control else "")
        return f"{encode(self.choice)}~{self.stamp}~{'-'.join(map(base36, self.masks))}~{self.control}"


_DRAFT_PATTERN = re.compile(
    r"(?P<stamp>[0-9a-z]{1,4})~(?P<masks>[0-9a-z]+(?:-[0-9a-z]+)*)~(?P<control>[0-9a-z.]*)"
)


def parse_draft(rest: str) -> MoveDraft | None:
    """Parse the rest of a ``t`` press; None if nobody can have drawn it."""
    text, _, more = rest.partition("~")
    choice = decode(text)
    if choice is None or choice.picks:
        return None
    if not more or more == SEND_DRAFT:
        return MoveDraft(choice, control=more)
    found = _DRAFT_PATTERN.fullmatch(more)
    if found is None:
        return None
    masks = tuple(int(mask, 36) for mask in found["masks"].split("-"))
    return MoveDraft(choice, found["stamp"], masks, found["control"])


def parse(custom_id: str) -> CustomId | None:
    """Parse a custom_id; return None if it is not one of ours."""
    found = CUSTOM_ID_PATTERN.fullmatch(custom_id)
    if found is None:
        return None
    try:
        action = ButtonAction(found["kind"])
    except ValueError:
        return None
    rest, _, tag = found["rest"].partition("!")
    return CustomId(int(found["table"], 36), int(found["seen"], 36), action, rest, tag)


def parse_partial_choice(rest: str) -> PartialChoice | None:
    """Parse the rest of a ``w`` press; return None if no screen can have had it."""
    text, *more = rest.split("~")
    choice = decode(text)
    if choice is None or len(more) > 2:
        return None
    partial: tuple[Pick, ...] = ()
    if more and more[0]:
        inner = decode(f"x...{more[0]}")
        if inner is None or len(inner.picks) != 1:
            return None
        partial = inner.picks[0]
    page = 0
    if len(more) == 2:
        if not re.fullmatch(r"[0-9]{1,3}", more[1]):
            return None
        page = int(more[1])
    return PartialChoice(choice, partial, page)


def base36(number: int) -> str:
    """Write a whole number from 0 in base 36."""
    if number < 0:
        raise ValueError("no negative numbers in custom_ids")
    digits = ""
    while True:
        number, rest = divmod(number, 36)
        digits = _BASE36_DIGITS[rest] + digits
        if number == 0:
            return digits
