"""Functions whose every line and branch has been reached run again without coverage's probes.

Before Python 3.12 a probe leaves a jump behind when it has been hit, one for each line and each branch, and
rules that play whole games take a third longer by it.
"""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from types import CodeType, FunctionType
from typing import Any

SETTLE_INTERVAL_S = 1.0
"""Seconds of processor time between two looks at what has been reached."""

PROBED_MARK = "__slipcover__"
"""A constant of all code that holds probes."""


class ProbedFunctions:
    """The functions of this process that still hold probes."""

    def __init__(self) -> None:
        """Must come before the collector freezes what has been imported: it no longer tells of that."""
        found = [each for each in gc.get_objects() if type(each) is FunctionType]
        self._open = [(each, _probes(each.__code__)) for each in found if _is_probed(each.__code__)]
        self._plain: dict[str, dict[tuple[str, int], CodeType]] = {}
        self._settled_at_s = time.process_time()

    def settle_when_due(self) -> None:
        """Settle, if some time has passed since the last time."""
        if self._open and time.process_time() - self._settled_at_s >= SETTLE_INTERVAL_S:
            self.settle()
            self._settled_at_s = time.process_time()

    def settle(self) -> int:
        """Give the functions that have been reached wholly their plain code; return how many still wait."""
        from slipcover import probe  # from Python 3.12 on there are no probes

        left: list[tuple[FunctionType, list[Any]]] = []
        for function, probes in self._open:
            if all(map(probe.was_removed, probes)):
                self._make_plain(function)
            else:
                left.append((function, probes))
        self._open = left
        return len(left)

    def _make_plain(self, function: FunctionType) -> None:
        """Take out what is left of the probes; two functions that look alike keep it."""
        code = function.__code__
        if not _is_probed(code):  # somebody has replaced it
            return
        plain = self._plain_codes(code.co_filename).get((code.co_qualname, code.co_firstlineno))
        if plain is not None and plain.co_freevars == code.co_freevars:
            function.__code__ = plain

    def _plain_codes(self, file: str) -> dict[tuple[str, int], CodeType]:
        """Return the code of a file as Python compiles it, by name and line, where these are unique."""
        if file not in self._plain:
            module = SourceFileLoader("plain", file).get_code("plain")
            codes = [] if module is None else list(_with_inner(module))
            times = Counter((code.co_qualname, code.co_firstlineno) for code in codes)
            named = {(code.co_qualname, code.co_firstlineno): code for code in codes}
            self._plain[file] = {name: code for name, code in named.items() if times[name] == 1}
        return self._plain[file]


def _with_inner(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and those of the functions that stand in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _with_inner(constant)


def _is_probed(code: CodeType) -> bool:
    return PROBED_MARK in code.co_consts


def _probes(code: CodeType) -> list[Any]:
    """Return the probes of a function and of all that stand in it."""
    return [
        constant
        for one in _with_inner(code)
        for constant in one.co_consts
        if type(constant).__name__ == "PyCapsule"
    ]
