"""What is wrong with a scenario file itself, in words that say what is allowed instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, get_args

from pydantic import BaseModel, ValidationError


class ScenarioError(Exception):
    """The scenario cannot be played as it is written, e.g. because of a name that does not exist."""


def listed(words: Iterable[object]) -> str:
    """Return words as a list for a message."""
    return ", ".join(map(str, words)) or "none"


def form_faults(form: type[BaseModel], error: ValidationError) -> list[str]:
    """Return what pydantic found wrong, each fault with its place; an unknown key with the allowed ones."""
    return [_fault(form, fault["loc"], fault["type"], fault["msg"]) for fault in error.errors()]


def _fault(form: type[BaseModel], place: tuple[int | str, ...], kind: str, message: str) -> str:
    if kind == "extra_forbidden":
        message = f"unknown key; allowed here: {listed(_keys(_form_at(form, place[:-1])))}"
    return f"{'.'.join(map(str, place))}: {message}"


def _keys(form: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in form.model_fields.items()]


def _form_at(form: type[BaseModel], place: Sequence[int | str]) -> type[BaseModel]:
    """Return the form to which a place inside another form belongs."""
    for part in place:
        for name, field in form.model_fields.items():
            if part in (name, field.alias):
                form = next(_forms_in(field.annotation), form)
                break
    return form


def _forms_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the forms that a type is made of, e.g. ``DoorSeat`` for ``list[DoorSeat] | None``."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _forms_in(part)
