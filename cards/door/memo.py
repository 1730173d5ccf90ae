"""Remembers answers about a table while it does not change, e.g. when listing moves or making views."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")


_MISSING: Any = object()


class HasMemo(Protocol):
    """Something that is often asked the same question; ``memo`` is None while answers can change."""

    memo: dict[Any, Any] | None


Self = TypeVar("Self", bound=HasMemo)


def memoized(
    question: Callable[Concatenate[Self, P], R],
) -> Callable[Concatenate[Self, P], R]:
    """Keep the answers of a method for as long as its object has a ``memo``.

    The method takes positional, hashable arguments; callers must not change what it returns. It may also be
    a function if its first argument has a ``memo``.
    """

    ask: Callable[..., R] = question

    @wraps(question)
    def answer(self: Self, /, *args: Any) -> R:
        memo = self.memo
        if memo is None:
            return ask(self, *args)
        key = (ask, args)
        found: R = memo.get(key, _MISSING)
        if found is _MISSING:
            found = memo[key] = ask(self, *args)
        return found

    return cast("Callable[Concatenate[Self, P], R]", answer)
