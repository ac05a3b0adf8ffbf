"""Compiled Calavera is held equal to the rules: its games are played again by the engine."""

import numpy as np
import pytest

import quartett
from quartett import CHANCE, Event
from quartett.games.calavera import Options, Roll, Start
from quartett.games.calavera.dice import DICE, FACES
from quartett.games.calavera.jax.numbers import action
from quartett.games.calavera.jax.plain import legal, observation
from quartett.games.calavera.jax.rules import Calavera
from quartett.games.calavera.rules import State
from tests.envs.jax.trajectories import GAMES, STEP, Shown, at, play_out

TABLES = [
    Calavera(players=2),
    Calavera(players=3),
    Calavera(players=4),
    Calavera(players=2, sheet="short"),
    Calavera(players=3, sheet="short", start_player=1),
    Calavera(players=4, sheet="short"),
]


@pytest.mark.parametrize("game", TABLES[::STEP], ids=repr)
def test_the_engine_agrees_with_every_step_of_random_games(game: Calavera) -> None:
    trajectories = play_out(game, GAMES, 420)
    ended = [replay(game, trajectory) for trajectory in trajectories]
    assert sum(ended) > 0.8 * GAMES


def replay(game: Calavera, trajectory: Shown) -> bool:
    """Play a trajectory again with the engine and compare; whether it came to an end."""
    state = started(game, trajectory)
    for step in range(len(trajectory.over)):
        shown = at(trajectory, step)
        state = rolled(state, int(trajectory.state.dice[step]))
        compare(state, shown)
        if state.over:
            return True
        state = state.apply(Event(int(shown.to_act), action(int(shown.action))))
    return False


def started(game: Calavera, trajectory: Shown) -> State:
    options = Options(sheet=game.sheet, start_player=game.start_player)
    state = quartett.game("calavera").start(game.players, options)
    if state.is_chance and game.start_player is None:
        state = state.apply(Event(CHANCE, Start(int(trajectory.state.active[0]))))
    assert isinstance(state, State)
    return state


def rolled(state: State, dice: int) -> State:
    """The state after the roll that chance owes, if any, from the dice that lie there then."""
    faces = [FACES[dice >> 3 * die & 7] for die in range(DICE)]
    if not state.is_chance:
        assert state.faces == tuple(faces), "dice lie that nobody rolled"
        return state
    for die in range(DICE):
        assert die in state.rolling or state.faces[die] == faces[die], "a die moved by itself"
    return state.apply(Event(CHANCE, Roll(tuple(faces[die] for die in state.rolling))))


def compare(state: State, shown: Shown) -> None:
    assert bool(shown.over) == state.over
    assert tuple(shown.scores) == state.scores()
    for seat in _watchers(state, shown):
        assert shown.seen[seat].tobytes() == observation(state.view(seat)).tobytes()
    if state.over:
        assert not shown.legal.any()
        assert sorted(np.flatnonzero(shown.rewards > 0)) == _sole(state.winners(), state.players)
    else:
        assert not shown.rewards.any()
        assert int(shown.to_act) == first_to_act(state)
        assert shown.legal.tobytes() == legal(state.view(int(shown.to_act))).tobytes()


def _watchers(state: State, shown: Shown) -> set[int]:
    """The seat to act and one other, another one every time: all is seen by all in the long run."""
    other = sum(sum(sheet.crosses) for sheet in state.sheets) + state.rolls
    return {int(shown.to_act), other % state.players}


def first_to_act(state: State) -> int:
    """The seat to act next from the active player's left, who comes last."""
    return min(state.to_act, key=lambda seat: (seat - state.active - 1) % state.players)


def _sole(winners: tuple[int, ...], players: int) -> list[int]:
    """Who gains: the winners, unless all have won."""
    return list(winners) if len(winners) < players else []


def test_the_comparison_has_teeth() -> None:
    """A trajectory that is wrong in one number is found out."""
    game = TABLES[0]
    trajectory = play_out(game, 1, 60)[0]
    replay(game, trajectory)
    for field in ("legal", "scores", "seen", "over"):
        values = getattr(trajectory, field).copy()
        values[30] = ~values[30] if values.dtype == np.bool_ else values[30] + 1
        with pytest.raises(AssertionError):
            replay(game, trajectory._replace(**{field: values}))
