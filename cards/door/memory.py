"""Remembering answers about a table that does not change meanwhile, as in listing moves or drawing views."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


_UNASKED: Any = object()


class Rememberer(Protocol):
    """Something that may be asked the same often; ``memo`` is None while answers can change."""

    memo: dict[Any, Any] | None


Self = TypeVar("Self", bound=Rememberer)


def remembered(
    question: Callable[Concatenate[Self, P], R],
) -> Callable[Concatenate[Self, P], R]:
    """Keep the answers of a method for as long as its object has a ``memo``.

    The method takes positional, hashable arguments; callers must not change what it returns.
    """
    name = question.__name__

    @wraps(question)
    def answer(self: Self, /, *args: P.args, **kwargs: P.kwargs) -> R:
        memo = self.memo
        if memo is None:
            return question(self, *args, **kwargs)
        key = (name, *args)
        found: R = memo.get(key, _UNASKED)
        if found is _UNASKED:
            found = memo[key] = question(self, *args, **kwargs)
        return found

    return answer
