-- How large somebody wants letters: 0 normal, 1 small, 2 large.
ALTER TABLE users ADD COLUMN text_size INTEGER NOT NULL DEFAULT 0;
