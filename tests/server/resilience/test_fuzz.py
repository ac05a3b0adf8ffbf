"""Nonsense of every kind: no crash, no 5xx, no memory that grows."""

import asyncio
import json
import os
import random
from collections import Counter
from copy import deepcopy
from typing import Any

import psutil
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import seed as make_seeded
from websockets.asyncio.client import connect

from tests.server.figures import failures, memory, report
from tests.server.host import Host
from tests.server.player import Visitor, new_cmd

FRAMES = int(os.environ.get("QUARTETT_FUZZ_FRAMES", "4000"))
REQUESTS = int(os.environ.get("QUARTETT_FUZZ_REQUESTS", "0"))
"""At least; 0: every operation once with all its examples."""
SOCKETS = 8
WINDOW = 50
"""How many frames of a socket may be unanswered at a time."""
GROWTH = 60 * 2**20
EXAMPLES = settings(
    max_examples=int(os.environ.get("QUARTETT_FUZZ_EXAMPLES", "12")),
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def test_rest_answers_every_nonsense_in_the_schema_without_a_5xx(host: Host) -> None:
    # A second, which every process that collects tests would spend.
    import schemathesis
    from schemathesis.checks import not_a_server_error

    ana = Visitor(host)
    tables = [ana.table(game, "me", "easy", start=True) for game in ("calavera", "cubus")]
    schema = schemathesis.openapi.from_url(f"{host.url}/api/schema")
    operations: list[Any] = [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]
    statuses: Counter[int] = Counter()

    def one(case: Any) -> None:
        asked = statuses.total()
        if "table_id" in case.path_parameters and asked % 2:
            case.path_parameters["table_id"] = tables[asked // 2 % len(tables)]
        response = case.call(base_url=host.url, cookies=dict(ana.http.cookies), timeout=60)
        statuses[response.status_code] += 1
        case.validate_response(response, checks=(not_a_server_error,))

    # Some operations have few different requests: all are asked until there were enough.
    before, seed = 0.0, 0
    while not seed or statuses.total() < REQUESTS:
        seed += 1
        for operation in operations:
            make_seeded(seed)(EXAMPLES(given(case=operation.as_strategy())(one)))()
        before = before or memory(host)
    grown = memory(host) - before
    report(
        "requests", sent=statuses.total(), statuses=dict(sorted(statuses.items())),
        failures=failures(host), MiB=f"{before:.0f} and {grown:+.0f}",
    )  # fmt: skip
    assert statuses.total() > 5 * len(operations)
    assert grown < GROWTH / 2**20, f"{grown:.0f} MiB more"
    assert failures(host) == 0
    assert ana.get("/api/health")["ok"]


MESSAGES: list[dict[str, Any]] = [
    {"t": "hello", "table": "", "seat": 0, "last": 3, "legal": True, "offers": True},
    {"t": "bye", "table": ""},
    {"t": "act", "table": "", "cmd": "", "at": 9, "action": {"do": "reroll", "dice": [1, 2]}},
    {"t": "act", "table": "", "cmd": "", "at": 99, "seat": 0,
     "action": {"do": "turn", "at": [3, 4]}},
    {"t": "act", "table": "", "cmd": "", "at": 99, "seat": 0,
     "action": {"do": "play", "tiles": [[7, 7, "5"], [7, 8, "+"], [7, 9, "?4"]], "announce": 9}},
    {"t": "act", "table": "", "cmd": "", "at": 99, "seat": 0,
     "action": {"do": "build", "cells": [[0, 0, 2], [1, 0, 1]], "floor": 0, "open": [[0, -1]]}},
    {"t": "try", "table": "", "id": 1, "action": {"do": "mark", "use": "rose", "row": "pink"}},
    {"t": "try", "table": "", "id": 1, "seat": 0,
     "action": {"do": "build", "cells": [[0, 0, 2], [1, 0, 1]], "floor": 0, "open": [[0, -1]]}},
    {"t": "try", "table": "", "id": 1, "seat": 0,
     "action": {"do": "play", "tiles": [[7, 7, "5"], [7, 8, "+"], [7, 9, "4"]]}},
    {"t": "chat", "table": "", "cmd": "", "text": "hello there"},
    {"t": "clock", "table": ""},
    {"t": "ping"},
]  # fmt: skip
ODD: list[Any] = [
    None, True, -1, 0, 2**31, 2**63, 10**400, 1.5, "", "x" * 3000, "\u0000", "é\ud83d", [], {},
    [[]],
    {"do": "reroll"}, [1] * 500, "house", "chance", {"do": "x" * 900}, -(2**53), [[0, 0, 10**30]],
]  # fmt: skip


def frame(rng: random.Random, tables: list[str]) -> str | bytes:
    """A message as it should be, or bent, cut, stuffed or made of noise."""
    message = json.loads(json.dumps(rng.choice(MESSAGES)))
    if "table" in message:
        message["table"] = rng.choice(tables)
    if "cmd" in message:
        message["cmd"] = new_cmd()
    for _ in range(rng.choice((0, 1, 1, 2, 5))):
        _bend(rng, message)
    text = json.dumps(message)
    kind = rng.randrange(10)
    if kind == 0:
        return rng.randbytes(rng.randrange(200))
    if kind == 1:
        return text[: rng.randrange(len(text))]
    if kind == 2:
        place = rng.randrange(len(text))
        return text[:place] + chr(rng.randrange(1, 0xD7FF)) + text[place:]
    return text


def _bend(rng: random.Random, value: Any) -> None:
    """Put something odd somewhere."""
    inside: Any = value
    while True:
        keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        if not keys:
            return
        key = rng.choice(keys)
        if isinstance(inside[key], dict | list) and rng.random() < 0.7:
            inside = inside[key]
            continue
        if isinstance(inside, dict) and rng.random() < 0.2:
            del inside[key]
        else:
            inside[key] = deepcopy(rng.choice(ODD))
        return


def test_thousands_of_odd_frames_do_no_harm(host: Host) -> None:
    assert host.process is not None
    server = psutil.Process(host.process.pid)
    ana = Visitor(host)
    games = ("calavera", "calcory", "calculissimo", "cubus")
    tables = [ana.table(game, "me", "me", start=True) for game in games] + ["nowhere"]

    async def run(frames: int, seed: int) -> None:
        await asyncio.gather(
            *(_talk(ana, tables, frames // SOCKETS, seed + s) for s in range(SOCKETS))
        )

    asyncio.run(run(FRAMES // 5, 0))
    before = server.memory_info().rss
    asyncio.run(run(FRAMES - FRAMES // 5, 100))
    grown = server.memory_info().rss - before
    report(
        "frames", sent=FRAMES, failures=failures(host),
        MiB=f"{before / 2**20:.0f} and {grown / 2**20:+.0f}",
    )  # fmt: skip
    assert grown < GROWTH, f"{grown / 2**20:.0f} MiB more"
    assert failures(host) == 0
    assert ana.get("/api/health")["ok"]
    for table in tables[:-1]:
        entries = ana.get(f"/api/tables/{table}/events", seat=0)
        assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))


async def _talk(visitor: Visitor, tables: list[str], frames: int, seed: int) -> None:
    """Send, and see that the socket lives and answers; a ping shows how far it is."""
    rng = random.Random(seed)
    async with connect(
        visitor.host.socket_url, additional_headers=visitor.cookies, max_size=None
    ) as socket:
        for _ in range(frames // WINDOW):
            for _ in range(WINDOW):
                await socket.send(frame(rng, tables))
            await socket.send('{"t":"ping"}')
            while True:
                told = json.loads(await asyncio.wait_for(socket.recv(), 60))
                assert told.get("code") != "failed", told
                if told["t"] == "pong":
                    break


@pytest.mark.parametrize("seed", range(3))
def test_the_fuzzer_makes_good_and_bad_frames(seed: int) -> None:
    rng = random.Random(seed)
    frames = [frame(rng, ["t"]) for _ in range(300)]
    good = sum(isinstance(one, str) and one.startswith('{"t"') for one in frames)
    assert 60 < good < 299
