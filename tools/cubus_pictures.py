"""The pictures of the page on the mathematics of stacks: `python tools/cubus_pictures.py`."""

from collections.abc import Callable, Sequence
from pathlib import Path

from quartett.games.cubus.stacks.picture import Face, outside
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import Stack
from quartett.games.cubus.stacks.svg import LINE, corners, drawing, flat

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
EDGE = 30.0
GAP = 46.0
# Okabe and Ito's colours, which people with any kind of colour vision can tell apart.
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442")

Drawn = tuple[str, float, float, float, float]


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    pictures = {
        "cubus-box": row([("one box: three cards", plain("1")), ("a stack", plain("321/21/1"))]),
        "cubus-corner": row([("22/21", plain("22/21")), ("22/22", plain("22/22"))]),
        "cubus-lid": row([(".2/21", plain(".2/21")), ("22/21, five points", plain("22/21"))]),
        "cubus-skew": row([(text, plain(text)) for text in (".1/1", "..2/.21/22/1", "21/1")]),
        "cubus-layer": row(
            [("before", plain("2*1/1", [(-2, -2)])), ("after", plain("3*2/2@1,1", [(-2, -2)]))]
        ),
        "cubus-slices": row(
            [("a stack", plain("4321/321/31/1")), ("its slices", sliced("4321/321/31/1"))]
        ),
        "cubus-only-skew": row(
            [
                ("11/1 with two open lids", plain("11/1", [(-1, -1), (-1, 0)])),
                ("the only build with L and R", plain(".2/11@-1,0", [(-1, -1), (-1, 0)])),
            ]
        ),
        "cubus-cube": row([("4444/4444/4444/4444", plain("/".join(["4444"] * 4)))]),
    }
    for name, drawing_ in pictures.items():
        (FOLDER / f"{name}.svg").write_text(drawing_, encoding="utf-8")


def plain(text: str, open: Sequence[Spot] = ()) -> Drawn:
    stack = Stack.read(text.replace("*", ""))
    return drawing(stack, open, EDGE)


def sliced(text: str) -> Drawn:
    """Every diagonal x − y in a colour of its own."""
    stack = Stack.read(text)
    _, *room = drawing(stack, (), EDGE)
    shapes = "".join(_coloured(face, _diagonal_colour) for face in _back_to_front(stack))
    group = f'<g stroke="{LINE}" stroke-width="1.4" stroke-linejoin="round">{shapes}</g>'
    return group, room[0], room[1], room[2], room[3]


def _back_to_front(stack: Stack) -> list[Face]:
    return sorted(outside(stack.heights), key=lambda face: (sum(face.box), face))


def _diagonal_colour(face: Face) -> str:
    x, y, _ = face.box
    return COLOURS[(x - y) % len(COLOURS)]


def _coloured(face: Face, colour: Callable[[Face], str]) -> str:
    shade = {"lid": "1", "left": "0.8", "right": "0.6"}[face.kind]
    flats = (flat(corner, EDGE) for corner in corners(face))
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in flats)
    return f'<polygon points="{points}" fill="{colour(face)}" fill-opacity="{shade}"/>'


def row(figures: Sequence[tuple[str, Drawn]]) -> str:
    """Figures side by side on paper, each with its caption."""
    tall = max(drawn[4] for _, drawn in figures)
    across, parts = 24.0, []
    for caption, (shapes, left, top, width, height) in figures:
        room = max(width, 7.4 * len(caption))
        x = across + (room - width) / 2 - left
        move = f"translate({x:.1f} {20 + tall - height - top:.1f})"
        parts.append(f'<g transform="{move}">{shapes}</g>')
        parts.append(
            f'<text x="{across + room / 2:.1f}" y="{tall + 48:.1f}" font-size="14" '
            f'text-anchor="middle">{caption}</text>'
        )
        across += room + GAP
    width, height = across - GAP + 24, tall + 66
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="system-ui, sans-serif" '
        f'fill="#3a2614"><rect width="{width:.0f}" height="{height:.0f}" rx="12" fill="#f7f0e3"/>'
        f"{''.join(parts)}</svg>\n"
    )


if __name__ == "__main__":
    main()
