"""The page about the protocol names every message, command, note, field and path there is."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest

import quartett
from quartett import server, tables
from quartett.server.http.app import HANDLERS
from quartett.server.settings import Settings
from quartett.server.socket.connection import LOGGED_OUT, TOO_MUCH, TOO_SLOW
from quartett.tables import commands, entries, messages
from quartett.tables.info import TableInfo
from quartett.tables.setup import TableRequest
from tests.server.host import Host

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
MESSAGES = [*get_args(messages.FromClient), *get_args(messages.FromServer)]
COMMANDS = get_args(commands.AnyCommand)
NOTES = get_args(entries.AnyNote)
PATH = re.compile(r"^\| `((?:GET|POST|PUT|DELETE|PATCH) /[^`]*)` \|", re.MULTILINE)
REFERENCE = re.compile(r"#/components/schemas/([^\"]+)")
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
    (line,) = [line for line in _lines("| `") if line.startswith(f"| `{tag(command)}` |")]
    for field in command.__struct_fields__:
        assert field == "cmd" or f"`{field}`" in line, field


@pytest.mark.parametrize("note", NOTES, ids=tag)
def test_every_note_stands_in_the_table_with_what_is_told_of_it(note: Any) -> None:
    notes = PAGE.split("## The socket")[0].splitlines()
    rows = [line for line in notes if line.startswith("| `")]
    (line,) = [line for line in rows if f"`{tag(note)}`" in line.split(" | ")[0]]
    for field in note.__struct_fields__:
        assert field in entries.HIDDEN or f"`{field}`" in line, field


@pytest.mark.parametrize("handler", HANDLERS, ids=lambda handler: str(handler))
def test_every_path_stands_in_the_table(handler: Any) -> None:
    for path in handler.paths:
        for method in handler.http_methods - {"HEAD"}:
            assert f"| `{method} {path.replace(':str', '')}` |" in PAGE


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


def limit_rows() -> list[str]:
    """The rates as the page's table of limits has them."""
    by_user = {"chat": "a user", "table chat": "a table"}
    settings = Settings(database="")
    rates = {**settings.rates, "message": settings.messages}
    return [
        f"| {what} | {by_user.get(what, 'a socket' if what == 'message' else 'an address')}"
        f" | {rate.burst:g} | {_then(rate.per_second)} |"
        for what, rate in rates.items()
    ]


def _then(per_second: float) -> str:
    if per_second >= 1:
        return f"{per_second:g} a second"
    return f"one every {1 / per_second:g} s"


@pytest.mark.parametrize("row", limit_rows())
def test_every_limit_stands_in_the_table(row: str) -> None:
    assert row in PAGE.splitlines()


def _codes() -> set[str]:
    sources = Path(server.__path__[0]), Path(tables.__path__[0])
    texts = [file.read_text() for folder in sources for file in folder.rglob("*.py")]
    made = r'(?:Refused|_reject|_refuse|_problem)\(\s*(?:[0-9]+, )?"([a-z_]+)"'
    return {code for text in texts for code in re.findall(made, text)}


def test_every_code_of_the_server_stands_in_the_table() -> None:
    (table,) = re.findall(r"\| code \| status.*?\n\n", PAGE, re.DOTALL)
    listed = set(re.findall(r"`([a-z_]+)`", table))
    assert len(_codes()) > 40
    assert _codes() - listed == set()


@pytest.mark.parametrize("code", [TOO_SLOW, TOO_MUCH, LOGGED_OUT, 1009, 1012])
def test_every_close_code_stands_in_the_table(code: int) -> None:
    assert _lines(f"| {code} | ")


def _lines(start: str) -> list[str]:
    return [line for line in PAGE.splitlines() if line.startswith(start)]
