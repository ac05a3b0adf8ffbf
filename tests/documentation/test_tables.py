"""Pages say all they set out to say: no broken table, no place left to be filled in."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from tools.architecture.imports import ROOT

from tests.documentation.test_links import CODE, PAGES

INLINE_CODE = re.compile(r"`[^`]*`")
RULE = re.compile(r"\|(\s*:?-+:?\s*\|)+")
"""The line between the heading of a table and its rows."""
CAPITALS = re.compile(r"\b[A-Z]{5,}\b")
NAMES = {
    "ASCII",
    "CHANCE",
    "GSPRT",
    "LICENSE",
    "NVIDIA",
    "OPTIONS",
    "README",
    "SECURITY",
    "SIGTERM",
}
"""Words that are written so."""


@pytest.fixture(params=PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def text(request: pytest.FixtureRequest) -> str:
    page: Path = request.param
    return INLINE_CODE.sub("code", CODE.sub("", page.read_text(encoding="utf-8")))


def test_every_row_of_a_table_is_whole(text: str) -> None:
    columns = 0
    for before, line in pairwise(text.splitlines()):
        if RULE.fullmatch(line.strip()):
            columns = before.count("|")
            assert line.count("|") == columns, before
        elif columns and line.strip() and not line.startswith("<!--"):
            assert line.count("|") == columns, line
        else:
            columns = 0


def test_no_word_in_capitals_waits_to_be_replaced(text: str) -> None:
    assert set(CAPITALS.findall(text)) <= NAMES
