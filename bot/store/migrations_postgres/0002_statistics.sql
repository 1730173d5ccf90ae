-- What came of each game that has ended; an empty body: it counts for nobody.
CREATE TABLE results (
    table_id bigint PRIMARY KEY,
    guild bigint NOT NULL,
    ended_at bigint NOT NULL,
    body bytea NOT NULL
);

CREATE INDEX results_by_guild ON results (guild, ended_at, table_id);

-- What came of it for each seat; person 0: a computer, or somebody who wants no statistics.
CREATE TABLE result_seats (
    table_id bigint NOT NULL,
    seat integer NOT NULL,
    person bigint NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (table_id, seat)
);

CREATE INDEX result_seats_by_person ON result_seats (person);

-- Who wants no statistics, and from when on the games of those count who have changed their mind.
CREATE TABLE statistics_wishes (
    person bigint PRIMARY KEY,
    opted_out boolean NOT NULL,
    counts_from bigint NOT NULL
);
