"""A server whose database tests look into, and people at its tables."""

import time
from collections.abc import Callable
from typing import Any

from tests.forks import quartett
from tests.server.host import Host
from tests.server.player import Visitor


class Kept(Host):
    """A server, and where its database is."""

    database: str


def admin(kept: Kept, *arguments: str) -> str:
    done = quartett("admin", *arguments, "--database", kept.database)
    assert done.returncode == 0, done.stderr
    return done.stdout


def soon(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


def seated(kept: Host) -> tuple[Visitor, Visitor, str]:
    ana, ben = Visitor(kept, "Ana"), Visitor(kept, "Ben")
    table = ana.table("calavera", "me", "open")
    ben.do(table, "sit", seat=1)
    ana.do(table, "start")
    return ana, ben, table


def said(visitor: Visitor, table: str) -> list[str]:
    log: list[dict[str, Any]] = visitor.get(f"/api/tables/{table}/events")
    return [entry["text"] for entry in log if entry.get("do") == "said"]
