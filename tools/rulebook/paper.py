"""Moments of a game side by side on paper, with signs and numbers but no words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

PAPER, INK, BAD = "#f7f0e3", "#3a2614", "#b3261e"
SPACE = 26.0
ARROW = 34.0


@dataclass(frozen=True)
class Moment:
    """A part of a drawing, and the sign or sum below it."""

    shapes: str
    left: float
    top: float
    width: float
    height: float
    caption: str = ""
    wrong: bool = False
    """Whether the rules refuse it."""


def row(moments: Sequence[Moment], across_most: int = 3) -> str:
    """The moments side by side, in lines of at most this many."""
    starts = range(0, len(moments), across_most)
    lines = [moments[at : at + across_most] for at in starts]
    below = 26 if any(moment.caption for moment in moments) else 0
    parts, top, wide = [], SPACE, 0.0
    for number, line in enumerate(lines):
        high = max(moment.height for moment in line)
        across = SPACE
        for place, moment in enumerate(line):
            if place or number:
                parts.append(_arrow(across, top + high / 2))
                across += ARROW
            parts.append(_placed(moment, across, top + high - moment.height))
            parts.append(_caption(moment, across + moment.width / 2, top + high + 26))
            across += moment.width + SPACE
        wide, top = max(wide, across), top + high + below + SPACE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {top:.0f}" '
        f'width="{wide:.0f}" height="{top:.0f}" role="img" font-family="system-ui, sans-serif">'
        f'<rect width="{wide:.0f}" height="{top:.0f}" rx="12" fill="{PAPER}"/>'
        f"{''.join(parts)}</svg>\n"
    )


def _placed(moment: Moment, x: float, y: float) -> str:
    box = f"{moment.left:g} {moment.top:g} {moment.width:g} {moment.height:g}"
    drawn = (
        f'<svg x="{x:.1f}" y="{y:.1f}" width="{moment.width:g}" height="{moment.height:g}" '
        f'viewBox="{box}">{moment.shapes}</svg>'
    )
    if not moment.wrong:
        return drawn
    frame = (
        f'<rect x="{x - 5:.1f}" y="{y - 5:.1f}" width="{moment.width + 10:g}" '
        f'height="{moment.height + 10:g}" rx="8" fill="none" stroke="{BAD}" stroke-width="3" '
        'stroke-dasharray="8 5"/>'
    )
    return drawn + frame


def _caption(moment: Moment, x: float, y: float) -> str:
    size = 15 if len(moment.caption) > 24 else 19
    sign, colour = ("✗ ", BAD) if moment.wrong else ("", INK)
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="700" text-anchor="middle" '
        f'fill="{colour}">{sign}{escape(moment.caption)}</text>'
    )


def _arrow(x: float, y: float) -> str:
    return (
        f'<path d="M{x - 12:.1f} {y:.1f}h26m-9 -9l9 9l-9 9" fill="none" stroke="{INK}" '
        'stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def wordless(picture: str) -> str:
    """What is inside a drawing of the library, without its words."""
    inside = re.sub(r"^<svg[^>]*>|</svg>$", "", picture.strip())
    inside = re.sub(r"<title>.*?</title>", "", inside)
    return re.sub(r"<text[^>]*>[^<]*[A-Za-z]{2}[^<]*</text>", "", inside)
