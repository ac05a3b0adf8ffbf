"""Observations are rows of small numbers; a layout says what stands where."""

from math import prod
from typing import Any, TypeAlias

Layout: TypeAlias = dict[str, tuple[int, ...]]
"""Field by field, in order: its name and its shape."""


def size(layout: Layout) -> int:
    """
    >>> size({"crosses": (2, 4), "rolls": (3,)})
    11
    """
    return sum(prod(shape) for shape in layout.values())


def unfold(row: Any, layout: Layout) -> dict[str, Any]:
    """The fields of an observation, or of a batch of them; NumPy and JAX arrays alike.

    >>> import numpy as np
    >>> unfold(np.arange(5), {"pair": (2,), "rest": (1, 3)})["rest"]
    array([[2, 3, 4]])
    """
    fields, start = {}, 0
    for name, shape in layout.items():
        stop = start + prod(shape)
        fields[name] = row[..., start:stop].reshape(*row.shape[:-1], *shape)
        start = stop
    return fields
