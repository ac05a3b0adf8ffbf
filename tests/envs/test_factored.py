"""Every game in small moves: random play always ends, and every action can be reached."""

import random

import numpy as np
import pytest

import quartett
from quartett import CHANCE, Event, IllegalAction, Options, QuartettError
from quartett.bots import levels
from quartett.envs import Episode, factored
from quartett.envs.factored import Draft
from tests.envs.games import drafts, form_of, tables, variants

Variant = tuple[str, Options]


@pytest.mark.parametrize("id, options", variants())
def test_uniform_choice_among_legal_moves_always_ends_the_game(id: str, options: Options) -> None:
    form = form_of(id, options)
    episode = Episode(form, seed=1)
    played = sum(1 for _ in drafts(episode, random.Random(1)))
    assert episode.over
    assert played < form.encoding.longest


@pytest.mark.parametrize("id, players", tables())
def test_observations_have_the_size_and_the_bounds_that_are_documented(
    id: str, players: int
) -> None:
    form = factored(id, players)
    fields = form.fields
    for draft in drafts(Episode(form, seed=2), random.Random(2), moves=150):
        for field in fields.fields:
            assert len(field.read(draft)) == field.size, field.name
        seen = draft.observe()
        outside = (seen < fields.low) | (seen > fields.high)
        names = [name for name, values in fields.named(outside).items() if values.any()]
        assert not names


@pytest.mark.parametrize("id, options", variants())
def test_every_action_of_a_random_game_is_reached_by_its_path(id: str, options: Options) -> None:
    """Whole turns come from the rules' own random play; their paths are legal move by move."""
    form, rng = form_of(id, options), random.Random(3)
    state, turns = form.game.start(form.players, options), 0
    while not state.over and turns < 60:
        if state.is_chance:
            state = state.apply(Event(CHANCE, state.sample(rng)))
            continue
        seat = min(state.to_act)
        action = state.random_action(seat, rng)
        assert _by_path(form.begin(state.view(seat)), action) == action
        state = state.apply(Event(seat, action))
        turns += 1


@pytest.mark.parametrize("id", [id for id in quartett.game_ids() if levels(quartett.game(id))])
def test_every_action_of_a_hard_bot_is_reached_by_its_path(id: str) -> None:
    record = quartett.play(id, ["hard", "easy"], seed=4)
    form = form_of(id)
    for state, event in zip(record.replay(), record.events, strict=False):
        if event.actor != CHANCE:
            assert isinstance(event.actor, int)
            found = _by_path(form.begin(state.view(event.actor)), event.action)
            assert state.apply(Event(event.actor, found)) == state.apply(event)


def _by_path(draft: Draft, action: quartett.Action) -> quartett.Action:
    *begun, last = draft.path(action)
    for move in begun:
        after = draft.then(move)
        assert isinstance(after, Draft)
        draft = after
    made = draft.then(last)
    assert not isinstance(made, Draft)
    return made


def test_a_move_that_is_masked_out_is_refused_and_changes_nothing() -> None:
    episode = Episode(factored("calavera", 2, {"start_player": 0}), seed=1)
    before = episode.save()
    masked = int(np.flatnonzero(episode.draft(0).mask == 0)[0])
    with pytest.raises(IllegalAction, match="is not legal now"):
        episode.move(0, masked)
    with pytest.raises(IllegalAction, match="moves are 0 to 75, not 76"):
        episode.move(0, 76)
    assert episode.save() == before


def test_a_seat_that_may_not_act_has_no_legal_move() -> None:
    episode = Episode(factored("calcory", 3, {"start_player": 1}), seed=1)
    assert [int(episode.draft(seat).mask.any()) for seat in range(3)] == [0, 1, 0]


def test_a_table_that_cannot_be_is_refused() -> None:
    with pytest.raises(QuartettError, match="2 to 4 players, not 7"):
        factored("calavera", 7)
    with pytest.raises(QuartettError, match="bad options"):
        factored("calavera", 2, {"sheet": "huge"})
