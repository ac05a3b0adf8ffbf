"""NumPy's ways to choose elements: numbers, slices, new axes, lists of numbers, masks."""

from collections.abc import Sequence
from itertools import chain
from operator import add
from typing import Any, TypeAlias

from quartett.core.arrays.small.shapes import (
    Places,
    Shape,
    common,
    size_of,
    strides,
    total,
    widened,
)

Runs: TypeAlias = list[slice]
"""Places as slices of all elements, each as long as the others."""


def chosen(shape: Shape, key: Any) -> tuple[Shape | None, Places | Runs]:
    """The shape of what is chosen and where it lies; the shape is None for a single element."""
    keys = _whole(shape, key if isinstance(key, tuple) else (key,))
    if any(_is_list(one) for one in keys):
        return _by_lists(shape, keys)
    sizes, runs = _by_slices(shape, keys)
    return (tuple(sizes) if sizes else None), runs


def taken(items: list[Any], places: list[Any]) -> list[Any]:
    """The elements at these places."""
    found = map(items.__getitem__, places)
    if places and isinstance(places[0], slice):
        return items[places[0]] if len(places) == 1 else list(chain.from_iterable(found))
    return list(found)


def put(items: list[Any], places: list[Any], values: list[Any]) -> None:
    """Set the elements at these places."""
    if not places or not isinstance(places[0], slice):
        for place, value in zip(places, values, strict=True):
            items[place] = value
        return
    size = len(values) // len(places)
    for number, run in enumerate(places):
        items[run] = values[number * size : number * size + size]


def _whole(shape: Shape, keys: tuple[Any, ...]) -> list[Any]:
    """A key for every axis, masks as the numbers of what they mark."""
    keys = tuple(found for key in keys for found in _unmasked(key))
    used = sum(key is not None and key is not Ellipsis for key in keys)
    rest = [slice(None)] * (len(shape) - used)
    for place, key in enumerate(keys):
        if key is Ellipsis:
            return [*keys[:place], *rest, *keys[place + 1 :]]
    return [*keys, *rest]


def _unmasked(key: Any) -> list[Any]:
    items = getattr(key, "items", None)
    if not isinstance(items, list) or not items or not isinstance(items[0], bool):
        return [key]
    steps = strides(key.shape)
    marked = [place for place, one in enumerate(items) if one]
    return [
        [place // step % size for place in marked]
        for size, step in zip(key.shape, steps, strict=True)
    ]


def _is_list(key: Any) -> bool:
    return isinstance(key, list) or hasattr(key, "items")


def _by_slices(shape: Shape, keys: Sequence[Any]) -> tuple[list[int], Runs]:
    sizes: list[int] = []
    starts, axes = 0, []
    dimensions = iter(zip(shape, strides(shape), strict=True))
    for key in keys:
        if key is None:
            sizes.append(1)
            continue
        size, step = next(dimensions)
        if not isinstance(key, slice):
            starts += _inside(key, size) * step
            continue
        numbers = range(*key.indices(size))
        starts += numbers.start * step
        sizes.append(len(numbers))
        axes.append((len(numbers), numbers.step * step))
    return sizes, _runs(starts, axes)


def _runs(start: int, axes: list[tuple[int, int]]) -> Runs:
    """Slices over all places, for axes with these lengths and strides."""
    if any(count == 0 for count, _ in axes):
        return []
    outer: list[tuple[int, int]] = []
    length, apart = 1, 1
    for count, step in reversed(axes):
        if length == 1:
            length, apart = count, step
        elif count > 1 and not outer and step == length * apart:
            length *= count
        elif count > 1:
            outer.append((count, step))
    starts = total([[start], *(range(0, count * step, step) for count, step in reversed(outer))])
    reach = length * apart
    return [slice(at, at + reach if at + reach >= 0 else None, apart) for at in starts]


def _by_lists(shape: Shape, keys: Sequence[Any]) -> tuple[Shape, Places]:
    """Lists go together; their axes stand where the first of them was, or first if apart."""
    lists = [place for place, key in enumerate(keys) if _is_list(key) or isinstance(key, int)]
    ours, offsets = _together(shape, keys, lists)
    beside = [key for key in keys if not (_is_list(key) or isinstance(key, int))]
    dims = [at for at, key in enumerate(_dimensions(keys)) if not _is_chosen(key)]
    steps = strides(shape)
    axes: list[Sequence[int]] = []
    sizes: list[int] = []
    waiting = iter(dims)
    for key in beside:
        if key is None:
            sizes.append(1)
            axes.append([0])
            continue
        at = next(waiting)
        numbers = range(*key.indices(shape[at]))
        axes.append([number * steps[at] for number in numbers])
        sizes.append(len(numbers))
    adjacent = lists[-1] - lists[0] == len(lists) - 1
    first = lists[0] if adjacent else 0
    axes.insert(first, offsets)
    return (*sizes[:first], *ours, *sizes[first:]), total(axes)


def _together(shape: Shape, keys: Sequence[Any], lists: list[int]) -> tuple[Shape, Places]:
    """The common shape of all lists of numbers, and the places that they add up to."""
    dims = [at for at, key in enumerate(_dimensions(keys)) if _is_chosen(key)]
    steps = strides(shape)
    forms = [_form(keys[place]) for place in lists]
    ours = common(*(form for form, _ in forms))
    offsets = [0] * size_of(ours)
    for (form, numbers), at in zip(forms, dims, strict=True):
        size, step = shape[at], steps[at]
        if numbers:
            _inside(min(numbers), size)
            _inside(max(numbers), size)
        own = widened([number % size * step for number in numbers], form, ours)
        offsets = list(map(add, offsets, own))
    return ours, offsets


def _dimensions(keys: Sequence[Any]) -> list[Any]:
    return [key for key in keys if key is not None]


def _is_chosen(key: Any) -> bool:
    return _is_list(key) or isinstance(key, int)


def _form(key: Any) -> tuple[Shape, Sequence[int]]:
    if isinstance(key, int):
        return (), [key]
    if isinstance(key, list):
        return (len(key),), key
    return key.shape, key.items


def _inside(number: int, size: int) -> int:
    if not -size <= number < size:
        raise IndexError(f"{number} is outside an axis of {size}")
    return number % size if size else number
