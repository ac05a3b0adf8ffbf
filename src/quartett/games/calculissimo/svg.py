"""The table as a picture: fields, wooden tiles, scores, and the viewing seat's rack."""

from collections.abc import Iterator
from html import escape

from quartett.games.calculissimo.board.tiles import JOKER, MINUS, of_rack, stands_for
from quartett.games.calculissimo.view import View

FIELD = 38
MARGIN = 30
FOOT = 92
# Fill, sign and its colour; the signs say the same as the colours.
FIELDS = {
    ".": ("#e6dfcf", "", "#8c8371"),
    "g": ("#9ccfa6", "×2", "#1d4a2a"),
    "b": ("#8dbce4", "×3", "#12365c"),
    "y": ("#f0d779", "Σ×2", "#5c4700"),
    "v": ("#c5a8e6", "Σ×3", "#3d1d5c"),
}
FONT = "font-family=\"'Avenir Next','Segoe UI',system-ui,sans-serif\""


def svg(view: View) -> str:
    """A picture that brings its own ground, for light and dark pages."""
    board = view.edition.size * FIELD
    width, height = board + 2 * MARGIN, board + MARGIN + FOOT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" {FONT}>',
        f"<title>{escape(_title(view))}</title>",
        '<defs><linearGradient id="cl-wood" x1="0" y1="0" x2="0" y2="1">'
        '<stop offset="0" stop-color="#fbf0d6"/><stop offset="1" stop-color="#e5cd9c"/>'
        "</linearGradient></defs>",
        f'<rect width="{width}" height="{height}" rx="14" fill="#3b4a44"/>',
        f'<rect x="{MARGIN - 4}" y="{MARGIN - 4}" width="{board + 8}" height="{board + 8}" '
        'rx="6" fill="#cfc5ae"/>',
        *_labels(view),
        *_fields(view),
        *_foot(view, board + MARGIN, width),
        "</svg>",
    ]
    return "".join(parts)


def _title(view: View) -> str:
    scores = ", ".join(f"P{seat + 1} {score}" for seat, score in enumerate(view.scores))
    return f"{view.edition.title}: {scores}"


def _labels(view: View) -> Iterator[str]:
    for place in range(view.edition.size):
        middle = MARGIN + (place + 0.5) * FIELD
        yield _text(middle, MARGIN - 10, chr(ord("a") + place), 12, "#c9d2c8")
        yield _text(MARGIN - 16, middle + 4, str(place + 1), 12, "#c9d2c8")


def _fields(view: View) -> Iterator[str]:
    size = view.edition.size
    new = {tile[:2] for tile in view.pending.tiles} if view.pending else set()
    for row in range(size):
        for column in range(size):
            x, y = MARGIN + column * FIELD, MARGIN + row * FIELD
            tile = view.board[row * size + column]
            if tile:
                yield _tile(x, y, tile, (row, column) in new)
            else:
                yield _field(x, y, view.edition.board[row][column])


def _field(x: float, y: float, letter: str) -> str:
    fill, sign, colour = FIELDS[letter]
    square = (
        f'<rect x="{x + 1}" y="{y + 1}" width="{FIELD - 2}" height="{FIELD - 2}" rx="4" '
        f'fill="{fill}"/>'
    )
    return square + (_text(x + FIELD / 2, y + FIELD / 2 + 4, sign, 11, colour) if sign else "")


def _tile(x: float, y: float, tile: str, new: bool = False) -> str:
    """A joker's sign is red, with a small joker mark in the corner."""
    joker = of_rack(tile) == JOKER
    edge = ("#c2410c", 2.5) if new else ("#a98c56", 1)
    square = (
        f'<rect x="{x + 2}" y="{y + 3}" width="{FIELD - 4}" height="{FIELD - 4}" rx="5" '
        f'fill="#00000040"/>'
        f'<rect x="{x + 2}" y="{y + 2}" width="{FIELD - 4}" height="{FIELD - 4}" rx="5" '
        f'fill="url(#cl-wood)" stroke="{edge[0]}" stroke-width="{edge[1]}"/>'
    )
    colour = "#a3341f" if joker else "#2b2113"
    sign = _text(x + FIELD / 2, y + FIELD / 2 + 8, stands_for(tile), 23, colour, bold=True)
    mark = _text(x + FIELD - 8, y + 13, "★", 8, colour) if joker and len(tile) > 1 else ""
    return square + sign + mark


def _foot(view: View, top: float, width: float) -> Iterator[str]:
    step = (width - 2 * MARGIN) / view.players
    for seat, score in enumerate(view.scores):
        x = MARGIN + (seat + 0.5) * step
        acting = seat in view.to_act
        colour = "#ffe08a" if acting else "#f2efe6"
        mark = "▸ " if acting else ""
        shown = str(score) if score >= 0 else f"{MINUS}{-score}"
        yield _text(x, top + 30, f"{mark}P{seat + 1}  {shown}", 17, colour, bold=acting)
    yield _text(width - MARGIN, top + 62, f"bag {view.bag}", 13, "#c9d2c8", anchor="end")
    for place, tile in enumerate(view.rack):
        yield _tile(MARGIN + place * (FIELD + 4), top + 42, tile)


def _text(
    x: float,
    y: float,
    text: str,
    size: int,
    colour: str,
    *,
    bold: bool = False,
    anchor: str = "middle",
) -> str:
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" '
        f'fill="{colour}"{weight}>{escape(text)}</text>'
    )
