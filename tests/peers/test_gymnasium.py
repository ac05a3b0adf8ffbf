"""Gymnasium's own suite on our games, and what it does not ask."""

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from quartett import QuartettError
from quartett.bots import Bot, RandomBot
from quartett.core.event import Action
from quartett.core.state import View
from quartett.envs.episode import BadSave
from quartett.envs.gymnasium import IDS, Many, Policy, Single
from tests.envs.games import tables


@pytest.mark.parametrize("id, players", tables())
def test_check_env(id: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = gymnasium.make(IDS[id], players=players, render_mode="rgb_array")
        check_env(made.unwrapped)


@pytest.mark.parametrize("id", IDS)
def test_an_episode_by_the_mask_ends_with_a_result(id: str) -> None:
    env = Single(id, opponents="random", seat=0)
    _, info = env.reset(seed=2)
    rng, reward, over = np.random.default_rng(2), 0.0, False
    while not over:
        move = rng.choice(np.flatnonzero(info["action_mask"]))
        _, reward, over, _, info = env.step(move)
    state = env.episode.state
    expected = 0.0 if len(state.winners()) == 2 else 1.0 if 0 in state.winners() else -1.0
    assert reward == expected


def test_the_mask_is_in_info_and_in_action_masks() -> None:
    env = gymnasium.make("quartett/Calavera-v1")
    _, info = env.reset(seed=1)
    assert (info["action_mask"] == env.unwrapped.action_masks()).all()  # type: ignore[attr-defined]
    assert env.action_space.contains(int(np.flatnonzero(info["action_mask"])[0]))


def test_an_illegal_move_loses_and_says_why() -> None:
    env = Single("calavera", seat=0, options={"start_player": 0})
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(75)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal"] == "move 75 (skip) is not legal now"
    with pytest.raises(QuartettError, match="the game is over: call reset"):
        env.step(0)


def test_seats_are_drawn_unless_one_is_chosen() -> None:
    env = Single("calavera", players=4)
    drawn = {env.reset(seed=seed)[0] is not None and env.seat for seed in range(40)}
    assert drawn == {0, 1, 2, 3}
    assert {Single("calavera", seat=1).reset(seed=s)[0].shape for s in range(2)} == {(84,)}


def test_levels_are_chosen_seat_by_seat() -> None:
    env = Single("calavera", players=3, seat=1, opponents=["hard", "easy"])
    env.reset(seed=1)
    assert {seat: bot.name for seat, bot in env._bots.bots.items()} == {
        0: _name("hard"),
        2: _name("easy"),
    }


class First(Bot):
    """Counts what it is asked."""

    asked = 0

    def choose(self, view: View, deadline: float) -> Action:
        First.asked += 1
        return min(view.actions(), key=str)


def test_opponents_are_classes_functions_and_policies() -> None:
    calls = {"function": 0, "policy": 0}

    def function(view: View, deadline: float) -> Action:  # noqa: ARG001
        calls["function"] += 1
        return min(view.actions(), key=str)

    def policy(observation: Any, mask: Any) -> Any:
        calls["policy"] += 1
        assert observation.shape == env.observation_space.shape
        return mask.argmax()

    env = Single("calavera", players=4, seat=0, opponents=[First, function, Policy(policy)])
    before = First.asked
    _, info = env.reset(seed=3)
    over = False
    while not over:
        *_, over, _, info = env.step(info["action_mask"].argmax())
    assert env.episode.over and "illegal" not in info
    assert First.asked > before and calls["function"] and calls["policy"]
    restored = Single("calavera", players=4, seat=0, opponents=[First, function, Policy(policy)])
    saved = env.save()
    restored.restore(saved)
    assert restored.save() == saved


def _name(level: str) -> str:
    import quartett
    from quartett.bots import find_bot

    return find_bot(quartett.game("calavera"), level).name


@pytest.mark.parametrize(
    "settings, why",
    [
        ({"opponents": "tough"}, "has no bot 'tough'"),
        ({"opponents": RandomBot()}, "a class of bots, not a bot"),
        ({"opponents": dict}, "dict does not derive from quartett.Bot"),
        ({"opponents": 7}, "a level, a class, a function or a Policy, not 7"),
        ({"opponents": [7]}, "a level, a class, a function or a Policy, not 7"),
        ({"opponents": ["easy", "easy"]}, "2 players need 1 opponent, not 2"),
        ({"seat": 5}, "seat is 5; it is 0 to 1"),
        ({"reward": "love"}, "rewards are result or score"),
        ({"players": 9}, "2 to 4 players, not 9"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(settings: dict[str, Any], why: str) -> None:
    with pytest.raises(QuartettError, match=why):
        Single("calavera", **settings)


@pytest.mark.parametrize("id", IDS)
def test_a_restored_game_goes_on_as_the_saved_one_did(id: str) -> None:
    """The bots too: those that remember and those that use random numbers."""
    env = Single(id)
    _, info = env.reset(seed=4)
    _, info = _play(env, info, 25, 1)
    saved = env.save()
    first, _ = _play(env, info, 25, 2)
    _, info = env.restore(saved)
    assert _play(env, info, 25, 2)[0] == first


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
@pytest.mark.parametrize("id", IDS)
def test_a_copy_goes_on_by_itself(id: str, copied: Callable[[Single], Single]) -> None:
    """With bots of its own."""
    env = Single(id)
    _, info = env.reset(seed=4)
    _, info = _play(env, info, 12, 1)
    other = copied(env)
    assert _play(other, info, 12, 2)[0] == _play(env, info, 12, 2)[0]
    assert other.save() == env.save()


def _play(env: Single, info: Any, moves: int, seed: int) -> tuple[list[Any], Any]:
    rng, stepped = np.random.default_rng(seed), []
    for _ in range(moves):
        if env.episode.over:
            break
        move = int(rng.choice(np.flatnonzero(info["action_mask"])))
        seen, reward, over, _, info = env.step(move)
        stepped.append((move, seen.tolist(), reward, over))
    return stepped, info


def test_a_text_that_is_no_saved_game_is_refused() -> None:
    with pytest.raises(BadSave, match="not a saved game"):
        Single("calavera").restore("nonsense")


@pytest.mark.parametrize("id", ["calavera", "calcory"])
def test_many_tables_step_as_so_many_single_ones(id: str) -> None:
    """Ours and Gymnasium's own way of stepping several are held equal."""
    settings: dict[str, Any] = {"num_envs": 3, "opponents": "random"}
    ours = gymnasium.make_vec(IDS[id], vectorization_mode="vector_entry_point", **settings)
    theirs = gymnasium.make_vec(IDS[id], vectorization_mode="sync", **settings)
    assert isinstance(ours, Many)
    stepped: Any = ours.reset(seed=1)
    expected: Any = theirs.reset(seed=1)
    rng, over = np.random.default_rng(1), 0
    for _ in range(150):
        assert (stepped[0] == expected[0]).all()
        masks = stepped[-1]["action_mask"]
        assert (masks == expected[-1]["action_mask"]).all()
        moves = (rng.random(masks.shape) * masks).argmax(axis=1)
        stepped, expected = ours.step(moves), theirs.step(moves)
        over += int(stepped[2].sum())
        for mine, other in zip(stepped[1:4], expected[1:4], strict=True):
            assert (mine == other).all()
    assert over


@pytest.mark.parametrize("moves", [[0, 0], [0, 0, 0, 0], [[0], [0], [0]], 0, None])
def test_many_tables_take_a_move_each(moves: Any) -> None:
    """Too few would leave the last tables as they were, without a word."""
    many = Many(num_envs=3, game="calavera")
    many.reset(seed=1)
    with pytest.raises(QuartettError, match="3 games need a row of as many moves"):
        many.step(moves)
