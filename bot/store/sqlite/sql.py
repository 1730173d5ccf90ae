"""What the SQLite store says to its database."""

from __future__ import annotations

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
INSERT_LOG = (
    "INSERT INTO log (table_id, revision, press, user, kind, body, events, at) VALUES (?,?,?,?,?,?,?,?)"
)
UNSEAT_USERS = "UPDATE sitters SET seated = 0 WHERE table_id = ?"
SEAT_USER = (
    "INSERT INTO sitters (table_id, user, seated) VALUES (?,?,1) "
    "ON CONFLICT (user, table_id) DO UPDATE SET seated = 1"
)
INSERT_DEFINITIONS = "INSERT OR IGNORE INTO definitions (digest, body) VALUES (?,?)"
DELETE_DEFINITIONS = "DELETE FROM definitions WHERE digest = ?"
UPSERT_SURFACE = (
    "INSERT INTO surfaces (table_id, key, channel, message, version) VALUES (?,?,?,?,?) "
    "ON CONFLICT (table_id, key) DO UPDATE SET channel=excluded.channel, message=excluded.message, "
    "version=excluded.version"
)
DELETE_SURFACE = "DELETE FROM surfaces WHERE table_id = ? AND key = ?"
DELETE_ALL_SURFACES = "DELETE FROM surfaces WHERE table_id = ?"
UPSERT_USER = (
    "INSERT INTO users (id, dm_closed_until, text_only, text_size) VALUES (?,?,?,?) "
    "ON CONFLICT (id) DO UPDATE SET dm_closed_until=excluded.dm_closed_until, text_only=excluded.text_only, "
    "text_size=excluded.text_size"
)
FORGET_USER = (
    "UPDATE log SET user = 0 "
    "WHERE user = :user AND table_id IN (SELECT table_id FROM sitters WHERE user = :user)",
    "DELETE FROM surfaces WHERE key LIKE '%.' || :user",
    # Whom a message calls is its version. The message stays known, to be deleted as soon as that works.
    "UPDATE surfaces SET version = 0 WHERE key = 'call' AND version = :user",
    "DELETE FROM sitters WHERE user = :user AND table_id NOT IN (SELECT value FROM json_each(:unreadable))",
    "DELETE FROM users WHERE id = :user",
)
SELECT_TABLE = "SELECT id, channel, guild, live, revision, wake, body, snapshot FROM tables WHERE id = ?"
SELECT_LOG = (
    "SELECT table_id, revision, ifnull(press, 0), user, kind, body, events, at FROM log "
    "WHERE table_id = ? AND revision > ? ORDER BY revision LIMIT ?"
)
SELECT_DEFINITIONS = "SELECT body FROM definitions WHERE digest = ?"
LAST_REQUEST_AT = "(SELECT at FROM log WHERE table_id = t.id ORDER BY revision DESC LIMIT 1)"
SELECT_OLD_TABLES = f"SELECT id FROM tables t WHERE {LAST_REQUEST_AT} < iif(live, ?, ?) LIMIT ?"
PURGE_TABLE = f"DELETE FROM tables AS t WHERE id = ? AND {LAST_REQUEST_AT} < iif(live, ?, ?)"
"""Asks once more whether the table is old: somebody may have pressed since it was selected."""
PURGE_REST = tuple(
    f"DELETE FROM {table} WHERE table_id = ? AND NOT EXISTS (SELECT 1 FROM tables WHERE id = table_id)"
    for table in ("log", "sitters", "surfaces")
)
"""What belongs to a table that has just been deleted; by its log it was known to be old."""
SELECT_LAST_REQUEST_AT = (
    f"SELECT coalesce(max(at), 0) FROM (SELECT {LAST_REQUEST_AT} AS at FROM tables t) WHERE at <= ?"
)
SELECT_EXISTING = "SELECT id FROM tables WHERE id IN (SELECT value FROM json_each(?))"
SELECT_UNTOLD_ENDINGS = (
    "SELECT t.id FROM surfaces s JOIN tables t ON t.id = s.table_id "
    f"WHERE s.key = 'table' AND s.version < t.revision AND NOT t.live AND {LAST_REQUEST_AT} > ? ORDER BY t.id"
)
SELECT_TABLES_OF_USER = (
    "SELECT t.id FROM sitters s JOIN tables t ON t.id = s.table_id "
    f"WHERE s.user = ? AND s.seated AND t.live ORDER BY {LAST_REQUEST_AT} DESC, t.id DESC"
)
UPSERT_FIGURE = (
    "INSERT INTO figures (name, value) VALUES (?,?) ON CONFLICT (name) DO UPDATE SET value=excluded.value"
)

INSERT_RESULT = "INSERT OR IGNORE INTO results (table_id, guild, ended_at, body) VALUES (?,?,?,?)"
INSERT_RESULT_SEAT = "INSERT OR IGNORE INTO result_seats (table_id, seat, user, body) VALUES (?,?,?,?)"
REPLACE_RESULT = "INSERT OR REPLACE INTO results (table_id, guild, ended_at, body) VALUES (?,?,?,?)"
REPLACE_RESULT_SEAT = "INSERT OR REPLACE INTO result_seats (table_id, seat, user, body) VALUES (?,?,?,?)"
_IDLE_GUILDS = "(SELECT guild FROM results GROUP BY guild HAVING max(ended_at) < ?)"
PURGE_RESULTS = (
    "DELETE FROM result_seats WHERE table_id IN "
    f"(SELECT table_id FROM results WHERE guild IN {_IDLE_GUILDS})",
    f"DELETE FROM results WHERE guild IN {_IDLE_GUILDS}",
)
REPLACE_WISH = "INSERT OR REPLACE INTO statistics_wishes (user, opted_out, counts_from) VALUES (?,?,?)"
DELETE_WISH = "DELETE FROM statistics_wishes WHERE user = ?"

_STATEMENTS_IN_ORDER = (
    UPSERT_TABLE,
    UPDATE_TABLE_IN_PLACE,
    UPSERT_TABLE_NOTE,
    UPDATE_TABLE_NOTE,
    CLOSE_TABLE,
    INSERT_LOG,
    UNSEAT_USERS,
    SEAT_USER,
    INSERT_DEFINITIONS,
    DELETE_DEFINITIONS,
    DELETE_ALL_SURFACES,
    DELETE_SURFACE,
    UPSERT_SURFACE,
    UPSERT_USER,
    *FORGET_USER,
    PURGE_TABLE,
    *PURGE_REST,
    UPSERT_FIGURE,
    INSERT_RESULT,
    INSERT_RESULT_SEAT,
    REPLACE_RESULT,
    REPLACE_RESULT_SEAT,
    *PURGE_RESULTS,
    REPLACE_WISH,
    DELETE_WISH,
)
STATEMENT_ORDER = {statement: place for place, statement in enumerate(_STATEMENTS_IN_ORDER)}
"""Statements of one transaction run grouped, in this order, as far as ``write_order`` lets them."""

MUST_CHANGE = frozenset({UPDATE_TABLE_IN_PLACE, UPSERT_TABLE_NOTE, UPDATE_TABLE_NOTE})
"""Each of these has to change a row; else the table has been deleted or has gone on to a newer revision."""
