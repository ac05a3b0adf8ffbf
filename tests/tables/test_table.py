"""A table as its log tells it."""

from quartett.core.event import Event
from quartett.games.calavera.actions import Mark, Roll
from quartett.tables import entries as log
from quartett.tables.entries import AnyNote, Entry, Move
from quartett.tables.opening import Opening
from quartett.tables.setup import Clock
from quartett.tables.table import Room

OPENING = Opening(
    id="table", game="calavera", players=2, options={"start_player": 0}, clock=Clock(turn=60),
    listed=False, language="en", owner="ana", created=1, secret="00" * 32,
)  # fmt: skip


def write(room: Room, *written: AnyNote | Event) -> None:
    for what in written:
        made = Move.of(what) if isinstance(what, Event) else what
        room.fold(Entry(seq=room.seq + 1, ms=room.updated, what=made))


BEN = log.Sat(1, "Ben", "ben", "00" * 16)


def begun(second: AnyNote = BEN) -> Room:
    room = Room(OPENING)
    write(room, log.Sat(0, "Ana", "ana", "00" * 16), second)
    write(room, log.Begun(room.commit, ("00" * 16,) * 2), roll("orange", "orange", "green"))
    return room


def roll(*faces: str) -> Event:
    return Event("chance", Roll(tuple((*faces, "black", "pink", "rose")[:6])))  # type: ignore[arg-type]


def test_a_bot_acts_once_for_who_is_late() -> None:
    room = begun()
    assert (room.turns, room.bots_to_act) == ((0,), ())
    write(room, log.Late(0))
    assert (room.turns, room.bots_to_act) == ((0,), (0,))
    write(room, Event(0, Mark("orange", "orange")))
    write(room, roll("orange", "orange", "green"), Event(1, Mark("orange", "orange")))
    write(room, roll("orange", "orange", "green"))
    assert (room.turns, room.bots_to_act) == ((0,), ())


def test_a_bot_acts_for_who_has_left_until_they_are_back() -> None:
    room = begun()
    write(room, log.Stood_In(0, "medium", "left"))
    assert (room.turns, room.bots_to_act) == ((), (0,))
    write(room, log.Returned(0))
    assert (room.turns, room.bots_to_act) == ((0,), ())
