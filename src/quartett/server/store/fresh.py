"""Where new entries lie until enough of them have gathered.

In `events` an entry of every game changes pages of its own, in the table and in two indexes, and
each of them is written whole. In `fresh` the entries that are written together lie together. They
are as safe there; from time to time, and before anybody reads, they are sorted into `events`.
"""

import sqlite3
from typing import Final

MANY: Final = 2_000
"""So many entries are sorted in without being asked for; it takes a few milliseconds."""

COLUMNS: Final = "game_id, seq, ms, cmd, body, waits"
PUT_EVENTS: Final = f"INSERT INTO fresh ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"


def sort_in(db: sqlite3.Connection) -> None:
    """In the order in which they were written; one that is there already stops it all."""
    db.execute(f"INSERT INTO events ({COLUMNS}) SELECT {COLUMNS} FROM fresh ORDER BY rowid")
    db.execute("DELETE FROM fresh")
