-- SQLite writes whole pages. Numbers keep the indexes short, and the games that are played at the
-- same time close together in them.
ALTER TABLE tables ADD COLUMN number INTEGER;
CREATE UNIQUE INDEX tables_number ON tables (number);

-- The truth: all else about a table follows from its opening and these.
CREATE TABLE events (
    game_id INTEGER NOT NULL REFERENCES tables (number),
    seq INTEGER NOT NULL,
    ms INTEGER NOT NULL,
    cmd TEXT,
    body TEXT NOT NULL,
    -- The seats of people that the table waits for after it, a bit each.
    waits INTEGER NOT NULL,
    PRIMARY KEY (game_id, seq)
);
CREATE UNIQUE INDEX events_cmd ON events (game_id, cmd) WHERE cmd IS NOT NULL;

-- Entries on their way there; game_id is the table's own.
CREATE TABLE fresh (
    game_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    ms INTEGER NOT NULL,
    cmd TEXT,
    body TEXT NOT NULL,
    waits INTEGER NOT NULL
);

CREATE VIEW log AS
SELECT id AS game_id, seq, ms, cmd, body, waits
FROM events JOIN tables ON number = events.game_id;
