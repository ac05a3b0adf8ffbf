"""A table as the fold of its log."""

from quartett.core.event import Event
from quartett.games.calavera.actions import Mark, Roll
from quartett.tables import entries as log
from quartett.tables.entries import AnyNote, Entry, Move
from quartett.tables.setup import Clock, TableSetup
from quartett.tables.table import Table

SETUP = TableSetup(
    id="table", game="calavera", players=2, options={"start_player": 0}, clock=Clock(turn=60),
    listed=False, language="en", owner="ana", created=1, secret="00" * 32,
)  # fmt: skip


def write(table: Table, *written: AnyNote | Event) -> None:
    for what in written:
        made = Move.of(what) if isinstance(what, Event) else what
        table.fold(Entry(seq=table.seq + 1, ms=table.updated, what=made))


BEN = log.Sat(1, "Ben", "ben", "00" * 16)


def begun(second: AnyNote = BEN) -> Table:
    table = Table(SETUP)
    write(table, log.Sat(0, "Ana", "ana", "00" * 16), second)
    write(table, log.Begun(table.commit, ("00" * 16,) * 2), roll("orange", "orange", "green"))
    return table


def roll(*faces: str) -> Event:
    return Event("chance", Roll(tuple((*faces, "black", "pink", "rose")[:6])))  # type: ignore[arg-type]


def test_a_bot_acts_once_for_who_is_late() -> None:
    table = begun()
    assert (table.turns, table.bots_to_act) == ((0,), ())
    write(table, log.Late(0))
    assert (table.turns, table.bots_to_act) == ((0,), (0,))
    write(table, Event(0, Mark("orange", "orange")))
    write(table, roll("orange", "orange", "green"), Event(1, Mark("orange", "orange")))
    write(table, roll("orange", "orange", "green"))
    assert (table.turns, table.bots_to_act) == ((0,), ())


def test_a_bot_acts_for_who_has_left_until_they_are_back() -> None:
    table = begun()
    write(table, log.Stood_In(0, "medium", "left"))
    assert (table.turns, table.bots_to_act) == ((), (0,))
    write(table, log.Returned(0))
    assert (table.turns, table.bots_to_act) == ((0,), ())
