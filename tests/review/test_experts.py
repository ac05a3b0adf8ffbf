"""Reviews, hints and experts value decisions alike."""

from itertools import pairwise

import pytest

import quartett
from quartett import CHANCE, Record
from quartett.bots import explain
from quartett.review import judge_of, review


def of_experts(id: str, players: int) -> Record:
    return quartett.play(id, ["expert"] * players, seed=1)


@pytest.mark.parametrize(("id", "players"), [("calcory", 3), ("cubus", 2)])
def test_reviews_find_no_mistake_in_an_expert_s_game(id: str, players: int) -> None:
    """What the expert of Calcory draws at random is as good as the best, but for 3 %."""
    found = review(of_experts(id, players))
    assert all(one.grade in ("none", "small") for one in found.decisions)


@pytest.mark.parametrize(("id", "players"), [("calavera", 3), ("calcory", 3), ("cubus", 2)])
def test_a_hint_is_what_reviews_call_best(id: str, players: int) -> None:
    record = of_experts(id, players)
    judge, asked = judge_of(record.game, record), 0
    for place, (event, (before, _)) in enumerate(
        zip(record.events, pairwise(record.replay()), strict=True)
    ):
        if event.actor != CHANCE and place % 5 == 0:
            seat = int(event.actor)
            seen = list(Record(record.head, record.events[:place]).seen(seat))
            best = explain(record.game, before.view(seat), seen).options[0].action
            assert judge.decision(before, seat, best).regret < 1e-9, f"{place}: {best}"
            asked += 1
        judge.observe(before, event)
    assert asked > 10
