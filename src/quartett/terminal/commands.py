"""Commands that belong to one game: `quartett moves`, `quartett build`."""

from abc import abstractmethod
from typing import Any, Protocol

import typer
from typer.core import TyperGroup

from quartett.core.parts import in_module, part
from quartett.core.registry import game, game_ids


@in_module("command")
class Commands(Protocol):
    """The part of a game that adds commands of its own to `quartett`."""

    @property
    @abstractmethod
    def app(self) -> typer.Typer:
        """The commands; their names must be free."""


class WithGameCommands(TyperGroup):
    """The shared commands, then those of the installed games.

    Games are loaded for the help and for a name that is no shared command, so that the shared
    commands start as quickly as before.
    """

    def list_commands(self, ctx: Any) -> list[str]:
        return [*super().list_commands(ctx), *_of_games()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return super().get_command(ctx, cmd_name) or _of_games().get(cmd_name)


def _of_games() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for id in game_ids():
        own = part(game(id), Commands)
        if own is not None:
            found |= typer.main.get_group(own.app).commands
    return found
