"""The table in a terminal."""

from rich.console import Group, RenderableType
from rich.style import Style
from rich.text import Text

from quartett.core.errors import IllegalAction
from quartett.games.calculissimo.actions import Play
from quartett.games.calculissimo.board.tiles import JOKER, MINUS, of_rack, stands_for
from quartett.games.calculissimo.notation import parse
from quartett.games.calculissimo.offers import play_worth
from quartett.games.calculissimo.view import View

# Every field says its colour in signs too: n a number, Σ a calculation, and how often it counts.
FIELDS = {
    ".": ("   ", Style(color="#8c8371", bgcolor="#d9d0bc")),
    "g": ("n2 ", Style(color="#1d4a2a", bgcolor="#8fc49a")),
    "b": ("n3 ", Style(color="#12365c", bgcolor="#7fb2dd")),
    "y": ("Σ2 ", Style(color="#5c4700", bgcolor="#ecd06f")),
    "v": ("Σ3 ", Style(color="#3d1d5c", bgcolor="#b99add")),
}
TILE = Style(color="#2b2113", bgcolor="#f7ecd2", bold=True)
JOKERS = Style(color="#a3341f", bgcolor="#f7ecd2", bold=True, underline=True)
NEW = Style(color="#ffffff", bgcolor="#a4532a", bold=True)
LABEL = Style(dim=True)


def draw(view: View, draft: str = "") -> RenderableType:
    """The board, the scores, the own rack, and what a half-typed play would do."""
    play = _typed(draft)
    rows = [_labels(view), *_rows(view, play), _labels(view), Text(), _scores(view)]
    if view.seat is not None:
        rows.append(_rack(view))
    if play is not None and not view.over and view.rack:
        rows.append(_preview(view, play))
    return Group(*rows)


def _typed(draft: str) -> Play | None:
    try:
        action = parse(draft)
    except IllegalAction:
        return None
    return action if isinstance(action, Play) else None


def _labels(view: View) -> Text:
    letters = "".join(f" {chr(ord('a') + column)} " for column in range(view.edition.size))
    return Text("   " + letters, style=LABEL)


def _rows(view: View, play: Play | None) -> list[Text]:
    laid = {(row, column): tile for row, column, tile in play.tiles} if play else {}
    pending = {laid[:2] for laid in view.pending.tiles} if view.pending else set()
    size, rows = view.edition.size, []
    for row in range(size):
        line = Text()
        line.append(f"{row + 1:>2} ", LABEL)
        for column in range(size):
            place = (row, column)
            there = laid.get(place) or view.board[row * size + column]
            if not there:
                line.append(*FIELDS[view.edition.board[row][column]])
            elif place in laid or place in pending:
                line.append(f" {stands_for(there)} ", NEW)
            else:
                line.append(f" {stands_for(there)} ", _style(there))
        line.append(f" {row + 1}", LABEL)
        rows.append(line)
    return rows


def _style(tile: str) -> Style:
    return JOKERS if of_rack(tile) == JOKER else TILE


def _scores(view: View) -> Text:
    line = Text()
    for seat, score in enumerate(view.scores):
        marked = seat in view.to_act
        line.append("▸" if marked else " ", "bold")
        who = f"P{seat + 1}" + (" (you)" if seat == view.seat else "")
        line.append(f"{who} {_signed(score)}", "bold" if marked else "")
        tiles = view.rack_sizes[seat]
        line.append(f" · {tiles} tile{'s' * (tiles != 1)}   ", LABEL)
    line.append(f"bag {view.bag}", LABEL)
    return line


def _signed(number: int) -> str:
    return str(number) if number >= 0 else f"{MINUS}{-number}"


def _rack(view: View) -> Text:
    line = Text("Your rack ")
    for tile in view.rack:
        line.append(f" {tile} ", _style(tile))
        line.append(" ")
    return line


def _preview(view: View, play: Play) -> Text:
    try:
        found = play_worth(view, play)
    except IllegalAction as refusal:
        return Text(f"✗ {refusal}", style="red")
    lines = "; ".join(map(str, found.lines))
    return Text(f"✓ {found.points} points: {lines}", style="green")
