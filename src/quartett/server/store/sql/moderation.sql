-- What a host and players did about others; made where they are missing, whatever the version.
CREATE TABLE IF NOT EXISTS actions (
    id BIGINT PRIMARY KEY,
    at BIGINT NOT NULL,
    what TEXT NOT NULL,
    target TEXT NOT NULL,
    why TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS bans (
    -- A user's id, or an address as limits count it.
    subject TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    until BIGINT
);
CREATE TABLE IF NOT EXISTS mutes (
    game_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    PRIMARY KEY (game_id, user_id)
);
CREATE TABLE IF NOT EXISTS blocks (
    user_id TEXT NOT NULL,
    other TEXT NOT NULL,
    PRIMARY KEY (user_id, other)
);
CREATE TABLE IF NOT EXISTS reports (
    id BIGINT PRIMARY KEY,
    at BIGINT NOT NULL,
    game_id TEXT NOT NULL,
    reporter TEXT NOT NULL,
    reported TEXT NOT NULL,
    text TEXT NOT NULL
);
