"""Networks in plain Python: a row of weights is one large whole number.

Its weights lie side by side, 64 bits each, so that one multiplication of Python's whole numbers
stands for a hundred: ten times faster than element by element. Numbers are multiples of 1/ONE,
which is as exact as the single precision that NumPy computes in.
"""

import math
import struct
from collections.abc import Iterable, Sequence
from operator import mul
from typing import Any, Final

BITS: Final = 24
ONE: Final = 1 << BITS
ZERO: Final = 1 << 62
"""What stands for 0 where numbers lie side by side: there are no negative ones then."""


class PlainNetwork:
    """The chances to win by rows of features; equal rows are computed once."""

    def __init__(self, layers: Sequence[tuple[Any, Any]]) -> None:
        """Weights and biases, as arrays."""
        *hidden, last = layers
        self._hidden = [Layer(*layer) for layer in hidden]
        self._last = Outputs(*last)

    def __call__(self, rows: Iterable[tuple[float, ...]]) -> list[float]:
        found: dict[tuple[float, ...], float] = {}
        worth = []
        for row in rows:
            value = found.get(row)
            if value is None:
                value = found[row] = self._chance(row)
            worth.append(value)
        return worth

    def _chance(self, row: tuple[float, ...]) -> float:
        inputs = [round(feature * ONE) for feature in row]
        for layer in self._hidden:
            inputs = layer(inputs)
        return sigmoid(self._last(inputs)[0])


class Layer:
    """Weights that lead from inputs to sums; rows are made whole when they are first needed."""

    def __init__(self, weights: Any, bias: Any) -> None:
        size = len(bias)
        self._form = struct.Struct(f"<{size}Q")
        self._zeros = self._beside([ZERO] * size)
        self._rows = _Rows(self, weights)
        self.bias = self.whole(bias.tolist()) << BITS
        """As one number, in multiples of 1 / ONE / ONE."""

    def __call__(self, inputs: list[int]) -> list[int]:
        """The sums of weighted inputs, those below 0 as 0."""
        return self.positive(self.weighted(inputs) + self.bias, BITS)

    def looked_up(self, on: Iterable[int]) -> list[int]:
        """The sums where inputs are on or off, and these are on; those below 0 as 0."""
        return self.positive(self.added(on) + (self.bias >> BITS))

    def weighted(self, inputs: list[int]) -> int:
        """The sums without the bias as one number, in multiples of 1 / ONE / ONE."""
        rows = self._rows
        return sum([value * rows[at] for at, value in enumerate(inputs) if value])

    def added(self, on: Iterable[int]) -> int:
        """The sums of rows as one number."""
        return sum(map(self._rows.__getitem__, on))

    def positive(self, sums: int, shift: int = 0) -> list[int]:
        """The numbers that lie side by side, less this many bits; those below 0 as 0."""
        found = self._form.unpack((self._zeros + sums).to_bytes(self._form.size, "little"))
        return [(one - ZERO) >> shift if one > ZERO else 0 for one in found]

    def whole(self, numbers: list[float]) -> int:
        """The numbers as one; sums are right again when the zeros are added."""
        return self._beside([ZERO + round(number * ONE) for number in numbers]) - self._zeros

    def _beside(self, numbers: list[int]) -> int:
        return int.from_bytes(self._form.pack(*numbers), "little")


class _Rows(dict[int, int]):
    def __init__(self, layer: Layer, weights: Any) -> None:
        self._layer, self._weights = layer, weights

    def __missing__(self, at: int) -> int:
        row = self[at] = self._layer.whole(self._weights[at].tolist())
        return row


class Outputs:
    """The last layer, whose few sums are plain numbers."""

    def __init__(self, weights: Any, bias: Any) -> None:
        self._columns = [[weight / ONE for weight in column] for column in weights.T.tolist()]
        self._bias: list[float] = bias.tolist()

    def __call__(self, inputs: list[int]) -> list[float]:
        pairs = zip(self._columns, self._bias, strict=True)
        return [sum(map(mul, inputs, column), bias) for column, bias in pairs]


def sigmoid(logit: float) -> float:
    return 1 / (1 + math.exp(-logit))
