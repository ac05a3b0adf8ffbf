"""Compiled Calcory is held equal to the rules: its games are played again by the engine."""

from typing import Any

import numpy as np
import pytest

import quartett
from quartett import CHANCE, Event
from quartett.games.calcory import STANDARD, Card, Deal, Options, Place, Start, State
from quartett.games.calcory.jax.numbers import action
from quartett.games.calcory.jax.plain import Memory, legal, observation
from quartett.games.calcory.jax.rules import Calcory
from quartett.games.calcory.jax.state import CARD
from tests.envs.jax.trajectories import GAMES, STEP, Shown, at, play_out

TABLES = [
    Calcory(players=3),
    Calcory(players=4),
    Calcory(players=2, max_turns=None),
    Calcory(players=3, max_turns=40, start_player=2),
    Calcory(players=4, max_turns=7),
]


@pytest.mark.parametrize("game", TABLES[::STEP], ids=repr)
def test_the_engine_agrees_with_every_step_of_random_games(game: Calcory) -> None:
    trajectories = play_out(game, GAMES, 250)
    ended = [replay(game, trajectory) for trajectory in trajectories]
    assert sum(ended) > 0.5 * GAMES


def replay(game: Calcory, trajectory: Shown) -> bool:
    """Play a trajectory again with the engine and compare; whether it came to an end."""
    state = started(game, trajectory)
    memories = [Memory() for _ in range(game.players)]
    back: Place | None = None
    for step in range(len(trajectory.over)):
        shown = at(trajectory, step)
        compare(state, shown, memories, back, step)
        if state.over:
            return True
        done = int(shown.action)
        if trajectory.state.phase[step] == CARD:
            back = STANDARD.place(done)
            continue
        made = action(done) if back is None else action(STANDARD.index(back), done)
        event = Event(int(shown.to_act), made)
        for seat, memory in enumerate(memories):
            memory.observe(state.redact(event, seat))
        state, back = state.apply(event), None
    return False


def started(game: Calcory, trajectory: Shown) -> State:
    options = Options(start_player=game.start_player, max_turns=game.max_turns)
    state = quartett.game("calcory").start(game.players, options)
    if game.start_player is None:
        state = state.apply(Event(CHANCE, Start(int(trajectory.state.active[0]))))
    state = state.apply(Event(CHANCE, Deal(dealt(trajectory))))
    assert isinstance(state, State)
    return state


def dealt(trajectory: Shown) -> tuple[Card, ...]:
    """The deal that these games drew bit by bit: what was turned first at each place."""
    deck = list(STANDARD.deck)
    cards: list[Card | None] = [None] * STANDARD.size
    fresh = np.concatenate([_bits(half) for half in trajectory.state.fresh], axis=1)
    for step, place in np.argwhere(fresh[:-1] & ~fresh[1:]):
        number = int(trajectory.state.cards[place // 5][step + 1]) >> 6 * (place % 5) & 63
        cards[place] = STANDARD.deck[number]
        deck.remove(STANDARD.deck[number])
    return tuple(card or deck.pop() for card in cards)


def _bits(half: Any) -> Any:
    return (half[:, None] >> np.arange(30, dtype=np.uint32) & 1).astype(np.bool_)


def compare(
    state: State, shown: Shown, memories: list[Memory], back: Place | None, step: int
) -> None:
    assert bool(shown.over) == state.over
    assert tuple(shown.scores) == state.scores()
    for seat in {state.active, step % state.players}:
        mine = back if seat == state.active else None
        expected = observation(state.view(seat), memories[seat], mine)
        assert shown.seen[seat].tobytes() == expected.tobytes()
    if state.over:
        assert not shown.legal.any()
        winners = [] if len(state.winners()) == state.players else list(state.winners())
        assert np.flatnonzero(shown.rewards > 0).tolist() == winners
    else:
        assert not shown.rewards.any()
        assert int(shown.to_act) == state.active
        assert shown.legal.tobytes() == legal(state.view(state.active), back).tobytes()


def test_the_comparison_has_teeth() -> None:
    """A trajectory that is wrong in one number is found out."""
    game = TABLES[0]
    trajectory = next(one for one in play_out(game, 20, 60) if not one.over[:40].any())
    replay(game, trajectory)
    for field in ("legal", "scores", "seen", "over"):
        values = getattr(trajectory, field).copy()
        values[30] = ~values[30] if values.dtype == np.bool_ else values[30] + 1
        with pytest.raises(AssertionError):
            replay(game, trajectory._replace(**{field: values}))
