"""From an older version of the tables to the next: the statements for each database."""

from typing import Final

FRESH: Final = """
CREATE TABLE fresh (
    game_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    ms BIGINT NOT NULL,
    cmd TEXT,
    body TEXT NOT NULL,
    waits INTEGER NOT NULL
);
"""
"""SQLite's alone."""

SQLITE: Final = {
    1: """
ALTER TABLE events ADD COLUMN waits INTEGER NOT NULL DEFAULT 0;
UPDATE events SET waits = (
    SELECT coalesce(sum(1 << value), 0) FROM tables, json_each(line, '$.turns')
    WHERE tables.id = game_id
) WHERE seq = (SELECT max(seq) FROM events AS all_of WHERE all_of.game_id = events.game_id);
UPDATE users SET name = '' WHERE name = 'Guest' AND account IS NULL;
""",
    2: FRESH,
}
POSTGRES: Final = {
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
}
