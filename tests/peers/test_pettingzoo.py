"""PettingZoo's own suite on our games, and what it does not ask."""

import copy
import pickle
import random
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

from quartett import IllegalAction, QuartettError
from quartett.envs.episode import BadSave
from quartett.envs.pettingzoo import Aec, Parallel, env, parallel_env, raw_env
from tests.envs.games import tables

SHORT = {"goofspiel": 5, "highcard": 3}
"""Games that are over after a few moves, and how many of them are some."""

ALLOWED = (
    "Observation is not a NumPy array",
    "Observation space for each agent",
    "Observation numpy array is all zeros",
)


@pytest.fixture(autouse=True)
def _strict() -> Iterator[None]:
    """Their suite warns where it could fail; we allow only what it says of all masked games, and
    of High Card, whose table may be empty."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for allowed in ALLOWED:
            warnings.filterwarnings("ignore", allowed)
        yield


@pytest.mark.parametrize("id, players", tables())
def test_api(id: str, players: int) -> None:
    api_test(env(id, players), num_cycles=60)


@pytest.mark.parametrize("id, players", tables())
def test_api_of_the_raw_environment_with_score_rewards(id: str, players: int) -> None:
    api_test(raw_env(id, players, reward="score"), num_cycles=20)


@pytest.mark.parametrize("id, players", tables())
def test_seeds(id: str, players: int) -> None:
    seed_test(lambda: env(id, players), num_cycles=40)


@pytest.mark.parametrize("id, players", tables())
def test_parallel_api(id: str, players: int) -> None:
    parallel_api_test(parallel_env(id, players), num_cycles=120)


@pytest.mark.parametrize("id, players", tables())
def test_rendering(id: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    tests = {"ansi": lambda text: bool(text.strip()), "rgb_array": _is_drawn}
    render_test(lambda **settings: env(id, players, **settings), tests)
    assert capsys.readouterr().out.strip()


def _is_drawn(pixels: Any) -> bool:
    return pixels.shape == (600, 800, 3) and len(np.unique(pixels)) > 20


@pytest.mark.parametrize("id", ["calavera", "calcory"])
def test_whole_games_reward_the_winner(id: str) -> None:
    game = env(id, 3)
    game.reset(seed=1)
    totals = dict.fromkeys(game.agents, 0.0)
    for agent in game.agent_iter():
        seen, reward, termination, _, _ = game.last()
        totals[agent] += reward
        game.step(None if termination else game.action_space(agent).sample(seen["action_mask"]))
    winners = game.record().result.winners  # type: ignore[union-attr]
    assert sum(totals.values()) == pytest.approx(0)
    assert [agent for agent, total in totals.items() if total > 0] == [
        f"player_{seat}" for seat in winners
    ]


def test_score_rewards_add_up_to_the_scores() -> None:
    game = env("calavera", 2, reward="score")
    game.reset(seed=3)
    totals = dict.fromkeys(game.agents, 0.0)
    for agent in game.agent_iter():
        seen, reward, termination, _, _ = game.last()
        totals[agent] += reward
        game.step(None if termination else game.action_space(agent).sample(seen["action_mask"]))
    assert tuple(totals.values()) == game.episode.state.scores()


def test_an_illegal_move_ends_the_game_and_its_seat_loses() -> None:
    game = env("calavera", 2, {"start_player": 0})
    game.reset(seed=1)
    game.step(75)  # skip, though dice can be used
    assert game.terminations == {"player_0": True, "player_1": True}
    assert game.rewards == {"player_0": -1.0, "player_1": 0.0}
    assert game.infos["player_0"] == {"illegal": "move 75 (skip) is not legal now"}
    left = []
    for agent in game.agent_iter():
        left.append(agent)
        game.step(None)
    assert left == ["player_0", "player_1"]


def test_the_raw_environment_refuses_an_illegal_move_and_changes_nothing() -> None:
    game = raw_env("calavera", 2, {"start_player": 0})
    game.reset(seed=1)
    before = game.save()
    with pytest.raises(IllegalAction, match="move 75"):
        game.step(75)
    with pytest.raises(IllegalAction, match="a move is a whole number, not 'reroll'"):
        game.step("reroll")
    with pytest.raises(IllegalAction, match=r"a move is a whole number, not 1\.5"):
        game.step(1.5)
    assert game.save() == before


@pytest.mark.parametrize("id, players", tables())
def test_save_and_restore_in_the_middle_of_a_game(id: str, players: int) -> None:
    game, rng = env(id, players), random.Random(5)
    game.reset(seed=5)
    _play(game, rng, SHORT.get(id, 37))
    saved = game.save()
    first = _play(game, random.Random(6), 20)
    game.restore(saved)
    assert _play(game, random.Random(6), 20) == first


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
@pytest.mark.parametrize("id, players", tables())
def test_a_copy_in_the_middle_of_a_game(
    id: str, players: int, copied: Callable[[Aec], Aec]
) -> None:
    game = env(id, players)
    game.reset(seed=5)
    _play(game, random.Random(5), SHORT.get(id, 37))
    other = copied(game)
    assert _play(other, random.Random(6), 40) == _play(game, random.Random(6), 40)
    assert other.save() == game.save()


def test_rewards_not_yet_received_survive_a_restore() -> None:
    """Calavera pays bonuses to others while one seat moves."""
    game, rng = env("calavera", 2, {"start_player": 0}, reward="score"), random.Random(1)
    game.reset(seed=1)
    owed = 0
    while game.agents and not game.episode.over:
        _play(game, rng, 1)
        pending = dict(game._cumulative_rewards)
        owed += any(pending.values())
        game.restore(game.save())
        assert game._cumulative_rewards == pending
    assert owed


def test_a_text_that_is_no_saved_game_is_refused() -> None:
    game = env("calavera")
    game.reset(seed=1)
    with pytest.raises(BadSave, match="not a saved game"):
        game.restore("nonsense")


def _play(game: Aec, rng: random.Random, moves: int) -> list[tuple[str, int]]:
    made = []
    for agent in game.agent_iter(moves):
        seen, _, termination, _, _ = game.last()
        assert seen is not None
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        move = None if termination else rng.choice(legal)
        made.append((agent, -1 if move is None else move))
        game.step(move)
    return made


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    with pytest.raises(QuartettError, match="call reset"):
        env("calavera").step(0)
    with pytest.raises(QuartettError, match="call reset"):
        env("calavera").save()
    with pytest.raises(QuartettError, match="render modes are human, ansi, rgb_array, not 'film'"):
        env("calavera", render_mode="film")
    with pytest.raises(QuartettError, match="rewards are result or score, not 'love'"):
        env("calavera", reward="love")  # type: ignore[arg-type]
    game = env("calavera")
    game.reset(seed=1)
    other = env("calavera", 3)
    other.reset(seed=1)
    with pytest.raises(QuartettError, match="save of another game"):
        game.restore(other.save())


def test_parallel_seats_that_choose_at_once_act_in_one_step() -> None:
    game = parallel_env("calavera", 4)
    rng, together = random.Random(3), 0
    seen, _ = game.reset(seed=3)
    while game.agents:
        asked = len(game.episode.state.to_act)
        seen = _step(game, seen, rng)
        together = max(together, asked)
    assert together == 3


def test_in_parallel_the_lower_of_two_knockers_counts() -> None:
    game = parallel_env("cubus", 3, {"start_player": 0})
    game.reset(seed=1)
    moves = game.form.moves
    for _ in range(60):
        to_act = game.episode.state.to_act
        name = "pass" if len(to_act) == 1 else "knock"
        actions = {
            agent: moves[name] if seat in to_act else game.wait
            for seat, agent in enumerate(game.possible_agents)
        }
        game.step(actions)
        if name == "knock":
            break
    assert game.episode.state.knocker == 1  # type: ignore[attr-defined]


def test_a_parallel_agent_that_acts_out_of_turn_loses() -> None:
    game = parallel_env("calcory", 2, {"start_player": 0})
    game.reset(seed=1)
    _, rewards, terminations, _, infos = game.step({"player_0": 0, "player_1": 0})
    assert rewards == {"player_0": 0.0, "player_1": -1.0}
    assert all(terminations.values()) and not game.agents
    assert infos["player_1"]["illegal"] == "it is not your turn; wait with move 182"


def test_a_parallel_game_is_saved_and_restored() -> None:
    game, rng = parallel_env("calculissimo", 2), random.Random(1)
    seen, _ = game.reset(seed=1)
    for _ in range(30):
        seen = _step(game, seen, rng)
    saved = game.save()
    back = game.restore(saved)
    for agent in game.agents:
        assert (back[agent]["observation"] == seen[agent]["observation"]).all()
        assert (back[agent]["action_mask"] == seen[agent]["action_mask"]).all()


def _step(game: Parallel, seen: Any, rng: random.Random) -> Any:
    actions = {
        agent: rng.choice(np.flatnonzero(seen[agent]["action_mask"]).tolist())
        for agent in game.agents
    }
    return game.step(actions)[0]


def test_an_agent_sees_nothing_but_its_view() -> None:
    """What it sees is the same whatever lies face down."""
    game = env("calcory", 2, {"start_player": 0})
    seen = []
    for seed in (1, 2):
        game.reset(seed=seed)
        seen.append(game.observe("player_0")["observation"].tolist())
    assert seen[0] == seen[1]
