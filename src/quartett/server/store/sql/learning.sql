-- What was computed from finished games; made where it is missing, whatever the version.
CREATE TABLE IF NOT EXISTS reviews (
    game_id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    -- What statistics need, as JSON.
    seats TEXT NOT NULL,
    -- The whole as JSON, compressed, as base64.
    body TEXT NOT NULL
);
-- One's own mistakes as exercises, and when each comes back.
CREATE TABLE IF NOT EXISTS exercises (
    user_id TEXT NOT NULL,
    game_id TEXT NOT NULL,
    place INTEGER NOT NULL,
    game TEXT NOT NULL,
    due BIGINT NOT NULL,
    card TEXT NOT NULL,
    PRIMARY KEY (user_id, game_id, place)
);
CREATE INDEX IF NOT EXISTS exercises_due ON exercises (user_id, due);
