"""Repairing what is saved of one table: from its facts, its seed and its log."""

from __future__ import annotations

import sqlite3
import time
from contextlib import suppress
from dataclasses import replace
from typing import Any
from zlib import crc32

from bot.operations.repair_rows import facts_of
from bot.replays.record import RecordError
from bot.replays.recording import PlayedGame, play_again
from bot.store.reading import SavedGame
from bot.store.rows import LogRow, TableRow, table_row
from bot.store.statements import ALL_ROWS, INSERT_LOG, SELECT_DEFINITIONS, SELECT_LOG, SELECT_TABLE, in_sqlite
from bot.tables.history import UnreadableTableError, entry_of, load_state, rebuild_state
from bot.tables.state import SAVED_EVENTS_CODEC, SAVED_TABLE_CODEC, SavedEvents, SavedTable
from cards.registry import GameRegistry

UNREADABLE_ENTRY = b""
"""The body of a logged revision that is lost: a replay stops there, and does not skip it."""


class TableRepair:
    """Repairs a table whose columns are sound; ``repaired`` and ``lost`` take what is to be said of it."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        games: GameRegistry,
        number: int,
        repaired: list[str],
        lost: list[str],
    ) -> None:
        self._connection = connection
        self._games = games
        self._number = number
        self._repaired = repaired
        self._lost = lost

    def run(self) -> None:
        """Repair game state and log, in this order: the second relies on the first."""
        lines = self._connection.execute(in_sqlite(SELECT_LOG), (self._number, -1, ALL_ROWS))
        log = tuple(LogRow(*line) for line in lines)
        row = self._row()
        kept = None if row is None else facts_of(row.body, self._number)
        self._mend_sitters(kept, log)
        if row is None:
            self._say_lost(f"its row is gone; its log has {len(log)} revisions: `kickdoor export`")
            return
        if kept is None:
            self._say_lost("its facts (who sits where, the settings) cannot be read; a backup may have them")
            return
        if kept.table.live and not row.live:
            return  # somebody has ended it, or another game in its channel has
        definitions = self._definitions(kept.table.digest)
        if not self._mend_snapshot(row, kept, definitions, log):
            return
        self._mend_log(row, definitions, log)

    def _row(self) -> TableRow | None:
        rows = self._connection.execute(in_sqlite(SELECT_TABLE), (self._number,)).fetchall()
        return table_row(*rows[0]) if rows else None

    def _mend_snapshot(
        self, row: TableRow, kept: SavedTable, definitions: bytes | None, log: tuple[LogRow, ...]
    ) -> bool:
        """Make a damaged game state again from seed and log; return True if the table can be played on."""
        reason = ""
        for cards in (None, definitions):
            try:
                load_state(self._games, row, cards)
            except UnreadableTableError as error:
                reason = reason or str(error)
            else:
                return True
        for cards in (None, definitions):
            with suppress(UnreadableTableError):
                state = rebuild_state(self._games, row, cards, list(log))
                assert state.game is not None
                snapshot = state.game.encode(state.game_state)
                body = SAVED_TABLE_CODEC.encode(replace(kept, snapshot_crc=crc32(snapshot)))
                self._connection.execute(
                    "UPDATE tables SET snapshot = ?, body = ? WHERE id = ?", (snapshot, body, self._number)
                )
                self._say_repaired("its game state was damaged and was made again from its log")
                return True
        self._say_lost(f"its game state is damaged, and so is its log ({reason}); a backup may have them")
        return False

    def _mend_sitters(self, kept: SavedTable | None, log: tuple[LogRow, ...]) -> None:
        """Have everybody known who sits or once sat there: only so can they be forgotten there."""
        people = dict.fromkeys((line.user for line in log), 0)
        for seat in () if kept is None else kept.table.seats:
            people[seat.was] = 0
        people |= dict.fromkeys(() if kept is None else kept.table.known_users, 1)
        people.pop(0, None)  # nobody
        query = "SELECT user, seated FROM sitters WHERE table_id = ?"
        known = dict(self._connection.execute(query, (self._number,)))
        live = kept is not None and kept.table.live
        missing = {
            user: seated
            for user, seated in people.items()
            if user not in known or (seated and live and not known[user])
        }
        for user, seated in missing.items():
            self._connection.execute(
                "INSERT OR REPLACE INTO sitters (user, table_id, seated) VALUES (?,?,?)",
                (user, self._number, seated),
            )
        if missing:
            self._say_repaired(f"{len(missing)} people are known again to sit there, or to have done so")

    def _mend_log(self, row: TableRow, definitions: bytes | None, log: tuple[LogRow, ...]) -> None:
        damaged = [line for line in log if not _is_readable(line)]
        present = {line.revision for line in log}
        missing = [number for number in range(1, row.revision + 1) if number not in present]
        if missing:
            self._say_lost(f"{len(missing)} revisions of its log are gone; the game itself is whole")
        if row.revision in missing:
            self._mark_end(row)
        played = self._played(row, definitions, log)
        again = {} if played is None else {step.row.revision: step for step in played.steps}
        for line in log:
            if _events_readable(line):
                continue
            step = again.get(line.revision)
            events = () if step is None else tuple(event.to_record() for event in step.events)
            self._connection.execute(
                "UPDATE log SET events = ? WHERE table_id = ? AND revision = ?",
                (SAVED_EVENTS_CODEC.encode(SavedEvents(events)), self._number, line.revision),
            )
            told = "made again" if step is not None else "left out"
            self._say_repaired(f"what happened in revision {line.revision} was damaged and is {told}")
        if damaged:
            numbers = ", ".join(str(line.revision) for line in damaged)
            self._say_lost(f"its log is damaged in revision {numbers}; the game itself is whole")
        elif played is not None and not played.fault and not missing and not played.as_saved:
            self._say_lost("its game state is not what its log makes today; it was left as it is")

    def _mark_end(self, row: TableRow) -> None:
        """Log the newest revision as one that is lost: a table goes on only from where its log ends."""
        at = int(time.time())
        nothing = SAVED_EVENTS_CODEC.encode(SavedEvents())
        self._connection.execute(
            in_sqlite(INSERT_LOG),
            (self._number, row.revision, None, 0, "lost", UNREADABLE_ENTRY, nothing, at),
        )
        self._say_repaired("the end of its log is lost and marked as such, so that the game can go on")

    def _played(self, row: TableRow, definitions: bytes | None, log: tuple[LogRow, ...]) -> PlayedGame | None:
        fresh = self._row()
        try:
            return play_again(self._games, SavedGame(self._number, fresh or row, log, definitions))
        except RecordError:
            return None  # a lobby, or a log that is damaged from its start on

    def _definitions(self, digest: str) -> bytes | None:
        rows: list[Any] = self._connection.execute(in_sqlite(SELECT_DEFINITIONS), (digest,)).fetchall()
        return rows[0][0] if rows and isinstance(rows[0][0], bytes) else None

    def _say_repaired(self, what: str) -> None:
        self._repaired.append(f"table {self._number}: {what}")

    def _say_lost(self, what: str) -> None:
        self._lost.append(f"table {self._number}: {what}")


def _is_readable(line: LogRow) -> bool:
    try:
        entry_of(line)
    except UnreadableTableError:
        return False
    return True


def _events_readable(line: LogRow) -> bool:
    try:
        SAVED_EVENTS_CODEC.decode(line.events)
    except Exception:  # damaged bytes can be anything
        return False
    return True
