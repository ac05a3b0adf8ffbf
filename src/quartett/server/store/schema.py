"""The tables of a database: how they are made, and brought up to date from older versions."""

from importlib.resources import files
from typing import Final

from quartett.server.store.contract import SCHEMA


def newer(place: str, version: int) -> str:
    """What to do about a database that a newer Quartett has written."""
    return (
        f"{place} is of version {version}, this Quartett uses up to {SCHEMA}; start the newer"
        " Quartett that wrote it, or restore a backup from before the upgrade"
    )


def statements(name: str) -> str:
    """The statements of a file in `sql`."""
    file = files("quartett.server.store").joinpath("sql", f"{name}.sql")
    return file.read_text(encoding="utf-8")


SESSIONS: Final = """
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    created BIGINT NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
INSERT INTO sessions SELECT 'signed ' || id, id, created FROM users WHERE program = 0;
CREATE TABLE programs (
    id TEXT PRIMARY KEY REFERENCES users (id),
    maker TEXT NOT NULL REFERENCES users (id)
);
CREATE INDEX programs_maker ON programs (maker);
"""
"""Version 4. Cookies from before are signed user ids: each user gets a session for all of them."""

SQLITE_UPGRADES: Final = {
    1: """
ALTER TABLE events ADD COLUMN waits INTEGER NOT NULL DEFAULT 0;
UPDATE events SET waits = (
    SELECT coalesce(sum(1 << value), 0) FROM tables, json_each(line, '$.turns')
    WHERE tables.id = game_id
) WHERE seq = (SELECT max(seq) FROM events AS all_of WHERE all_of.game_id = events.game_id);
UPDATE users SET name = '' WHERE name = 'Guest' AND account IS NULL;
""",
    2: f"""
DROP INDEX events_cmd;
ALTER TABLE events RENAME TO events_by_name;
{statements("events_sqlite")}
UPDATE tables SET number = rowid;
INSERT INTO events SELECT number, seq, ms, cmd, body, waits
FROM events_by_name JOIN tables ON id = events_by_name.game_id ORDER BY events_by_name.rowid;
DROP TABLE events_by_name;
""",
    3: SESSIONS,
}
POSTGRES_UPGRADES: Final = {
    1: """
ALTER TABLE events ADD COLUMN IF NOT EXISTS waits INTEGER NOT NULL DEFAULT 0;
UPDATE events SET waits = (
    SELECT coalesce(sum(1 << value::int), 0)
    FROM tables, json_array_elements_text(line::json -> 'turns') AS value
    WHERE tables.id = game_id
) WHERE seq = (SELECT max(seq) FROM events AS all_of WHERE all_of.game_id = events.game_id);
UPDATE users SET name = '' WHERE name = 'Guest' AND account IS NULL;
""",
    2: "",
    3: SESSIONS,
}
