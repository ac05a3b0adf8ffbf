"""The lists that describe an encoding: its moves by number, its observation field by field.

The code reads these lists, and so does the documentation: neither can know more than the other.
"""

from array import array
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Mask = NDArray[np.int8]


class Group(NamedTuple):
    """Moves of one kind, with consecutive numbers."""

    name: str
    labels: tuple[str, ...]
    """What each of them is, in words."""
    text: str


class Moves:
    """All moves of an encoding, by number.

    >>> moves = Moves([Group("turn", ("a1", "a2"), "turn a card"), Group("stop", ("stop",), "")])
    >>> len(moves), moves["stop"], moves.label(1)
    (3, 2, 'a2')
    """

    def __init__(self, groups: Sequence[Group]) -> None:
        self.groups = tuple(groups)
        starts = accumulate((len(group.labels) for group in groups), initial=0)
        self._first = dict(zip((group.name for group in groups), starts, strict=False))
        self._labels = [label for group in groups for label in group.labels]

    def __len__(self) -> int:
        return len(self._labels)

    def __getitem__(self, name: str) -> int:
        """The number of the first move of a group."""
        return self._first[name]

    def label(self, move: int) -> str:
        return self._labels[move]


class Field(NamedTuple):
    """A few numbers of an observation, and where they come from."""

    name: str
    size: int
    low: int
    high: int
    text: str
    read: Callable[[Any], Sequence[int]]
    """The numbers, from a draft: the seat's view and its half-made turn."""


class Fields:
    """An observation, field by field."""

    def __init__(self, fields: Sequence[Field]) -> None:
        self.fields = tuple(fields)
        self.size = sum(field.size for field in fields)
        self.low = self._bounds([field.low for field in fields])
        self.high = self._bounds([field.high for field in fields])
        self._reads = [field.read for field in fields]

    def observe(self, draft: Any) -> Ints:
        """One flat row of whole numbers."""
        row: list[int] = []
        for read in self._reads:
            row += read(draft)
        # Three times as fast as np.array, and NumPy may write into an array's memory.
        return np.frombuffer(array("i", row), np.int32)

    def named(self, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """An observation, or a batch of them, by the names of its fields."""
        ends = list(accumulate(field.size for field in self.fields))
        return {
            field.name: observation[..., end - field.size : end]
            for field, end in zip(self.fields, ends, strict=True)
        }

    def _bounds(self, values: Sequence[int]) -> Ints:
        sizes = [field.size for field in self.fields]
        return np.repeat(np.array(values, np.int32), sizes)
