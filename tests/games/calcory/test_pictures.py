"""Drawings show what the view holds, and nothing that it does not."""

import xml.etree.ElementTree as ET
from io import StringIO

import pytest
from rich.console import Console

from quartett import game
from quartett.games.calcory import State
from quartett.games.calcory.draw import draw
from quartett.games.calcory.position import laid_out, played
from quartett.games.calcory.svg import svg

CALCORY = game("calcory")
OPEN = played(laid_out("58 34 61", players=3), "a1 a2 a2>a1 a3 a4 . a5")


def drawn(state: State, seat: int | None, draft: str = "") -> str:
    console = Console(width=100, file=StringIO())
    console.print(draw(state.view(seat), draft))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_terminal() -> None:
    text = drawn(OPEN, 2)
    assert "player 3: 6 = 6 of 13" in text
    assert "bid: 7 from 2 cards ▲ player 2" in text
    assert "● player 1: 1" in text


@pytest.mark.rule("CC-13")
def test_only_ones_own_returned_card_is_drawn() -> None:
    assert "▒8▒" in drawn(OPEN, 0)
    assert "▒8▒" not in drawn(OPEN, 1)
    assert svg(OPEN.view(0)) != svg(OPEN.view(1)) == svg(OPEN.view(2)) == svg(OPEN.view(None))


@pytest.mark.parametrize(
    "state",
    [
        CALCORY.start(2),
        laid_out(),
        OPEN,
        played(laid_out("58"), "a1 a2"),
        played(laid_out("99", max_turns=1), "a1 a2"),
    ],
)
def test_every_phase_draws_itself(state: State) -> None:
    for seat in (None, 0):
        root = ET.fromstring(svg(state.view(seat)))
        assert root.attrib["role"] == "img"
        assert drawn(state, seat, "a1>b2")
    assert state._repr_svg_() == state.view(None)._repr_svg_()
