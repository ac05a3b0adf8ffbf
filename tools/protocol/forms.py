"""The JSON form of a type in words, and what its source says about each field."""

import ast
import inspect as source
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect
from msgspec.inspect import Field, StructType

from quartett.core.event import Action

PLAIN: dict[type[inspect.Type], str] = {
    inspect.AnyType: "any value",
    inspect.NoneType: "null",
    inspect.BoolType: "true or false",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}


class Forms:
    """Says the forms of types, and remembers which structures they refer to."""

    def __init__(self) -> None:
        self.structures: dict[str, StructType] = {}

    def say(self, info: inspect.Type) -> str:  # noqa: C901 (one case a kind)
        if (plain := PLAIN.get(type(info))) is not None:
            return plain
        match info:
            case inspect.IntType():
                return _integer(info)
            case StructType():
                return self._structure(info)
            case inspect.LiteralType(values):
                return " or ".join(f"`{msgspec.json.encode(value).decode()}`" for value in values)
            case inspect.UnionType(types):
                return " or ".join(dict.fromkeys(map(self.say, types)))
            case inspect.TupleType(items):
                return f"[{', '.join(map(self.say, items))}]"
            case inspect.NamedTupleType():
                return f"[{', '.join(field.name for field in info.fields)}]"
            case inspect.DictType(_, values):
                return f"object of names with {self.say(values)} each"
            case inspect.CollectionType(item):
                return f"[{self.say(item)}, …]"
        raise TypeError(f"no words for {info}")

    def _structure(self, info: StructType) -> str:
        if info.cls is Action:
            return "an action"
        if issubclass(info.cls, Action):
            return f"the action `{info.tag}`"
        name = info.cls.__name__
        self.structures.setdefault(name, info)
        return f"object `{name}`"


def _integer(info: inspect.IntType) -> str:
    low, high = info.ge, info.le
    if low is not None and high is not None:
        return f"integer, {low} to {high}"
    return "integer" if low is None else f"integer, {low} or more"


def fields(kind: Any) -> Iterator[tuple[Field, str]]:
    """The fields of a structure, each with its documentation."""
    info = inspect.type_info(kind)
    assert isinstance(info, StructType)
    about = documented(kind)
    for field in info.fields:
        yield field, about.get(field.name, "")


@cache
def documented(kind: type) -> dict[str, str]:
    """The sentence under each field, in the class or in one it derives from."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("quartett."):
            found |= _sentences(base)
    return found


def _sentences(kind: type) -> dict[str, str]:
    (definition,) = ast.parse(source.getsource(kind)).body
    assert isinstance(definition, ast.ClassDef)
    found = {}
    for field, after in zip(definition.body, definition.body[1:], strict=False):
        match field, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = " ".join(text.split()).replace("None", "null")
    return found


def first_sentences(kind: type) -> str:
    """The documentation of a type without its examples."""
    text = source.cleandoc(kind.__doc__ or "")
    return " ".join(text.partition("\n\n")[0].split())


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table in Markdown."""
    head = list(head)
    lines = [head, ["---"] * len(head), *(list(row) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
