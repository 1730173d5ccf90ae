"""Helpers for reading JSON values."""

from typing import Any, cast

Json = dict[str, Any]
"""An object of Discord's API. Its values are `Any` because Discord defines them."""


def objects(value: object) -> list[Json]:
    """Return the objects in a JSON array; other values are ignored."""
    return [cast(Json, item) for item in array(value) if isinstance(item, dict)]


def as_object(value: object) -> Json:
    """Return a JSON object, or an empty one for anything else."""
    return cast(Json, value) if isinstance(value, dict) else {}


def strings(value: object) -> list[str]:
    """Return the entries of a JSON array as strings; none for anything else."""
    return [str(item) for item in array(value)]


def array(value: object) -> list[object]:
    """Return the entries of a JSON array; none for anything else."""
    return cast(list[object], value) if isinstance(value, list) else []


def one_or_more(value: object) -> list[object]:
    """Return an array's entries, or a list of the single value."""
    return cast(list[object], value) if isinstance(value, list) else [value]


def number(value: object) -> int | None:
    """Read an integer or a string of digits; None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, str) and value.isdecimal() and value.isascii() and len(value) <= 20:
        return int(value)
    return None
