"""Remembers answers about a table while it does not change, e.g. when listing moves or making views."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, cast

from cards.kernel.machine import Machine

P = ParamSpec("P")
R = TypeVar("R")


_MISSING: Final[Any] = object()


Self = TypeVar("Self", bound=Machine[Any])


def memoized(
    question: Callable[Concatenate[Self, P], R],
) -> Callable[Concatenate[Self, P], R]:
    """Keep the answers of a method of a machine for as long as this has a ``memo``.

    The method takes at most two positional, hashable arguments; callers must not change what it returns. It
    may also be a function whose first argument is the machine.
    """

    ask: Callable[..., R] = question

    @wraps(question)
    def answer(self: Self, /, first: Any = _MISSING, second: Any = _MISSING) -> R:  # quicker than ``*args``
        memo = self.memo
        found: R
        if first is _MISSING:
            found = _MISSING if memo is None else memo.get(ask, _MISSING)
            if found is _MISSING:
                found = ask(self)
                if memo is not None:
                    memo[ask] = found
            return found
        key = (ask, first) if second is _MISSING else (ask, first, second)
        found = _MISSING if memo is None else memo.get(key, _MISSING)
        if found is _MISSING:
            found = ask(self, first) if second is _MISSING else ask(self, first, second)
            if memo is not None:
                memo[key] = found
        return found

    return cast("Callable[Concatenate[Self, P], R]", answer)
