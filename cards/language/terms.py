"""Closed lists of names that cards use: a name is one object in one list, found by that name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, Protocol, TypeVar


class Term(Protocol):
    """A name that cards use, with its line in the reference."""

    @property
    def name(self) -> str: ...

    @property
    def meaning(self) -> str: ...


T = TypeVar("T", bound=Term)


class Terms(dict[str, T]):
    """A closed list by name. The reference and the schema keep its order.

    ``key`` names the list in the schema, ``noun`` is what the reference calls one of its names in a field,
    ``title`` its section in the reference; "" for a list without one.
    """

    def __init__(self, key: str, noun: str, title: str, terms: Iterable[T]) -> None:
        super().__init__()
        self.key, self.noun, self.title = key, noun, title
        for term in terms:
            if term.name in self:
                raise ValueError(f"`{term.name}` stands twice among {title or key}")
            self[term.name] = term


class OneOf:
    """Marks the type of a field that takes one of the names, for pydantic to check."""

    def __init__(self, names: Iterable[str]) -> None:
        self.type = Literal[tuple(names)]

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return handler.generate_schema(self.type)
