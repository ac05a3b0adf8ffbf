"""Calavera's masks and observations come from tables of bytes; here beside the plain ones."""

import random

import numpy as np
import pytest

from quartett.envs import Episode, factored
from quartett.envs.factored import Draft
from tests.envs.games import drafts
from tests.rules.calavera.table import table


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("sheet", ["standard", "short"])
def test_tables_give_what_the_lists_of_moves_and_fields_say(players: int, sheet: str) -> None:
    form = factored("calavera", players, {"sheet": sheet})
    played = Episode(form, seed=1)
    for _ in drafts(played, random.Random(1)):
        for seat in range(players):
            draft = played.draft(seat)
            assert np.array_equal(draft.mask, Draft.masked(draft))
            assert np.array_equal(draft.observe(), Draft.observe(draft))
    assert played.over


def test_a_score_below_zero_is_observed() -> None:
    state = table("o13* g13*", "", dice="oogpbr")
    draft = factored("calavera", 2).begin(state.view(1))
    assert Draft.observe(draft).min() == -6
    assert np.array_equal(draft.observe(), Draft.observe(draft))


def test_an_observation_is_the_observers_own() -> None:
    draft = Episode(factored("calavera", 2), seed=1).draft(0)
    seen = draft.observe()
    assert seen.dtype == np.int32
    seen[:] = 7
    assert not np.array_equal(draft.observe(), seen)


def test_a_mask_is_shared_and_cannot_be_spoilt() -> None:
    draft = Episode(factored("calavera", 2), seed=1).draft(0)
    with pytest.raises(ValueError, match="read-only"):
        draft.mask[0] = 1
