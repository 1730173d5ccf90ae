"""What only the SQLite store says to its database."""

from __future__ import annotations

from bot.store.statements import LAST_REQUEST_AT

UPSERT_TABLE = (
    "INSERT INTO tables (id, channel, guild, live, revision, wake, body, snapshot) VALUES (?,?,?,?,?,?,?,?) "
    "ON CONFLICT (id) DO UPDATE SET channel=excluded.channel, guild=excluded.guild, live=excluded.live, "
    "revision=excluded.revision, wake=excluded.wake, body=excluded.body, snapshot=excluded.snapshot"
)
UPDATE_TABLE_IN_PLACE = "UPDATE tables SET revision=?, wake=?, body=?, snapshot=? WHERE id = ?"
"""Leaves alone what is indexed, which makes it twice as fast."""
UPSERT_TABLE_NOTE = UPSERT_TABLE + " WHERE tables.revision = excluded.revision"
UPDATE_TABLE_NOTE = UPDATE_TABLE_IN_PLACE + " AND revision = ?"
CLOSE_TABLE = "UPDATE tables SET live=0, wake=NULL WHERE id = ?"
DELETE_DEFINITIONS = "DELETE FROM definitions WHERE digest = ?"
SELECT_OLD_TABLES = f"SELECT id FROM tables t WHERE {LAST_REQUEST_AT} < iif(live, ?, ?) LIMIT ?"
PURGE_TABLE = f"DELETE FROM tables AS t WHERE id = ? AND {LAST_REQUEST_AT} < iif(live, ?, ?)"
"""Asks once more whether the table is old: somebody may have pressed since it was selected."""
PURGE_REST = tuple(
    f"DELETE FROM {table} WHERE table_id = ? AND NOT EXISTS (SELECT 1 FROM tables WHERE id = table_id)"
    for table in ("log", "sitters", "surfaces")
)
"""What belongs to a table that has just been deleted; by its log it was known to be old."""
SELECT_EXISTING = "SELECT id FROM tables WHERE id IN (SELECT value FROM json_each(?))"

MUST_CHANGE = frozenset({UPDATE_TABLE_IN_PLACE, UPSERT_TABLE_NOTE, UPDATE_TABLE_NOTE})
"""Each of these has to change a row; else the table has been deleted or has gone on to a newer revision."""
