"""Where new entries lie until enough of them have gathered.

In `events` the entries of every game change pages of two indexes beside the table's own, and each
page is written whole. In `fresh` those that are written together lie together. They are as safe
there; from time to time, and before anybody reads, they are sorted into `events`.
"""

import sqlite3
from typing import Final

MANY: Final = 2_000
"""So many entries are sorted in without being asked for; it takes a few milliseconds."""

COLUMNS: Final = "game_id, seq, ms, cmd, body, waits"
PUT_EVENTS: Final = f"INSERT INTO fresh ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"
SORT_IN: Final = f"""
INSERT INTO events ({COLUMNS})
SELECT number, seq, ms, cmd, body, waits
FROM fresh LEFT JOIN tables ON id = fresh.game_id ORDER BY fresh.rowid
"""


def sort_in(db: sqlite3.Connection) -> None:
    """In the order in which they were written; one that is there already stops it all."""
    db.execute(SORT_IN)
    db.execute("DELETE FROM fresh")
