"""The page about the protocol names every message, command, note, field and path there is."""

import ast
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest

import quartett
from quartett import hosting, server, tables
from quartett.core.event import Actor, Event, Seen
from quartett.server.http.app import HANDLERS
from quartett.server.http.routing import Handler
from quartett.server.socket.connection import LOGGED_OUT, TOO_MUCH, TOO_SLOW
from quartett.tables import commands, entries
from quartett.tables.info import TableInfo
from quartett.tables.setup import TableRequest
from quartett.tables.viewing import messages
from tests.server.host import Host

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
MESSAGES = [*get_args(messages.FromClient), *get_args(messages.FromServer)]
COMMANDS = get_args(commands.AnyCommand)
NOTES = get_args(entries.AnyNote)
PATH = re.compile(r"^\| `((?:GET|POST|PUT|DELETE|PATCH) /[^`]*)` \|", re.MULTILINE)
REFERENCE = re.compile(r"#/components/schemas/([^\"]+)")
GAMES = ("calavera", "calcory", "calculissimo", "cubus")
OVER_THE_SOCKET = {("closed", 409)}
"""Has no status there."""
OF_ITSELF = "GET /api/schema"
"""The document does not describe itself."""


def tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda kind: kind.__name__)
def test_every_message_has_an_example_and_its_fields(message: Any) -> None:
    assert f"**`{tag(message)}`**" in PAGE
    assert f'{{"t":"{tag(message)}"' in PAGE
    for field in message.__struct_fields__:
        assert f"`{field}`" in PAGE or f"`{field}: true`" in PAGE, field


@pytest.mark.parametrize("command", COMMANDS, ids=tag)
def test_every_command_stands_in_the_table_with_its_fields(command: Any) -> None:
    part = PAGE.split("## Commands")[1].split("## REST")[0]
    (line,) = [line for line in part.splitlines() if line.startswith(f"| `{tag(command)}` |")]
    for field in command.__struct_fields__:
        assert field == "cmd" or f"`{field}`" in line, field


@pytest.mark.parametrize("note", NOTES, ids=tag)
def test_every_note_stands_in_the_table_with_what_is_told_of_it(note: Any) -> None:
    notes = PAGE.split("## The socket")[0].splitlines()
    rows = [line for line in notes if line.startswith("| `")]
    (line,) = [line for line in rows if f"`{tag(note)}`" in line.split(" | ")[0]]
    for field in note.__struct_fields__:
        assert field in entries.HIDDEN or f"`{field}`" in line, field


@pytest.mark.parametrize("handler", HANDLERS, ids=lambda handler: handler.name)
def test_every_path_stands_in_the_table(handler: Handler) -> None:
    assert f"| `{handler.method} {handler.path}` |" in PAGE


def test_the_openapi_document_and_the_table_have_the_same_paths(host: Host) -> None:
    document = httpx.get(f"{host.url}/api/schema").json()
    described = {
        f"{method.upper()} {path}"
        for path, methods in document["paths"].items()
        for method in methods
    }
    assert described | {OF_ITSELF} == set(PATH.findall(PAGE))


def test_the_openapi_document_is_whole(host: Host) -> None:
    """Everything that is referred to is there, and the version is ours."""
    document = httpx.get(f"{host.url}/api/schema").json()
    referred = set(REFERENCE.findall(json.dumps(document)))
    assert referred and referred <= set(document["components"]["schemas"])
    assert document["info"]["version"] == quartett.__version__


@pytest.mark.parametrize("kind", [TableRequest, TableInfo])
def test_a_table_is_shown_with_every_field(kind: Any) -> None:
    for field in kind.__struct_fields__:
        assert f'"{field}":' in PAGE or f"`{field}`" in PAGE or f"`{field}: true`" in PAGE, field


def test_what_is_generated_is_not_stale() -> None:
    """In a new process: other tests of this one may have added editions."""
    check = [sys.executable, "-m", "tools.protocol", "--check"]
    done = subprocess.run(check, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("game_id", GAMES)
def test_what_events_show_stands_in_the_table(game_id: str) -> None:
    """Every action that shows something in games at random is named for its game."""
    game = quartett.game(game_id)
    (part,) = re.findall(r"\| game \| `do` \| `shows` \|.*?\n\n", PAGE, re.DOTALL)
    lines = [line for line in part.splitlines() if line.startswith(f"| {game.name} ")]
    named = {name for line in lines for name in re.findall(r"`(\w+)`", line.split(" | ")[1])}
    shown = set()
    for seen in chain.from_iterable(_seen(game, options) for options in game.variants()):
        if seen.shows is not None and seen.action is not None:
            shown.add(str(seen.wire()["do"]))
        if shown == named:
            return
    assert shown and shown <= named


def _seen(game: Any, options: Any) -> Iterator[Seen]:
    """What seat 0 sees of the first events of a game at random."""
    rng, state = random.Random(1), game.start(2, options)
    for _ in range(300):
        if state.over:
            return
        actor: Actor = "chance" if state.is_chance else min(state.to_act)
        action = state.sample(rng) if state.is_chance else state.random_action(actor, rng)
        event = Event(actor, action)
        yield state.redact(event, 0)
        state = state.apply(event)


def _codes() -> set[str]:
    texts = [file.read_text(encoding="utf-8") for file in _sources()]
    made = r'(?:Refused|_reject|_refuse|_problem)\(\s*(?:[0-9]+, )?"([a-z_]+)"'
    return {code for text in texts for code in re.findall(made, text)}


def test_every_code_of_the_server_stands_in_the_table() -> None:
    (table,) = re.findall(r"\| code \| status.*?\n\n", PAGE, re.DOTALL)
    listed = set(re.findall(r"`([a-z_]+)`", table))
    assert len(_codes()) > 40
    assert _codes() - listed == set()


def _statuses() -> set[tuple[str, int]]:
    """The codes of `Refused(code, message, where, status)`, with the status each is given."""
    found = set()
    for path in _sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="Refused"), args=[ast.Constant(value=str(code)), _, *rest]
                ):
                    given = [word.value for word in node.keywords if word.arg == "status"]
                    found.add((code, _number([*rest[1:], *given])))
    return found


def _sources() -> list[Path]:
    """The modules of a server that refuse."""
    layers = [Path(package.__path__[0]) for package in (server, hosting, tables)]
    return [file for layer in layers for file in layer.rglob("*.py")]


def _number(status: list[ast.expr]) -> int:
    return status[0].value if status and isinstance(status[0], ast.Constant) else 409  # type: ignore[return-value]


def test_every_code_stands_beside_its_status() -> None:
    (table,) = re.findall(r"\| code \| status.*?\n\n", PAGE, re.DOTALL)
    rows = [line.split(" | ") for line in table.splitlines()]
    beside = {code: row[1] for row in rows for code in re.findall(r"`([a-z_]+)`", row[0])}
    wrong = {(code, status) for code, status in _statuses() if str(status) not in beside[code]}
    assert len(_statuses()) > 40
    assert wrong - OVER_THE_SOCKET == set()


@pytest.mark.parametrize("code", [TOO_SLOW, TOO_MUCH, LOGGED_OUT, 1009, 1012])
def test_every_close_code_stands_in_the_table(code: int) -> None:
    assert _lines(f"| {code} | ")


def _lines(start: str) -> list[str]:
    return [line for line in PAGE.splitlines() if line.startswith(start)]
