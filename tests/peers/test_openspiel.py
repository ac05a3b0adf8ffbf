"""OpenSpiel's own suites on our games, and what they do not ask."""

import pickle
import random
import sys
import unittest
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts

from quartett.envs.openspiel import NAMES
from tests.envs.games import tables

flags.FLAGS.mark_as_parsed()  # their tools read flags that only a command line parses

GOLDEN = Path(__file__).parent / "playthroughs"
VARIANTS = [
    "quartett_calavera(sheet=short)",
    "quartett_calcory(max_turns=40)",
    "quartett_calculissimo(edition=children)",
    "quartett_calculissimo(edition=children,challenge=True)",
    "quartett_cubus(dismantling=alone,players=3)",
    "quartett_cubus(knocking=False,dismantling=cards)",
    "quartett_cubus(knocking=False,last_build=contest,dismantling=after)",
]


@pytest.mark.parametrize("id, players", tables())
def test_random_simulations_with_serialisation(id: str, players: int) -> None:
    game = pyspiel.load_game(NAMES[id], {"players": players})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", VARIANTS)
def test_random_simulations_of_variants(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES.values())
def test_games_sim(name: str) -> None:
    """Their `games_sim_test`: clones, both serialisations, pickles."""
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    np.random.seed(1)
    GamesSimTest("sim_game").sim_game(pyspiel.load_game(name))


@pytest.mark.parametrize("name", NAMES.values())
def test_api_on_a_partial_tree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["api_test"])
    from open_spiel.integration_tests import api_test

    random.seed(1)
    base = api_test.EnforceAPIOnPartialTreeBase
    case = type(f"Api_{name}", (base,), {"game_name": name, "game": pyspiel.load_game(name)})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert not result.failures and not result.errors and not result.skipped


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_playthroughs_are_as_they_were(path: Path) -> None:
    """Renew them with `python -m tests.peers.playthroughs` when a change is meant."""
    # Two seconds, which every process that collects tests would spend.
    from open_spiel.python.algorithms import generate_playthrough

    expected, actual = generate_playthrough.replay(str(path))
    assert actual == expected


def test_every_game_has_a_playthrough() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} >= set(NAMES.values())


def _walked(name: str, seed: int) -> list[pyspiel.State]:
    """The states of a random game in which a player is asked."""
    rng, state = np.random.RandomState(seed), pyspiel.load_game(name).new_initial_state()
    asked: list[pyspiel.State] = []
    while not state.is_terminal() and len(asked) < 300:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
        else:
            asked.append(state.clone())
            state.apply_action(int(rng.choice(state.legal_actions())))
    return asked


@pytest.mark.parametrize("name", [*NAMES.values(), VARIANTS[3]])
def test_a_resampled_state_cannot_be_told_from_the_true_one(name: str) -> None:
    rng, changed = np.random.RandomState(2), 0
    walked = _walked(name, 2)
    for state in walked[:: 20 if len(walked) > 40 else 1]:
        player = state.current_player()
        twin = state.resample_from_infostate(player, rng.rand)
        replayed = pyspiel.load_game(name).new_initial_state()
        for action in twin.history():
            replayed.apply_action(action)
        assert str(replayed) == str(twin)
        for other in (twin, replayed):
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.legal_actions() == state.legal_actions()
        changed += twin.history() != state.history()
    assert changed or "calavera" in name or "cubus" in name


def test_a_resampled_state_can_be_resampled_as_often_as_one_likes() -> None:
    rng, state = np.random.RandomState(3), _walked(NAMES["calcory"], 2)[1]
    player = state.current_player()
    known = state.information_state_string(player)
    for _ in range(sys.getrecursionlimit() + 10):
        state = state.resample_from_infostate(player, rng.rand)
    assert state.information_state_string(player) == known


def test_perfect_recall_tells_apart_what_an_observation_does_not() -> None:
    """In Calcory what was turned up and lies face down again is remembered, not seen."""
    states = [_after_bust(cards) for cards in ([9, 8], [8, 9])]
    seen = {state.observation_string(0) for state in states}
    known = {state.information_state_string(0) for state in states}
    assert len(seen) == 1
    assert len(known) == 2


def _after_bust(digits: list[int]) -> pyspiel.State:
    state = pyspiel.load_game("quartett_calcory(start_player=0)").new_initial_state()
    for digit in digits:
        state.apply_action(digit)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    for place in (0, 1):
        state.apply_action(place)
    assert state.current_player() == 1
    return state


def test_a_hidden_choice_is_in_no_others_information_state() -> None:
    """Calavera's choices from the active player's dice are shown when all are made."""
    for state in _walked("quartett_calavera(players=3)", 4):
        view = state.position.state
        if view.phase == "pick" and any(view.picks):
            other = state.current_player()
            assert state.information_state_string(other).splitlines()[-1].endswith("?")
            return
    pytest.fail("no game came to a second choice")


def test_pickled_states_go_on_alike() -> None:
    state = _walked("quartett_calculissimo", 3)[25]
    twin = pickle.loads(pickle.dumps(state))
    assert str(twin) == str(state) and twin.legal_actions() == state.legal_actions()


def test_chance_is_explicit_and_its_probabilities_add_up() -> None:
    for name in NAMES.values():
        state = pyspiel.load_game(name).new_initial_state()
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            state.apply_action(outcomes[-1][0])


@pytest.mark.parametrize("name", ["quartett_calavera", "quartett_calcory"])
def test_their_searches_play_our_games(name: str) -> None:
    game, rng = pyspiel.load_game(name), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    state = _walked(name, 1)[3]
    for bot in (
        mcts.MCTSBot(game, 2.0, 4, evaluator, random_state=rng),
        ismcts.ISMCTSBot(game, evaluator, 2.0, 4, random_state=rng),
    ):
        assert bot.step(state) in state.legal_actions()


def test_their_learning_environment_takes_our_games() -> None:
    environment = rl_environment.Environment("quartett_calavera", players=3)
    environment.seed(1)
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = environment.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == pytest.approx(0)
