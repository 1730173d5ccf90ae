"""Reading a table's row into a state: the snapshot, or the log where the snapshot is damaged."""

from __future__ import annotations

import logging
from contextlib import suppress

from bot.store.api import Store
from bot.store.rows import TableRow
from bot.tables import history
from bot.tables.game_kinds import GameLookup
from bot.tables.history import UnreadableTableError
from bot.tables.lobby import Undo
from bot.tables.state import TableState

log = logging.getLogger(__name__)


async def load_row(store: Store, games: GameLookup, row: TableRow) -> TableState:
    """Return the state that a row holds. Raises ``StoreError`` and ``UnreadableTableError``."""
    try:
        return history.load_state(games, row, None)
    except UnreadableTableError:
        # The cards may have changed since: a running game keeps those it began with.
        definitions = await store.definitions(history.digest_of(row))
        if definitions is not None:
            with suppress(UnreadableTableError):
                return history.load_state(games, row, definitions)
        return await _rebuild(store, games, row, definitions)


async def _rebuild(store: Store, games: GameLookup, row: TableRow, definitions: bytes | None) -> TableState:
    """Play the log again: it is the second copy of a game whose snapshot is damaged."""
    entries = await store.log(row.id)
    try:
        state = history.rebuild_state(games, row, None, entries)
    except UnreadableTableError:
        if definitions is None:
            raise
        state = history.rebuild_state(games, row, definitions, entries)
    log.warning("table %d: its saved state is damaged and was rebuilt from its log", row.id)
    return state


async def load_undo(store: Store, before: TableState) -> Undo | None:
    """Find the way back in the log, for a move made before the table was last loaded."""
    rows = await store.log(before.table.id)
    try:
        return history.find_undo(before, rows)
    except UnreadableTableError as error:
        log.warning("table %d cannot be replayed: %s", before.table.id, error)
        return None
