"""NumPy's ways to choose elements: numbers, slices, new axes, lists of numbers, masks."""

from collections.abc import Sequence
from typing import Any

from quartett.core.arrays.small.shapes import Places, Shape, common, spread, strides, total


def chosen(shape: Shape, key: Any) -> tuple[Shape | None, Places]:
    """The shape and the places of what is chosen; the shape is None for a single element."""
    keys = _whole(shape, key if isinstance(key, tuple) else (key,))
    if any(_is_list(one) for one in keys):
        return _by_lists(shape, keys)
    axes, sizes = _by_slices(shape, keys)
    return (tuple(sizes) if sizes else None), total(axes)


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


def _by_slices(shape: Shape, keys: Sequence[Any]) -> tuple[list[Sequence[int]], list[int]]:
    axes: list[Sequence[int]] = []
    sizes: list[int] = []
    dimensions = iter(zip(shape, strides(shape), strict=True))
    for key in keys:
        if key is None:
            sizes.append(1)
            continue
        size, step = next(dimensions)
        if isinstance(key, slice):
            numbers = range(*key.indices(size))
            axes.append([number * step for number in numbers])
            sizes.append(len(numbers))
        else:
            axes.append([_inside(key, size) * step])
    return axes, sizes


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
    offsets = [0] * len(spread((), ours))
    for (form, numbers), at in zip(forms, dims, strict=True):
        own = [_inside(number, shape[at]) * steps[at] for number in numbers]
        offsets = [so_far + own[place] for so_far, place in zip(offsets, spread(form, ours))]  # noqa: B905
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
