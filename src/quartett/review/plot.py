"""A review as a picture: a seat's winning chances, with luck and skill as two bands."""

from collections.abc import Sequence
from html import escape
from itertools import accumulate
from typing import Final

from quartett.core.event import Seat
from quartett.review.report import Review

WIDTH, HEIGHT, BAND, LEFT, GAP = 720, 180, 60, 46, 22
LUCK, SKILL, LINE, INK, GRID = "#0072b2", "#d55e00", "#333333", "#333333", "#cccccc"
MARKED: Final = ("mistake", "blunder")


def curve(review: Review, seat: Seat) -> str:
    """The picture as SVG: the curve, then luck and skill summed up, each with its own zero.

    A cross marks a mistake or blunder of the seat and says in its title what was better.
    """
    chances = [review.start[seat], *(step.chances[seat] for step in review.steps)]
    luck = [0.0, *accumulate(step.luck[seat] for step in review.steps)]
    skill = [0.0, *accumulate(step.skill[seat] for step in review.steps)]
    reach = max(0.1, *map(abs, luck), *map(abs, skill))
    top = HEIGHT + GAP
    name = escape(review.seats[seat].name or f"P{seat + 1}")
    parts = [
        _axis(0, HEIGHT, ("100 %", "0 %")),
        _line(_points(chances, 0, HEIGHT, 0.0, 1.0), LINE),
        *_marks(review, seat, chances),
        _axis(top, BAND, ("luck", "")),
        _band(luck, top, reach, LUCK),
        _axis(top + BAND + GAP, BAND, ("skill", "")),
        _band(skill, top + BAND + GAP, reach, SKILL),
    ]
    height = top + 2 * BAND + 2 * GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -10 {WIDTH} {height}" role="img" '
        f'font-family="sans-serif" font-size="12" fill="{INK}">'
        f"<title>{name}: winning chances, luck and skill</title>{''.join(parts)}</svg>"
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
    last = f"{values[-1] * 100:+.0f} in 100".replace("-", "−")
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


def _marks(review: Review, seat: Seat, chances: list[float]) -> list[str]:
    points = _points(chances, 0, HEIGHT, 0.0, 1.0)
    found = [one for one in review.decisions if one.seat == seat and one.grade in MARKED]
    return [
        f'<g><title>{escape(one.text)}</title><text x="{points[one.place][0]:.1f}" '
        f'y="{points[one.place][1] + 4:.1f}" text-anchor="middle" fill="{SKILL}" '
        f'font-weight="bold">×</text></g>'
        for one in found
    ]
