"""Bots that a server is asked to play."""

import msgspec
import pytest

from quartett.bots import levels
from quartett.hosting.questions import decide, question_for
from tests.tables.desk import Desk


@pytest.mark.parametrize("game", ["calavera", "highcard"])
def test_a_bot_that_is_not_offered_any_more_is_replaced_by_the_usual_level(game: str) -> None:
    """Its file is not named when the server starts again; the tables it sits at go on."""
    table = Desk(game, "me", "me").table
    assert table.state is not None
    question = question_for(table, min(table.state.to_act))
    usual = "medium" if levels(table.game) else "random"
    gone, there = (msgspec.structs.replace(question, level=level) for level in ("gone", usual))
    assert decide(gone, 60.0) == decide(there, 60.0)
