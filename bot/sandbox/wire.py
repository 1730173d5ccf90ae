"""Small helpers for JSON that came over the wire."""

from typing import Any, cast

Json = dict[str, Any]
"""An object of Discord's API. Its values are `Any` because Discord, not we, decides them."""


def objects(value: object) -> list[Json]:
    """Return the objects in a JSON array; anything else counts as absent."""
    return [cast(Json, item) for item in array(value) if isinstance(item, dict)]


def an_object(value: object) -> Json:
    """Return a JSON object, or an empty one for anything else."""
    return cast(Json, value) if isinstance(value, dict) else {}


def strings(value: object) -> list[str]:
    """Return the entries of a JSON array as strings; anything else counts as absent."""
    return [str(item) for item in array(value)]


def array(value: object) -> list[object]:
    """Return the entries of a JSON array; anything else counts as absent."""
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


def without_none(items: Json) -> Json:
    """Drop the keys whose value is None."""
    return {key: value for key, value in items.items() if value is not None}
