"""How one plays with the keyboard alone: Tab to what is wanted, arrows over pieces, Enter."""

import time
from collections.abc import Callable
from typing import Any

import msgspec

import quartett
from quartett.bots import find_bot
from tests.browser.support.visitor import Visitor

BAR = ".bar .buttons .button"
KEYS = {"−": "-", "×": "*", "÷": "/"}
"""What one types for the signs that keyboards lack."""
ARROWS = (("ArrowUp", "ArrowDown"), ("ArrowLeft", "ArrowRight"))


def press(visitor: Visitor, key: str) -> None:
    visitor.page.keyboard.press(key)


def reach(visitor: Visitor, selector: str, most: int = 150) -> None:
    """Tab until the focus is there."""
    for _ in range(most):
        if visitor.page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        press(visitor, "Tab")
    raise AssertionError(f"the keyboard does not reach {selector}")


def walk(visitor: Visitor, attribute: str, to: tuple[int, int], most: int = 60) -> None:
    """Arrow keys from the piece in focus to another, whose places stand in an attribute."""
    for step in range(most):
        here = focused(visitor, attribute)
        away = [goal - now for goal, now in zip(to, here, strict=True)]
        if not any(away):
            return
        # Straight on along the longer way; where nothing lies that way, along the other.
        axis = int(abs(away[1]) > abs(away[0])) if step % 3 else int(abs(away[1]) >= abs(away[0]))
        for way in (axis, 1 - axis):
            if away[way]:
                press(visitor, ARROWS[way][away[way] > 0])
                if focused(visitor, attribute) != here:
                    break
    raise AssertionError(f"arrow keys do not lead to {to}; the focus is at {here}")


def focused(visitor: Visitor, attribute: str) -> tuple[int, int]:
    """The place of the piece in focus: `data-at="1,2"`, or a row and a column of their own."""
    found: list[str | None] = visitor.page.evaluate(
        "name => name.split(' ').map(one => document.activeElement.getAttribute(one))", attribute
    )
    first, second = ",".join(one or "" for one in found).split(",")
    return int(first), int(second)


def settled(visitor: Visitor, do: Callable[[Visitor], None]) -> None:
    """Do it, and wait until the table has moved on."""
    visitor.moves_on(lambda: do(visitor))


def calavera(visitor: Visitor) -> None:
    """The first choice that is offered, confirmed with a second key; else the bar's button."""
    if visitor.find(".choices .offered").count():
        reach(visitor, ".choices .offered")
        press(visitor, "Enter")
    enter(visitor, f"{BAR}.main")


def calcory(visitor: Visitor) -> None:
    """Turn cards up to eight, then stop; give back the first card taken."""
    offers, turns = visitor.position["offers"], visitor.position["view"]["turns"]
    if offers["back"]:
        enter(visitor, ".taken button")  # the focus then stands on a place where it may go
        press(visitor, "Enter")
        enter(visitor, f"{BAR}.main")
    elif offers["stop"] and offers["stop"]["sum"] >= 8:
        enter(visitor, BAR)
    elif offers["turn"]:
        reach(visitor, ".places [data-at]")
        walk(visitor, "data-at", tuple(offers["turn"][turns * 7 % len(offers["turn"])]))
        press(visitor, "Enter")
    else:
        enter(visitor, f"{BAR}.main")


def calculissimo(visitor: Visitor) -> None:
    """Type what an easy bot would lay; else pass."""
    game = quartett.game("calculissimo")
    view = msgspec.convert(visitor.position["view"], type(game.start(2).view(0)))
    action = msgspec.to_builtins(find_bot(game, "easy")(seed=1).choose(view, time.monotonic() + 1))
    if action["do"] == "play":
        _type(visitor, action["tiles"])
        enter(visitor, f"{BAR}.main")
    else:
        enter(visitor, f"{BAR}:not(.quiet):not(.main):last-of-type")
        enter(visitor, f"{BAR}.main")


def cubus(visitor: Visitor) -> None:
    """Build where one box may stand, else pass; never knock."""
    offers: dict[str, Any] = visitor.position["offers"]
    if "waive" in offers["may"]:
        enter(visitor, f"{BAR}.waive")
        return
    if "build" not in offers["may"]:
        enter(visitor, f"{BAR}.main")
        return
    paid = [
        one for one in offers["ghosts"] if one["points"] > 0 and not any(one["missing"].values())
    ]
    if paid:
        reach(visitor, ".scene [data-cell]")
        walk(visitor, "data-cell", tuple(paid[0]["cell"][:2]))
        press(visitor, "Enter")
    else:
        enter(visitor, f"{BAR}:not(.quiet):not(.main)")
    enter(visitor, f"{BAR}.main")


def enter(visitor: Visitor, selector: str) -> None:
    visitor.page.wait_for_selector(selector)
    reach(visitor, selector)
    press(visitor, "Enter")


def _type(visitor: Visitor, tiles: list[tuple[int, int, str]]) -> None:
    """From the first tile's field on, in the direction of the others."""
    (row, column, _), (_, last, _) = tiles[0], tiles[-1]
    reach(visitor, "[role=gridcell]")
    walk(visitor, "data-row data-column", (row, column))
    press(visitor, "Enter")
    if len(tiles) > 1 and _points_down(visitor) != (last == column):
        press(visitor, "Enter")
    for _, _, tile in tiles:
        for sign in tile:
            press(visitor, KEYS.get(sign, sign))


def _points_down(visitor: Visitor) -> bool:
    return "h12" in str(visitor.find(".way").get_attribute("d"))
