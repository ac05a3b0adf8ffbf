-- The truth: all else about a table follows from its opening and these.
CREATE TABLE events (
    game_id TEXT NOT NULL REFERENCES tables (id),
    seq BIGINT NOT NULL,
    ms BIGINT NOT NULL,
    cmd TEXT,
    body TEXT NOT NULL,
    -- The seats of people that the table waits for after it, a bit each.
    waits INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game_id, seq)
);
CREATE UNIQUE INDEX events_cmd ON events (game_id, cmd) WHERE cmd IS NOT NULL;
