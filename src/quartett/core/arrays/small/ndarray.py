"""An array: its elements in a list, and its shape."""

import math
import operator
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import Any

from quartett.core.arrays.small.indexing import chosen, put, taken
from quartett.core.arrays.small.shapes import (
    Shape,
    common,
    lines,
    size_of,
    strides,
    total,
    widened,
    without,
)

Number = int | float | bool


if sys.version_info >= (3, 12):
    _sum_of_products = math.sumprod
else:

    def _sum_of_products(one: list[Any], other: list[Any]) -> Any:
        return sum(map(operator.mul, one, other))


class ndarray:  # noqa: N801 (NumPy's name)
    """NumPy's array, as far as our bots use it."""

    __slots__ = ("items", "shape")

    def __init__(self, items: list[Any], shape: Shape) -> None:
        self.items = items
        self.shape = shape

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return len(self.items)

    @property
    def T(self) -> "ndarray":  # noqa: N802
        axes = [range(0, n * s, s) for n, s in zip(self.shape, strides(self.shape), strict=True)]
        return ndarray([self.items[place] for place in total(axes[::-1])], self.shape[::-1])

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        if self.ndim == 1:
            return iter(self.items)
        rest = self.shape[1:]
        size = size_of(rest)
        return (
            ndarray(self.items[row * size : row * size + size], rest) for row in range(len(self))
        )

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ValueError("an array of several elements is neither true nor false")
        return bool(self.items[0])

    def __repr__(self) -> str:
        return f"array({self.tolist()})"

    def __getitem__(self, key: Any) -> Any:
        if type(key) is int and len(self.shape) == 1:
            return self.items[key]
        shape, places = chosen(self.shape, key)
        items = taken(self.items, places)
        return items[0] if shape is None else ndarray(items, shape)

    def __setitem__(self, key: Any, value: Any) -> None:
        shape, places = chosen(self.shape, key)
        kind = type(self.items[0]) if self.items else int
        values = broadcast(as_array(value), shape or ())
        put(self.items, places, values if kind is float else list(map(kind, values)))

    def tolist(self) -> Any:
        if not self.shape:
            return self.items[0]
        if self.ndim == 1:
            return list(self.items)
        return [row.tolist() for row in self]

    def copy(self) -> "ndarray":
        return ndarray(list(self.items), self.shape)

    def astype(self, kind: type) -> "ndarray":
        return ndarray(list(map(kind, self.items)), self.shape)

    def reshape(self, *shape: Any) -> "ndarray":
        wanted: Shape = shape[0] if isinstance(shape[0], tuple) else shape
        if -1 in wanted:
            rest = -size_of(wanted)
            wanted = tuple(self.size // rest if n == -1 else n for n in wanted)
        if size_of(wanted) != self.size:
            raise ValueError(f"{self.size} elements do not make the shape {wanted}")
        return ndarray(list(self.items), wanted)

    # Element by element

    def _with(self, other: Any, of: Callable[[Any, Any], Any]) -> "ndarray":
        if isinstance(other, Number):
            return ndarray(list(map(of, self.items, repeat(other))), self.shape)
        two = as_array(other)
        if two.shape == self.shape:
            return ndarray(list(map(of, self.items, two.items)), self.shape)
        shape = common(self.shape, two.shape)
        return ndarray(list(map(of, broadcast(self, shape), broadcast(two, shape))), shape)

    def _after(self, other: Any, of: Callable[[Any, Any], Any]) -> "ndarray":
        if isinstance(other, Number):
            return ndarray(list(map(of, repeat(other), self.items)), self.shape)
        return as_array(other)._with(self, of)

    def __add__(self, other: Any) -> "ndarray":
        return self._with(other, operator.add)

    __radd__ = __add__

    def __sub__(self, other: Any) -> "ndarray":
        return self._with(other, operator.sub)

    def __rsub__(self, other: Any) -> "ndarray":
        return self._after(other, operator.sub)

    def __mul__(self, other: Any) -> "ndarray":
        return self._with(other, operator.mul)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> "ndarray":
        return self._with(other, operator.truediv)

    def __rtruediv__(self, other: Any) -> "ndarray":
        return self._after(other, operator.truediv)

    def __floordiv__(self, other: Any) -> "ndarray":
        return self._with(other, operator.floordiv)

    def __mod__(self, other: Any) -> "ndarray":
        return self._with(other, operator.mod)

    def __pow__(self, other: Any) -> "ndarray":
        return self._with(other, operator.pow)

    def __and__(self, other: Any) -> "ndarray":
        return self._with(other, operator.and_)

    __rand__ = __and__

    def __or__(self, other: Any) -> "ndarray":
        return self._with(other, operator.or_)

    def __rshift__(self, other: Any) -> "ndarray":
        return self._with(other, operator.rshift)

    def __lt__(self, other: Any) -> "ndarray":
        return self._with(other, operator.lt)

    def __le__(self, other: Any) -> "ndarray":
        return self._with(other, operator.le)

    def __gt__(self, other: Any) -> "ndarray":
        return self._with(other, operator.gt)

    def __ge__(self, other: Any) -> "ndarray":
        return self._with(other, operator.ge)

    def __eq__(self, other: Any) -> "ndarray":  # type: ignore[override]
        return self._with(other, operator.eq)

    def __ne__(self, other: Any) -> "ndarray":  # type: ignore[override]
        return self._with(other, operator.ne)

    __hash__ = None  # type: ignore[assignment]

    def __neg__(self) -> "ndarray":
        return ndarray(list(map(operator.neg, self.items)), self.shape)

    def __invert__(self) -> "ndarray":
        return ndarray(
            [not one if isinstance(one, bool) else ~one for one in self.items], self.shape
        )

    def __matmul__(self, other: Any) -> Any:
        """A table times a table or a vector."""
        two = as_array(other)
        count = size_of(two.shape[1:])
        columns = [two.items[column::count] for column in range(count)]
        width = self.shape[-1]
        rows = [self.items[at : at + width] for at in range(0, self.size, width)]
        sums = [_sum_of_products(row, column) for row in rows for column in columns]
        return ndarray(sums, self.shape[:-1] + two.shape[1:])

    # Along an axis

    def _along(self, of: Callable[[Sequence[Any]], Any], axis: int | None, keep: bool) -> Any:
        if axis is None:
            return of(self.items)
        values = list(map(of, lines(self.items, self.shape, axis)))
        return ndarray(values, without(self.shape, axis, keep))

    def sum(self, axis: int | None = None, keepdims: bool = False) -> Any:
        return self._along(sum, axis, keepdims)

    def max(
        self, axis: int | None = None, keepdims: bool = False, initial: float | None = None
    ) -> Any:
        if initial is None:
            return self._along(max, axis, keepdims)
        return self._along(lambda line: max([initial, *line]), axis, keepdims)

    def min(self, axis: int | None = None, keepdims: bool = False) -> Any:
        return self._along(min, axis, keepdims)

    def any(self, axis: int | None = None, keepdims: bool = False) -> Any:
        return self._along(any, axis, keepdims)

    def all(self, axis: int | None = None, keepdims: bool = False) -> Any:
        return self._along(all, axis, keepdims)

    def argmax(self, axis: int | None = None) -> Any:
        return self._along(lambda line: line.index(max(line)), axis, False)


def as_array(thing: Any) -> ndarray:
    """Nested lists, numbers or an array, as an array."""
    if isinstance(thing, ndarray):
        return thing
    if not isinstance(thing, list | tuple | range):
        return ndarray([thing], ())
    if not any(isinstance(part, list | tuple | range | ndarray) for part in thing):
        return ndarray(list(thing), (len(thing),))
    parts = [as_array(part) for part in thing]
    items = [item for part in parts for item in part.items]
    return ndarray(items, (len(parts), *parts[0].shape))


def broadcast(array: ndarray, shape: Shape) -> list[Any]:
    """The elements as they stand in the wider shape."""
    return widened(array.items, array.shape, shape)
