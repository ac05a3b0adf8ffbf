"""The table for a terminal."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quartett.games.calcory.layout.cards import GOAL, Lying, Place
from quartett.games.calcory.view import View

COLOURS = ("red", "yellow", "green", "blue", "magenta")
MARKERS = ("●", "▲", "■", "◆")
"""A player's marker: a shape, so that colour is not the only sign."""


def draw(view: View, draft: str = "") -> RenderableType:
    """The cards in rows, the sum, the bid and the piles; `draft` marks places being typed."""
    return Group(_table(view, _named(draft)), Text(), _sum(view), *_lines(view), _piles(view))


def _table(view: View, named: set[str]) -> RenderableType:
    grid = Table.grid(padding=(0, 1))
    grid.add_row("", *(Text(f"{col + 1:>2} ", style="dim") for col in range(view.columns)))
    open_cards = {lying.at: (lying, "") for lying in view.turned}
    if view.bid is not None:
        mark = MARKERS[view.bid.seat]
        open_cards |= {lying.at: (lying, mark) for lying in view.bid.cards}
    for row in range(view.rows):
        cells = [_cell(view, Place(row, col), open_cards, named) for col in range(view.columns)]
        grid.add_row(Text("abcdef"[row], style="dim"), *cells)
    return grid


def _cell(
    view: View, place: Place, open_cards: dict[Place, tuple[Lying, str]], named: set[str]
) -> Text:
    own = {lying.at: lying for lying in view.own}
    note = f"{'abcdef'[place.row]}{place.col + 1}"
    ground = "reverse " if note in named else ""
    if place in open_cards:
        lying, mark = open_cards[place]
        return Text(f"{lying.card.digit}{mark or ' '}".center(3), style=ground + _ink(lying))
    if view.lie(place) == "empty":
        return Text(" · ", style=ground + "dim")
    if place in own:
        return Text(
            f"▒{own[place].card.digit}▒", style=ground + "dim " + COLOURS[own[place].card.colour]
        )
    return Text("▒▒▒", style=ground + "bright_black")


def _ink(lying: Lying) -> str:
    return f"bold {COLOURS[lying.card.colour]}"


def _sum(view: View) -> Text:
    if view.phase in ("start", "deal"):
        return Text("The cards are still to be laid out.")
    if view.over:
        return Text("The game is over.")
    who = f"{MARKERS[view.active]} player {view.active + 1}"
    if view.phase == "return":
        cards = " ".join(f"{lying.card.digit}" for lying in view.taken)
        return Text(f"{who} has taken {cards} and puts one back")
    if not view.turned:
        return Text(f"{who} is to turn cards")
    digits = " + ".join(str(lying.card.digit) for lying in view.turned)
    return Text(f"{who}: {digits} = {view.sum} of {GOAL}")


def _lines(view: View) -> list[Text]:
    if view.bid is None:
        return []
    count = len(view.bid.cards)
    cards = "1 card" if count == 1 else f"{count} cards"
    mark, player = MARKERS[view.bid.seat], view.bid.seat + 1
    return [Text(f"bid: {view.bid.sum} from {cards} {mark} player {player}")]


def _piles(view: View) -> Text:
    parts = [
        f"{MARKERS[seat]} player {seat + 1}: {count}" + (" ★" if seat in view.winners else "")
        for seat, count in enumerate(view.scores)
    ]
    return Text("piles  " + "   ".join(parts))


def _named(draft: str) -> set[str]:
    """The places that a half-typed note names."""
    return {part for part in draft.lower().replace(" ", "").split(">") if part}
