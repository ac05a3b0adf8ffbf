"""A commit that fails: before it reached the database, or after, when only its answer is lost."""

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest

from quartett.core.record import Record
from quartett.core.verify import verify
from tests.server.cutter import Cutter, When
from tests.server.host import Host
from tests.server.player import Line, Visitor, at_random, new_cmd, play


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_commit_that_is_cut_happens_once_or_not_at_all(postgres: str, when: When) -> None:
    cutter = Cutter(postgres)
    with Host(cutter.address) as host:
        ana = Visitor(host)
        table = ana.table("calavera", "me", "easy", start=True, options={"start_player": 0})
        asyncio.run(_watched(ana, table, _act_and_cut(ana, table, cutter, when)))
        entries = ana.get(f"/api/tables/{table}/events", seat=0)
        record = Record.parse(ana.http.get(f"/api/tables/{table}/record").text)
    cutter.close()
    assert cutter.cuts == 1
    assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
    assert all(finding.ok for finding in verify(record))


async def _act_and_cut(ana: Visitor, table: str, cutter: Cutter, when: When) -> None:
    line = await ana.socket()
    await line.send(t="hello", table=table, seat=0, legal=True)
    told = await _asked(line)
    act = {
        "t": "act", "table": table, "cmd": new_cmd(), "at": told["seq"], "action": told["legal"][0],
    }  # fmt: skip
    cutter.armed = when
    await line.send(**act)
    rejected = await line.hear("rejected")
    assert rejected["code"] == "storage"
    await line.send(**act)
    while act["cmd"] not in [e.get("cmd") for e in (await line.hear("events"))["events"]]:
        pass
    await play(line, table, 0, at_random(1))
    await line.close()


async def _watched(ana: Visitor, table: str, playing: Awaitable[None]) -> None:
    """Somebody else, who asks for nothing, is told every entry too, each once."""
    line = await ana.socket()
    await line.send(t="hello", table=table)
    seqs = [(await line.hear("snapshot"))["seq"]]
    await playing
    while (told := await line.hear("events")).get("about", {}).get("stage") != "over":
        seqs += [entry["seq"] for entry in told["events"]]
    await line.close()
    assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))


async def _asked(line: Line) -> dict[str, Any]:
    while not (told := await line.hear("snapshot", "events")).get("legal"):
        pass
    return told
