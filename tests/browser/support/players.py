"""How one plays each game on the screen, where moves need no confirming.

What to do is decided from what the page received; only Calculissimo's sums are worked out by the
library, from the same view.
"""

import time
from collections.abc import Callable

import msgspec

import quartett
from quartett.bots import find_bot
from tests.browser.support.visitor import Visitor

Player = Callable[[Visitor], None]
BAR = ".bar .buttons"


def play_out(visitor: Visitor, player: Player, most: int = 400) -> int:
    """Play until the game is over; how many decisions it took."""
    for decision in range(most):
        if not visitor.at_turn_or_over():
            return decision
        player(visitor)
    raise AssertionError(f"the game is not over after {most} decisions")


def calavera(visitor: Visitor) -> None:
    """Freeze where one can, else mark what brings most; never roll again."""
    offers = visitor.position["offers"]
    if not offers:
        return
    if any(choice["action"]["do"] != "skip" for choice in offers["choices"]):
        visitor.page.wait_for_selector(".choices .offered")  # once the dice lie
        freezing = visitor.find(".choices .freeze.offered").count()
        press(visitor, ".choices .freeze.offered" if freezing else ".choices .offered")
    else:
        press(visitor, f"{BAR} .button.main")


def calcory(visitor: Visitor) -> None:
    """Turn cards up to eight, then stop; give back the first card taken."""
    view, offers = visitor.position["view"], visitor.position["offers"]
    if offers["back"]:
        _give_back(visitor)
    elif offers["stop"] and offers["stop"]["sum"] >= 8:
        press(visitor, f"{BAR} .button")
    elif offers["turn"]:
        cards = visitor.find(".places button.target")
        visitor.moves_on(lambda: cards.nth(view["turns"] * 7 % cards.count()).click())
    else:
        press(visitor, f"{BAR} .button.main")


def calculissimo(visitor: Visitor) -> None:
    """Lay what an easy bot would lay, tile by tile; else pass."""
    game = quartett.game("calculissimo")
    view = msgspec.convert(visitor.position["view"], type(game.start(2).view(0)))
    bot = find_bot(game, "easy")(seed=1)
    action = msgspec.to_builtins(bot.choose(view, time.monotonic() + 0.2))
    if action["do"] == "play":
        for row, column, tile in action["tiles"]:
            _lay(visitor, row, column, tile)
        press(visitor, f"{BAR} .button.main")
    else:
        press(visitor, f"{BAR} .button:not(.quiet) >> nth=-1")


def cubus(visitor: Visitor) -> None:
    """Build where one box may stand, else pass; never knock."""
    offers = visitor.position["offers"]
    if "build" not in offers["may"]:
        press(visitor, f"{BAR} .button:not(.danger):not(.quiet)")
        return
    paid = [
        one for one in offers["ghosts"] if one["points"] > 0 and not any(one["missing"].values())
    ]
    if paid:
        x, y = paid[0]["cell"][:2]
        box = visitor.find(f'.scene [data-cell="{x},{y}"]')
        visitor.moves_on(lambda: box.press("Enter"))
    else:
        press(visitor, f"{BAR} .button:not(.quiet)")


PLAYERS: dict[str, Player] = {
    "calavera": calavera,
    "calcory": calcory,
    "calculissimo": calculissimo,
    "cubus": cubus,
}


def press(visitor: Visitor, selector: str) -> None:
    """Press a button that moves the table on."""
    visitor.moves_on(lambda: visitor.click(selector))


def _give_back(visitor: Visitor) -> None:
    visitor.click(".taken button, .bar .taken button")
    press(visitor, ".places button.target")


def _lay(visitor: Visitor, row: int, column: int, tile: str) -> None:
    joker, sign = tile.startswith("?"), tile.lstrip("?")
    piece = "?" if joker else sign
    rack = visitor.position["view"]["rack"]
    used = visitor.find(".rack button").evaluate_all(
        "all => all.map(one => Number(one.dataset.piece))"
    )
    place = next(at for at in used if rack[at] == piece)
    visitor.click(f'.rack button[data-piece="{place}"]')
    visitor.click(f'[role=gridcell][data-row="{row}"][data-column="{column}"]')
    if joker:
        visitor.page.locator("dialog[open] .signs button", has_text=sign).first.click()


def outside(visitor: Visitor) -> None:
    """The middle one of the choices that the page lists for any game."""
    choices = visitor.find(".choice")
    visitor.moves_on(lambda: choices.nth(choices.count() // 2).click())
