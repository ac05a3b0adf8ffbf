"""A stack in true isometric drawing: three tones of wood, and open boxes one looks into."""

from collections.abc import Collection, Iterator, Sequence
from math import cos, pi
from typing import TYPE_CHECKING, Final

from quartett.games.cubus.stacks.picture import Face, outside, place
from quartett.games.cubus.stacks.shape import Spot

if TYPE_CHECKING:
    from quartett.games.cubus.stacks.stack import Stack

EDGE: Final = 40.0
"""The length of a box's edge in the drawing."""
WOOD: Final = {"lid": "#ecca92", "left": "#cf9f61", "right": "#a97845"}
INSIDE: Final = {"left": "#7a5230", "right": "#5d3b20"}
RIM: Final = "#f4dcb0"
LINE: Final = "#4a2e17"

Point3 = tuple[float, float, float]
_ACROSS: Final = cos(pi / 6)
ALONG: Final[dict[str, tuple[Point3, Point3]]] = {
    "lid": ((1, 0, 0), (0, 1, 0)),
    "left": ((0, 1, 0), (0, 0, 1)),
    "right": ((1, 0, 0), (0, 0, 1)),
}


def stack_svg(stack: "Stack", open: Collection[Spot] = (), edge: float = EDGE) -> str:
    """The stack alone, on no ground.

    >>> from quartett.games.cubus import Stack
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
    stack: "Stack", open: Collection[Spot], edge: float
) -> tuple[str, float, float, float, float]:
    """The shapes of a stack, and the rectangle they take."""
    faces = sorted(outside(stack.heights), key=lambda face: (sum(face.box), face))
    shapes = [shape for face in faces for shape in face_shapes(face, place(face) in open, edge)]
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
    u, v = ALONG[face.kind]
    return [moved(face.corner, u, v, i, j) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]


def face_shapes(face: Face, is_open: bool, edge: float) -> Iterator[str]:
    """A card as it is seen from outside, or a look into an open box."""
    kind = face.kind
    if kind == "lid" and is_open:
        yield from _open_box(face, edge)
        return
    yield _polygon(corners(face), WOOD[kind], edge)
    u, v = ALONG[kind]
    for part in (0.34, 0.67):  # the grain of the wood, along the boards
        start, end = moved(face.corner, u, v, 0.08, part), moved(face.corner, u, v, 0.92, part)
        (x1, y1), (x2, y2) = flat(start, edge), flat(end, edge)
        line = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        yield f'<line {line} stroke-width="0.8" stroke-opacity="0.28"/>'


def _open_box(face: Face, edge: float) -> Iterator[str]:
    """The line of sight falls through the lid's place on the two walls at the back."""
    yield _polygon(corners(face), RIM, edge)
    u, v = ALONG["lid"]
    back, front = (moved(face.corner, u, v, at, at) for at in (0.12, 0.88))
    to_left = moved(face.corner, u, v, 0.88, 0.12)
    to_right = moved(face.corner, u, v, 0.12, 0.88)
    yield _polygon([back, to_left, front], INSIDE["right"], edge)
    yield _polygon([back, to_right, front], INSIDE["left"], edge)


def moved(corner: Sequence[float], u: Point3, v: Point3, i: float, j: float) -> Point3:
    """A point this many edges away from a corner along two directions."""
    x, y, z = corner
    return x + i * u[0] + j * v[0], y + i * u[1] + j * v[1], z + i * u[2] + j * v[2]


def _polygon(points: Sequence[Point3], fill: str, edge: float) -> str:
    flats = " ".join(f"{x:.1f},{y:.1f}" for x, y in (flat(point, edge) for point in points))
    return f'<polygon points="{flats}" fill="{fill}"/>'
