"""The values that a bounded type allows, listed."""

from collections.abc import Callable, Iterator
from itertools import chain, product
from math import prod
from typing import Any, Final, NamedTuple

from msgspec import inspect

from quartett.core.errors import IllegalAction, QuartettError


class Unbounded(QuartettError, TypeError):
    """A type that does not say which values it allows; the text names where."""


class Domain(NamedTuple):
    """The values of a type, and an upper bound of their number."""

    size: int
    values: Callable[[], Iterator[Any]]


def domain(kind: inspect.Type, where: str) -> Domain:
    """All values of a type; `where` names it in a refusal.

    Bounded: integers with both bounds (`Meta(ge=…, le=…)`), bool, None, Literal, Enum, tuples of
    these of a fixed length or with a `Meta(max_length=…)`, structs and unions of all that.

    >>> found = domain(inspect.type_info(tuple[bool, bool]), "coins")
    >>> found.size, list(found.values())[1]
    (4, (False, True))
    """
    read = _READ.get(type(kind))
    if read is None:
        raise Unbounded(f"{where} can be any {_name(kind)}")
    found: Domain = read(kind, where)
    return found


def bounds(kind: inspect.IntType) -> tuple[int | None, int | None]:
    """The least and the greatest integer that the type allows; None where it does not say.

    >>> bounds(inspect.IntType(gt=0, le=9))
    (1, 9)
    """
    low = kind.ge if kind.gt is None else kind.gt + 1
    high = kind.le if kind.lt is None else kind.lt - 1
    return low, high


def _integers(kind: inspect.IntType, where: str) -> Domain:
    low, high = bounds(kind)
    if low is None or high is None:
        raise Unbounded(f"{where} can be any integer; bound it with msgspec.Meta(ge=…, le=…)")
    step = kind.multiple_of or 1
    numbers = range(-(-low // step) * step, high + 1, step)
    return Domain(len(numbers), lambda: iter(numbers))


def _union(kind: inspect.UnionType, where: str) -> Domain:
    parts = [domain(one, where) for one in kind.types]
    return Domain(
        sum(part.size for part in parts), lambda: chain(*(part.values() for part in parts))
    )


def _tuple(kind: inspect.TupleType, where: str) -> Domain:
    parts = [domain(one, f"{where}[{at}]") for at, one in enumerate(kind.item_types)]
    return Domain(prod(part.size for part in parts), lambda: _all_of(parts))


def _sequence(kind: inspect.VarTupleType, where: str) -> Domain:
    if kind.max_length is None:
        raise Unbounded(f"{where} can have any length; bound it with msgspec.Meta(max_length=…)")
    item = domain(kind.item_type, f"{where}[]")
    lengths = range(kind.min_length or 0, kind.max_length + 1)
    return Domain(
        sum(item.size**length for length in lengths),
        lambda: chain(*(_all_of([item] * length) for length in lengths)),
    )


def _struct(kind: inspect.StructType, where: str) -> Domain:
    parts = [domain(one.type, f"{where}.{one.name}") for one in kind.fields]
    names = [one.name for one in kind.fields]
    return Domain(prod(part.size for part in parts), lambda: _made(kind.cls, names, _all_of(parts)))


def _made(cls: type, names: list[str], rows: Iterator[tuple[Any, ...]]) -> Iterator[Any]:
    """The structs, without those that refuse their own fields."""
    for row in rows:
        try:
            made = cls(**dict(zip(names, row, strict=True)))
        except IllegalAction:
            continue
        yield made


def _all_of(parts: list[Domain]) -> Iterator[tuple[Any, ...]]:
    return product(*(part.values() for part in parts))


def _of(values: list[Any]) -> Domain:
    return Domain(len(values), lambda: iter(values))


def _name(kind: inspect.Type) -> str:
    return type(kind).__name__.removesuffix("Type").lower()


_READ: Final[dict[type[inspect.Type], Callable[[Any, str], Domain]]] = {
    inspect.BoolType: lambda kind, where: _of([False, True]),
    inspect.NoneType: lambda kind, where: _of([None]),
    inspect.LiteralType: lambda kind, where: _of(list(kind.values)),
    inspect.EnumType: lambda kind, where: _of(list(kind.cls)),
    inspect.IntType: _integers,
    inspect.UnionType: _union,
    inspect.TupleType: _tuple,
    inspect.VarTupleType: _sequence,
    inspect.StructType: _struct,
    inspect.Metadata: lambda kind, where: domain(kind.type, where),
}
