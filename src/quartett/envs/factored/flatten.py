"""A view as a row of whole numbers, by the types of its fields.

| type | numbers |
|---|---|
| bool | 0 or 1 |
| int | the number, within its bounds, or within ±1,000,000,000 where the type has none |
| Literal, Enum | one for each value: 1 for the one it is, 0 for the others |
| `X | None` | 1 and the numbers of X; all 0 for None |
| tuple of fixed length, struct | the numbers of its parts, one after the other |
| `tuple[X, …]` with `Meta(max_length=n)` | how many there are, then n times the numbers of X, \
0 after the last |
| `tuple[X, …]` without, as a field of the view | the numbers of X for each seat, the viewing seat \
first; all 0 while the tuple is empty |

Anything else needs an encoding of the game's own.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from msgspec import inspect

from quartett.core.errors import QuartettError
from quartett.core.state import View
from quartett.envs.factored import fields as common
from quartett.envs.factored.domain import Unbounded, bounds
from quartett.envs.factored.fields import MOST, around, one_of
from quartett.envs.factored.lists import Field, Fields

_EVERY_VIEW: Final = frozenset(View.__struct_fields__)
"""Of these, `seat`, `to_act` and `scores` come first; the others do not change before the end."""


class Flat(NamedTuple):
    """A type in numbers."""

    size: int
    low: int
    high: int
    text: str
    row: Callable[[Any], Sequence[int]]
    """The numbers of a value."""


def view_fields(view: View, players: int) -> Fields:
    """The fields of all views of this type."""
    kind = inspect.type_info(type(view))
    assert isinstance(kind, inspect.StructType)
    own = [field for field in kind.fields if field.name not in _EVERY_VIEW]
    return Fields(
        [
            common.number(
                "seat", 0, players - 1, "the viewing seat's number", lambda draft: draft.view.seat
            ),
            common.to_act(players),
            common.scores(players, -MOST, MOST),
            *(_field(field, players, kind.cls.__name__) for field in own),
        ]
    )


def _field(field: inspect.Field, players: int, owner: str) -> Field:
    name, kind, where = field.name, field.type, f"{owner}.{field.name}"
    if isinstance(kind, inspect.VarTupleType) and kind.max_length is None:
        return _by_seat(name, flat(kind.item_type, f"{where}[]"), players, where)
    whole = flat(kind, where)
    return Field(
        name,
        whole.size,
        whole.low,
        whole.high,
        whole.text,
        lambda draft: whole.row(getattr(draft.view, name)),
    )


def _by_seat(name: str, item: Flat, players: int, where: str) -> Field:
    size = item.size * players

    def read(draft: Any) -> list[int]:
        values = getattr(draft.view, name)
        if not values:
            return [0] * size
        if len(values) != players:
            raise QuartettError(
                f"{where} has {len(values)} entries for {players} players; without a "
                "msgspec.Meta(max_length=…) it must have one for each seat"
            )
        return [number for value in around(draft.view, values) for number in item.row(value)]

    text = f"seat by seat, {item.text}"
    return Field(name, size, min(0, item.low), max(0, item.high), text, read)


def flat(kind: inspect.Type, where: str) -> Flat:
    """How values of the type become numbers; `where` names it in a refusal.

    >>> pair = flat(inspect.type_info(tuple[bool, int | None]), "pair")
    >>> pair.size, pair.row((True, 7)), pair.row((False, None))
    (3, [1, 1, 7], [0, 0, 0])
    """
    read = _FLAT.get(type(kind))
    if read is None:
        name = type(kind).__name__.removesuffix("Type").lower()
        raise Unbounded(f"{where}, any {name}, has no place in a row of numbers")
    found: Flat = read(kind, where)
    return found


def _integer(kind: inspect.IntType, _: str) -> Flat:
    low, high = bounds(kind)
    least = -MOST if low is None else max(-MOST, low)
    most = MOST if high is None else min(MOST, high)
    return Flat(1, least, most, "the number", lambda value: (max(least, min(most, value)),))


def _choice(values: Sequence[Any]) -> Flat:
    rows = {value: one_of(len(values), place) for place, value in enumerate(values)}
    names = ", ".join(str(getattr(value, "value", value)) for value in values)
    return Flat(len(values), 0, 1, f"one of {names}", rows.__getitem__)


def _optional(kind: inspect.UnionType, where: str) -> Flat:
    parts = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
    if len(parts) != 1 or len(parts) == len(kind.types):
        raise Unbounded(f"{where}, a union of types, has no place in a row of numbers")
    part = flat(parts[0], where)
    nothing = [0] * (part.size + 1)
    return Flat(
        part.size + 1,
        min(0, part.low),
        max(1, part.high),
        f"1 and {part.text}, or all 0 for none",
        lambda value: nothing if value is None else [1, *part.row(value)],
    )


def _tuple(kind: inspect.TupleType, where: str) -> Flat:
    return _joined([flat(one, f"{where}[{at}]") for at, one in enumerate(kind.item_types)], tuple)


def _struct(kind: inspect.StructType, where: str) -> Flat:
    names = [one.name for one in kind.fields]
    parts = [flat(one.type, f"{where}.{one.name}") for one in kind.fields]
    return _joined(parts, lambda value: [getattr(value, name) for name in names])


def _joined(parts: Sequence[Flat], taken_apart: Callable[[Any], Sequence[Any]]) -> Flat:
    def row(value: Any) -> list[int]:
        values = taken_apart(value)
        return [n for part, one in zip(parts, values, strict=True) for n in part.row(one)]

    return Flat(
        sum(part.size for part in parts),
        min((part.low for part in parts), default=0),
        max((part.high for part in parts), default=0),
        "; ".join(part.text for part in parts),
        row,
    )


def _sequence(kind: inspect.VarTupleType, where: str) -> Flat:
    most = kind.max_length
    if most is None:
        raise Unbounded(f"{where} can have any length; bound it with msgspec.Meta(max_length=…)")
    item = flat(kind.item_type, f"{where}[]")

    def row(values: Sequence[Any]) -> list[int]:
        numbers = [n for value in values for n in item.row(value)]
        return [len(values), *numbers, *[0] * (most * item.size - len(numbers))]

    text = f"how many, then up to {most}: {item.text}; 0 after the last"
    return Flat(1 + most * item.size, min(0, item.low), max(most, item.high), text, row)


_FLAT: Final[dict[type[inspect.Type], Callable[[Any, str], Flat]]] = {
    inspect.BoolType: lambda kind, where: Flat(1, 0, 1, "0 or 1", lambda value: (int(value),)),
    inspect.IntType: _integer,
    inspect.LiteralType: lambda kind, where: _choice(kind.values),
    inspect.EnumType: lambda kind, where: _choice(list(kind.cls)),
    inspect.UnionType: _optional,
    inspect.TupleType: _tuple,
    inspect.VarTupleType: _sequence,
    inspect.StructType: _struct,
    inspect.Metadata: lambda kind, where: flat(kind.type, where),
}
