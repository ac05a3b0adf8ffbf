"""Matches event by event: copied in the middle, and with what bots raise."""

import copy
import pickle
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import NoReturn

import pytest

import quartett
from quartett import Match, Record


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda match: pickle.loads(pickle.dumps(match))])
def test_a_copy_plays_on_as_the_match_does(copied: Callable[[Match], Match]) -> None:
    """Its bots remember what they saw, and see nothing of the other game."""
    match = Match("calcory", ["hard", "expert"], seed=1)
    list(islice(match.steps(), 30))
    other = copied(match)
    for one in (other, match):
        list(one.steps())
    assert other.record() == match.record()
    assert match.record() == quartett.play("calcory", ["hard", "expert"], seed=1)


class Undecodable(quartett.Bot):
    def choose(self, view: quartett.View, deadline: float) -> NoReturn:
        raise FileNotFoundError(b"n\xffmes".decode(errors="surrogateescape"))


def test_a_reason_that_is_no_text_can_be_kept(tmp_path: Path) -> None:
    record = quartett.play("calavera", [Undecodable, "easy"], seed=1, forfeit=True)
    record.save(tmp_path / "game.jsonl")
    assert record.result is not None
    assert record.result.forfeits[0].why.startswith(r"FileNotFoundError: n\udcffmes (test_match.py")
    assert Record.load(tmp_path / "game.jsonl") == record
