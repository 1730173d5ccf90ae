-- Who looks after tables is known by advisory locks that end with their session (bot/cluster/session.py); what
-- is written is told by a trigger. Before, rows with a time limit said so, and other processes left word.
DO $$
BEGIN
    IF EXISTS (SELECT 1 FROM processes WHERE alive_until > clock_timestamp()) THEN
        RAISE EXCEPTION 'an older release works on the database, or was killed a moment ago: stop it first';
    END IF;
END $$;
DROP TABLE processes;
DROP TABLE notices;
ALTER TABLE tables DROP COLUMN keeper;
CREATE INDEX IF NOT EXISTS live_tables_by_guild ON tables (guild) WHERE live;

-- Which presses have come by HTTP. Not logged: after a crash of the server their signatures are too old.
CREATE UNLOGGED TABLE IF NOT EXISTS presses (
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
