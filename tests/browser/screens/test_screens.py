"""Every screen in three languages, two themes, three sizes: readable, reachable, in the frame."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.support.server import ROOT
from tests.browser.support.visitor import Visitor

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = """() => {
  const less = axe._audit.rules.filter(({ impact }) => ["minor", "moderate"].includes(impact));
  const rules = Object.fromEntries(less.map(({ id }) => [id, { enabled: false }]));
  return axe.run({ resultTypes: ["violations"], rules });
}"""
"""Without the rules whose findings count for less, which take nearly half of the time."""
LOOKED_AT = """() => axe.run({
  resultTypes: ["violations"], runOnly: ["color-contrast", "scrollable-region-focusable"],
})"""
AUDITS = {"desk": SERIOUS, "small": LOOKED_AT}
"""Names and roles are the same in every look; colours are those of a theme."""
GAMES = ("calavera", "calcory", "calculissimo", "cubus")
LOOKS = [("desk", "light", "en"), ("small", "dark", "de"), ("tablet", "dark", "fr")]
PIECES = {
    "calavera": ".die, .choices .cell, .mine svg[role=group]",
    "calcory": ".places button",
    "calculissimo": "[role=gridcell], .rack button",
    "cubus": ".scene [data-cell]",
}
HIDDEN = """(pieces, end) => pieces.filter(piece => {
  const { width, height, top, bottom } = piece.getBoundingClientRect();
  return !width || !height || top < 0 || bottom > end;
}).map(piece => piece.ariaLabel ?? piece.outerHTML)"""
"""Pieces that are not drawn, or not wholly above the bar."""
STICKING_OUT = """all => all.filter(one => {
  const card = one.closest("article").getBoundingClientRect();
  return one.getBoundingClientRect().right > card.right;
}).map(one => one.outerHTML)"""
PLACES = [
    *(f"{place}/{game}" for place in ("new", "rules", "learn") for game in GAMES),
    *("mine", "statistics", "practice", "settings", "account", "about", "puzzle"),
    *("nowhere", "table/none"),
]


@pytest.mark.parametrize(("size", "theme", "language"), LOOKS)
def test_places(visit: Visit, size: str, theme: str, language: str) -> None:
    visitor = visit(size=size, theme=theme, language=language)
    look = f"{language}-{theme}-{size}"
    visitor.go()
    visitor.page.wait_for_selector("article .picture > *")
    faults = list(examine(visitor, f"home-{look}"))
    assert visitor.find("html").get_attribute("lang") == language
    for place in PLACES:
        visitor.go(place)
        visitor.page.wait_for_selector("main h1")
        visitor.page.wait_for_function("() => !document.querySelector('main p.soft[role=status]')")
        faults += examine(visitor, f"{place.replace('/', '-')}-{look}")
    visitor.problems = [one for one in visitor.problems if "404" not in one]  # table/none is none
    assert not faults


def test_no_control_of_the_home_page_sticks_out_of_its_card(visit: Visit) -> None:
    visitor = visit(size="desk")
    visitor.go()
    for language in ("fr", "de", "en"):
        visitor.find("header select").select_option(language)
        visitor.page.wait_for_selector(f"html[lang={language}]")
        visitor.page.wait_for_selector("article .level select")
        assert visitor.find("article .ways *").evaluate_all(STICKING_OUT) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("size", "theme", "language"), LOOKS)
def test_tables(visit: Visit, game: str, size: str, theme: str, language: str) -> None:
    visitor = visit(size=size, theme=theme, language=language)
    look = f"{game}-{language}-{theme}-{size}"
    visitor.go()
    visitor.play_now(game)
    visitor.at_turn_or_over()
    faults = list(examine(visitor, f"table-{look}"))
    visitor.click(".bar .hint")
    visitor.page.wait_for_selector(".bar .hints")
    faults += examine(visitor, f"hint-{look}")
    if game == GAMES[0]:  # the sheets are the same at every table
        visitor.page.keyboard.press("?")
        faults += examine_sheet(visitor, f"rules-{look}", ".book h2")
        visitor.click(".tools button:last-child")
        faults += examine_sheet(visitor, f"menu-{look}", "#invite-link")
    assert not faults


@pytest.mark.parametrize(("game", "pieces"), PIECES.items())
@pytest.mark.parametrize("size", ["low", "zoomed"])
def test_a_low_window_shows_what_one_plays_with(
    visit: Visit, size: str, game: str, pieces: str
) -> None:
    """Of a phone held sideways, or of a browser that shows everything twice as large."""
    visitor = visit(size=size, language="de")
    visitor.go()
    visitor.play_now(game)
    visitor.at_turn_or_over()
    visitor.shot(f"{size}-{game}")
    bar = visitor.find(".bar").bounding_box()
    assert bar is not None
    assert all(visitor.find(kind).count() for kind in pieces.split(", "))
    assert visitor.find(pieces).evaluate_all(HIDDEN, bar["y"]) == []
    assert too_wide(visitor) == []


@pytest.mark.parametrize(("size", "theme", "language"), LOOKS)
def test_end(visit: Visit, size: str, theme: str, language: str) -> None:
    visitor = visit(size=size, theme=theme, language=language)
    look = f"{language}-{theme}-{size}"
    visitor.go()
    visitor.play_now("calculissimo")
    visitor.resign()
    visitor.page.wait_for_selector("dialog[open] .winner")
    visitor.page.wait_for_selector("dialog[open] svg[role=img]")
    faults = list(examine(visitor, f"over-{look}"))
    visitor.click("dialog[open] a[href*=replay]")
    visitor.page.wait_for_selector(".replay")
    faults += examine(visitor, f"replay-{look}")
    assert not faults


def examine_sheet(visitor: Visitor, name: str, shows: str) -> Iterator[str]:
    """A sheet over the table, closed again afterwards."""
    visitor.page.wait_for_selector(f"dialog[open] :is({shows})")
    yield from examine(visitor, name)
    visitor.page.keyboard.press("Escape")
    visitor.page.wait_for_selector("dialog[open]", state="detached")


def examine(visitor: Visitor, name: str) -> Iterator[str]:
    """What is wrong with the screen as it is; a picture of it is kept."""
    visitor.shot(name)
    checks: list[Callable[[Visitor], list[str]]] = [inaccessible, Visitor.untranslated, too_wide]
    for check in checks:
        yield from (f"{name}: {fault}" for fault in check(visitor))


def inaccessible(visitor: Visitor) -> list[str]:
    """What axe-core finds serious or worse."""
    page, audit = visitor.page, AUDITS.get(visitor.size)
    if audit is None:
        return []
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate(audit)
    return [
        f"{one['id']} ({one['help']}): {node['html'][:160]} {' '.join(node['target'][:1])}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def too_wide(visitor: Visitor) -> list[str]:
    """Nothing sticks out at the side."""
    over = visitor.overhang
    return [f"{over} px too wide"] if over else []
