"""Storms, slow readers, half-open sockets, wrong clocks, full disks: defined behaviour."""

import asyncio
import json
import os
import resource
import signal
import socket as plain
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.forks import quartett
from tests.server.host import Host
from tests.server.player import Visitor, at_random, new_cmd, play


def metric(visitor: Visitor, name: str) -> int:
    lines = visitor.http.get("/metrics").text.splitlines()
    return int(float(next(line for line in lines if line.startswith(f"{name} ")).split()[1]))


def test_a_storm_of_reconnecting_clients_all_get_what_they_missed(host: Host) -> None:
    ana = Visitor(host)
    table = ana.table("calcory", "me", "me", start=True, options={"start_player": 0})
    seq = len(ana.get(f"/api/tables/{table}/events"))

    async def come_back(number: int) -> list[int]:
        line = await ana.socket()
        await line.send(t="hello", table=table, seat=number % 2, last=number % seq)
        told = await line.hear("events")
        await line.close()
        return [entry["seq"] for entry in told["events"]]

    async def storm() -> list[list[int]]:
        return await asyncio.gather(*(come_back(number) for number in range(300)))

    for number, seqs in enumerate(asyncio.run(storm())):
        assert seqs == list(range(number % seq + 1, seq + 1))
    assert metric(ana, "quartett_open_sockets") == 0


def test_a_reader_who_is_too_slow_is_let_go_and_holds_nobody_up(host: Host) -> None:
    ana = Visitor(host)
    table = ana.table("calavera", "me", "me", start=True)
    slow_before = metric(ana, "quartett_slow_readers_total")

    async def run() -> None:
        quick = await ana.socket()
        for number in range(300):
            await quick.send(t="chat", table=table, cmd=new_cmd(), text=f"{number} " + "x" * 480)
        slow = await connect(host.socket_url, additional_headers=ana.cookies, max_queue=1)
        slow.transport.pause_reading()
        for _ in range(500):  # the whole log again and again, and none of it is read
            await slow.send(json.dumps({"t": "hello", "table": table, "last": 0}))
        await quick.send(t="ping")
        await quick.hear("pong")
        while _slow_readers() == slow_before:
            await asyncio.sleep(0.1)
        slow.transport.resume_reading()
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                await asyncio.wait_for(slow.recv(), 120)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1013
        await quick.close()

    def _slow_readers() -> int:
        return metric(ana, "quartett_slow_readers_total")

    asyncio.run(run())


def test_a_reader_who_pauses_for_a_while_gets_everything_in_order(host: Host) -> None:
    ana = Visitor(host)
    table = ana.table("calavera", "me", "me", start=True)

    async def run() -> list[str]:
        quick = await ana.socket()
        for number in range(300):
            await quick.send(t="chat", table=table, cmd=new_cmd(), text=f"{number} " + "x" * 480)
        await quick.send(t="ping")
        await quick.hear("pong")
        slow = await connect(host.socket_url, additional_headers=ana.cookies, max_queue=1)
        slow.transport.pause_reading()
        for _ in range(40):  # more than buffers on the way can hold
            await slow.send(json.dumps({"t": "hello", "table": table, "last": 0}))
        await slow.send(json.dumps({"t": "ping"}))
        await asyncio.sleep(1)
        slow.transport.resume_reading()
        kinds: list[str] = []
        while kinds[-1:] != ["pong"]:
            kinds.append(json.loads(await asyncio.wait_for(slow.recv(), 120))["t"])
        await slow.close()
        await quick.close()
        return kinds

    assert asyncio.run(run()) == ["events", "presence"] * 40 + ["pong"]


def test_a_half_open_socket_is_noticed(database: str) -> None:
    """The client's process is frozen: it is there, and answers nothing."""
    with Host(database, "--ping-seconds", "1") as host:
        ana = Visitor(host)
        table = ana.table("calavera", "me", "me", start=True)
        frozen = subprocess.Popen(
            [sys.executable, "-c", FOLLOWER, host.socket_url, table],
            stdout=subprocess.PIPE,
        )
        assert frozen.stdout is not None
        frozen.stdout.readline()
        assert metric(ana, "quartett_open_sockets") == 1
        frozen.send_signal(signal.SIGSTOP)
        end = time.monotonic() + 120
        while metric(ana, "quartett_open_sockets"):
            assert time.monotonic() < end
            time.sleep(0.1)
        frozen.kill()
        frozen.wait()


FOLLOWER = """
import asyncio, json, sys
from websockets.asyncio.client import connect
async def run():
    async with connect(sys.argv[1]) as socket:
        await socket.send(json.dumps({"t": "hello", "table": sys.argv[2]}))
        print(await socket.recv(), flush=True)
        await asyncio.sleep(60)
asyncio.run(run())
"""


def test_a_client_that_says_half_a_handshake_harms_nobody(host: Host) -> None:
    half = [plain.create_connection(("127.0.0.1", host.port)) for _ in range(50)]
    for one in half:
        one.sendall(b"GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n")
    assert Visitor(host).get("/api/health")["ok"]
    for one in half:
        one.close()


def test_times_are_the_servers_and_never_go_back(database: str) -> None:
    """The machine's clock is set back by an hour between two starts."""
    host = Host(database)
    with host:
        ana = Visitor(host)
        table = ana.table("calcory", "me", "me", start=True, clock={"turn": 900})
        first = times(ana, table)[-1]
    import sqlite3

    with sqlite3.connect(database) as connection:  # the log is from the future now
        connection.execute("UPDATE events SET ms = ms + 3600000")
        connection.execute("UPDATE tables SET updated = updated + 3600000")
        connection.execute("UPDATE meta SET value = value + 3600000 WHERE name = 'beat'")
    with Host(database) as again:
        ana.http = httpx.Client(base_url=again.url, cookies=ana.http.cookies, timeout=30)
        ana.do(table, "say", text="hello")
        after = times(ana, table)
    assert after == sorted(after)
    assert after[-1] >= first + 3_600_000


def times(visitor: Visitor, table: str) -> list[int]:
    """When things happened; a pause of the server, on a busy machine, has its length instead."""
    entries = visitor.get(f"/api/tables/{table}/events")
    return [entry["ms"] for entry in entries if entry.get("do") != "paused"]


def test_a_full_disk_refuses_and_loses_nothing(tmp_path: Path) -> None:
    database = str(tmp_path / "quartett.db")
    with Host(database) as host:
        ana = Visitor(host)
        table = ana.table("calavera", "me", "me", start=True)
        before = ana.get(f"/api/tables/{table}/events")
        assert host.process is not None
        full = max(file.stat().st_size for file in tmp_path.glob("quartett.db*"))
        _limit_files(host.process.pid, full)
        refused = ana.http.post(
            f"/api/tables/{table}/commands", json={"do": "resign", "seat": 0, "cmd": new_cmd()}
        )
        for _ in range(50):
            if refused.status_code != 200:
                break
            refused = ana.http.post(
                f"/api/tables/{table}/commands",
                json={"do": "say", "text": "x" * 500, "cmd": new_cmd()},
            )
        assert (refused.status_code, refused.json()["code"]) == (503, "storage")
        kept = ana.get(f"/api/tables/{table}/events")
        assert kept[: len(before)] == before
        _limit_files(host.process.pid, resource.RLIM_INFINITY)
        ana.do(table, "say", text="there is room again")
        assert len(ana.get(f"/api/tables/{table}/events")) == len(kept) + 1
    with Host(database) as host:
        ana.http = httpx.Client(base_url=host.url, cookies=ana.http.cookies, timeout=30)
        assert ana.get(f"/api/tables/{table}/events")[: len(kept)] == kept


def test_what_a_full_disk_refused_on_a_socket_can_be_sent_again(tmp_path: Path) -> None:
    database = str(tmp_path / "quartett.db")

    async def talk(host: Host, ana: Visitor, table: str) -> list[str]:
        line = await ana.socket()
        await line.send(t="hello", table=table, seat=0)
        await line.hear("snapshot")
        assert host.process is not None
        _limit_files(host.process.pid, (tmp_path / "quartett.db-wal").stat().st_size)
        for number in range(50):
            words = {"t": "chat", "table": table, "cmd": new_cmd(), "text": f"{number}"}
            await line.send(**words)
            told = await line.hear("events", "rejected")
            if told["t"] == "rejected":
                break
        assert told["code"] == "storage"
        _limit_files(host.process.pid, resource.RLIM_INFINITY)
        await line.send(**words)
        told = await line.hear("events", "rejected")
        assert told["events"][0]["cmd"] == words["cmd"]
        await line.close()
        return [f"{seen}" for seen in range(number + 1)]

    with Host(database) as host:
        ana = Visitor(host)
        table = ana.table("calavera", "me", "me", start=True)
        said = asyncio.run(talk(host, ana, table))
    with Host(database) as host:
        ana.http = httpx.Client(base_url=host.url, cookies=ana.http.cookies, timeout=30)
        entries = ana.get(f"/api/tables/{table}/events")
        assert [entry["text"] for entry in entries if entry["do"] == "said"] == said


def _limit_files(pid: int, size: int) -> None:
    """No file of the process may grow beyond this, as if there were no room for it."""
    limits = (size, resource.RLIM_INFINITY)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)


def test_two_servers_do_not_share_a_file(database: str) -> None:
    with Host(database):
        second = quartett("serve", "--database", database, "--port", "0")
    assert second.returncode != 0
    assert "another server has" in second.stderr
    assert "Traceback" not in second.stderr


def test_a_port_in_use_is_said_in_one_line(host: Host, database: str) -> None:
    second = quartett("serve", "--database", database, "--port", str(host.port))
    assert second.returncode == 2
    assert second.stderr.startswith("quartett: cannot listen")


@pytest.mark.parametrize(
    "wrong",
    [
        ("--port", "99999"),
        ("--port", "-1"),
        ("--proxy", "caddy"),
        ("--proxy", "10.0.0.1/8"),
        ("--prefix", "https://games.org/club"),
        ("--prefix", "our club"),
        ("--address", "games.org"),
        ("--address", "https://[games.org/"),
        ("--archive", __file__),
        ("--database", "postgresql://ana:secret@[::1/club"),
    ],
)
def test_an_option_that_cannot_be_is_said_in_one_line(wrong: tuple[str, str]) -> None:
    failed = quartett("serve", "--database", "/", "--port", "0", *wrong)
    assert failed.returncode == 2
    assert failed.stderr.startswith("quartett: ") and failed.stderr.count("\n") == 1
    assert wrong[0] in failed.stderr and "secret" not in failed.stderr


@pytest.mark.skipif(not Path("/proc/net/if_inet6").exists(), reason="this machine has no IPv6")
def test_a_proxy_is_trusted_by_ipv4_where_the_server_listens_by_ipv6(database: str) -> None:
    with Host(database, "--host", "::", "--proxy", "127.0.0.1", "--limits") as host:
        login = {"name": "Ana", "passphrase": "wrong wrong"}
        statuses = {
            httpx.post(
                f"{host.url}/api/login", json=login, headers={"X-Forwarded-For": f"192.0.2.{n}"}
            ).status_code
            for n in range(12)
        }
    assert statuses == {403}  # not 429: each has an address of its own


def test_slashes_around_a_prefix_and_after_an_origin_mean_nothing(database: str) -> None:
    options = ("--prefix", "club/", "--origin", "https://club.example/")
    with Host(database, *options) as host:
        answer = httpx.put(
            f"{host.url}/club/api/me/name",
            json={"name": "Ana"},
            headers={"origin": "https://club.example"},
        )
    assert answer.status_code == 200
    assert "Path=/club;" in answer.headers["set-cookie"]


def test_a_database_that_is_gone_is_said_in_one_line() -> None:
    second = quartett(
        "serve", "--port", "0", "--database", "postgresql://nobody@127.0.0.1:1/nothing"
    )
    assert second.returncode != 0
    assert "cannot reach PostgreSQL" in second.stderr
    assert "Traceback" not in second.stderr


def test_ctrl_c_closes_in_order(database: str) -> None:
    host = Host(database).start()
    ana = Visitor(host)
    table = ana.table("calavera", "me", "easy", start=True)

    async def run() -> None:
        line = await ana.socket()
        await line.send(t="hello", table=table, seat=0)
        await line.hear("snapshot")
        assert host.process is not None
        os.kill(host.process.pid, signal.SIGTERM)
        with pytest.raises(ConnectionClosed):
            while True:
                await line.hear()

    asyncio.run(run())
    assert host.process is not None
    assert host.process.wait(120) in (0, -signal.SIGTERM)


def test_a_game_survives_losing_every_connection(host: Host) -> None:
    ana = Visitor(host)
    table = ana.table("calavera", "me", "me", start=True)

    async def run() -> None:
        for _ in range(3):
            lines = [await ana.socket() for _ in range(2)]
            tasks = [
                asyncio.create_task(play(line, table, seat, at_random(seat)))
                for seat, line in enumerate(lines)
            ]
            await asyncio.sleep(0.3)
            for line in lines:
                line.socket.transport.abort()
            await asyncio.gather(*tasks, return_exceptions=True)
        lines = [await ana.socket() for _ in range(2)]
        await asyncio.gather(
            *(play(line, table, seat, at_random(seat)) for seat, line in enumerate(lines))
        )

    asyncio.run(run())
    assert ana.get(f"/api/tables/{table}")["stage"] == "over"
