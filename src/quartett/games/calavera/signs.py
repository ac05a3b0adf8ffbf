"""The sign of every face, drawn in a square from -10 to 10: colour is never the only sign."""

from math import cos, pi, sin
from typing import Final

from quartett.games.calavera.dice import Face

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
