"""What compiled games promise beside the rules: nothing illegal happens, games follow on."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import quartett.envs.jax
from quartett import QuartettError
from quartett.envs.jax import Calavera, Calcory, compiled
from quartett.envs.jax.layout import size, unfold
from quartett.games.calavera.jax import plain as calavera_plain
from quartett.games.calcory.jax import plain as calcory_plain
from tests.envs.jax.trajectories import QUICK

GAMES: list[Any] = [Calavera(players=3, sheet="short"), Calcory(players=2, max_turns=12)]
BATCH, STEPS = 64, 200


def without_key(state: Any) -> Any:
    return jax.tree.map(np.asarray, state._replace(key=jnp.zeros(())))


@pytest.fixture(scope="module", params=GAMES, ids=repr)
def played(request: pytest.FixtureRequest) -> tuple[Any, Any]:
    """A game, and a batch of its states far into random play, with what came on the way."""
    game = request.param

    @partial(jax.jit, compiler_options=QUICK)
    def run(keys: jax.Array) -> Any:
        def one(states: Any, key: jax.Array) -> Any:
            words = jax.random.bits(key, (BATCH,), jnp.uint32)
            played = jax.vmap(game.play)(states, jax.vmap(game.random_action)(states, words))
            return played.state, (played.rewards, played.over)

        start = jax.vmap(game.init)(keys)
        return jax.lax.scan(one, start, jax.random.split(jax.random.key(9), STEPS))

    return game, run(jax.random.split(jax.random.key(0), BATCH))


def test_games_follow_one_another_with_rewards_at_their_ends(played: tuple[Any, Any]) -> None:
    game, (states, (rewards, over)) = played
    paid, ends = np.stack([np.asarray(one) for one in rewards], axis=-1), np.asarray(over)
    assert ends.sum() > BATCH
    assert not np.asarray(jax.vmap(game.over)(states)).any()
    assert not paid[~ends].any()
    assert np.abs(paid.sum(axis=-1)).max() < 1e-5
    assert paid[ends].max() == 1
    assert paid.min() >= -1
    assert len(np.unique(states.active)) == game.players


def test_what_is_not_legal_changes_nothing(played: tuple[Any, Any]) -> None:
    game, (states, _) = played
    legal = np.asarray(jax.vmap(game.legal)(states))
    every = np.arange(-3, game.actions + 70)
    stepped = jax.jit(jax.vmap(jax.vmap(game.step, (None, 0)), (0, None)), compiler_options=QUICK)(
        states, every
    )
    before, after = without_key(states), without_key(stepped)
    same = np.ones((BATCH, len(every)), np.bool_)
    for was, now in zip(jax.tree.leaves(before), jax.tree.leaves(after), strict=True):
        same &= now == was[:, None] if now.ndim else True
    allowed = np.zeros_like(same)
    allowed[:, 3 : 3 + game.actions] = legal
    assert same[~allowed].all()
    assert not same[allowed].any()


def test_random_actions_are_legal_and_every_legal_one_is_possible(played: tuple[Any, Any]) -> None:
    game, (states, _) = played
    words = jax.random.bits(jax.random.key(4), (4000,), jnp.uint32)
    drawn = jax.jit(
        jax.vmap(jax.vmap(game.random_action, (None, 0)), (0, None)), compiler_options=QUICK
    )(states, words)
    legal = np.asarray(jax.vmap(game.legal)(states))
    for mask, actions in zip(legal, np.asarray(drawn), strict=True):
        assert np.unique(actions).tolist() == np.flatnonzero(mask).tolist()


def test_the_same_key_plays_the_same_game() -> None:
    game = Calavera()
    one, other = (game.init(jax.random.key(3)) for _ in range(2))
    assert jax.tree.leaves(without_key(one)) == jax.tree.leaves(without_key(other))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_layouts_fit_the_observations(players: int) -> None:
    tables: list[Any] = [Calavera(players), Calcory(players)]
    for game, plain in zip(tables, (calavera_plain, calcory_plain), strict=True):
        seen = game.observe(game.init(jax.random.key(0)), jnp.int32(0))
        assert seen.shape == (size(plain.layout(players)),)
        fields = unfold(seen, plain.layout(players))
        assert fields["active"].sum() == 1


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: Calavera(players=5), "2 to 4 players, not 5"),
        (lambda: Calavera(sheet="long"), "there is no 'long'"),
        (lambda: Calavera(start_player=2), "no seat 2"),
        (lambda: Calcory(players=1), "2 to 4 players, not 1"),
        (lambda: Calcory(max_turns=0), "at least one turn"),
        (lambda: Calcory(start_player=-1), "no seat -1"),
    ],
)
def test_tables_that_cannot_be_are_refused(make: Any, reason: str) -> None:
    with pytest.raises(QuartettError, match=reason):
        make()


@pytest.mark.parametrize("name", ["Calavera", "Calcory"])
def test_a_compiled_game_is_found_by_id_and_by_name(name: str) -> None:
    assert compiled(name.lower()) is getattr(quartett.envs.jax, name)


def test_no_other_games_are_compiled() -> None:
    with pytest.raises(QuartettError, match="Cubus has no compiled form"):
        compiled("cubus")
    with pytest.raises(AttributeError, match="Cubus"):
        quartett.envs.jax.Cubus  # noqa: B018
