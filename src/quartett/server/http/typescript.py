"""TypeScript types, made from the types of the messages and of the games.

`quartett types` writes those of the page, `quartett types GAME` those of one game.
"""

import sys
from collections.abc import Iterable, Iterator
from typing import Any, get_args

import msgspec
from msgspec import inspect

from quartett.core.event import Action
from quartett.core.game import Game
from quartett.core.parts import page
from quartett.core.registry import game as find_game
from quartett.core.registry import game_ids
from quartett.hosting import answers
from quartett.tables import commands, entries
from quartett.tables.setup import TableRequest
from quartett.tables.viewing import messages

HEADING = "// Made by `quartett types`: change the Python types, run it again.\n"
PLAIN: dict[type[inspect.Type], str] = {
    inspect.AnyType: "unknown",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}


def page_types() -> str:
    """The messages, and the games that come with this package."""
    taken, given = InterfaceWriter(optional_defaults=True), InterfaceWriter()
    lines = [
        "export type AnyAction = { do: string; [field: string]: unknown };\n",
        taken.union("FromClient", get_args(messages.FromClient)),
        taken.union("Command", get_args(commands.AnyCommand)),
        *(taken.write(kind) for kind in (TableRequest, *answers.TAKEN)),
        given.union("FromServer", get_args(messages.FromServer)),
        given.union("Note", get_args(entries.AnyNote)),
        *(given.write(kind) for kind in answers.GIVEN),
    ]
    given.interfaces = {**taken.interfaces, **given.interfaces}
    games = [game_types(game) for game in _own_games()]
    return "\n".join([HEADING, *given.interfaces.values(), *filter(None, lines), *games])


class InterfaceWriter:
    """Writes interfaces, each once, as types need them."""

    def __init__(self, optional_defaults: bool = False, actions: str = "AnyAction") -> None:
        self.interfaces: dict[str, str] = {}
        self._optional = optional_defaults
        self._actions = actions

    def union(self, name: str, kinds: Iterable[type]) -> str:
        members = " | ".join(self._name(inspect.type_info(kind)) for kind in kinds)
        return f"export type {name} = {members};\n"

    def write(self, kind: Any) -> str:
        """The type's interface is written; nothing more to say."""
        self._name(inspect.type_info(kind))
        return ""

    def alias(self, name: str, kind: Any) -> str:
        said = self._name(inspect.type_info(kind))
        return "" if said == name else f"export type {name} = {said};\n"

    def _name(self, info: inspect.Type) -> str:  # noqa: C901 (one case a kind)
        if (plain := PLAIN.get(type(info))) is not None:
            return plain
        match info:
            case inspect.StructType():
                return self._interface(info)
            case inspect.LiteralType(values):
                return " | ".join(msgspec.json.encode(value).decode() for value in values)
            case inspect.UnionType(types):
                return " | ".join(dict.fromkeys(self._name(kind) for kind in types))
            case inspect.TupleType(items):
                return self._tuple(items)
            case inspect.NamedTupleType():
                return self._tuple(field.type for field in info.fields)
            case inspect.DictType(_, values):
                return f"Record<string, {self._name(values)}>"
            case inspect.CollectionType():
                inner = self._name(info.item_type)
                return f"({inner})[]" if "|" in inner else f"{inner}[]"
        raise TypeError(f"no TypeScript for {info}")

    def _tuple(self, kinds: Iterable[inspect.Type]) -> str:
        return f"[{', '.join(self._name(kind) for kind in kinds)}]"

    def _interface(self, info: inspect.StructType) -> str:
        name = info.cls.__name__.replace("_", "")
        if info.cls is Action:
            return self._actions
        if info.array_like:
            return self._tuple(field.type for field in info.fields)
        if name not in self.interfaces:
            self.interfaces[name] = ""  # it may need itself
            body = "".join(f"  {line}\n" for line in self._fields(info))
            self.interfaces[name] = f"export interface {name} {{\n{body}}}\n"
        return name

    def _fields(self, info: inspect.StructType) -> Iterator[str]:
        if info.tag_field is not None:
            yield f"{info.tag_field}: {msgspec.json.encode(info.tag).decode()};"
        for field in info.fields:
            if field.encode_name in entries.HIDDEN and issubclass(info.cls, entries.Note):
                continue
            omits = self._optional or info.cls.__struct_config__.omit_defaults
            left_out = omits and not field.required
            unset = not field.required and field.default is field.default_factory
            mark = "?" if left_out or unset else ""
            yield f"{field.encode_name}{mark}: {self._name(field.type)};"


def game_types(game: Game) -> str:
    """A namespace: the game's view, options and actions, and what the page draws them from."""
    package = sys.modules[type(game).__module__]
    writer = InterfaceWriter(actions="Action")
    kinds = {"View": package.View, "Options": game.Options}
    kinds |= {"Offers": page(game).Offers, "Preview": page(game).Preview}
    lines = [writer.alias(name, kind) for name, kind in kinds.items()]
    lines.append(writer.union("Action", game.player_actions))
    lines.append(writer.union("Chance", game.chance_actions))
    body = "\n".join([*writer.interfaces.values(), *filter(None, lines)])
    indented = "\n".join(f"  {line}" if line else line for line in body.splitlines())
    return f"export namespace {game.name} {{\n{indented}\n}}\n"


def _own_games() -> list[Game]:
    """The games of this package; others may be installed beside it."""
    package = __name__.partition(".")[0]
    games = [find_game(game_id) for game_id in game_ids()]
    return [game for game in games if type(game).__module__.partition(".")[0] == package]
