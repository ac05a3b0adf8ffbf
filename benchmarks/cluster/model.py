"""What this many games a day need, by what one action costs."""

import math
import random
from collections.abc import Iterator

from msgspec import Struct

from quartett import game
from quartett.core.event import CHANCE, Event

DAILY = (1_000, 100_000, 10_000_000)
PEAK = 0.1
"""The share of a day's games that are played in its busiest hour."""
MINUTES = 15
"""How long a game takes."""
BUSY = 0.5
"""How busy processors may be at that hour."""
GAMES = 40
HEAD = (
    "| games a day | actions a second, busiest hour | tables at a time | cores: servers"
    " | cores: PostgreSQL | memory for tables | log a day |\n|---|---|---|---|---|---|---|"
)


class Cost(Struct, frozen=True):
    """What was measured."""

    server: float
    """Processor seconds of the servers for an action."""
    database: float
    table_bytes: float
    """Memory for a live table with its two sockets."""
    entry_bytes: float
    """Disk for an entry of the log."""


def rows(cost: Cost) -> Iterator[str]:
    """The model: as many cores as the busiest hour keeps half busy."""
    actions, entries = per_game()
    yield HEAD
    for games in DAILY:
        rate = games * PEAK * actions / 3600
        tables = games * PEAK * MINUTES / 60
        yield (
            f"| {games:,} | {_plain(rate)} | {_plain(tables)} | {_cores(rate * cost.server)}"
            f" | {_cores(rate * cost.database)} | {_size(tables * cost.table_bytes)}"
            f" | {_size(games * entries * cost.entry_bytes)} |"
        )


def per_game() -> tuple[float, float]:
    """The actions of players, and the entries of the log, in a game of Calavera for two."""
    rules, rng = game("calavera"), random.Random(1)
    actions = entries = 0
    for _ in range(GAMES):
        state = rules.start(2)
        while not state.over:
            if state.is_chance:
                event = Event(CHANCE, state.sample(rng))
            else:
                seat = min(state.to_act)
                event, actions = Event(seat, state.random_action(seat, rng)), actions + 1
            state = state.apply(event)
            entries += 1
    return actions / GAMES, entries / GAMES + 4


def _plain(number: float) -> str:
    return f"{number:,.1f}" if number < 10 else f"{number:,.0f}"


def _cores(seconds: float) -> str:
    needed = seconds / BUSY
    return "1" if needed <= 1 else f"{math.ceil(needed):,}"


def _size(count: float) -> str:
    for unit in ("B", "KiB", "MiB", "GiB"):
        if count < 1024:
            return f"{count:.1f} {unit}"
        count /= 1024
    return f"{count:.1f} TiB"
