"""How well a network plays Calavera as it learns: measured against bots, and drawn."""

from collections.abc import Iterator
from math import ceil, floor, log10
from typing import NamedTuple

from examples.calavera_player import Learner, Weights

from quartett.arena import play, wilson

LEVELS = {"easy": "#0b7a75", "medium": "#b4530a"}
LEFT, RIGHT, TOP, BOTTOM = 60, 640, 60, 330


class Point(NamedTuple):
    """What a network won that had learnt from this many actions."""

    actions: int
    level: str
    wins: float
    """A tie is half a one."""
    games: int


def measured(weights: Weights, actions: int, level: str, games: int) -> Point:
    """Games at the plain engine's table; each deal of dice is played from both seats."""
    learner, wins = Learner(weights=weights), 0.0
    for number in range(games):
        seat, seed = number % 2, number // 2
        ended = play("calavera", [level, learner] if seat else [learner, level], seed=seed).result
        assert ended is not None and not ended.forfeits
        wins += (seat in ended.winners) / len(ended.winners)
    return Point(actions, level, wins, games)


def curve(points: list[Point], made: str) -> str:
    """The shares of games won with 95 % intervals, by actions on a scale of powers of ten."""
    first, last = (log10(end(point.actions for point in points)) for end in (min, max))

    def across(actions: int) -> float:
        return LEFT + (RIGHT - LEFT) * (log10(actions) - first) / (last - first or 1)

    powers = [10**power for power in range(ceil(first), floor(last) + 1)]
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 780 380" fill="#222" '
        'font-family="system-ui, sans-serif" font-size="13"><rect width="780" height="380" '
        f'fill="#fff"/><text x="{LEFT}" y="22">Calavera by self-play: games won, by actions '
        f'learnt from</text><text x="{LEFT}" y="42" fill="#555">{made}</text>',
        *(_share(tenth / 10) for tenth in range(0, 11, 2)),
        *(_power(across(power), power) for power in powers),
    ]
    for level in LEVELS:
        parts += _line([(across(point.actions), point) for point in points if point.level == level])
    return "".join([*parts, *_names(points), "</svg>\n"])


def _share(share: float) -> str:
    y = _up(share)
    return (
        f'<line x1="{LEFT}" x2="{RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
        f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{share * 100:.0f} %</text>'
    )


def _power(x: float, actions: int) -> str:
    short = f"{actions // 10**6:,} million" if actions >= 10**6 else f"{actions:,}"
    return (
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{BOTTOM}" stroke="#eee"/>'
        f'<text x="{x:.1f}" y="{BOTTOM + 20}" text-anchor="middle">{short}</text>'
    )


def _line(row: list[tuple[float, Point]]) -> list[str]:
    colour = LEVELS[row[0][1].level]
    spots = " ".join(f"{x:.1f},{_up(point.wins / point.games):.1f}" for x, point in row)
    line = f'<polyline points="{spots}" fill="none" stroke="{colour}" stroke-width="2"/>'
    return [*(_bar(x, point, colour) for x, point in row), line]


def _bar(x: float, point: Point, colour: str) -> str:
    low, high = wilson(point.wins, point.games)
    return (
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{_up(low):.1f}" y2="{_up(high):.1f}" '
        f'stroke="{colour}" stroke-opacity=".45" stroke-width="3"/>'
    )


def _up(share: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * share


def _names(points: list[Point]) -> Iterator[str]:
    """The opponents beside the ends of their lines; the lower one makes room."""
    ends = {point.level: _up(point.wins / point.games) for point in points}
    y = 0.0
    for level, end in sorted(ends.items(), key=lambda one: one[1]):
        y = max(end + 4, y + 16)
        yield f'<text x="{RIGHT + 10}" y="{y:.1f}" fill="{LEVELS[level]}">against {level}</text>'
