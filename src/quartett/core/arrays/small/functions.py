"""NumPy's functions on arrays, as far as our bots use them."""

import builtins
import math
from collections.abc import Callable, Sequence
from itertools import accumulate, chain, pairwise
from typing import Any

from quartett.core.arrays.small.ndarray import as_array, broadcast, ndarray
from quartett.core.arrays.small.shapes import Shape, common, lines, size_of


def array(thing: Any, kind: type | None = None) -> ndarray:
    found = as_array(thing)
    if kind is None:
        kinds = {type(item) for item in found.items}
        kind = float if float in kinds else int if int in kinds else None
    return found.astype(kind) if kind else found.copy()


def full(shape: int | Shape, value: Any, kind: type | None = None) -> ndarray:
    sizes = shape if isinstance(shape, tuple) else (shape,)
    return ndarray([kind(value) if kind else value] * size_of(sizes), sizes)


def zeros(shape: int | Shape, kind: type = float) -> ndarray:
    return full(shape, 0, kind)


empty = zeros


def ones(shape: int | Shape, kind: type = float) -> ndarray:
    return full(shape, 1, kind)


def zeros_like(other: ndarray) -> ndarray:
    return full(other.shape, 0, _kind(other))


def ones_like(other: ndarray) -> ndarray:
    return full(other.shape, 1, _kind(other))


def _kind(of: ndarray) -> type:
    return type(of.items[0]) if of.items else float


def arange(*ends: int) -> ndarray:
    items = list(range(*ends))
    return ndarray(items, (len(items),))


def frombuffer(bytes: bytearray, kind: type) -> ndarray:
    return ndarray(list(map(kind, bytes)) if kind is not int else list(bytes), (len(bytes),))


def eye(size: int) -> ndarray:
    return ndarray([float(row == at) for row in range(size) for at in range(size)], (size, size))


def tri(size: int, dtype: type = float) -> ndarray:
    return ndarray([dtype(at <= row) for row in range(size) for at in range(size)], (size, size))


def where(test: Any, yes: Any, no: Any) -> ndarray:
    parts = [as_array(part) for part in (test, yes, no)]
    shape = common(*(part.shape for part in parts))
    rows = zip(*(broadcast(part, shape) for part in parts), strict=True)
    return ndarray([one if sure else other for sure, one, other in rows], shape)


class _Choice:
    """The larger, or the smaller, of two arrays element by element."""

    def __init__(self, of: Callable[..., Any]) -> None:
        self._of = of

    def __call__(self, one: Any, two: Any) -> ndarray:
        return as_array(one)._with(two, self._of)

    def reduceat(self, values: ndarray, starts: ndarray) -> ndarray:
        return _reduced(values, starts, self._of)


class _Sum:
    def reduceat(self, values: ndarray, starts: ndarray) -> ndarray:
        return _reduced(values, starts, sum)


def _reduced(values: ndarray, starts: ndarray, of: Callable[..., Any]) -> ndarray:
    ends = [*starts.items[1:], len(values)]
    found = [of(values.items[start:end]) for start, end in zip(starts.items, ends, strict=True)]
    return ndarray(found, (len(found),))


add, maximum, minimum = _Sum(), _Choice(max), _Choice(min)


def clip(values: Any, low: float, high: float) -> ndarray:
    found = as_array(values)
    return ndarray([low if x < low else high if x > high else x for x in found.items], found.shape)


def exp(values: ndarray) -> ndarray:
    return ndarray([math.exp(min(item, 700.0)) for item in values.items], values.shape)


def isfinite(values: Any) -> Any:
    if isinstance(values, ndarray):
        return ndarray([math.isfinite(item) for item in values.items], values.shape)
    return math.isfinite(values)


def divmod(one: Any, two: Any) -> tuple[ndarray, ndarray]:
    values = as_array(one)
    return values // two, values % two


def any(values: ndarray, axis: int | None = None) -> Any:
    return values.any(axis)


def all(values: ndarray, axis: int | None = None) -> Any:
    return values.all(axis)


def flatnonzero(values: ndarray) -> ndarray:
    found = [place for place, item in enumerate(values.items) if item]
    return ndarray(found, (len(found),))


def sort(values: ndarray) -> ndarray:
    """Along the last axis."""
    found = map(sorted, lines(values.items, values.shape, -1))
    return ndarray(list(chain.from_iterable(found)), values.shape)


def argsort(values: ndarray, kind: str = "stable") -> ndarray:  # noqa: ARG001
    items = values.items
    return ndarray(sorted(range(len(items)), key=items.__getitem__), values.shape)


def lexsort(keys: Sequence[ndarray]) -> ndarray:
    """By the last key; equals by the one before it."""
    rows = list(zip(*(key.items for key in reversed(keys)), strict=True))
    return ndarray(sorted(range(len(rows)), key=rows.__getitem__), (len(rows),))


def unique(values: ndarray, return_inverse: bool = False) -> Any:
    found = sorted(set(values.items))
    different = ndarray(found, (len(found),))
    if not return_inverse:
        return different
    place = {item: at for at, item in enumerate(found)}
    return different, ndarray([place[item] for item in values.items], values.shape)


def bincount(places: ndarray, weights: ndarray, least: int = 0) -> ndarray:
    sums = [0.0] * max(least, max(places.items, default=-1) + 1)
    for place, weight in zip(places.items, weights.items, strict=True):
        sums[place] += weight
    return ndarray(sums, (len(sums),))


def cumsum(values: Any, axis: int | None = None) -> ndarray:
    found = as_array(values)
    if axis is None:
        return ndarray(list(accumulate(found.items)), (found.size,))
    if axis % found.ndim != found.ndim - 1:
        raise NotImplementedError("along the last axis only")
    sums = map(accumulate, lines(found.items, found.shape, axis))
    return ndarray(list(chain.from_iterable(sums)), found.shape)


def diff(values: Any) -> ndarray:
    items = as_array(values).items
    return ndarray([after - before for before, after in pairwise(items)], (len(items) - 1,))


def repeat(values: ndarray, counts: ndarray) -> ndarray:
    pairs = zip(values.items, counts.items, strict=True)
    items = list(chain.from_iterable([item] * count for item, count in pairs))
    return ndarray(items, (len(items),))


def tile(thing: Any, times: Shape) -> ndarray:
    """This many copies; only along new axes, or the first."""
    found = as_array(thing)
    if builtins.any(count != 1 for count in times[1:]):
        raise NotImplementedError("copies along one axis only")
    rest = found.shape if len(times) > found.ndim else found.shape[1:]
    first = times[0] if len(times) > found.ndim else times[0] * found.shape[0]
    return ndarray(found.items * times[0], (first, *rest))


def broadcast_to(thing: Any, shape: Shape) -> ndarray:
    return ndarray(list(broadcast(as_array(thing), shape)), shape)


def concatenate(parts: Sequence[Any], axis: int = 0) -> ndarray:
    arrays = [as_array(part) for part in parts]
    shape = arrays[0].shape
    axis %= len(shape)
    inner = size_of(shape[axis + 1 :])
    blocks = [(found.items, found.shape[axis] * inner) for found in arrays]
    items: list[Any] = []
    for row in range(size_of(shape[:axis])):
        for block, width in blocks:
            items += block[row * width : row * width + width]
    size = sum(found.shape[axis] for found in arrays)
    return ndarray(items, (*shape[:axis], size, *shape[axis + 1 :]))


def hstack(parts: Sequence[Any]) -> ndarray:
    return concatenate(parts, 0 if as_array(parts[0]).ndim == 1 else 1)


def column_stack(parts: Sequence[Any]) -> ndarray:
    arrays = [as_array(part) for part in parts]
    return hstack([part if part.ndim > 1 else part.reshape(-1, 1) for part in arrays])


def stack(parts: Sequence[ndarray], axis: int = 0) -> ndarray:
    shape = parts[0].shape
    axis %= len(shape) + 1
    wider = [part.reshape((*shape[:axis], 1, *shape[axis:])) for part in parts]
    return concatenate(wider, axis)


def delete(values: ndarray, place: int, axis: int) -> ndarray:
    kept = [at for at in range(values.shape[axis]) if at != place]
    key: list[Any] = [slice(None)] * values.ndim
    key[axis] = kept
    found: ndarray = values[tuple(key)]
    return found
