"""What keeps frames short, by counts: who draws what moves, and which layouts scripts ask for.

How long the main thread was busy is written to `build/browser/frames-<game>.json`, not asserted.
"""

import json
import re

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Visit
from tests.browser.games.test_landing import roll_again
from tests.browser.games.test_table import at_turn
from tests.browser.support.frames import COMPOSITED, Trace, play, traced, wait_for_turn
from tests.browser.support.players import PLAYERS
from tests.browser.support.visitor import PICTURES, Visitor

DECISIONS = 2
FORCED = {"calavera": 1, "calcory": 1, "calculissimo": 1, "cubus": 2}
"""Layouts in the middle of a script that a press may cost; focus needs them. A decision of
Calculissimo takes as many presses as its tiles need, and how many that are is up to chance."""
LET_GO = """() => {
  const drawn = new Map();
  window.let_go = [];
  window.backs = [];
  new MutationObserver(all => all.forEach(({ target }) => {
    if (!target.matches(".hop.tumbling")) return;
    if (!drawn.has(target)) drawn.set(target, Infinity);
    requestAnimationFrame(() => {
      drawn.set(target, document.timeline.currentTime);
      if (target.matches(".raised"))
        window.backs.push(getComputedStyle(target.querySelector(".side")).backfaceVisibility);
    });
  })).observe(document.querySelector(".tray"), { subtree: true, attributeFilter: ["class"] });
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    if (drawn.has(this)) window.let_go.push(document.timeline.currentTime > drawn.get(this));
    return animate.apply(this, given);
  };
}"""
"""Notes for each die thrown from now on whether a frame has drawn its sides before it moves,
and whether the backs were among them."""
CHANGED = """() => {
  window.changed = new Set();
  const note = all => all.forEach(({ target }) => window.changed.add(target.dataset.at));
  const watched = { subtree: true, attributeFilter: ["class", "aria-disabled"] };
  new MutationObserver(all => note(all.filter(({ target }) => target.matches("button"))))
    .observe(document.querySelector(".places"), watched);
}"""
GRIDS = """() => [...document.querySelectorAll(".board *")].filter(node => {
  const { containerType, display } = getComputedStyle(node);
  return containerType !== "normal" && !["block", "flow-root"].includes(display);
}).map(node => node.className)"""


@pytest.mark.parametrize("game", PLAYERS)
def test_what_moves_needs_no_main_thread(visit: Visit, browser: Browser, game: str) -> None:
    visitor = visit(motion=True, pace="quick", confirm=False)
    visitor.context.add_init_script(f"localStorage.setItem('quartett.played.{game}', 'yes')")
    at_turn(visitor, game)
    found = traced(browser, visitor, lambda: played(visitor, game))
    PICTURES.mkdir(parents=True, exist_ok=True)
    (PICTURES / f"frames-{game}.json").write_text(json.dumps(found.figures()), encoding="utf-8")
    assert found.animated
    assert {name: used - COMPOSITED for name, used in found.animated if used - COMPOSITED} == {}
    assert len(found.forced) <= FORCED[game] * found.presses, told(found)
    assert visitor.page.evaluate(GRIDS) == []  # a grid that is a container lays out all it holds


def test_a_card_that_is_turned_changes_no_other(visit: Visit) -> None:
    visitor = visit(motion=True, pace="quick", confirm=False)
    visitor.context.add_init_script("localStorage.setItem('quartett.played.calcory', 'yes')")
    at_turn(visitor, "calcory")
    visitor.page.evaluate(CHANGED)
    PLAYERS["calcory"](visitor)
    visitor.page.wait_for_selector(".places button.open")
    assert len(visitor.page.evaluate("[...window.changed]")) == 1


def test_a_die_is_let_go_when_its_sides_are_drawn(visit: Visit) -> None:
    visitor = at_turn(visit(motion=True, pace="quick", confirm=False), "calavera")
    visitor.page.evaluate(LET_GO)
    roll_again(visitor)
    visitor.wait_until(lambda: visitor.page.evaluate("window.let_go.length"), "no throw")
    assert set(visitor.page.evaluate("window.let_go")) == {True}
    assert set(visitor.page.evaluate("window.backs")) == {"visible"}  # else they are not painted


def test_a_side_of_a_die_need_not_measure_the_table(visit: Visit) -> None:
    at_turn(visitor := visit(), "calavera")
    size = "getComputedStyle(document.querySelector('.tray .side')).getPropertyValue('--size')"
    assert re.fullmatch(r"[\d.]+px", visitor.page.evaluate(size))


def played(visitor: Visitor, game: str) -> None:
    play(visitor, PLAYERS[game], DECISIONS)
    wait_for_turn(visitor)


def told(found: Trace) -> str:
    return "\n".join(str(one["args"]) for one in found.forced)
