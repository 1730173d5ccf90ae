-- A table: its newest revision, and what wakes it.
CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    live INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    wake INTEGER,
    body BLOB NOT NULL,
    snapshot BLOB
);

-- One live table per channel, whoever tries.
CREATE UNIQUE INDEX one_live_table ON tables (channel) WHERE live;
CREATE INDEX tables_by_channel ON tables (channel, id);

-- Every accepted request. The keys make sure that no revision is written twice and no press applied twice.
CREATE TABLE log (
    table_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    press INTEGER,
    user INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body BLOB NOT NULL,
    events BLOB NOT NULL,
    at INTEGER NOT NULL
);

-- With its own rowid the log only ever grows at its end, which is cheapest; the keys are small.
CREATE UNIQUE INDEX one_entry_per_revision ON log (table_id, revision);
CREATE UNIQUE INDEX one_effect_per_press ON log (table_id, press) WHERE press IS NOT NULL;

-- Who sits or once sat where: for finding one's tables, and all that has to be forgotten of somebody.
CREATE TABLE sitters (
    user INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    seated INTEGER NOT NULL,
    PRIMARY KEY (user, table_id)
) WITHOUT ROWID;

CREATE INDEX sitters_by_table ON sitters (table_id);

-- The messages that show a table.
CREATE TABLE surfaces (
    table_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (table_id, key)
) WITHOUT ROWID;

-- What people want; text_size: 0 normal letters, 1 small, 2 large ones.
CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    dm_closed_until INTEGER NOT NULL,
    text_only INTEGER NOT NULL,
    text_size INTEGER NOT NULL DEFAULT 0
);

-- Card definitions, so that a running game keeps those it began with.
CREATE TABLE definitions (
    digest TEXT PRIMARY KEY,
    body BLOB NOT NULL
) WITHOUT ROWID;

-- Single figures: the next table's id, the uptime.
CREATE TABLE figures (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) WITHOUT ROWID;

-- What came of each game that has ended; an empty body: it counts for nobody.
CREATE TABLE results (
    table_id INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    body BLOB NOT NULL
);

CREATE INDEX results_by_guild ON results (guild, ended_at, table_id);

-- What came of it for each seat; person 0: a computer, or somebody who wants no statistics.
CREATE TABLE result_seats (
    table_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    user INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;

CREATE INDEX result_seats_by_user ON result_seats (user);

-- Who wants no statistics, and from when on the games of those count who have changed their mind.
CREATE TABLE statistics_wishes (
    user INTEGER PRIMARY KEY,
    opted_out INTEGER NOT NULL,
    counts_from INTEGER NOT NULL
);
