"""Bots at tables: in processes of their own, which may die."""

import asyncio
import contextlib
import io
import os
import signal
import sqlite3
import time
import zipfile
from pathlib import Path

import httpx
import psutil

from tests.server.host import Host
from tests.server.player import Visitor, new_cmd
from tests.server.resilience.test_rough import metric


def workers(host: Host) -> list[int]:
    assert host.process is not None
    found = []
    for child in psutil.Process(host.process.pid).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):  # it may be dying just now
            if "spawn_main" in " ".join(child.cmdline()):
                found.append(child.pid)
    return found


def test_a_bot_that_dies_is_started_again_from_the_events(database: str) -> None:
    with Host(database) as host:
        ana = Visitor(host)
        table = ana.table("calavera", "easy", "easy", start=True)
        killed = 0

        async def watch() -> None:
            nonlocal killed
            line = await ana.socket()
            await line.send(t="hello", table=table)
            while (await line.hear("snapshot", "events")).get("about", {}).get("stage") != "over":
                if killed < 3 and (pids := workers(host)):
                    os.kill(pids[0], signal.SIGKILL)
                    killed += 1
            await line.close()

        asyncio.run(watch())
        assert killed == 3
        assert ana.get(f"/api/tables/{table}")["stage"] == "over"


def test_a_bot_of_one_s_own_sits_at_a_table(database: str, tmp_path: Path) -> None:
    """It says what it does in the log; it is offered in its game only."""
    file = tmp_path / "mine.py"
    file.write_text(
        "import sys, quartett\n"
        "class Mine(quartett.Bot):\n"
        "    name, character, games = 'Minna', 'Plays by the alphabet.', ('calavera',)\n"
        "    def choose(self, view, deadline):\n"
        f"        open({str(tmp_path / 'asked')!r}, 'a').write('.')\n"
        "        return min(view.actions(), key=str)\n"
    )
    options = ("--metrics", "--bot-pause", "0", "--code", str(file))
    with Host(database, *options) as host:
        ana = Visitor(host)
        offered = {game["id"]: game["levels"] for game in ana.get("/api/games")}
        mine = {"level": "mine", "name": "Minna", "character": "Plays by the alphabet."}
        assert offered["calavera"][-1] == mine and mine not in offered["calcory"]
        table = ana.table("calavera", "mine", "mine", start=True)
        end = time.monotonic() + 120
        while ana.get(f"/api/tables/{table}")["stage"] != "over":
            assert time.monotonic() < end
            time.sleep(0.1)
        assert metric(ana, "quartett_bot_failures_total") == 0
        assert len((tmp_path / "asked").read_text()) > 10


def test_bots_go_on_after_a_restart_of_the_server(database: str) -> None:
    host = Host(database, "--bot-pause", "0.05")
    with host:
        ana = Visitor(host)
        table = ana.table("calavera", "me", "easy", "easy", start=True)
        ana.do(table, "leave", seat=0, level="easy")
        host.kill()
        host.start()
        end = time.monotonic() + 120
        while ana.get(f"/api/tables/{table}")["stage"] != "over":
            assert time.monotonic() < end
            time.sleep(0.1)


def test_tables_of_a_game_that_is_not_installed_any_more_hold_no_other_up(database: str) -> None:
    """They are due before all others, and had clocks when the server was closed."""
    options = ("--bot-pause", "60")
    with Host(database, *options) as host:
        ana = Visitor(host)
        over = ana.table("calavera", "me", "me", start=True)
        ana.do(over, "resign", seat=0)
        gone = [ana.table("calavera", "me", "easy", start=True, clock={"turn": 60}), over]
        left = ana.table("calavera", "me", "easy", start=True)
        ana.do(left, "leave", seat=0)
        host.kill()
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE meta SET value = value - 60000 WHERE name = 'beat'")
        put = (
            "INSERT INTO exercises (user_id, game_id, place, game, due, card)"
            " SELECT id, ?, 2, 'gone', 1, '{}' FROM users"
        )
        connection.execute(put, (over,))
        for table in gone:
            for column in ("opening", "line"):
                change = f"UPDATE tables SET {column} = replace({column}, 'calavera', 'gone')"
                connection.execute(f"{change}, due = 1 WHERE id = ?", (table,))
    with Host(database) as again:
        ana.http = httpx.Client(base_url=again.url, cookies=ana.http.cookies, timeout=30)
        end = time.monotonic() + 120
        while {one["id"]: one for one in ana.get("/api/me/tables")}[left]["stage"] != "over":
            assert time.monotonic() < end, "the bots do not play on"
            time.sleep(0.1)
        assert ana.get("/api/me/exercises") == []
        exported = ana.http.get("/api/me/export")
    with zipfile.ZipFile(io.BytesIO(exported.content)) as archive:
        assert archive.namelist() == [f"calavera-{left}.jsonl"]


def test_a_bot_whose_turn_came_with_a_move_is_not_forgotten_by_a_killed_server(
    database: str,
) -> None:
    with Host(database, "--bot-pause", "5") as host:
        ana = Visitor(host)
        table = ana.table("calavera", "me", "easy", start=True, options={"start_player": 0})

        async def use() -> None:
            line = await ana.socket()
            await line.send(t="hello", table=table, seat=0, legal=True)
            told, moves = await line.hear("snapshot"), 0
            while not moves or 1 not in told["view"]["to_act"]:  # three skulls may come between
                if legal := told.get("legal"):
                    act = {"at": told["seq"], "action": legal[0]}
                    await line.send(t="act", table=table, cmd=new_cmd(), **act)
                    moves += 1
                told = await line.hear("events")

        asyncio.run(use())
        host.kill()
    with Host(database, "--bot-pause", "0") as again:
        watcher = Visitor(again)
        end = time.monotonic() + 120
        while not metric(watcher, "quartett_bot_moves_total"):  # though nobody asks for the table
            assert time.monotonic() < end
            time.sleep(0.1)


def test_workers_end_with_a_server_that_was_killed(database: str) -> None:
    host = Host(database).start()
    ana = Visitor(host)
    ana.table("calavera", "easy", "easy", start=True)
    while not (pids := workers(host)):
        time.sleep(0.05)
    host.kill()
    gone, alive = psutil.wait_procs([psutil.Process(p) for p in pids if psutil.pid_exists(p)], 120)
    assert not alive, gone


def test_a_question_that_nobody_waits_for_costs_no_worker(database: str) -> None:
    with Host(database) as host:
        ana = Visitor(host)
        table = ana.table("calavera", "me", "me", start=True, options={"start_player": 0})

        async def ask_and_go() -> None:
            line = await ana.socket()
            await line.send(t="hello", table=table, seat=0)
            await line.hear("snapshot")
            await line.send(t="hint", table=table, id=1)
            await asyncio.sleep(0.05)
            await line.close()

        async def ask_and_wait() -> None:
            line = await ana.socket()
            await line.send(t="hint", table=table, id=2, seat=0)
            await line.hear("advice")
            await line.close()

        asyncio.run(ask_and_wait())
        before = workers(host)
        for _ in range(5):
            asyncio.run(ask_and_go())
        asyncio.run(ask_and_wait())
        assert workers(host) == before
