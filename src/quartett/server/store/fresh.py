"""The staging table for new entries.

In `events` the entries of every game change pages of two indexes beside the table's own, and each
page is written whole. In `fresh` entries that are written together are stored together. They are
as safe there; from time to time, and before anybody lists tables, they are merged into `events`.
"""

import sqlite3
from typing import Final

MERGE_AT: Final = 2_000
"""This many entries are merged without a read asking for it; it takes a few milliseconds."""

COLUMNS: Final = "game_id, seq, ms, cmd, body, waits"
PUT_EVENTS: Final = f"INSERT INTO fresh ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"
MERGE: Final = f"""
INSERT INTO events ({COLUMNS})
SELECT number, seq, ms, cmd, body, waits
FROM fresh LEFT JOIN tables ON id = fresh.game_id ORDER BY fresh.rowid
"""


def merge(db: sqlite3.Connection) -> None:
    """Move all to `events` in the order of writing; a duplicate entry fails the whole merge."""
    db.execute(MERGE)
    db.execute("DELETE FROM fresh")
