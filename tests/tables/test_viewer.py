"""What is sent of a table is what the rules show to a seat: no more, and no less."""

import random
from collections.abc import Iterator

import msgspec
import pytest
from msgspec import UNSET

from quartett.core.event import CHANCE, Event, Start
from quartett.core.registry import game as find_game
from quartett.core.registry import game_ids
from quartett.core.state import State
from quartett.games.calculissimo import Play
from quartett.tables.entries import AnyNote, Begun, Entry, Move, Sat
from quartett.tables.setup import Clock, TableSetup
from quartett.tables.table import Table
from quartett.tables.viewing import viewer as viewers
from quartett.tables.viewing.viewer import SharedViews, Viewer

EVENTS = 60


LOOKS = (0, 1, None, 2)


@pytest.mark.parametrize("game_id", game_ids())
def test_an_entry_is_told_as_the_rules_redact_it(game_id: str) -> None:
    table = Table(setup(game_id))
    for seq, (state, event) in enumerate(played(game_id), 1):
        entry = Entry(seq=seq, ms=7, what=Move.of(event))
        for looks in LOOKS:
            told = viewers.entry_message(table, entry, state, Viewer(None, looks))
            seen = {"seq": seq, "ms": 7, **state.redact(event, looks).wire()}
            assert bytes(told) == msgspec.json.encode(seen)


def test_a_page_is_sent_what_a_move_comes_to() -> None:
    """Where the game explains it, and only to viewers who asked for offers."""
    table, explained = Table(setup("calculissimo")), 0
    for seq, (state, event) in enumerate(played("calculissimo"), 1):
        entry = Entry(seq=seq, ms=7, what=Move.of(event))
        for looks in LOOKS:
            plain = viewers.entry_message(table, entry, state, Viewer(None, looks))
            told = viewers.entry_message(table, entry, state, Viewer(None, looks, offers=True))
            outcome = msgspec.json.decode(told).pop("outcome", None)
            assert "outcome" not in msgspec.json.decode(plain)
            assert (outcome is not None) == isinstance(event.action, Play)
            explained += outcome is not None
    assert explained


@pytest.mark.parametrize("game_id", game_ids())
def test_views_made_for_many_are_those_of_the_rules(game_id: str) -> None:
    for state, _ in played(game_id):
        views = SharedViews(state)
        for looks in LOOKS:
            assert views.of(looks) == state.view(looks)


def test_the_table_itself_is_told_with_every_note_and_not_with_moves() -> None:
    table = Table(setup("calavera"))
    written: list[tuple[Entry, State | None]] = []

    def write(what: Move | AnyNote) -> None:
        entry, before = Entry(seq=table.seq + 1, ms=7, what=what), table.state
        table.fold(entry)
        written.append((entry, before))

    def tells_of_table(last: int) -> bool:
        told = viewers.events(table, Viewer("ana", 0), 7, written[-last:])
        return told.about is not UNSET

    for seat in range(3):
        write(Sat(seat, f"P{seat}", "ana", "00" * 16))
        assert tells_of_table(1)
    write(Begun(table.commit, ("00" * 16,) * 3))
    assert tells_of_table(1)
    write(Move.of(Event(CHANCE, Start(1))))
    assert not tells_of_table(1)
    assert tells_of_table(2)


def setup(game_id: str) -> TableSetup:
    return TableSetup(
        id="table", game=game_id, players=3, options={}, clock=Clock(), listed=False,
        language="en", owner="ana", created=1, secret="00" * 32,
    )  # fmt: skip


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
