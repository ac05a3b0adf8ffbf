"""No clock runs while the server is down or stands still; where none ran, nothing is written."""

import random

import pytest

from quartett.tables import play
from quartett.tables.entries import Paused
from quartett.tables.setup import Clock
from tests.tables.desk import BEN, Desk

OPTIONS = {"start_player": 0, "challenge": True}


def desk(clock: Clock) -> Desk:
    return Desk("calculissimo", "me", "open", others=(BEN,), clock=clock, options=OPTIONS)


@pytest.mark.parametrize("clock", [Clock(), Clock(answer=15)])
def test_nothing_is_written_where_no_clock_runs(clock: Clock) -> None:
    """With time to object alone, none runs while somebody thinks about a move."""
    assert play.pause(desk(clock).table, 5_000) == []


def test_a_turn_with_a_limit_is_paused() -> None:
    assert play.pause(desk(Clock(turn=60)).table, 5_000) == [(Paused(5_000), None)]


def test_time_to_object_is_paused() -> None:
    table = desk(Clock(answer=15))
    rng = random.Random(2)
    while table.table.waiting == (0,):
        table.play_on(rng, 1)
    assert play.pause(table.table, 5_000) == [(Paused(5_000), None)]
