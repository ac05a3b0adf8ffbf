"""Numbers that are computed once, however many others are made from them.

XLA's CPU compiler joins the operations of a step into one loop for every field of the state, and
computes again, in each of these loops, whatever it thinks cheap: nearly the whole step. It thinks
remainders dear and keeps them. So a number that many fields need is taken modulo a prime above it:
that changes nothing, and the processor does it by a comparison.
"""

from functools import reduce
from typing import Final, TypeVar

import jax
import jax.numpy as jnp
from jax import Array, lax

T = TypeVar("T")
_PRIME: Final = (1 << 32) - 5


def once(numbers: T, bits: int) -> T:
    """The same flags, and the same numbers of `bits` bits; together they must fit into 31.

    >>> once((jnp.uint32(9), jnp.bool_(True)), bits=4)
    (Array(9, dtype=uint32), Array(True, dtype=bool))
    """
    fields, shape = jax.tree.flatten(numbers)
    widths = [1 if field.dtype == jnp.bool_ else bits for field in fields]
    starts = [sum(widths[:before]) for before in range(len(widths))]
    assert sum(widths) < 32, "they do not fit into a word"
    packed = _kept(
        [field.astype(jnp.uint32) << at for field, at in zip(fields, starts, strict=True)]
    )
    parts = [packed >> at & (1 << width) - 1 for at, width in zip(starts, widths, strict=True)]
    same: T = jax.tree.unflatten(
        shape, [part.astype(field.dtype) for part, field in zip(parts, fields, strict=True)]
    )
    return same


def _kept(parts: list[Array]) -> Array:
    return lax.rem(reduce(jnp.bitwise_or, parts), jnp.uint32(_PRIME))
