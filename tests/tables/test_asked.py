"""Whose choice is new: programs are sent their actions then, and older choices are stale."""

import random
from itertools import islice
from typing import Any

import pytest

from quartett.core.registry import game_ids
from tests.tables.desk import ANA, Desk


def test_a_seat_is_asked_anew_when_another_challenges_first() -> None:
    """A wrong play is taken back, and no chance follows that would ask again."""
    options = {"start_player": 0, "challenge": True}
    desk = Desk("calculissimo", "me", "me", "me", options=options)
    play: Any = next(a for a in desk.state.actions(0) if type(a).__name__ == "Play")
    desk.act(ANA, {"do": "play", "tiles": play.tiles, "announce": 999}, 0)
    asked = dict(desk.table.since)
    desk.act(ANA, {"do": "challenge"}, 2)
    assert desk.table.waiting == (1,)
    assert desk.table.since[1] > asked[1]


@pytest.mark.parametrize("game", game_ids())
def test_a_seat_with_other_actions_than_before_has_been_asked_anew(game: str) -> None:
    desk = Desk(game, "me", "me")
    rng = random.Random(5)
    for _ in range(15):
        before, asked = choices(desk), dict(desk.table.since)
        desk.play_on(rng, 1)
        if desk.table.stage != "playing":
            return
        for seat, listed in choices(desk).items():
            changed = before.get(seat) != listed
            assert not changed or desk.table.since[seat] != asked.get(seat)


def choices(desk: Desk) -> dict[int, list[str]]:
    """Some of the legal actions of each seat that may act."""
    return {s: [str(a) for a in islice(desk.state.actions(s), 5)] for s in desk.state.to_act}
