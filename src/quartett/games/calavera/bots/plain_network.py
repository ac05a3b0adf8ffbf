"""The network of `value` in plain Python: a row of weights is one large whole number.

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
        *hidden, (weights, bias) = layers
        self._hidden = [Layer(one.tolist(), other.tolist()) for one, other in hidden]
        self._weights: list[float] = [weight / ONE for (weight,) in weights.tolist()]
        self._bias = float(bias.tolist()[0])

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
        return 1 / (1 + math.exp(-sum(map(mul, inputs, self._weights), self._bias)))


class Layer:
    """Sums of weighted inputs, those below 0 as 0."""

    def __init__(self, weights: list[list[float]], bias: list[float]) -> None:
        self._form = struct.Struct(f"<{len(bias)}Q")
        self._zeros = self._beside([ZERO] * len(bias))
        self._rows = [self._whole(row) for row in weights]
        self._start = self._zeros + self._whole(bias) * ONE

    def __call__(self, inputs: list[int]) -> list[int]:
        total = sum(map(mul, inputs, self._rows), self._start)
        sums = self._form.unpack(total.to_bytes(self._form.size, "little"))
        return [(one - ZERO) >> BITS if one > ZERO else 0 for one in sums]

    def _whole(self, numbers: list[float]) -> int:
        """The numbers as one; sums are right again when the zeros are added."""
        return self._beside([ZERO + round(number * ONE) for number in numbers]) - self._zeros

    def _beside(self, numbers: list[int]) -> int:
        return int.from_bytes(self._form.pack(*numbers), "little")
