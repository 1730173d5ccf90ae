"""What the SQLite store says to its database."""

from __future__ import annotations

TABLE = (
    "INSERT INTO tables (id, channel, guild, live, revision, wake, body, snapshot) VALUES (?,?,?,?,?,?,?,?) "
    "ON CONFLICT (id) DO UPDATE SET channel=excluded.channel, guild=excluded.guild, live=excluded.live, "
    "revision=excluded.revision, wake=excluded.wake, body=excluded.body, snapshot=excluded.snapshot"
)
TABLE_IN_PLACE = "UPDATE tables SET revision=?, wake=?, body=?, snapshot=? WHERE id = ?"
"""Leaves alone what is indexed, which makes it twice as fast."""
LOG = "INSERT INTO log (table_id, revision, press, user, kind, body, events, at) VALUES (?,?,?,?,?,?,?,?)"
LEAVE = "UPDATE sitters SET seated = 0 WHERE table_id = ?"
SIT = (
    "INSERT INTO sitters (table_id, user, seated) VALUES (?,?,1) "
    "ON CONFLICT (user, table_id) DO UPDATE SET seated = 1"
)
DEFINE = "INSERT OR IGNORE INTO definitions (digest, body) VALUES (?,?)"
SURFACE = (
    "INSERT INTO surfaces (table_id, key, channel, message, version) VALUES (?,?,?,?,?) "
    "ON CONFLICT (table_id, key) DO UPDATE SET channel=excluded.channel, message=excluded.message, "
    "version=excluded.version"
)
UNSURFACE = "DELETE FROM surfaces WHERE table_id = ? AND key = ?"
UNSURFACE_ALL = "DELETE FROM surfaces WHERE table_id = ?"
USER = (
    "INSERT INTO users (id, dm_closed_until, text_only) VALUES (?,?,?) "
    "ON CONFLICT (id) DO UPDATE SET dm_closed_until=excluded.dm_closed_until, text_only=excluded.text_only"
)
FORGET = (
    "UPDATE log SET user = 0 "
    "WHERE user = :user AND table_id IN (SELECT table_id FROM sitters WHERE user = :user)",
    "DELETE FROM surfaces WHERE key LIKE '%.' || :user",
    "DELETE FROM sitters WHERE user = :user",
    "DELETE FROM users WHERE id = :user",
)
PURGE = tuple(
    f"DELETE FROM {table} WHERE {column} = ?"
    for table, column in (
        ("log", "table_id"),
        ("sitters", "table_id"),
        ("surfaces", "table_id"),
        ("tables", "id"),
    )
)
LAST_AT = "(SELECT at FROM log WHERE table_id = t.id ORDER BY revision DESC LIMIT 1)"
OLD = f"SELECT id FROM tables t WHERE {LAST_AT} < iif(live, ?, ?) LIMIT ?"
TABLES_OF = (
    "SELECT t.id FROM sitters s JOIN tables t ON t.id = s.table_id "
    f"WHERE s.user = ? AND s.seated AND t.live ORDER BY {LAST_AT} DESC, t.id DESC"
)
FIGURE = (
    "INSERT INTO figures (name, value) VALUES (?,?) ON CONFLICT (name) DO UPDATE SET value=excluded.value"
)

_ORDER = (
    TABLE,
    TABLE_IN_PLACE,
    LOG,
    LEAVE,
    SIT,
    DEFINE,
    UNSURFACE_ALL,
    UNSURFACE,
    SURFACE,
    USER,
    *FORGET,
    *PURGE,
    FIGURE,
)
ORDER = {statement: place for place, statement in enumerate(_ORDER)}
"""Statements of one transaction run grouped, in this order: nothing in one job relies on another order."""
