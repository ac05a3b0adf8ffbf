"""What is told of a table is what the rules show to a seat: no more, and no less."""

import random
from collections.abc import Iterator

import msgspec
import pytest

from quartett.core.event import CHANCE, Event
from quartett.core.registry import game as find_game
from quartett.core.registry import game_ids
from quartett.core.state import State
from quartett.server import audience
from quartett.server.audience import Eyes, Views
from quartett.server.entries import Entry, Move
from quartett.server.room import Opening, Room
from quartett.server.table import Clock

EVENTS = 60


LOOKS = (0, 1, None, 2)


@pytest.mark.parametrize("game_id", game_ids())
def test_an_entry_is_told_as_the_rules_redact_it(game_id: str) -> None:
    opening = Opening(
        id="table", game=game_id, players=3, options={}, clock=Clock(), listed=False,
        language="en", owner="ana", created=1, secret="00" * 32,
    )  # fmt: skip
    room = Room(opening)
    for seq, (state, event) in enumerate(played(game_id), 1):
        entry = Entry(seq=seq, ms=7, what=Move.of(event))
        for looks in LOOKS:
            told = audience.tell(room, entry, state, Eyes(None, looks))
            seen = {"seq": seq, "ms": 7, **state.redact(event, looks).wire()}
            assert bytes(told) == msgspec.json.encode(seen)


@pytest.mark.parametrize("game_id", game_ids())
def test_views_made_for_many_are_those_of_the_rules(game_id: str) -> None:
    for state, _ in played(game_id):
        views = Views(state)
        for looks in LOOKS:
            assert views.of(looks) == state.view(looks)


def played(game_id: str) -> Iterator[tuple[State, Event]]:
    """Positions of a game of three, each with what happens next."""
    rng, state = random.Random(5), find_game(game_id).start(3)
    for _ in range(EVENTS):
        if state.is_chance:
            event = Event(CHANCE, state.sample(rng))
        else:
            seat = rng.choice(sorted(state.to_act))
            event = Event(seat, state.random_action(seat, rng))
        yield state, event
        state = state.apply(event)
        if state.over:
            return
