"""Plots as SVG for the report: every mark has a label or a title, so colour is never the only sign.

Colours are the page's CSS variables; a chart is readable by day and by night.
"""

import math
from collections.abc import Sequence
from html import escape

from msgspec import Struct

LABEL, WIDTH, ROW = 130, 720, 30
COLOURS = 6
"""The palette of the page; entrants beyond it begin again, and have their labels."""


class Whisker(Struct, frozen=True):
    """One row of an interval plot."""

    label: str
    value: float
    low: float
    high: float
    colour: int
    said: str


def whiskers(rows: Sequence[Whisker], mark: float | None = None, percent: bool = False) -> str:
    """Dots with their intervals, a row each; `mark` is a line to compare with."""
    axis = Axis(
        min([row.low for row in rows] + ([] if mark is None else [mark])),
        max([row.high for row in rows] + ([] if mark is None else [mark])),
        percent,
    )
    height = ROW * len(rows)
    parts = [axis.drawn(height)]
    if mark is not None:
        x = axis.x(mark)
        parts.append(f'<line class="mark" x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{height}"/>')
    for number, row in enumerate(rows):
        y = ROW * number + ROW / 2
        low, value, high = axis.x(row.low), axis.x(row.value), axis.x(row.high)
        parts.append(
            f"<g><title>{escape(row.label)}: {escape(row.said)}</title>"
            f"{_label(row.label, y)}"
            f'<line class="c{row.colour % COLOURS} whisker" x1="{low:.1f}" x2="{high:.1f}" '
            f'y1="{y}" y2="{y}"/>'
            f'<circle class="c{row.colour % COLOURS}" cx="{value:.1f}" cy="{y}" r="5"/></g>'
        )
    return _svg(height + 26, parts)


def gauge(value: float, low: float, high: float) -> str:
    """A share with its interval between 0 and 1, and a stroke at a half, for a line of a table."""
    return (
        '<svg class="gauge" viewBox="0 0 124 18" role="img" aria-hidden="true">'
        '<line class="grid" x1="12" x2="112" y1="9" y2="9"/>'
        '<line class="mark" x1="62" x2="62" y1="1" y2="17"/>'
        f'<line class="c0 whisker" x1="{12 + 100 * low:.1f}" x2="{12 + 100 * high:.1f}" '
        f'y1="9" y2="9"/><circle class="c0" cx="{12 + 100 * value:.1f}" cy="9" r="4"/></svg>'
    )


class ScoreDistribution(Struct, frozen=True):
    """How often each score came; one row of a plot of distributions."""

    label: str
    scores: Sequence[int]
    colour: int


def histograms(rows: Sequence[ScoreDistribution]) -> str:
    """Distributions one below the other, on one axis; a stroke marks the mean."""
    scores = [score for row in rows for score in row.scores]
    axis = Axis(min(scores), max(scores))
    tall = 54
    height = tall * len(rows)
    width = max(1, math.ceil((max(scores) - min(scores) + 1) / 60))
    parts = [axis.drawn(height)]
    for number, row in enumerate(rows):
        parts.append(_histogram(row, axis, width, tall * (number + 1) - 4, tall - 10))
    return _svg(height + 26, parts)


class Curve(Struct, frozen=True):
    """A value that changes, with a band around it."""

    label: str
    points: Sequence[tuple[float, float, float]]
    """The value, and the lower and upper end of its band."""
    colour: int


def lines(rows: Sequence[Curve], step: float) -> str:
    """Values over games; each line is labelled at its end. Points lie `step` games apart."""
    low = min(point[1] for row in rows for point in row.points)
    high = max(point[2] for row in rows for point in row.points)
    upright = Axis(low, high)
    across = Axis(0, step * (max(len(row.points) for row in rows) - 1))
    height = 260
    parts = [across.drawn(height), _grid(upright, height)]
    ends = _spread([_y(upright, row.points[-1][0], height) for row in rows])
    for row, end in zip(rows, ends, strict=True):
        xs = [across.x(step * place) for place in range(len(row.points))]
        upper = [
            (x, _y(upright, point[2], height)) for x, point in zip(xs, row.points, strict=True)
        ]
        lower = [
            (x, _y(upright, point[1], height)) for x, point in zip(xs, row.points, strict=True)
        ]
        middle = [
            (x, _y(upright, point[0], height)) for x, point in zip(xs, row.points, strict=True)
        ]
        parts.append(
            f'<polygon class="c{row.colour % COLOURS} band" points="{_path(upper + lower[::-1])}"/>'
            f'<polyline class="c{row.colour % COLOURS} line" points="{_path(middle)}"/>'
            f'<text x="{WIDTH + 8}" y="{end + 4:.1f}">{escape(row.label)}</text>'
        )
    return _svg(height + 26, parts, WIDTH + LABEL)


class Axis:
    """A scale across the plot, with round numbers on it."""

    def __init__(self, low: float, high: float, percent: bool = False) -> None:
        reach = (high - low) or 1.0
        self._percent = percent
        self.low, self.high = low - 0.04 * reach, high + 0.04 * reach
        rough = (self.high - self.low) / 6
        scale = 10.0 ** math.floor(math.log10(rough))
        self.step = next(scale * nice for nice in (1, 2, 5, 10) if scale * nice >= rough)

    def part(self, value: float) -> float:
        return (value - self.low) / (self.high - self.low)

    def x(self, value: float) -> float:
        return LABEL + (WIDTH - LABEL) * self.part(value)

    def ticks(self) -> list[float]:
        first, last = math.ceil(self.low / self.step), math.floor(self.high / self.step)
        return [number * self.step for number in range(first, last + 1)]

    def said(self, value: float) -> str:
        if self._percent:
            return f"{value * 100:g} %"
        return f"{round(value, 6):g}".replace("-", "−")

    def drawn(self, height: float) -> str:
        return "".join(
            f'<line class="grid" x1="{self.x(tick):.1f}" x2="{self.x(tick):.1f}" y1="0" '
            f'y2="{height}"/><text class="tick" x="{self.x(tick):.1f}" y="{height + 18}" '
            f'text-anchor="middle">{self.said(tick)}</text>'
            for tick in self.ticks()
        )


def _histogram(row: ScoreDistribution, axis: Axis, width: int, floor: float, tall: float) -> str:
    counts: dict[int, int] = {}
    for score in row.scores:
        counts[score // width] = counts.get(score // width, 0) + 1
    most = max(counts.values())
    bars = []
    for bin, count in sorted(counts.items()):
        left, right = axis.x(bin * width - 0.5), axis.x(bin * width + width - 0.5)
        high = tall * count / most
        first, last = bin * width, bin * width + width - 1
        span = f"{first} to {last} points" if width > 1 else f"{first} point{'s' * (first != 1)}"
        times = "once" if count == 1 else f"{count} times"
        bars.append(
            f'<rect x="{left:.1f}" y="{floor - high:.1f}" width="{right - left - 0.5:.1f}" '
            f'height="{high:.1f}"><title>{escape(row.label)}, {span}: {times}'
            f"</title></rect>"
        )
    mean = sum(row.scores) / len(row.scores)
    x = axis.x(mean)
    return (
        f'{_label(row.label, floor - tall / 2)}<g class="c{row.colour % COLOURS} bars">'
        f'{"".join(bars)}</g><line class="mean" x1="{x:.1f}" x2="{x:.1f}" y1="{floor - tall:.1f}" '
        f'y2="{floor}"><title>mean {mean:.1f}</title></line>'
    )


def _grid(upright: Axis, height: float) -> str:
    return "".join(
        f'<line class="grid" x1="{LABEL}" x2="{WIDTH}" y1="{_y(upright, tick, height):.1f}" '
        f'y2="{_y(upright, tick, height):.1f}"/><text class="tick" x="{LABEL - 8}" '
        f'y="{_y(upright, tick, height) + 4:.1f}" text-anchor="end">{upright.said(tick)}</text>'
        for tick in upright.ticks()
    )


def _y(axis: Axis, value: float, height: float) -> float:
    return height * (1 - axis.part(value))


def _spread(places: Sequence[float], apart: float = 16) -> list[float]:
    """The places moved down as far as their labels need."""
    moved = dict.fromkeys(range(len(places)), 0.0)
    below = -math.inf
    for number in sorted(moved, key=lambda number: places[number]):
        moved[number] = below = max(places[number], below + apart)
    return list(moved.values())


def _path(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _label(text: str, y: float) -> str:
    short = text if len(text) <= 17 else text[:16] + "…"
    return f'<text x="{LABEL - 12}" y="{y + 4:.1f}" text-anchor="end">{escape(short)}</text>'


def _svg(height: float, parts: Sequence[str], width: float = WIDTH + 20) -> str:
    return f'<svg viewBox="0 0 {width} {height}" role="img">{"".join(parts)}</svg>'
