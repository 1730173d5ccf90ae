"""The record of a game as JSON lines: a header, a line for each revision, an end.

The full form has everything that it takes to play the game again and see whether the dice were as sealed. The
public form is for games that are not over: what everybody at the table has seen, and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar, cast

from bot.tables.table import Contribution
from cards.kernel.codec import Codec
from cards.kernel.events import EventRecord
from cards.kernel.game import Setup
from cards.kernel.moves import Action

RECORD_FORMAT = 1

Form = Literal["full", "public"]


class RecordError(ValueError):
    """These lines are not the record of a game; the text says why."""


@dataclass(frozen=True, slots=True)
class RecordedSeat:
    """Who sat there: a name, and ``person``, ``computer`` or ``gone``."""

    name: str
    kind: str = "person"
    sex: str = ""


@dataclass(frozen=True, slots=True)
class RecordHeader:
    """What a game was made from. The public form lacks the seed, the secret and the cards.

    ``cards`` are the card definitions in base64, ``release`` is the release that wrote the record, ``fault``
    says why the record ends before the game did.
    """

    table: int
    game: str
    form: Form
    format: int = RECORD_FORMAT
    release: str = ""
    seats: tuple[RecordedSeat, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    digest: str = ""
    cards: str = ""
    secret_hash: str = ""
    contributions: tuple[Contribution, ...] = ()
    commitment: str = ""
    secret: str = ""
    seed: int = -1
    fault: str = ""

    @property
    def setup(self) -> Setup:
        """Return what the game is made from."""
        sexes = tuple(seat.sex for seat in self.seats)
        return Setup(self.game, len(self.seats), self.seed, self.options, sexes if all(sexes) else ())

    @property
    def definitions(self) -> bytes | None:
        """Return the card definitions, None where the record has none. Raises ValueError for no base64."""
        return base64.b64decode(self.cards, validate=True) if self.cards else None


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """One revision: what was asked, what came of it, and what the game was like then.

    ``dice`` counts the random numbers used so far. Where the step used any, ``zones`` are all cards in their
    order; ``state`` is the SHA-256 of the game's whole state.
    """

    step: int
    kind: str = ""
    seat: int = -1
    actions: tuple[Action, ...] = ()
    back_to: int = -1
    events: tuple[EventRecord, ...] = ()
    dice: int = 0
    zones: tuple[tuple[int, ...], ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class RecordEnd:
    """How the record ends, so that nobody can cut it short unnoticed."""

    end: int
    over: bool = False
    winners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A whole record."""

    header: RecordHeader
    steps: tuple[RecordedStep, ...]
    end: RecordEnd


_HEADER_CODEC = Codec(RecordHeader)
_STEP_CODEC = Codec(RecordedStep)
_END_CODEC = Codec(RecordEnd)

L = TypeVar("L")


def state_digest(encoded: bytes) -> str:
    """Return the SHA-256 of an encoded state in hex."""
    return hashlib.sha256(encoded).hexdigest()


def record_to_lines(record: GameRecord) -> str:
    """Write a record, one JSON object a line."""
    lines = [_HEADER_CODEC.encode(record.header)]
    lines += [_STEP_CODEC.encode(step) for step in record.steps]
    lines.append(_END_CODEC.encode(record.end))
    return "".join(line.decode() + "\n" for line in lines)


def record_from_lines(lines: Iterable[str]) -> GameRecord:
    """Read a record. Raises ``RecordError`` with the number of the line that cannot be read."""
    kept = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if len(kept) < 2:
        raise RecordError("it has no header and end")
    form = _json_object(*kept[0])
    if form.get("format", RECORD_FORMAT) != RECORD_FORMAT or "game" not in form:
        raise RecordError("line 1 is no header that this release knows")
    if "end" not in _json_object(*kept[-1]):
        raise RecordError(f"line {kept[-1][0]} is no end: the record was cut short")
    return GameRecord(
        _decode(_HEADER_CODEC, *kept[0]),
        tuple(_decode(_STEP_CODEC, number, line) for number, line in kept[1:-1]),
        _decode(_END_CODEC, *kept[-1]),
    )


def _json_object(number: int, line: str) -> Mapping[str, Any]:
    try:
        found: object = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"line {number} is not JSON") from error
    if not isinstance(found, dict):
        raise RecordError(f"line {number} is no JSON object")
    return cast("dict[str, Any]", found)


def _decode(codec: Codec[L], number: int, line: str) -> L:
    try:
        return codec.decode(line.encode())
    except ValueError as error:
        raise RecordError(f"line {number} cannot be read") from error
