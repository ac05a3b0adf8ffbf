"""What is told of an entry is what its seat may see of the event: no more, and no less."""

import random

import msgspec
import pytest

from quartett.core.event import CHANCE, Event
from quartett.core.registry import game as find_game
from quartett.core.registry import game_ids
from quartett.server import audience
from quartett.server.audience import Eyes
from quartett.server.entries import Entry, Move
from quartett.server.room import Opening, Room
from quartett.server.table import Clock

EVENTS = 60


@pytest.mark.parametrize("game_id", game_ids())
def test_an_entry_is_told_as_the_rules_redact_it(game_id: str) -> None:
    rng = random.Random(5)
    opening = Opening(
        id="table", game=game_id, players=3, options={}, clock=Clock(), listed=False,
        language="en", owner="ana", created=1, secret="00" * 32,
    )  # fmt: skip
    room, state = Room(opening), find_game(game_id).start(3)
    for seq in range(1, EVENTS + 1):
        if state.is_chance:
            event = Event(CHANCE, state.sample(rng))
        else:
            seat = rng.choice(sorted(state.to_act))
            event = Event(seat, state.random_action(seat, rng))
        entry = Entry(seq=seq, ms=7, what=Move.of(event))
        for looks in (None, 0, 1, 2):
            told = audience.tell(room, entry, state, Eyes(None, looks))
            seen = {"seq": seq, "ms": 7, **state.redact(event, looks).wire()}
            assert bytes(told) == msgspec.json.encode(seen)
        state = state.apply(event)
        if state.over:
            break
