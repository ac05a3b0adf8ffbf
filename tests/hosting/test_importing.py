"""A record from elsewhere becomes a table whose record it is."""

import random

import pytest

import quartett
from quartett.games.calavera.actions import Reroll
from quartett.hosting.importing import imported, read_record
from quartett.tables import commands as ask
from quartett.tables.errors import Refused
from quartett.tables.seats import Person
from quartett.tables.table import Table
from tests.tables import desk

ANA = Person(id="a" * 16, name="Ana")


def text_of(record: quartett.Record) -> str:
    return "\n".join(record.lines()) + "\n"


def table_of(text: str, mine: tuple[int, ...] = ()) -> Table:
    table, draft = imported(read_record(text), ANA, mine, "local-1", 5)
    table.write(draft, None, 5)
    return table


@pytest.mark.parametrize("game", ["calavera", "calcory", "calculissimo", "cubus"])
def test_the_record_of_an_imported_table_is_the_one_it_came_from(game: str) -> None:
    text = text_of(quartett.play(game, ["random", "random"], seed=3))
    assert text_of(table_of(text).record()) == text


def test_what_was_taken_back_is_still_counted() -> None:
    table = desk.Desk("calavera", "me", "easy", practice=True)
    table.act(desk.ANA, Reroll((5,)))
    table.do(desk.ANA, ask.Undo, 0)
    table.play_on(random.Random(1))
    text = text_of(table.table.record())
    assert '"undone"' in text
    assert text_of(table_of(text).record()) == text


def test_seats_are_the_owners_where_it_is_said() -> None:
    text = text_of(quartett.play("calavera", ["easy", "easy"], seed=3))
    assert table_of(text, (1,)).seats_of(ANA.id) == [1]
    assert table_of(text).seats_of(ANA.id) == []


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"quartett":1', '"quartett":2', "version 2"),
        ('"scores":[', '"scores":[9', "scores"),
        ('"secret":"', '"secret":"00', "secret"),
        ('"by":"chance"', '"by":"chants"', "by"),
    ],
)
def test_a_record_that_does_not_verify_is_refused(old: str, new: str, why: str) -> None:
    text = text_of(quartett.play("calavera", ["easy", "easy"], seed=3))
    with pytest.raises(Refused, match=why) as refused:
        table_of(changed(text, old, new))
    assert refused.value.code == "bad_record"


def test_a_game_that_is_not_over_is_refused() -> None:
    text = text_of(quartett.play("calavera", ["easy", "easy"], seed=3))
    with pytest.raises(Refused, match="not over"):
        table_of("\n".join(text.splitlines()[:-1]))
