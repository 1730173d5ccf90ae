"""Measure texts and lists, and report problems in Discord's words."""

from collections.abc import Iterator

from bot.sandbox.protocol.components import FieldPath
from bot.sandbox.protocol.errors import Problem
from bot.sandbox.protocol.values import objects

Problems = Iterator[Problem]


def length(path: FieldPath, value: object, least: int, most: int, *, required: bool = False) -> Problems:
    """Check the length of a text; an absent one is fine unless required."""
    if value is None or value == "":
        if required:
            yield Problem(path, "BASE_TYPE_REQUIRED", "This field is required")
        return
    if not isinstance(value, str):
        yield Problem(path, "BASE_TYPE_BAD_TYPE", "Could not interpret as string.")
    elif len(value) > most:
        if least > 1 or required:
            text = f"Must be between {least} and {most} in length."
            yield Problem(path, "BASE_TYPE_BAD_LENGTH", text)
        else:
            text = f"Must be {most} or fewer in length."
            yield Problem(path, "BASE_TYPE_MAX_LENGTH", text)
    elif required and not value.strip():
        yield Problem(path, "BASE_TYPE_REQUIRED", "This field is required")


def size(path: FieldPath, items: object, least: int, most: int) -> Problems:
    """Check the number of entries of a list."""
    count = len(objects(items))
    if not least <= count <= most:
        text = f"Must be between {least} and {most} in length."
        yield Problem(path, "BASE_TYPE_BAD_LENGTH", text)
