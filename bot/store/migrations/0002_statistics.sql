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
