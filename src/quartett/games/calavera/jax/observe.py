"""What a seat may know, as a row of numbers; `plain` holds its twin and its layout."""

from collections.abc import Iterable

import jax.numpy as jnp
from jax import Array

from quartett.envs.jax.game import pick
from quartett.games.calavera.actions import USES as FACES_USED
from quartett.games.calavera.dice import COLOURS, DICE, FACES, ROLLS
from quartett.games.calavera.jax import sheet as s
from quartett.games.calavera.jax.numbers import PICKS, USES
from quartett.games.calavera.jax.state import OVER, PICK, USE, State
from quartett.games.calavera.sheet import Pad


def observation(state: State, seat: Array, pad: Pad) -> Array:
    """int8; the helpers that read one sheet read all of them at once here."""
    seats = (seat + jnp.arange(len(state.sheets))) % len(state.sheets)
    sheets = jnp.stack([pick(one, state.sheets) for one in seats])
    picks = state.picks >> 4 * seats.astype(jnp.uint32) & 15
    rows = range(len(COLOURS))
    fields = [
        jnp.stack([s.crosses(sheets, row) for row in rows], axis=1),
        jnp.stack([s.frozen_flag(sheets, row) for row in rows], axis=1),
        jnp.stack([s.bonus(sheets, line, pad) for line in range(len(pad.lines))], axis=1),
        s.score(sheets, pad),
        _one_hot(state.dice >> 3 * jnp.arange(DICE, dtype=jnp.uint32) & 7, range(len(FACES))),
        _one_hot(state.rolls, range(1, ROLLS + 1)),
        _one_hot(state.phase, (USE, PICK, OVER)),
        seats == state.active,
        _one_hot(state.used, range(len(FACES_USED))),
        picks != 0,
        _one_hot(picks[0], [USES.index(action) + 1 for action in PICKS]),
    ]
    return jnp.concatenate([field.astype(jnp.int8).ravel() for field in fields])


def _one_hot(number: Array, values: Iterable[int]) -> Array:
    return number[..., None] == jnp.array(list(values))
