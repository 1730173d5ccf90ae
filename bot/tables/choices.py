"""What a button stands for, as text that fits into a custom_id and means the same for ever.

A choice spells out the move and the picks, so nothing has to be remembered between the drawing of a
button and its press: not in memory, not on disk. What it cannot say is whether the moment is still the
same; the revision that travels beside it does (see ``TableService.send``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from string import ascii_letters, digits
from urllib.parse import unquote

from cards.kernel.moves import Action, Move, Pick, Picks

_NUMBER_PATTERN = re.compile(r"-?[0-9]{1,6}")
_WORD_PATTERN = re.compile(r"[a-z][a-z0-9_+-]*")
_UNESCAPED_CHARS = frozenset(ascii_letters + digits + "_-")
_QUOTED_PATTERN = re.compile(r"'(?:[A-Za-z0-9_-]|%[0-9a-f]{2})*")

MAX_CHOICE_CHARS = 400
"""Characters of a choice that are looked at; what Discord sends back is never longer than 100."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and the picks for its first slots; further slots are still open.

    A closed slot without any pick is the empty tuple.
    """

    verb: str
    card: int = -1
    ability: int = -1
    picks: Picks = ()

    @classmethod
    def of(cls, move: Move, *picks: tuple[Pick, ...]) -> Choice:
        """Choose this move, its first slots filled with these picks."""
        return cls(move.verb, move.card, move.ability, picks)

    def with_picks(self, *picks: Pick) -> Choice:
        """Fill the next slot."""
        return replace(self, picks=(*self.picks, picks))

    def action(self, seat: int) -> Action:
        """Return the action that this choice is when the seat makes it."""
        return Action(seat, self.verb, self.card, self.ability, self.picks)

    def find_move(self, moves: list[Move] | tuple[Move, ...]) -> Move | None:
        """Find the move among the legal ones, whether or not its slots are filled yet."""
        for move in moves:
            if (move.verb, move.card, move.ability) == (self.verb, self.card, self.ability):
                return move
        return None


def encode(choice: Choice) -> str:
    """Write the choice as ``verb.card.ability.picks``; it contains no colon, tilde, ``!`` or space.

    Picks that are no plain words, such as names from a card, are written as ``'`` and an escaped text.
    Raises ValueError for a verb that no game may use.
    """
    if not _WORD_PATTERN.fullmatch(choice.verb):
        raise ValueError(f"not a closed word: {choice.verb!r}")
    parts = [
        choice.verb,
        "" if choice.card == -1 else str(choice.card),
        "" if choice.ability == -1 else str(choice.ability),
        *(",".join(map(encode_pick, picks)) for picks in choice.picks),
    ]
    while parts[-1] == "" and len(parts) > 1 and not choice.picks:
        parts.pop()
    return ".".join(parts)


def encode_pick(pick: Pick) -> str:
    """Write one pick; never empty."""
    if isinstance(pick, int) or _WORD_PATTERN.fullmatch(pick):
        return str(pick)
    return "'" + "".join(c if c in _UNESCAPED_CHARS else _escape(c) for c in pick)


def _escape(char: str) -> str:
    return "".join(f"%{byte:02x}" for byte in char.encode())


def decode_pick(text: str) -> Pick | None:
    """Read what ``encode_pick`` wrote; None for anything else."""
    if _NUMBER_PATTERN.fullmatch(text):
        return int(text)
    if _WORD_PATTERN.fullmatch(text):
        return text
    if not _QUOTED_PATTERN.fullmatch(text):
        return None
    try:
        return unquote(text[1:], errors="strict")
    except UnicodeDecodeError:
        return None


def decode(text: str) -> Choice | None:
    """Read what ``encode`` wrote; None for anything else, since anybody can forge it."""
    if len(text) > MAX_CHOICE_CHARS:
        return None
    verb, *rest = text.split(".")
    if not _WORD_PATTERN.fullmatch(verb):
        return None
    numbers = [*rest[:2], "", ""][:2]
    if not all(part == "" or _NUMBER_PATTERN.fullmatch(part) for part in numbers):
        return None
    slots: list[tuple[Pick, ...]] = []
    for part in rest[2:]:
        picks: list[Pick] = []
        for text in part.split(",") if part else ():
            pick = decode_pick(text)
            if pick is None:
                return None
            picks.append(pick)
        slots.append(tuple(picks))
    card, ability = (-1 if part == "" else int(part) for part in numbers)
    return Choice(verb, card, ability, tuple(slots))
