"""A game in small moves: repeatable, provable, and saved and restored at any moment."""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from examples.goofspiel.goofspiel import Goofspiel
from msgspec.structs import replace

import quartett
from quartett import IllegalAction, Options
from quartett.envs import Episode, factored
from quartett.envs.episode import BadSave
from quartett.games.cubus import Cards
from tests.envs.games import drafts, form_of, tables, variants

WHOLE_ACTIONS = {"calavera", "goofspiel", "highcard", "alone"}
"""Games, and an option, in which no turn takes more than one move."""


@pytest.mark.parametrize(
    "id, players", [(id, players) for id, players in tables() if id != "cubus"]
)
def test_the_same_seed_and_moves_give_the_same_game(id: str, players: int) -> None:
    form = factored(id, players)
    one, two = Episode(form, seed=5), Episode(form, seed=5)
    for episode in (one, two):
        for _ in drafts(episode, random.Random(5)):
            pass
    assert one.events == two.events
    assert Episode(form, seed=6).events != one.events[: len(Episode(form, seed=6).events)]


@pytest.mark.parametrize("id, options", variants())
def test_a_restored_table_goes_on_as_the_saved_one_does(id: str, options: Options) -> None:
    episode, rng = Episode(form_of(id, options), seed=7), random.Random(7)
    half_made = 0
    for moves, draft in enumerate(drafts(episode, rng, moves=120)):
        if (draft.made and half_made < 3) or moves % 40 == 17:
            half_made += bool(draft.made)
            _check_twin(episode, rng.random())
    assert half_made or WHOLE_ACTIONS & {id, getattr(options, "dismantling", "")}


def _check_twin(episode: Episode, seed: float) -> None:
    twin = Episode.restored(episode.save())
    assert twin.save() == episode.save()
    again = Episode.restored(episode.save())
    for one, other in zip(
        drafts(twin, random.Random(seed), 12), drafts(again, random.Random(seed), 12), strict=True
    ):
        assert (one.mask == other.mask).all()
        assert (one.observe() == other.observe()).all()
    assert twin.events == again.events


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
@pytest.mark.parametrize("id", quartett.game_ids())
def test_a_copy_goes_on_by_itself(id: str, copied: Callable[[Episode], Episode]) -> None:
    episode = Episode(form_of(id), seed=7)
    for moves, draft in enumerate(drafts(episode, random.Random(7), 40)):
        if draft.made or moves == 3:
            break
    saved = episode.save()
    other = copied(episode)
    assert other.form is episode.form
    assert other.save() == saved
    for _ in drafts(other, random.Random(1), 12):
        pass
    assert episode.save() == saved
    for _ in drafts(episode, random.Random(1), 12):
        pass
    assert episode.save() == other.save()


def test_a_copy_of_a_game_that_is_not_installed() -> None:
    class Mine(Goofspiel):
        id = "mine"

    episode = Episode(factored(Mine(), 2), seed=1)
    other = copy.deepcopy(episode)
    for one in (episode, other):
        for _ in drafts(one, random.Random(1)):
            pass
    assert other.events == episode.events


@pytest.mark.parametrize("move", [1.5, 63.0, "63", None, np.array([63])])
def test_a_move_is_a_whole_number(move: Any) -> None:
    episode = Episode(factored("calavera", 2), seed=1)
    with pytest.raises(IllegalAction, match="a move is a whole number, not "):
        episode.move(0, move)


def test_a_move_may_be_a_number_of_numpy() -> None:
    episode = Episode(factored("calculissimo", 2, {"start_player": 0}), seed=1)
    episode.move(0, episode.draft(0).mask.argmax())
    assert Episode.restored(episode.save()).draft(0).made == episode.draft(0).made


@pytest.mark.parametrize("id", quartett.game_ids())
def test_the_record_of_a_table_can_be_verified(id: str) -> None:
    episode = Episode(form_of(id), seed=8)
    for _ in drafts(episode, random.Random(8)):
        pass
    findings = quartett.verify(episode.record())
    assert all(finding.ok for finding in findings)


@pytest.mark.parametrize(
    "text, why",
    [
        ("", "this is not a saved game"),
        ("{}", "this is not a saved game"),
        (
            '{"quartett_table":2,"game":"calavera","players":2,"options":{},"seed":1,"events":[],'
            '"drafts":{}}',
            "saved in form 2, not 1",
        ),
        (
            '{"quartett_table":1,"game":"calavera","players":2,"options":{},"seed":1,'
            '"events":[{"by":0,"do":"skip"}],"drafts":{}}',
            "does not follow the rules",
        ),
        (
            '{"quartett_table":1,"game":"calavera","players":2,"options":{},"seed":1,'
            '"events":[{"do":"skip"}],"drafts":{}}',
            "does not follow the rules",
        ),
    ],
)
def test_a_text_that_is_no_saved_table_is_refused_in_a_sentence(text: str, why: str) -> None:
    with pytest.raises(BadSave, match=why):
        Episode.restored(text)


def test_seats_that_choose_at_once_keep_what_they_have_begun() -> None:
    """In the contest for Cubus' last build one seat's hand-in leaves the other's draft alone."""
    form = factored("cubus", 2, {"last_build": "contest", "start_player": 0})
    episode = Episode(form, seed=1)
    episode.state = replace(
        episode.state, phase="last", pool=Cards.read("LRT"), asked=(0, 1), handed=(None, None)
    )
    episode.move(1, form.moves["column"] + 1)
    episode.move(0, form.moves["pass"])
    assert episode.draft(1).made == (form.moves["column"] + 1,)
    assert episode.draft(1).view.chosen == (0,)
