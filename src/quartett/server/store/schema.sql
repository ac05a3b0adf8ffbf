CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    opening TEXT NOT NULL,
    line TEXT NOT NULL,
    stage TEXT NOT NULL,
    listed INTEGER NOT NULL,
    clocked INTEGER NOT NULL,
    updated BIGINT NOT NULL,
    due BIGINT
);
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
CREATE INDEX tables_open ON tables (updated) WHERE stage = 'open' AND listed = 1;

CREATE TABLE seats (
    game_id TEXT NOT NULL REFERENCES tables (id),
    user_id TEXT NOT NULL,
    PRIMARY KEY (game_id, user_id)
);
CREATE INDEX seats_user ON seats (user_id);

CREATE TABLE users (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    account TEXT UNIQUE,
    passphrase TEXT,
    program INTEGER NOT NULL,
    feed TEXT NOT NULL UNIQUE,
    token TEXT UNIQUE,
    created BIGINT NOT NULL
);

CREATE TABLE pushes (
    endpoint TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    language TEXT NOT NULL
);
CREATE INDEX pushes_user ON pushes (user_id);
