"""States draw themselves: as SVG in a notebook, as text in a terminal."""

from io import StringIO
from xml.etree import ElementTree

import pytest
from rich.console import Console, RenderableType

from quartett.games.calavera import Options, State
from quartett.games.calavera.draw import draw
from tests.rules.calavera.table import GAME, do, table

STATES: dict[str, State] = {
    "before the start": GAME.begin(4, Options()),
    "dice": table("o6 g3* p13* b0", "o3 g3 p3 b3 +4", "", dice="oogrss"),
    "rerolling": do(table("", "", dice="oogprb"), 0, "136"),
    "others choose": do(table("", "", "", dice="soogpb"), 0, "o"),
    "over": do(table("o9* g9* p9* b8 +4 +5", "", dice="bbbooo"), 0, "b"),
    "short": table("o9*", "", dice="oogrss", pad="short"),
}


@pytest.mark.parametrize("name", STATES)
def test_the_svg_is_well_formed_and_labelled(name: str) -> None:
    state = STATES[name]
    picture = ElementTree.fromstring(state._repr_svg_())
    assert picture.get("role") == "img"
    assert "Calavera" in (picture.get("aria-label") or "")
    crosses = sum(sum(sheet.crosses) for sheet in state.sheets)
    rounded = [p for p in picture.iter() if p.get("stroke-linecap") == "round"]
    assert len(rounded) == crosses


def text(name: str, draft: str = "") -> str:
    return printed(draw(STATES[name].view(0), draft))


def printed(drawing: RenderableType) -> str:
    page = StringIO()
    Console(width=150, file=page).print(drawing)
    return page.getvalue()


def test_the_terminal_shows_dice_crosses_and_scores() -> None:
    shown = text("dice")
    assert "locked" in shown and "roll 1 of 3" in shown
    assert shown.count("✗") == sum(sum(sheet.crosses) for sheet in STATES["dice"].sheets)
    assert "Player 1 (you): 1" in shown and "❄ −3" in shown


def test_a_draft_is_marked_in_the_drawing() -> None:
    assert text("dice", "12").count("↻") == 2
    assert text("dice", "o").count(" + ") == 2
    assert text("dice", "nonsense").count("↻") == 0


def test_who_has_chosen_is_shown() -> None:
    state = do(STATES["others choose"], 2, "g")
    assert "Player 3: 0 ✓ has chosen" in printed(draw(state.view(1)))


@pytest.mark.parametrize(("width", "height", "players"), [(80, 24, 2), (80, 24, 4), (100, 30, 3)])
def test_a_small_terminal_shows_the_whole_table(width: int, height: int, players: int) -> None:
    page = StringIO()
    console = Console(width=width, height=height, file=page, force_terminal=True)
    console.print(draw(table(*["o6 g11*"] * players, dice="oogrss").view(0)))
    lines = page.getvalue().splitlines()
    assert len(lines) <= height - 5
    assert all(f"Player {seat + 1}" in page.getvalue() for seat in range(players))
