"""Tables that fill as they are read."""

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Lazily(dict[K, V]):
    """What a function gives for each key, reckoned once: a look-up costs less than any call.

    It only grows, so it is for keys of which there are few and results that are never changed.

    >>> squares = Lazily(lambda number: number * number)
    >>> squares[12], squares
    (144, {12: 144})
    """

    def __init__(self, reckon: Callable[[K], V]) -> None:
        super().__init__()
        self._reckon = reckon

    def __missing__(self, key: K) -> V:
        value = self[key] = self._reckon(key)
        return value
