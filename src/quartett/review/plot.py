"""A review as a picture: a seat's winning chances, with luck and skill as two bands."""

from collections.abc import Sequence
from html import escape
from itertools import accumulate

from msgspec import Struct

WIDTH, HEIGHT, BAND, LEFT, GAP = 720, 180, 60, 46, 22
LUCK, SKILL, LINE, INK, GRID = "#0072b2", "#d55e00", "#333333", "#333333", "#cccccc"
PAPER = "#ffffff"
"""Notebooks may be dark, and the ink is not."""


class Plot(Struct, frozen=True):
    """A picture that notebooks show by themselves."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


class PlotMark(Struct, frozen=True):
    """A place of the curve that is marked, with what is said there."""

    place: int
    text: str


def curve(
    name: str,
    chances: Sequence[float],
    luck: Sequence[float],
    skill: Sequence[float],
    marks: Sequence[PlotMark],
) -> Plot:
    """The curve from the start on, then luck and skill summed up, each with its own zero."""
    lucks, skills = [0.0, *accumulate(luck)], [0.0, *accumulate(skill)]
    reach = max(0.1, *map(abs, lucks), *map(abs, skills))
    top = HEIGHT + GAP
    points = _points(chances, 0, HEIGHT, 0.0, 1.0)
    parts = [
        _axis(0, HEIGHT, ("100 %", "0 %")),
        _line(points, LINE),
        *(_marked(mark, points[mark.place]) for mark in marks),
        _axis(top, BAND, ("luck", "")),
        _band(lucks, top, reach, LUCK),
        _axis(top + BAND + GAP, BAND, ("skill", "")),
        _band(skills, top + BAND + GAP, reach, SKILL),
    ]
    height = top + 2 * BAND + 2 * GAP
    return Plot(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -10 {WIDTH} {height}" role="img" '
        f'font-family="sans-serif" font-size="12" fill="{INK}">'
        f"<title>{escape(name)}: winning chances, luck and skill</title>"
        f'<rect y="-10" width="{WIDTH}" height="{height}" fill="{PAPER}"/>{"".join(parts)}</svg>'
    )


def _points(
    values: Sequence[float], top: float, height: float, low: float, high: float
) -> list[tuple[float, float]]:
    step = (WIDTH - LEFT - 10) / max(1, len(values) - 1)
    scale = height / (high - low)
    return [(LEFT + n * step, top + (high - value) * scale) for n, value in enumerate(values)]


def _line(points: list[tuple[float, float]], colour: str) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'


def _band(values: list[float], top: float, reach: float, colour: str) -> str:
    points = _points(values, top, BAND, -reach, reach)
    zero = top + BAND / 2
    outline = [(points[0][0], zero), *points, (points[-1][0], zero)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in outline)
    last = f"{values[-1]:+.2f} wins".replace("-", "−")
    return (
        f'<polygon points="{path}" fill="{colour}" fill-opacity="0.5" stroke="{colour}">'
        f"<title>{last}</title></polygon>"
    )


def _axis(top: float, height: float, labels: tuple[str, str]) -> str:
    middle, bottom = top + height / 2, top + height
    high, low = labels
    return (
        f'<line x1="{LEFT}" x2="{WIDTH - 10}" y1="{middle}" y2="{middle}" stroke="{GRID}"/>'
        f'<text x="{LEFT - 6}" y="{top + (4 if low else height / 2 + 4)}" '
        f'text-anchor="end">{high}</text>'
        f'<text x="{LEFT - 6}" y="{bottom}" text-anchor="end">{low}</text>'
    )


def _marked(mark: PlotMark, at: tuple[float, float]) -> str:
    return (
        f'<g><title>{escape(mark.text)}</title><text x="{at[0]:.1f}" y="{at[1] + 4:.1f}" '
        f'text-anchor="middle" fill="{SKILL}" font-weight="bold">×</text></g>'
    )
