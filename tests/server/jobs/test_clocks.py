"""Clocks: the server's time is the only one, and none passes while it is closed."""

import asyncio
import signal
import sqlite3
import time
from typing import Any

import pytest

from quartett.server.jobs.timers import DOWN_MS
from quartett.server.sessions.stalls import StallWatch
from quartett.tables.clocks import LAG_MS, SeatClocks
from quartett.tables.setup import Clock
from tests.server.host import Host
from tests.server.player import Line, Visitor, opening_play


def test_time_for_a_turn_goes_first_then_the_reserve() -> None:
    clocks = SeatClocks(Clock(turn=10, game=60), 2)
    clocks.wait_for([0], [], 0)
    assert clocks.deadline(0) == 70_000
    assert clocks.face(4_000).turn_left == (6_000, 10_000)
    clocks.wait_for([1], [], 25_000)
    assert clocks.face(25_000).game_left == (45_000, 60_000)
    clocks.new_turn(0)
    clocks.wait_for([0], [], 25_000)
    assert clocks.deadline(0) == 25_000 + 55_000


def test_without_time_for_a_turn_all_is_paid_from_the_games() -> None:
    clocks = SeatClocks(Clock(game=60), 2)
    clocks.wait_for([0], [], 0)
    clocks.wait_for([1], [], 20_000)
    assert clocks.face(20_000).game_left == (40_000, 60_000)
    assert clocks.deadline(0) is None
    assert clocks.deadline(1) == 80_000


def test_without_limits_nothing_is_ever_due() -> None:
    clocks = SeatClocks(Clock(), 3)
    clocks.wait_for([0, 2], [], 0)
    assert (clocks.ticks, clocks.next_deadline()) == (False, None)


def test_several_clocks_run_at_once_and_the_first_is_due_first() -> None:
    clocks = SeatClocks(Clock(turn=30), 3)
    clocks.wait_for([0], [], 0)
    clocks.wait_for([0, 2], [], 10_000)
    assert clocks.next_deadline() == clocks.deadline(0) == 30_000
    assert clocks.deadline(2) == 40_000


def test_who_is_asked_to_object_has_that_time_and_pays_nothing() -> None:
    clocks = SeatClocks(Clock(turn=30, answer=8), 2)
    clocks.wait_for([0], [0], 1_000)
    assert clocks.deadline(0) == 9_000
    clocks.wait_for([1], [], 6_000)
    assert clocks.face(6_000).turn_left == (30_000, 30_000)


def test_time_in_which_the_server_was_down_counts_for_nobody() -> None:
    clocks = SeatClocks(Clock(turn=30, answer=8), 2)
    clocks.wait_for([0], [], 0)
    clocks.wait_for([0, 1], [1], 5_000)
    clocks.skip(100_000)
    assert (clocks.deadline(0), clocks.deadline(1)) == (130_000, 113_000)


def test_time_never_runs_backwards() -> None:
    clocks = SeatClocks(Clock(turn=30), 1)
    clocks.wait_for([0], [], 10_000)
    clocks.wait_for([0], [], 4_000)
    assert clocks.deadline(0) == 40_000


def test_a_question_on_its_way_costs_nothing() -> None:
    clocks = SeatClocks(Clock(turn=10, answer=5), 2)
    clocks.wait_for([0], [], 1_000, asked=[0])
    assert clocks.deadline(0) == 11_000 + LAG_MS
    assert clocks.face(1_000 + LAG_MS).turn_left[0] == 10_000
    clocks.wait_for([0], [], 1_000 + LAG_MS + 400, asked=[0])  # acts, and is asked again
    assert clocks.face(1_000 + LAG_MS + 400).turn_left[0] == 9_600
    clocks.wait_for([0, 1], [1], 3_000, asked=[1])
    assert clocks.deadline(1) == 8_000 + LAG_MS
    clocks.skip(500)
    assert clocks.deadline(1) == 8_500 + LAG_MS


def test_the_watch_finds_when_the_process_stood_still() -> None:
    time_now = [0.0]
    stalls = StallWatch(lambda: time_now[0])
    for moment in (0.25, 0.5, 10.5, 10.75, 11.0):
        time_now[0] = moment
        stalls.tick()
    assert stalls.within(20_000) == 10_000
    assert stalls.within(1_500) == 1_000  # only the end of it
    assert stalls.within(400) == 0
    time_now[0] = 14.0  # nothing has ticked since: whoever asks finds it
    assert stalls.within(3_000) == 3_000


def test_a_server_that_stood_still_costs_nobody_their_time(database: str) -> None:
    with Host(database) as host:
        ana = Visitor(host)
        table = ana.table(
            "calculissimo", "me", "me", start=True, clock={"turn": 2}, options={"start_player": 0}
        )
        assert host.process is not None
        host.process.send_signal(signal.SIGSTOP)
        time.sleep(4)
        host.process.send_signal(signal.SIGCONT)
        entries = watch(ana, table, "late")
    kinds = [entry.get("do") for entry in entries]
    begun, late = entries[kinds.index("begun")], entries[kinds.index("late")]
    paused = sum(entry["ms"] for entry in entries if entry.get("do") == "paused")
    assert paused >= 3_500
    assert late["ms"] - begun["ms"] >= paused + 2_000


def watch(visitor: Visitor, table: str, until: str) -> list[dict[str, Any]]:
    """All entries until one of this kind."""

    async def run() -> list[dict[str, Any]]:
        line = await visitor.socket()
        entries: list[dict[str, Any]] = []
        await line.send(t="hello", table=table, seat=0, last=0)
        while not any(entry.get("do") == until for entry in entries):
            entries += (await line.hear("events"))["events"]
        await line.close()
        return entries

    return asyncio.run(run())


@pytest.mark.rule("CL-14")
def test_time_out_in_calculissimo_is_a_pass(host: Host) -> None:
    ana = Visitor(host)
    table = ana.table(
        "calculissimo", "me", "me", start=True, clock={"turn": 1}, options={"start_player": 0}
    )
    entries = watch(ana, table, "late")
    late = next(place for place, entry in enumerate(entries) if entry.get("do") == "late")
    assert (entries[late + 1]["by"], entries[late + 1]["do"]) == (0, "pass")
    assert entries[late]["ms"] - entries[late - 1]["ms"] >= 1000


def test_silence_is_consent_after_the_time_to_answer(host: Host) -> None:
    ana = Visitor(host)
    options = {"start_player": 0, "challenge": True}

    async def play_one() -> str:
        line = await ana.socket()
        told, play = await opening_play(ana, line, clock={"answer": 1}, options=options)
        table: str = told["table"]
        await line.send(
            t="act", table=table, cmd="play-one-tile", at=told["seq"], action=play, seat=0
        )
        await line.hear("events")
        await line.close()
        return table

    table = asyncio.run(play_one())
    entries = watch(ana, table, "late")
    late = next(place for place, entry in enumerate(entries) if entry.get("do") == "late")
    assert (entries[late + 1]["by"], entries[late + 1]["do"]) == (1, "accept")


def test_where_the_rules_are_silent_a_bot_moves_quickly(host: Host) -> None:
    ana = Visitor(host)
    table = ana.table("calavera", "me", "me", start=True, clock={"turn": 1})

    async def wait_for_move() -> None:
        line = await ana.socket()
        entries: list[dict[str, Any]] = []
        await line.send(t="hello", table=table, seat=0, last=0)
        while not any(isinstance(entry.get("by"), int) for entry in entries):
            entries += (await line.hear("events"))["events"]
        assert "late" in [entry.get("do") for entry in entries]
        await line.close()

    asyncio.run(wait_for_move())


def clock_now(visitor: Visitor, table: str) -> dict[str, Any]:
    async def run() -> dict[str, Any]:
        line: Line = await visitor.socket()
        await line.send(t="clock", table=table)
        told = await line.hear("clock")
        await line.close()
        face: dict[str, Any] = told["clock"]
        return face

    return asyncio.run(run())


def test_a_restart_neither_steals_nor_gives_time(database: str) -> None:
    host = Host(database)
    with host:
        ana = Visitor(host)
        table = ana.table(
            "calculissimo", "me", "me", start=True, clock={"turn": 600},
            options={"start_player": 0},
        )  # fmt: skip
        entries = ana.get(f"/api/tables/{table}/events")
        begun = next(entry["ms"] for entry in entries if entry.get("do") == "begun")
        while beat(database) < begun + 2_000:
            time.sleep(0.05)
        asked = time.monotonic()
        before = clock_now(ana, table)["turn_left"][0]
        host.kill()
        killed, last_beat = time.monotonic(), beat(database)
        while time.time_ns() // 10**6 < last_beat + DOWN_MS:
            time.sleep(0.05)  # it is down, and nobody's time runs
        started = time.monotonic()
        host.start()
        after = clock_now(ana, table)["turn_left"][0]
        ran = 1000 * ((killed - asked) + (time.monotonic() - started))
    assert before - ran <= after  # not a moment of the time it was down was taken
    known = last_beat - begun - LAG_MS
    assert after <= 600_000 - known  # and none of what it knew of was given back


@pytest.mark.parametrize("down_hours", [0, 20])
def test_a_day_without_the_server_makes_nobody_absent(database: str, down_hours: int) -> None:
    """Asked 25 hours ago, at a table without a clock: a bot may stand in, had anybody been up."""
    hour = 3_600_000
    host = Host(database)
    with host:
        ana, ben = Visitor(host, "Ana"), Visitor(host, "Ben")
        table = ana.table("calcory", "me", "open", options={"start_player": 0})
        ben.do(table, "sit", seat=1)
        ana.do(table, "start")
    last = str(time.time_ns() // 10**6 - down_hours * hour)
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE events SET ms = ms - ?", (25 * hour,))
        connection.execute("UPDATE tables SET updated = updated - ?", (25 * hour,))
        connection.execute("INSERT OR REPLACE INTO meta VALUES ('beat', ?)", (last,))
    for _ in range(2):  # a second start does not forget it
        with host:
            if down_hours:
                assert ben.refused(table, "bot", seat=0) == "not_absent"
    with host:
        if not down_hours:
            assert ben.do(table, "bot", seat=0)["seats"][0]["away"]


def test_pong_has_the_time_of_the_clocks_though_the_machines_was_set_back(database: str) -> None:
    """Entries never go back in time; a page that asked the machine's would be an hour off."""
    host = Host(database)
    with host:
        Visitor(host)
    later = time.time_ns() // 10**6 + 3_600_000
    with sqlite3.connect(database) as connection:
        connection.execute("INSERT OR REPLACE INTO meta VALUES ('beat', ?)", (str(later),))
    with host:
        ana = Visitor(host)
        table = ana.table("calavera", "me", "easy", start=True)

        async def ping() -> int:
            line = await ana.socket()
            await line.send(t="ping")
            now: int = (await line.hear("pong"))["now"]
            await line.close()
            return now

        now = asyncio.run(ping())
        assert 0 <= now - ana.get(f"/api/tables/{table}")["created"] < 60_000


def beat(database: str) -> int:
    """When the server last wrote down that it lives, in milliseconds."""
    with sqlite3.connect(database) as connection:
        found = connection.execute("SELECT value FROM meta WHERE name = 'beat'").fetchone()
    return int(found[0])
