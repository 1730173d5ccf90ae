-- The uptime at which somebody last heard a shard: its clocks stand still while nobody does.
CREATE TABLE shards (
    shard integer PRIMARY KEY,
    seen bigint NOT NULL
);

CREATE SEQUENCE table_numbers AS bigint;

-- A table: its newest revision, and what wakes it. edition counts every writing of the row, so that nobody
-- writes over what he has not read.
CREATE TABLE tables (
    id bigint PRIMARY KEY,
    channel bigint NOT NULL,
    guild bigint NOT NULL,
    live boolean NOT NULL,
    revision bigint NOT NULL,
    wake bigint,
    body bytea NOT NULL,
    snapshot bytea,
    edition bigint NOT NULL
) WITH (fillfactor = 50); -- rows are rewritten with every action, and no index changes: in place if there is room

-- One live table per channel, whoever tries.
CREATE UNIQUE INDEX one_live_table ON tables (channel) WHERE live;
CREATE INDEX tables_by_channel ON tables (channel, id);
CREATE INDEX live_tables_by_guild ON tables (guild) WHERE live;

-- Every accepted request. The keys make sure that no revision is written twice and no press applied twice.
CREATE TABLE log (
    table_id bigint NOT NULL,
    revision bigint NOT NULL,
    press bigint,
    person bigint NOT NULL,
    kind text NOT NULL,
    body bytea NOT NULL,
    events bytea NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (table_id, revision)
);

CREATE UNIQUE INDEX one_effect_per_press ON log (table_id, press) WHERE press IS NOT NULL;

-- Who sits or once sat where: for finding one's tables, and all that has to be forgotten of somebody.
CREATE TABLE sitters (
    person bigint NOT NULL,
    table_id bigint NOT NULL,
    seated boolean NOT NULL,
    PRIMARY KEY (person, table_id)
);

CREATE INDEX sitters_by_table ON sitters (table_id);

-- The messages that show a table.
CREATE TABLE surfaces (
    table_id bigint NOT NULL,
    key text NOT NULL,
    channel bigint NOT NULL,
    message bigint NOT NULL,
    version bigint NOT NULL,
    PRIMARY KEY (table_id, key)
);

-- What people want; text_size: 0 normal letters, 1 small, 2 large ones.
CREATE TABLE users (
    id bigint PRIMARY KEY,
    dm_closed_until bigint NOT NULL,
    text_only boolean NOT NULL,
    text_size bigint NOT NULL DEFAULT 0
);

-- Card definitions, so that a running game keeps those it began with.
CREATE TABLE definitions (
    digest text PRIMARY KEY,
    body bytea NOT NULL
);

-- Single figures: the uptime, and the uptime at which the first of the present processes started.
CREATE TABLE figures (
    name text PRIMARY KEY,
    value bigint NOT NULL
);

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

-- Which presses have come by HTTP. Not logged: after a crash of the server their signatures are too old.
CREATE UNLOGGED TABLE presses (
    id bigint PRIMARY KEY,
    seen timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- For each table that a statement has written its number, its server and its row version; 0: it is deleted.
-- A hundred of them at a time, since a notification has its limit.
CREATE FUNCTION tell_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('kickdoor_tables', string_agg(w.said, ',')) FROM (
        SELECT id || ' ' || guild || ' ' || CASE WHEN TG_OP = 'DELETE' THEN 0 ELSE edition END AS said,
            (row_number() OVER ()) / 100 AS part FROM written
    ) AS w GROUP BY w.part;
    RETURN NULL;
END $$;
CREATE TRIGGER tables_opened AFTER INSERT ON tables REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION tell_written();
CREATE TRIGGER tables_written AFTER UPDATE ON tables REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION tell_written();
CREATE TRIGGER tables_deleted AFTER DELETE ON tables REFERENCING OLD TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION tell_written();
