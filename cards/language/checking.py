"""Checks untrusted pack files: bounded reading, all faults at once, each with its place."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from cards.language.typeguards import is_list, is_object

MAX_FILE_BYTES = 1_000_000
MAX_CARDS_PER_PACK = 600
MAX_OBJECTS_PER_CARD = 80
"""Objects in one card."""
MAX_NESTING_LEVELS = 10
"""Objects inside one another in one card."""
MAX_VALUES_PER_CARD = 2000
"""Values of any sort in one card, or in what a pack says of itself."""
MAX_DOTS_PER_LINE = 60
"""Dots in a line of TOML: its parser is very slow with keys of thousands of parts."""
MAX_REPORTED_FAULTS = 100
TEXT_PATTERN_MARK = r"\u2028"
"""A part of the pattern of texts that no other pattern has."""
MAX_SHOWN_KEY_LENGTH = 40
"""Letters of an unknown key that a fault repeats."""

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class PackFault:
    """Something wrong with a pack: in which card (its id, or ""), where in it, and what."""

    card: str
    place: str
    text: str

    def __str__(self) -> str:
        card = f" ({self.card})" if self.card else ""
        return f"{self.place or 'the file'}{card}: {self.text}"


class PackError(ValueError):
    """A pack that cannot be used, with all its faults."""

    def __init__(self, faults: Iterable[PackFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


def read_file(path: Path) -> dict[str, Any]:
    """Read a TOML or JSON file. Raises PackError if it is too large, too deep or neither."""
    if path.suffix not in (".toml", ".json"):
        raise PackError([PackFault("", "", "a pack is a .json or .toml file")])
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise PackError(
            [PackFault("", "", f"cannot be read: {error.strerror or 'unknown reason'}")]
        ) from error
    return read_toml(raw) if path.suffix == ".toml" else read_json(raw)


def read_json(raw: bytes) -> dict[str, Any]:
    """Parse untrusted JSON: no duplicate keys and no NaN."""
    return _parse(raw, _loads)


def _loads(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)


def read_toml(raw: bytes) -> dict[str, Any]:
    """Parse untrusted TOML."""
    return _parse(raw, _toml)


def _toml(text: str) -> Any:
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MAX_DOTS_PER_LINE:
            raise ValueError(f"line {number} has more than {MAX_DOTS_PER_LINE} dots")
    return tomllib.loads(text)


def _parse(raw: bytes, parser: Callable[[str], Any]) -> dict[str, Any]:
    if len(raw) > MAX_FILE_BYTES:
        raise PackError([PackFault("", "", f"larger than {MAX_FILE_BYTES:,} bytes")])
    try:
        data = _object_in(parser(raw.decode("utf-8")))
    except UnicodeDecodeError as error:
        raise PackError([PackFault("", "", f"not UTF-8 at byte {error.start}")]) from error
    except RecursionError as error:
        raise PackError([PackFault("", "", "nested too deep")]) from error
    except ValueError as error:
        raise PackError([PackFault("", "", f"cannot be parsed: {str(error)[:200]}")]) from error
    if data is None:
        raise PackError([PackFault("", "", "the outermost value must be an object")])
    return data


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise ValueError(f"the key {twice[:40]!r} appears twice in one object")
    return made


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not allowed as a number")


def check_size(data: Any) -> list[PackFault]:
    """Return what makes the data too large or too deep to validate."""
    pack = _object_in(data)
    if pack is None:
        return [PackFault("", "", "the outermost value must be an object")]
    cards = _list_in(pack.get("cards"))
    if len(cards) > MAX_CARDS_PER_PACK:
        return [PackFault("", "cards", f"{len(cards)} cards; at most {MAX_CARDS_PER_PACK} are allowed")]
    faults: list[PackFault] = []
    if _measure(pack.get("pack"))[2] > MAX_VALUES_PER_CARD:
        faults.append(PackFault("", "pack", f"more than {MAX_VALUES_PER_CARD} values"))
    for number, card in enumerate(cards):
        nodes, depth, values = _measure(card)
        place = f"cards[{number}]"
        if values > MAX_VALUES_PER_CARD and nodes <= MAX_OBJECTS_PER_CARD:
            faults.append(PackFault(_id_of(card), place, f"more than {MAX_VALUES_PER_CARD} values"))
        if nodes > MAX_OBJECTS_PER_CARD:
            faults.append(
                PackFault(_id_of(card), place, f"{nodes} parts; a card may have {MAX_OBJECTS_PER_CARD}")
            )
        if depth > MAX_NESTING_LEVELS:
            faults.append(PackFault(_id_of(card), place, f"nested deeper than {MAX_NESTING_LEVELS}"))
    return faults[:MAX_REPORTED_FAULTS]


def _object_in(value: Any) -> dict[str, Any] | None:
    return value if is_object(value) else None


def _list_in(value: Any) -> list[Any]:
    return value if is_list(value) else []


def _measure(card: Any) -> tuple[int, int, int]:
    """Count the objects in a card, how deep they lie, and all values, without recursion."""
    nodes = deepest = values = 0
    todo: list[tuple[Any, int]] = [(card, 0)]
    while todo:
        part, depth = todo.pop()
        values += 1
        inside = _object_in(part)
        if inside is not None:
            nodes += 1
            depth += 1
            todo += [(inner, depth) for inner in inside.values()]
        else:
            # A list in a list counts as depth, too: otherwise lists alone could nest without end.
            todo += [(inner, depth + isinstance(inner, list)) for inner in _list_in(part)]
        deepest = max(deepest, depth)
    return nodes, deepest, values


def _id_of(card: Any) -> str:
    id_ = (_object_in(card) or {}).get("id")
    return id_[:60] if isinstance(id_, str) and id_.isprintable() else ""


def validate(model: type[M], data: dict[str, Any]) -> tuple[M | None, list[PackFault]]:
    """Return the model, or its faults (up to a limit) with their places as an author writes them."""
    try:
        return model.model_validate(data), []
    except ValidationError as error:
        parts = error.errors(include_url=False)[: 2 * MAX_REPORTED_FAULTS]
    found = [_fault(part["loc"], part["msg"], part["type"], data) for part in parts]
    places = [fault.place for fault in found]
    # A list whose only member is faulty counts as empty, too: one fault is enough.
    return None, [fault for fault in found if not _is_consequence(fault, places)][:MAX_REPORTED_FAULTS]


def _is_consequence(fault: PackFault, places: list[str]) -> bool:
    return fault.text.startswith("Tuple should have") and any(
        place.startswith(f"{fault.place}[") for place in places
    )


def _fault(loc: tuple[int | str, ...], message: str, kind: str, data: Any) -> PackFault:
    """Return a fault with its place in the data; pydantic's location also names members of unions."""
    place, here, card, tagged = "", data, "", False
    for number, step in enumerate(loc):
        inside, members = _object_in(here), _list_in(here)
        last = number == len(loc) - 1
        if isinstance(step, int):
            here = members[step] if step < len(members) else None
            place, tagged = f"{place}[{step}]", False
        elif inside is not None and not tagged and _is_tag(step, inside):
            tagged = True
        elif inside is not None and step in inside:
            place, here, tagged = _joined(place, step), inside[step], False
        elif last and kind in ("missing", "extra_forbidden"):
            place = _joined(place, step)
        if number == 1 and place.endswith("]"):
            card = _id_of(here)
    return PackFault(card, place, _wording(message, kind))


def _joined(place: str, step: str) -> str:
    shown = (
        step
        if step.isprintable() and len(step) <= MAX_SHOWN_KEY_LENGTH
        else repr(step[:MAX_SHOWN_KEY_LENGTH])
    )
    return f"{place}.{shown}" if place else shown


def _is_tag(step: str, here: dict[str, Any]) -> bool:
    """Return True if a step names the kind of the object, not a key of the same spelling."""
    return step in (here.get("do"), here.get("is"), here.get("num"), here.get("kind"))


def _wording(message: str, kind: str) -> str:
    if kind == "extra_forbidden":
        return "there is no such field here"
    if kind == "missing":
        return "this field is missing"
    if kind == "union_tag_not_found":
        return "must say which word it is (`do`, `is`, `num` or `kind`)"
    if kind == "string_pattern_mismatch" and TEXT_PATTERN_MARK in message:
        return "has characters that a text cannot have: line ends, braces or invisible ones"
    return message[:400]
