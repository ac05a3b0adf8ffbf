"""Blocks that are neither commands nor Python: what they show is what there is."""

import json
import re
from collections.abc import Callable

import pytest
import typer
from tools.architecture.imports import ROOT

import quartett
from quartett.cli import app
from quartett.core.record import Record
from quartett.core.verify import verify
from quartett.server.http.middleware import HEADERS
from quartett.server.metrics import HELP, TIMES
from tests.documentation.blocks import Block, blocks, commands
from tests.documentation.test_blocks import TYPED

REASONS = {
    ("docs/hosting.md", "nginx"): "there is no nginx here",
    ("docs/hosting.md", "caddy"): "there is no Caddy here",
    ("docs/guides/own-game.md", "js"): "a part of tests/outside/highcard_page/board.js, which "
    "tests/browser/games/test_outside.py plays with",
    ("docs/guides/own-game.md", "text"): "what conform said of a draft that is not kept",
    ("docs/licences.md", "text"): "`make dependencies` writes the page",
    ("docs/protocol.md", "json"): "tests/server/socket/test_protocol_page.py",
}
"""Of what is not compared here."""
NUMBER = re.compile(r"\d+")


@pytest.fixture(scope="module")
def record() -> Record:
    return quartett.play("calavera", ["expert", "easy"], seed=2)


def verified(shown: str, record: Record) -> None:
    """The sentences of `quartett verify`, up to their numbers."""
    said = [f"✓ {finding.text}" for finding in verify(record)]
    assert NUMBER.sub("n", shown) == NUMBER.sub("n", "\n".join(said) + "\n")


def recorded(shown: str, record: Record) -> None:
    """A record's first lines and its last, up to their values."""
    head, *events, result = map(json.loads, shown.splitlines())
    real = [json.loads(line) for line in record.lines()]
    assert list(head) == list(real[0]) and list(result) == list(real[-1])
    forms = {(event["do"], *event) for event in real[1:-1]}
    assert {(event["do"], *event) for event in events} <= forms


def entry_point(shown: str, _: Record) -> None:
    assert shown in (ROOT / "examples/goofspiel/pyproject.toml").read_text(encoding="utf-8")


def metrics(shown: str, _: Record) -> None:
    """Counts and times are all there; the others are gauges, which the server adds."""
    names = {line.split()[0].removeprefix("quartett_") for line in shown.splitlines()}
    told = {*(f"{name}_total" for name in HELP), *TIMES, "requests_total"}
    assert told < names
    server = (ROOT / "src/quartett/server/application.py").read_text(encoding="utf-8")
    assert all(f'"{name}": (' in server for name in names - told)


def headers(shown: str, _: Record) -> None:
    sent = dict(line.split(": ", 1) for line in shown.splitlines())
    assert {name.lower(): value for name, value in sent.items()} == HEADERS


def layers(shown: str, _: Record) -> None:
    """Every package of the library, and nothing that is not there."""
    library, rest = shown.split("web/", 1)
    named = set(re.findall(r"^  (\w+)[/. ]", library, re.MULTILINE))
    package = ROOT / "src" / "quartett"
    there = {path.parent.name for path in package.glob("*/__init__.py")}
    assert there <= named
    assert named - there <= {path.stem for path in package.glob("*.py")}
    folders = re.findall(r"^(\w+)/", f"web/{rest}", re.MULTILINE)
    assert all((ROOT / folder).is_dir() for folder in folders)


COMPARED: dict[tuple[str, str], Callable[[str, Record], None]] = {
    ("docs/guides/records.md", "text"): verified,
    ("docs/guides/records.md", "json"): recorded,
    ("docs/guides/own-game.md", "toml"): entry_point,
    ("docs/hosting.md", "text"): metrics,
    ("docs/security.md", "text"): headers,
    ("CONTRIBUTING.md", "text"): layers,
}
SHOWN = [block for block in blocks() if block.language not in ("sh", "python")]


@pytest.mark.parametrize("block", SHOWN, ids=lambda block: f"{block.file} {block.language}")
def test_what_is_shown_is_what_there_is(block: Block, record: Record) -> None:
    place = block.file, block.language
    if place not in REASONS:
        COMPARED[place](block.text, record)


def test_each_reason_and_each_comparison_is_needed() -> None:
    assert {(block.file, block.language) for block in SHOWN} == {*REASONS, *COMPARED}


def test_no_block_is_overlooked() -> None:
    """All fences belong to blocks: none is indented, or has more than a language after it."""
    for file in {block.file for block in blocks()}:
        text = (ROOT / file).read_text(encoding="utf-8")
        assert text.count("```") == 2 * sum(block.file == file for block in blocks()), file


NOT_RUN = sorted(
    {
        command.partition("bin/")[2] or command
        for place in commands()
        if place not in TYPED and re.match(r"(\.venv/bin/)?quartett ", command := place[1])
    }
)


@pytest.mark.parametrize("command", NOT_RUN)
def test_a_command_that_is_not_run_has_these_options(command: str) -> None:
    """It is parsed as the program parses it; files need not be there."""
    group = typer.main.get_command(app)
    words = [word for word in command.split()[1:] if not word.startswith("2>")]
    while hasattr(group, "get_command"):
        found = group.get_command(
            group.make_context("quartett", [], resilient_parsing=True), words.pop(0)
        )
        assert found is not None, command
        group = found
    group.make_context(command, words)
