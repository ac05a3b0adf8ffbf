"""The numbers that the rulebooks tell are those that the rules go by."""

import re

import pytest

import quartett
from quartett.games.calavera.sheet import PADS
from quartett.rulebook import LANGUAGES, rulebook

SHORT = "`sheet=short`"


def numbers(text: str) -> list[int]:
    return [int(found) for found in re.findall(r"(?<![\d–])-?\d+", text.replace("−", "-"))]


def line(language: str, begins: str) -> str:
    """The first line of the rulebook that this describes."""
    lines = rulebook(quartett.game("calavera"), language).splitlines()
    return next(line for line in lines if re.search(begins, line))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_boxes_is_the_pad(language: str) -> None:
    pad = PADS["standard"]
    boxes, values = line(language, r"^\|.* 1–5 \|"), line(language, r"^\|.* – \| 4 \|")
    assert numbers(boxes)[1:] == [*range(pad.points, pad.length + 1)]
    assert numbers(values) == [*pad.boxes[pad.points - 1 :]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_zones_and_lines_are_the_pad_s(language: str) -> None:
    pad = PADS["standard"]
    zones = [pad.points, pad.death - 1, pad.death, pad.length]
    assert numbers(line(language, r"\*\*.+\*\*.+\*\*.+\*\*.+ 3, 6 ")) == [*zones, *pad.lines]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_short_sheet_is_described_as_it_is(language: str) -> None:
    pad = PADS["short"]
    best = max(pad.boxes)
    scored = [*pad.boxes[pad.points - 1 :], best]
    told = [*scored, *pad.lines, *pad.first, *pad.later]
    assert numbers(line(language, SHORT).split(SHORT)[1]) == told
