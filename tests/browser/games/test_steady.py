"""Nothing moves under the pointer: what stays on the screen during a turn stays where it is."""

from collections.abc import Callable

import pytest

from tests.browser.conftest import Visit
from tests.browser.support.players import BAR, PLAYERS, press
from tests.browser.support.visitor import Visitor

WATCH = """pieces => {
  const MOST = 2, first = new Map(), moved = window.moved = [];
  const named = node => (node.ariaLabel ?? node.innerText ?? "").trim() || node.className;
  // An edge that moves makes it larger; both edges, the same way, move it.
  const way = (now, then, axis) => {
    const [one, other] = [now[axis] - then[axis], now[axis + 1] - then[axis + 1]];
    return one * other > 0 ? Math.min(Math.abs(one), Math.abs(other)) : 0;
  };
  const look = () => {
    const seen = new Set();
    for (const node of document.querySelectorAll(`.bar .buttons .button, ${pieces}`)) {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      if (left === right) continue;
      const scrolled = node.closest(".bar") ? 0 : scrollY;
      const now = [left, right, top + scrolled, bottom + scrolled], then = first.get(node) ?? now;
      const by = [way(now, then, 0), way(now, then, 2)];
      if (Math.max(...by) > MOST) moved.push(`${named(node)}: ${by.map(Math.round)}`);
      first.set(node, Math.max(...by) > MOST ? now : then);
      seen.add(node);
    }
    for (const node of first.keys()) if (!seen.has(node)) first.delete(node);
    requestAnimationFrame(look);
  };
  look();
}"""
"""Notes what has moved by more than a pixel or two since it appeared; scrolling moves nothing."""
DECISIONS = 2
PIECES = {
    "calavera": ".tray, .die, .choices .cell, .mine > *",
    "calcory": ".places button, .sum",
    "calculissimo": ".laid > .board, .rack .slot",
    "cubus": ".scene",
}
"""What one plays with. Calculissimo's fields grow while one lays on a phone; their frame stays."""


@pytest.mark.parametrize("size", ["small", "desk"])
@pytest.mark.parametrize("game", PLAYERS)
def test_nothing_moves_under_the_pointer(visit: Visit, game: str, size: str) -> None:
    visitor = visit(size=size, confirm=game in ("calavera", "cubus"))
    visitor.context.add_init_script(f"localStorage.setItem('quartett.played.{game}', 'yes')")
    visitor.go()
    visitor.play_now(game)
    assert visitor.at_turn_or_over()
    visitor.page.evaluate(WATCH, PIECES[game])
    ask_for_a_hint(visitor)
    for _ in range(DECISIONS):
        TURNS.get(game, PLAYERS[game])(visitor)
        if not visitor.at_turn_or_over():
            break
    visitor.page.wait_for_timeout(100)  # the last position is drawn, and looked at
    assert visitor.page.evaluate("window.moved") == []


def ask_for_a_hint(visitor: Visitor) -> None:
    """The nudge, its reason, and the move; then without."""
    visitor.click(".bar .hint")
    for _ in range(2):
        visitor.find(".hints .ask").first.click()
    visitor.click(".hints .close")
    visitor.find(".hints").wait_for(state="detached")


def calavera(visitor: Visitor) -> None:
    """Hold a die and let it go where one may, think of two choices, and take the second."""
    for die in visitor.position["offers"]["dice"][:1] * 2:
        visitor.click(f".die[data-at='0,{die}']")
    choices = visitor.find(".choices .offered")
    for at in range(min(2, choices.count())):
        choices.nth(at).click()
    press(visitor, f"{BAR} .button.main")


def cubus(visitor: Visitor) -> None:
    """Open and close the workbench, try a box where one may stand, and build it; else pass."""
    bench = visitor.find(f"{BAR} .button[aria-pressed]")
    for _ in range(2 * bench.count()):
        bench.click()
    if visitor.find(f"{BAR} .waive").count():
        press(visitor, f"{BAR} .waive")
        return
    boxes = visitor.find(".scene .badge.may")
    if boxes.count():
        boxes.first.click()
        visitor.find(".bar .shown").wait_for()
    else:
        visitor.click(f"{BAR} .button:not(.quiet)")
    press(visitor, f"{BAR} .button.main")


TURNS: dict[str, Callable[[Visitor], None]] = {"calavera": calavera, "cubus": cubus}
"""Where the usual way of playing decides at once."""


@pytest.mark.parametrize("language", ["de", "fr", "en"])
def test_on_a_phone_a_hint_stands_beside_the_next_roll(visit: Visit, language: str) -> None:
    visitor = visit(size="small", language=language, confirm=False)
    visitor.go()
    visitor.play_now("calavera")
    while visitor.at_turn_or_over() and not visitor.position["offers"]["dice"]:
        PLAYERS["calavera"](visitor)
    roll, hint = (visitor.find(f".bar .button.{name}").bounding_box() for name in ("main", "hint"))
    assert roll and hint
    assert hint["y"] < roll["y"] + roll["height"]
