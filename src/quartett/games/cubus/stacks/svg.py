"""A stack in true isometric drawing: three tones of wood, and open boxes one looks into."""

from collections.abc import Collection, Iterator, Sequence
from math import cos, pi
from typing import TYPE_CHECKING, Final

from quartett.games.cubus.stacks.cards import KINDS, Cards
from quartett.games.cubus.stacks.picture import Face, outside, place
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import Stack

if TYPE_CHECKING:
    from quartett.games.cubus.view import View

EDGE: Final = 40.0
"""The length of a box's edge in the drawing."""
WOOD: Final = {"lid": "#ecca92", "left": "#cf9f61", "right": "#a97845"}
INSIDE: Final = {"left": "#7a5230", "right": "#5d3b20"}
RIM: Final = "#f4dcb0"
LINE: Final = "#4a2e17"
INK: Final = "#3a2614"
PAPER: Final = "#f7f0e3"

Point3 = tuple[float, float, float]
_ACROSS: Final = cos(pi / 6)
_ALONG: Final[dict[str, tuple[Point3, Point3]]] = {
    "lid": ((1, 0, 0), (0, 1, 0)),
    "left": ((0, 1, 0), (0, 0, 1)),
    "right": ((1, 0, 0), (0, 0, 1)),
}


def stack_svg(stack: Stack, open: Collection[Spot] = (), edge: float = EDGE) -> str:
    """The stack alone, on no ground.

    >>> stack_svg(Stack.read("1"))[:4]
    '<svg'
    """
    shapes, left, top, width, height = drawing(stack, open, edge)
    box = f"{left:.1f} {top:.1f} {width:.1f} {height:.1f}"
    title = f"<title>{stack.boxes} box{'es' * (stack.boxes != 1)}: {stack}</title>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width:.0f}" '
        f'height="{height:.0f}" role="img">{title}{shapes}</svg>'
    )


def drawing(
    stack: Stack, open: Collection[Spot], edge: float
) -> tuple[str, float, float, float, float]:
    """The shapes of a stack, and the rectangle they take."""
    faces = sorted(outside(stack.heights), key=lambda face: (sum(face.box), face))
    shapes = [shape for face in faces for shape in _face(face, place(face) in open, edge)]
    spots = [flat(corner, edge) for face in faces for corner in corners(face)] or [(0.0, 0.0)]
    left, top = min(x for x, _ in spots) - 3, min(y for _, y in spots) - 3
    width, height = max(x for x, _ in spots) + 3 - left, max(y for _, y in spots) + 3 - top
    group = f'<g stroke="{LINE}" stroke-width="1.6" stroke-linejoin="round">'
    return group + "".join(shapes) + "</g>", left, top, width, height


def flat(point: Point3, edge: float) -> tuple[float, float]:
    """Where a point of space lies on the paper: x goes down to the left, y down to the right."""
    x, y, z = point
    return (y - x) * _ACROSS * edge, ((x + y) / 2 - z) * edge


def corners(face: Face) -> list[Point3]:
    u, v = _ALONG[face.kind]
    return [_moved(face.corner, u, v, i, j) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]


def _face(face: Face, is_open: bool, edge: float) -> Iterator[str]:
    kind = face.kind
    if kind == "lid" and is_open:
        yield from _open_box(face, edge)
        return
    yield _polygon(corners(face), WOOD[kind], edge)
    u, v = _ALONG[kind]
    for part in (0.34, 0.67):  # the grain of the wood, along the boards
        start, end = _moved(face.corner, u, v, 0.08, part), _moved(face.corner, u, v, 0.92, part)
        (x1, y1), (x2, y2) = flat(start, edge), flat(end, edge)
        line = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        yield f'<line {line} stroke-width="0.8" stroke-opacity="0.28"/>'


def _open_box(face: Face, edge: float) -> Iterator[str]:
    """The line of sight falls through the lid's place on the two walls at the back."""
    yield _polygon(corners(face), RIM, edge)
    u, v = _ALONG["lid"]
    back, front = (_moved(face.corner, u, v, at, at) for at in (0.12, 0.88))
    to_left = _moved(face.corner, u, v, 0.88, 0.12)
    to_right = _moved(face.corner, u, v, 0.12, 0.88)
    yield _polygon([back, to_left, front], INSIDE["right"], edge)
    yield _polygon([back, to_right, front], INSIDE["left"], edge)


def _moved(corner: Sequence[float], u: Point3, v: Point3, i: float, j: float) -> Point3:
    x, y, z = corner
    return x + i * u[0] + j * v[0], y + i * u[1] + j * v[1], z + i * u[2] + j * v[2]


def _polygon(points: Sequence[Point3], fill: str, edge: float) -> str:
    flats = " ".join(f"{x:.1f},{y:.1f}" for x, y in (flat(point, edge) for point in points))
    return f'<polygon points="{flats}" fill="{fill}"/>'


def svg(view: "View") -> str:
    """The table: the stack, and beside it the players with their points and open cards."""
    shapes, left, top, width, height = drawing(view.stack, view.open, EDGE)
    room = max(width, 260.0)
    tall = max(height + 48, 74.0 + 62 * view.players)
    whole = room + 330
    stack = f'<g transform="translate({(room - width) / 2 - left + 20:.1f} {24 - top:.1f})">'
    seats = "".join(_seat(view, seat, room + 52, 66 + 62 * seat) for seat in range(view.players))
    head = f'<text x="{room + 52:.0f}" y="34" font-size="15">{_heading(view)}</text>'
    ground = f'<rect width="{whole:.0f}" height="{tall:.0f}" rx="14" fill="{PAPER}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole:.0f} {tall:.0f}" '
        f'width="{whole:.0f}" height="{tall:.0f}" role="img" aria-label="{_label(view)}" '
        f'font-family="system-ui, sans-serif" fill="{INK}">'
        f"{ground}{stack}{shapes}</g>{head}{seats}</svg>"
    )


def _label(view: "View") -> str:
    points = ", ".join(f"player {seat + 1}: {score}" for seat, score in enumerate(view.scores))
    return f"Cubus. {_heading(view)}. {points}."


def _heading(view: "View") -> str:
    boxes = f"{view.stack.boxes} box{'es' * (view.stack.boxes != 1)}"
    return f"{boxes} · {view.pile.total} cards in the pile"


def _seat(view: "View", seat: int, x: float, y: float) -> str:
    marked = seat in view.to_act
    weight = ' font-weight="700"' if marked else ""
    sign = "▸ " if marked else ""
    name = f'<text x="{x:.0f}" y="{y:.0f}" font-size="15"{weight}>{sign}Player {seat + 1}</text>'
    score = (
        f'<text x="{x + 240:.0f}" y="{y:.0f}" font-size="17" font-weight="700" '
        f'text-anchor="end">{view.scores[seat]}</text>'
    )
    return name + score + _built(view, seat, x + 110, y) + _hand(view.hands[seat], x, y + 12)


def _built(view: "View", seat: int, x: float, y: float) -> str:
    """The points of the building game, where only cards count."""
    if not view.built:
        return ""
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="13">built {view.built[seat]}</text>'


def _hand(hand: Cards, x: float, y: float) -> str:
    """The open cards: a small card of each kind with how many there are."""
    parts = []
    for place_, (kind, count) in enumerate(zip(KINDS, hand.counts, strict=True)):
        opacity = "1" if count else "0.25"
        at = x + 62 * place_
        face = Face("lid" if kind == "open" else kind, (0, 0, 0), (0, 0, 0))
        shapes = "".join(_face(face, kind == "open", 18))
        middle = flat(_moved((0, 0, 0), *_ALONG[face.kind], 0.5, 0.5), 18)
        move = f"translate({at + 16 - middle[0]:.1f} {y + 14 - middle[1]:.1f})"
        parts.append(
            f'<g opacity="{opacity}"><g transform="{move}" stroke="{LINE}" '
            f'stroke-linejoin="round">{shapes}</g>'
            f'<text x="{at + 36:.0f}" y="{y + 20:.0f}" font-size="14">{count}</text></g>'
        )
    return "".join(parts)
