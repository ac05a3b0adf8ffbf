"""Numbers that many fields need are the same afterwards, and computed once."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from quartett.envs.jax import Calcory
from quartett.envs.jax.once import once


def test_nothing_changes() -> None:
    every = np.arange(64, dtype=np.uint8)
    flags = every % 3 == 0
    numbers = (every, flags, every[::-1].astype(np.uint32), ~flags)
    kept = jax.vmap(lambda row: once(row, bits=6))(numbers)
    for was, now in zip(numbers, kept, strict=True):
        assert now.dtype == was.dtype
        assert (now == was).all()


def test_a_word_may_have_all_its_bits_set() -> None:
    assert once(jnp.uint32((1 << 31) - 1), bits=31) == (1 << 31) - 1


def test_what_does_not_fit_into_a_word_is_refused() -> None:
    with pytest.raises(AssertionError, match="do not fit"):
        once((jnp.uint32(1), jnp.uint32(1)), bits=16)


def test_the_compiler_does_not_play_a_step_for_every_field() -> None:
    """A step counts cards twenty-five times, and not in each of its fifty fields again."""
    game = Calcory(players=4)
    states = jax.vmap(game.init)(jax.random.split(jax.random.key(0), 8))
    compiled = jax.jit(jax.vmap(game.play)).lower(states, jnp.zeros(8, jnp.int32)).compile()
    assert 10 < str(compiled.as_text()).count(" popcnt(") < 60
