"""What both kinds of database are asked alike, in words that both know.

Values are ``$1``, ``$2``; a column of people is called ``person``. ``in_sqlite`` puts that as SQLite has it.
"""

from __future__ import annotations

import re
from functools import lru_cache

ALL_ROWS = 2**62
"""A limit that is none."""

_LOG = "SELECT table_id, revision, coalesce(press, 0), person, kind, body, events, at FROM log "
SELECT_TABLE = (
    "SELECT id, channel, guild, live, revision, wake, body, snapshot, edition FROM tables WHERE id = $1"
)
SELECT_LOG = _LOG + "WHERE table_id = $1 AND revision > $2 ORDER BY revision LIMIT $3"
SELECT_LOG_TAIL = _LOG + "WHERE table_id = $1 ORDER BY revision DESC LIMIT $2"
SELECT_DEFINITIONS = "SELECT body FROM definitions WHERE digest = $1"
SELECT_FIGURE = "SELECT value FROM figures WHERE name = $1"

INSERT_LOG = (
    "INSERT INTO log (table_id, revision, press, person, kind, body, events, at) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
)
UNSEAT_USERS = "UPDATE sitters SET seated = false WHERE table_id = $1"
SEAT_USER = (
    "INSERT INTO sitters (table_id, person, seated) VALUES ($1, $2, true) "
    "ON CONFLICT (person, table_id) DO UPDATE SET seated = true"
)
INSERT_DEFINITIONS = "INSERT INTO definitions (digest, body) VALUES ($1, $2) ON CONFLICT DO NOTHING"

LAST_REQUEST_AT = "(SELECT at FROM log WHERE table_id = t.id ORDER BY revision DESC LIMIT 1)"
SELECT_LAST_REQUEST_AT = (
    f"SELECT coalesce(max(at), 0) FROM (SELECT {LAST_REQUEST_AT} AS at FROM tables t) AS last WHERE at <= $1"
)
SELECT_UNTOLD_ENDINGS = (
    "SELECT t.id FROM surfaces s JOIN tables t ON t.id = s.table_id WHERE s.key = 'table' "
    f"AND s.version < t.revision AND NOT t.live AND {LAST_REQUEST_AT} > $1 ORDER BY t.id"
)
SELECT_TABLES_OF_USER = (
    "SELECT t.id FROM sitters s JOIN tables t ON t.id = s.table_id "
    f"WHERE s.person = $1 AND s.seated AND t.live ORDER BY {LAST_REQUEST_AT} DESC NULLS LAST, t.id DESC"
)

UPSERT_SURFACE = (
    "INSERT INTO surfaces (table_id, key, channel, message, version) VALUES ($1, $2, $3, $4, $5) "
    "ON CONFLICT (table_id, key) DO UPDATE SET channel = excluded.channel, message = excluded.message, "
    "version = excluded.version"
)
UPSERT_USER = (
    "INSERT INTO users (id, dm_closed_until, text_only, text_size) VALUES ($1, $2, $3, $4) "
    "ON CONFLICT (id) DO UPDATE SET dm_closed_until = excluded.dm_closed_until, "
    "text_only = excluded.text_only, text_size = excluded.text_size"
)
FORGET_USER = (
    "UPDATE log SET person = 0 "
    "WHERE person = $1 AND table_id IN (SELECT table_id FROM sitters WHERE person = $1)",
    "DELETE FROM surfaces WHERE key LIKE '%.' || CAST(CAST($1 AS bigint) AS text)",
    "DELETE FROM users WHERE id = $1",
)
UPSERT_FIGURE = (
    "INSERT INTO figures (name, value) VALUES ($1, $2) "
    "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
UPSERT_UPTIME = (
    "INSERT INTO figures (name, value) VALUES ('uptime', $1) ON CONFLICT (name) DO UPDATE "
    "SET value = excluded.value WHERE figures.value < excluded.value"
)

_OTHER_WORDS = re.compile(r"\$(?=\d)|\bperson\b|, edition\b")
_IN_SQLITE = {"$": "?", "person": "user", ", edition": ""}


@lru_cache(maxsize=256)
def in_sqlite(statement: str) -> str:
    """Return a statement as SQLite knows it, whose tables have no edition: nobody else writes them."""
    return _OTHER_WORDS.sub(lambda found: _IN_SQLITE[found[0]], statement)
