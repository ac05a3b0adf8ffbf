"""A dictionary that computes missing values."""

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Lazily(dict[K, V]):
    """The value of a function for each key, computed once: a look-up is faster than a cached call.

    It never shrinks, so keys must be few and values immutable.

    >>> squares = Lazily(lambda number: number * number)
    >>> squares[12], squares
    (144, {12: 144})
    """

    def __init__(self, compute: Callable[[K], V]) -> None:
        super().__init__()
        self._compute = compute

    def __missing__(self, key: K) -> V:
        value = self[key] = self._compute(key)
        return value
