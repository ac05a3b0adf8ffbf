"""A position and its events as text, for a page that has no board for the game."""

from io import StringIO
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from quartett.core.event import Seen
from quartett.core.game import Game
from quartett.core.parts import Drawing, part, timing, words
from quartett.core.state import View

LISTED = 1000
"""The maximum number of choices in a message; others can be typed in notation."""
WIDTH = 96
"""Columns of a drawing."""
NO_SENTENCE = "It is your turn."
"""What a game without a sentence of its own says; the page has better ones."""


class Choice(Struct, frozen=True):
    """An action that the seat may do, in words and in notation."""

    action: dict[str, Any]
    text: str
    note: str


class PositionText(Struct, frozen=True):
    """A position as text."""

    expects: str
    """What the seat is asked to do; empty where the game does not say it."""
    drawing: str
    """The drawing for terminals, without colours; empty where the game has none."""
    hides: bool
    """Whether other seats may see something else."""
    choices: list[Choice]


def position_text(game: Game, view: View, may_act: bool, hides: bool) -> PositionText:
    expects = words(game).expects(view) if may_act else ""
    return PositionText(
        expects="" if expects == NO_SENTENCE else expects,
        drawing=drawing_text(game, view),
        hides=hides,
        choices=_choices(game, view) if may_act and not timing(game).lists_slowly else [],
    )


def drawing_text(game: Game, view: View) -> str:
    """The drawing as lines of text; empty where the game has none."""
    drawing = part(game, Drawing[View])
    if drawing is None:
        return ""
    drawn = drawing.draw(view)
    return drawn if isinstance(drawn, str) else _printed(drawn)


def event_text(game: Game, seen: Seen) -> str:
    """What a seat saw of an event, in words; empty where it saw nothing."""
    if seen.action is None:
        return ""
    text, note = words(game).describe(seen.action, seen.shows), str(seen.action)
    if text != note or seen.shows is None:
        return text
    return f"{note} ({_flat(msgspec.to_builtins(seen.shows))})"


def _printed(drawn: Any) -> str:
    from rich.console import Console  # only drawings that are more than text need it

    paper = StringIO()
    Console(file=paper, width=WIDTH, color_system=None, highlight=False).print(drawn)
    return "\n".join(line.rstrip() for line in paper.getvalue().splitlines()).strip("\n")


def _choices(game: Game, view: View) -> list[Choice]:
    describe = words(game).describe
    return [
        Choice(msgspec.to_builtins(action), describe(action), str(action))
        for action in islice(view.actions(), LISTED)
    ]


def _flat(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_flat, value))
    return str(value)
