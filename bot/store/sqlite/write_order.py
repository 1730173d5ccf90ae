"""In which order the statements of one transaction run: in groups, which is fast, where that changes nothing.

Of each statement it is known here which row it changes. One that would run before an earlier statement about
the same row, because its group comes first, begins a new round of groups instead.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, TypeAlias

from bot.store.sqlite import sql

Params: TypeAlias = tuple[Any, ...] | dict[str, Any]
Groups: TypeAlias = dict[str, list[Params]]
"""Statements, in the order in which they run, with the values for each time."""

_ROWS = {
    sql.UPSERT_TABLE: ("table", 0),
    sql.UPDATE_TABLE_IN_PLACE: ("table", 4),
    sql.UPSERT_TABLE_NOTE: ("table", 0),
    sql.UPDATE_TABLE_NOTE: ("table", 4),
    sql.CLOSE_TABLE: ("table", 0),
    sql.INSERT_LOG: ("table", 0),
    sql.UNSEAT_USERS: ("table", 0),
    sql.SEAT_USER: ("table", 0),
    sql.INSERT_DEFINITIONS: ("definitions", 0),
    sql.DELETE_DEFINITIONS: ("definitions", 0),
    sql.DELETE_ALL_SURFACES: ("messages", 0),
    sql.DELETE_SURFACE: ("messages", 0),
    sql.UPSERT_SURFACE: ("messages", 0),
    sql.UPSERT_USER: ("user", 0),
    sql.UPSERT_FIGURE: ("figure", 0),
    sql.INSERT_RESULT: ("result", 0),
    sql.INSERT_RESULT_SEAT: ("result", 0),
    sql.REPLACE_RESULT: ("result", 0),
    sql.REPLACE_RESULT_SEAT: ("result", 0),
    sql.REPLACE_WISH: ("wish", 0),
    sql.DELETE_WISH: ("wish", 0),
}
"""What a statement is about, and the place of its number among the values. Any other may change all rows."""


def in_rounds(writes: Iterable[tuple[str, Params]]) -> list[Groups]:
    """Group statements into as few rounds as keep the order of what is about the same row."""
    rounds = [_Round()]
    for statement, params in writes:
        if not rounds[-1].takes(statement, params):
            rounds.append(_Round())
            rounds[-1].takes(statement, params)
    return [each.in_order() for each in rounds]


class _Round:
    """Statements that run grouped, and the latest of them for each row."""

    def __init__(self) -> None:
        self._groups: Groups = {}
        self._latest: defaultdict[str, dict[object, int]] = defaultdict(dict)
        self._latest_of_any = self._latest_of_all = -1

    def takes(self, statement: str, params: Params) -> bool:
        """Add a statement, unless it would run before an earlier one that is about the same row."""
        place, row = sql.STATEMENT_ORDER[statement], _ROWS.get(statement)
        if row is None or isinstance(params, dict):
            if place < self._latest_of_any:
                return False
            self._latest.clear()
            self._latest_of_all = place
        else:
            seen, number = self._latest[row[0]], params[row[1]]
            if place < seen.get(number, self._latest_of_all):
                return False
            seen[number] = place
        self._groups.setdefault(statement, []).append(params)
        self._latest_of_any = max(place, self._latest_of_any)
        return True

    def in_order(self) -> Groups:
        """Return the groups in the order in which they run."""
        return {
            each: self._groups[each] for each in sorted(self._groups, key=sql.STATEMENT_ORDER.__getitem__)
        }
