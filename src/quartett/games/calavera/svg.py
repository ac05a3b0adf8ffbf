"""A view as a picture: the dice above, the sheets below, drawn like the pad."""

from math import cos, pi, sin
from typing import Final

from quartett.core.event import Seat
from quartett.games.calavera.dice import COLOURS, DICE, Face
from quartett.games.calavera.sheet import Pad, Sheet, bonus_on_offer
from quartett.games.calavera.view import View

BOX = 26
ROW = 34
LEFT = 50
HEAD = 40
GAP = 16
DICE_HEIGHT = 92


def svg(view: View) -> str:
    """The whole table; it brings its own paper, so it reads on light and dark ground."""
    wide, high = _sheet_size(view.pad)
    columns = min(2, view.players)
    rows = -(-view.players // columns)
    width = columns * (wide + GAP) + GAP
    height = DICE_HEIGHT + rows * (high + GAP)
    sheets = "".join(
        f'<g transform="translate({GAP + seat % columns * (wide + GAP)} '
        f'{DICE_HEIGHT + seat // columns * (high + GAP)})">{_sheet(view, seat)}</g>'
        for seat in range(view.players)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="{_label(view)}" '
        'font-family="system-ui, sans-serif">'
        f'<rect width="{width}" height="{height}" rx="14" fill="#4a3428"/>'
        f"{_dice(view, width)}{sheets}</svg>"
    )


def _label(view: View) -> str:
    scores = ", ".join(f"player {seat + 1}: {score}" for seat, score in enumerate(view.scores))
    dice = ", ".join(view.faces) or "not rolled"
    return f"Calavera. Dice: {dice}. {scores}."


def _dice(view: View, width: int) -> str:
    step = 68
    left = (width - (DICE - 1) * step) / 2
    if not view.faces:
        words = "the game is over" if view.over else f"player {view.active + 1} rolls"
        if view.phase == "start":
            words = "who begins?"
        return _text(width / 2, 52, words, "#f4ead9", 18, "middle")
    return "".join(_die(view, die, left + die * step, 46) for die in range(DICE))


def _die(view: View, die: int, x: float, y: float) -> str:
    face = view.faces[die]
    in_the_air = die in view.rolling
    faded = ' opacity="0.35"' if in_the_air or face == view.used else ""
    return (
        f'<g{faded}><rect x="{x - 25}" y="{y - 25}" width="50" height="50" rx="11" '
        f'fill="{GROUND[face]}" stroke="{INK[face]}" stroke-width="2"/>{sign(face, x, y, 32)}</g>'
    )


def _sheet_size(pad: Pad) -> tuple[int, int]:
    return LEFT + pad.length * BOX + 52, HEAD + len(COLOURS) * ROW + 48


def _sheet(view: View, seat: Seat) -> str:
    pad, sheet = view.pad, view.sheets[seat]
    wide, high = _sheet_size(pad)
    edge = "#e8a33d" if seat in view.to_act else "#d8c8ad"
    bottom = HEAD + len(COLOURS) * ROW
    return "".join(
        [
            f'<rect width="{wide}" height="{high}" rx="10" fill="#fbf6ea" stroke="{edge}" '
            'stroke-width="3"/>',
            _text(14, 26, f"Player {seat + 1}" + _crown(view, seat), "#33291f", 16),
            _text(wide - 14, 26, str(view.scores[seat]), "#33291f", 18, "end", bold=True),
            _zones(pad, bottom),
            *(_row(sheet, row, pad) for row in range(len(COLOURS))),
            *(_line(view, seat, line, bottom) for line in range(len(pad.lines))),
            *(_value(pad, box, bottom) for box in range(pad.length)),
        ]
    )


def _crown(view: View, seat: Seat) -> str:
    return " ★" if seat in view.winners else ""


def _zones(pad: Pad, bottom: int) -> str:
    points, death = LEFT + (pad.points - 1) * BOX, LEFT + (pad.death - 1) * BOX
    end = LEFT + pad.length * BOX
    return "".join(
        f'<rect x="{start}" y="{HEAD - 4}" width="{stop - start}" height="{bottom - HEAD + 22}" '
        f'fill="{colour}"/>'
        for start, stop, colour in [(points, death, "#ffe9a8"), (death, end, "#cfcac2")]
    )


def _row(sheet: Sheet, row: int, pad: Pad) -> str:
    colour = COLOURS[row]
    y = HEAD + row * ROW
    boxes = "".join(
        f'<rect x="{LEFT + box * BOX + 2}" y="{y + 3}" width="{BOX - 4}" height="{ROW - 8}" rx="4" '
        f'fill="#fff" fill-opacity="0.75" stroke="{INK[colour]}" stroke-width="1.5"/>'
        + (_cross(box, y, INK[colour]) if box < sheet.crosses[row] else "")
        for box in range(pad.length)
    )
    return sign(colour, 27, y + ROW / 2 - 1, 22) + boxes + _end(sheet, row, pad, y)


def _cross(box: int, y: int, ink: str) -> str:
    left, top = LEFT + box * BOX + 7, y + 10
    right, low = left + BOX - 14, top + ROW - 22
    return (
        f'<path d="M{left} {top}L{right} {low}M{right} {top}L{left} {low}" stroke="{ink}" '
        'stroke-width="2.6" stroke-linecap="round"/>'
    )


def _end(sheet: Sheet, row: int, pad: Pad, y: int) -> str:
    """The points field; a frozen row has its last cross circled."""
    x = LEFT + pad.length * BOX + 26
    ring = ""
    if sheet.frozen[row]:
        centre = LEFT + (sheet.crosses[row] - 0.5) * BOX
        ring = (
            f'<circle cx="{centre}" cy="{y + ROW / 2 - 1}" r="14" fill="none" stroke="#1f6fb5" '
            'stroke-width="2.5"/>'
        )
    ink = "#1f6fb5" if sheet.frozen[row] else "#8a7a66"
    score = _minus(sheet.row_score(row, pad))
    return ring + _text(x, y + ROW / 2 + 5, score, ink, 15, "middle", bold=sheet.frozen[row])


def _line(view: View, seat: Seat, line: int, bottom: int) -> str:
    x = LEFT + view.pad.lines[line] * BOX
    got = view.sheets[seat].bonus[line]
    label = f"+{got}" if got else str(bonus_on_offer(view.sheets, line, view.pad))
    return f'<path d="M{x} {HEAD - 6}V{bottom + 22}" stroke="#b3261e" stroke-width="2.5"/>' + _text(
        x, bottom + 38, label, "#b3261e", 12, "middle", bold=bool(got)
    )


def _value(pad: Pad, box: int, bottom: int) -> str:
    if box + 1 < pad.points:
        return ""
    x = LEFT + (box + 0.5) * BOX
    return _text(x, bottom + 13, _minus(pad.boxes[box]), "#5c4f3d", 12, "middle")


def _minus(number: int) -> str:
    return str(number).replace("-", "−")


def _text(
    x: float, y: float, words: str, ink: str, size: int, anchor: str = "start", bold: bool = False
) -> str:
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{ink}" text-anchor="{anchor}"{weight}>'
        f"{words}</text>"
    )


INK: Final[dict[Face, str]] = {
    "orange": "#d9730d",
    "green": "#2e7d4f",
    "pink": "#c2327f",
    "black": "#2b2b33",
    "rose": "#a3123a",
    "skull": "#f4f1e8",
}
GROUND: Final[dict[Face, str]] = {
    "orange": "#fde3c3",
    "green": "#d3eddc",
    "pink": "#fbd9ea",
    "black": "#d9d9e0",
    "rose": "#fff6f4",
    "skull": "#3a3540",
}


def sign(face: Face, x: float, y: float, size: float = 20) -> str:
    """The sign as SVG, centred at (x, y)."""
    return (
        f'<g transform="translate({x:g} {y:g}) scale({size / 20:g})" fill="{INK[face]}">'
        f"{_SIGNS[face]}</g>"
    )


def _petals(count: int, distance: float, radius: float) -> str:
    angles = [2 * pi * petal / count for petal in range(count)]
    return "".join(
        f'<circle cx="{distance * cos(a):.2f}" cy="{distance * sin(a):.2f}" r="{radius}"/>'
        for a in angles
    )


_MARIGOLD = _petals(8, 6, 3) + '<circle r="5.5"/><circle r="2.6" fill="#fff3df"/>'
_LEAF = (
    '<path d="M-8 8C-9-3-2-9 9-9 9 2 3 9-6 7z"/>'
    '<path d="M-8 9L4-4" stroke="#fff" stroke-width="1.4" fill="none"/>'
)
_HEART = '<path d="M0 9C-13-1-9-9-4.5-9-2-9 0-7 0-5 0-7 2-9 4.5-9 9-9 13-1 0 9z"/>'
_MOON = '<path d="M4-9A9.2 9.2 0 1 0 9 4 7.6 7.6 0 0 1 4-9z"/>'
_ROSE = (
    _petals(5, 5, 4.6)
    + '<circle r="4.8" fill="#c9355c"/>'
    + '<path d="M-2.6 1A2.8 2.8 0 1 1 1 2.6 1.6 1.6 0 1 1 .4-.6" '
    + 'fill="none" stroke="#fff" stroke-width="1.2"/>'
)
_SKULL = (
    '<path d="M0-9.5A9 8.6 0 0 0-9-1C-9 2-7.4 3.6-5.4 4.4V8.6H5.4V4.4'
    'C7.4 3.6 9 2 9-1A9 8.6 0 0 0 0-9.5z"/>'
    '<g fill="#3a3540"><circle cx="-3.8" cy="-.6" r="2.5"/><circle cx="3.8" cy="-.6" r="2.5"/>'
    '<path d="M0 1.6L-1.4 4.2H1.4z"/><path d="M-2.4 6V9H-1.6V6zM-.4 6V9H.4V6zM1.6 6V9H2.4V6z"/></g>'
)
_SIGNS: Final[dict[Face, str]] = {
    "orange": _MARIGOLD,
    "green": _LEAF,
    "pink": _HEART,
    "black": _MOON,
    "rose": _ROSE,
    "skull": _SKULL,
}
