"""What every viewer received, to the last byte, would have been the same in a game that differs
only in what that viewer may not know."""

import asyncio
import os
import random
import sys
from typing import Any

import msgspec
import pytest

import quartett
from quartett.core.event import Event
from quartett.server.repository import Repository
from quartett.server.store.sqlite import SqliteStore
from quartett.tables.entries import Entry, Move
from quartett.tables.setup import TableSetup
from quartett.tables.table import Table
from quartett.tables.viewing import messages as protocol
from quartett.tables.viewing import viewer as viewers
from quartett.tables.viewing.viewer import Viewer
from tests.server.host import Host
from tests.server.player import Line, Visitor, new_cmd

GAMES = int(os.environ.get("QUARTETT_LEAK_GAMES", "6"))
AT_ONCE = 12
CUTS = 3
"""How many moments of each game are looked at with twins."""
SEATS = 3


class Watched:
    """A game, and everything that each viewer received of it."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.heard: dict[int | None, list[bytes]] = {}


async def play_and_watch(visitor: Visitor, game: str, number: int) -> Watched:
    """All seats and a spectator, each on a socket of its own."""
    options = random.Random(number).choice(quartett.game(game).variants())
    table = await asyncio.to_thread(
        visitor.table, game, *["me"] * SEATS, options=msgspec.to_builtins(options)
    )
    watched = Watched(table)
    lines = {seat: await visitor.socket() for seat in (*range(SEATS), None)}
    for seat, line in lines.items():
        await line.send(t="hello", table=table, seat=seat)
        await line.hear("snapshot")
    await asyncio.to_thread(visitor.do, table, "start")
    await asyncio.gather(*(_play(line, table, seat, game, number) for seat, line in lines.items()))
    watched.heard = {seat: line.heard for seat, line in lines.items()}
    return watched


async def _play(line: Line, table: str, seat: int | None, game: str, number: int) -> None:
    rng = random.Random(f"{number} {seat}")
    view_type = sys.modules[type(quartett.game(game)).__module__].View
    while True:
        told = await line.hear("events", "rejected", "snapshot")
        if told.get("about", {}).get("stage") == "over":
            break
        view = told.get("view")
        if seat is not None and view is not None and seat in view["to_act"]:
            action = msgspec.convert(view, view_type).random_action(rng)
            form = msgspec.to_builtins(action)
            await line.send(t="act", table=table, cmd=new_cmd(), at=told["seq"], action=form)
    await line.close()


@pytest.mark.parametrize("game", ["calavera", "calcory", "calculissimo", "cubus"])
def test_nothing_received_depends_on_what_the_seat_may_not_know(game: str, database: str) -> None:
    async def run(host: Host) -> list[Watched]:
        visitor = Visitor(host)
        games: list[Watched] = []
        for first in range(0, GAMES, AT_ONCE):
            numbers = range(first, min(first + AT_ONCE, GAMES))
            games += await asyncio.gather(*(play_and_watch(visitor, game, n) for n in numbers))
        return games

    with Host(database) as host:
        games = asyncio.run(run(host))
    hidden = asyncio.run(_check(database, games))
    assert hidden > 0, "no twin differs: the test sees nothing"


async def _check(database: str, games: list[Watched]) -> int:
    store = await SqliteStore.open(database)
    repository, differing = Repository(store), 0
    for watched in games:
        setup = await repository.setup(watched.table)
        entries = await repository.entries(watched.table)
        rng = random.Random(watched.table)
        for seat, frames in watched.heard.items():
            differing += _compare(setup, entries, seat, frames, rng)
    await store.close()
    return differing


def _compare(
    setup: TableSetup, entries: list[Entry], seat: int | None, frames: list[bytes], rng: Any
) -> int:
    """Every frame up to some moments, made again from twins of the log up to there."""
    game = quartett.game(setup.game)
    told = [frame for frame in map(msgspec.json.decode, frames) if frame["t"] == "events"]
    assert [entry["seq"] for frame in told for entry in frame["events"]] == list(
        range(told[0]["events"][0]["seq"], entries[-1].seq + 1)
    )
    differing = 0
    for cut in _cuts(told, rng):
        log = [_event(game, entry.what) for entry in entries[:cut] if isinstance(entry.what, Move)]
        start = Table(setup).start()
        twin = game.resample(start, log, seat, rng)
        differing += twin != log
        made = _frames(setup, _with(entries[:cut], twin), seat, told)
        assert made == [frame for frame in frames if _is_told(frame, cut)]
    return differing


def _cuts(told: list[dict[str, Any]], rng: Any) -> list[int]:
    """Moments after something that this viewer may not see yet, and any others."""
    ends = [frame["seq"] for frame in told[1:]]
    hiding = [frame["seq"] for frame in told[1:] if "do" not in frame["events"][-1]]
    return [*rng.sample(hiding, min(CUTS, len(hiding))), *rng.sample(ends, min(CUTS, len(ends)))]


def _event(game: quartett.Game, move: Move) -> Event:
    return move.event(game)


def _is_told(frame: bytes, cut: int) -> bool:
    message = msgspec.json.decode(frame)
    return bool(message["t"] == "events" and message["seq"] <= cut)


def _with(entries: list[Entry], events: list[Event]) -> list[Entry]:
    """The entries with other moves in their places."""
    moves = iter(events)
    twins = []
    for entry in entries:
        what = entry.what
        if isinstance(what, Move):
            event = next(moves)
            what = msgspec.structs.replace(Move.of(event), made=None)
        twins.append(msgspec.structs.replace(entry, what=what))
    return twins


def _frames(
    setup: TableSetup, entries: list[Entry], seat: int | None, told: list[dict[str, Any]]
) -> list[bytes]:
    """What the server says of this log, in messages that end where the real ones ended."""
    table = Table(setup)
    ends = {frame["seq"] for frame in told}
    user = next(entry.what.user for entry in entries if hasattr(entry.what, "user"))
    viewer = Viewer(user, seat)
    begun = told[0]["events"][0]["seq"]
    news: list[Any] = []
    frames = []
    for entry in entries:
        before = table.state
        table.fold(entry)
        if entry.seq < begun:
            continue
        news.append((entry, before))
        if entry.seq in ends:
            message = viewers.events(table, viewer, entry.ms, news)
            frames.append(protocol.encode(message))
            news = []
    return frames
