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

-- Where somebody is logged in; a cookie without its row is dead. The id is a hash of the cookie.
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    created BIGINT NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);

-- Who asked for a program's token, and may revoke it.
CREATE TABLE programs (
    id TEXT PRIMARY KEY REFERENCES users (id),
    maker TEXT NOT NULL REFERENCES users (id)
);
CREATE INDEX programs_maker ON programs (maker);

CREATE TABLE pushes (
    endpoint TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    language TEXT NOT NULL
);
CREATE INDEX pushes_user ON pushes (user_id);
