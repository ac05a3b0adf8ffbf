"""A position in the game's own words, for a page that has no board for the game."""

from io import StringIO
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct
from rich.console import Console

from quartett.core.event import Seen
from quartett.core.game import Game
from quartett.core.state import View

LISTED = 1000
"""So many choices are listed at most; the others can be typed."""
WIDTH = 96
"""Columns of a drawing."""
NO_SENTENCE = "It is your turn."
"""What a game without a sentence of its own says; the page has better ones."""


class Choice(Struct, frozen=True):
    """An action that the seat may do, in words and in notation."""

    action: dict[str, Any]
    text: str
    note: str


class Words(Struct, frozen=True):
    """A position as text."""

    expects: str
    """What the seat is asked to do; empty where the game does not say it."""
    drawing: str
    """The drawing for terminals, without colours; empty where the game has none."""
    hides: bool
    """Whether other seats may see something else."""
    choices: list[Choice]


def in_words(game: Game, view: View, may_act: bool, hides: bool) -> Words:
    expects = game.expects(view) if may_act else ""
    return Words(
        expects="" if expects == NO_SENTENCE else expects,
        drawing=drawing(game, view),
        hides=hides,
        choices=_choices(game, view) if may_act and not game.lists_slowly else [],
    )


def drawing(game: Game, view: View) -> str:
    """The view as lines of text; empty where the game only has the view itself."""
    drawn = game.draw(view)
    if drawn == repr(view):
        return ""
    paper = StringIO()
    Console(file=paper, width=WIDTH, color_system=None, highlight=False).print(drawn)
    return "\n".join(line.rstrip() for line in paper.getvalue().splitlines()).strip("\n")


def told(game: Game, seen: Seen) -> str:
    """What a seat saw of an event, in words; empty where it saw nothing."""
    if seen.action is None:
        return ""
    text, note = game.describe(seen.action, seen.shows), str(seen.action)
    if text != note or seen.shows is None:
        return text
    return f"{note} ({_flat(msgspec.to_builtins(seen.shows))})"


def advises(game: Game) -> bool:
    """Whether the game has an adviser."""
    own = type(game).explain is not Game.explain
    return own or game._beside("advice", "explain", None) is not None


def _choices(game: Game, view: View) -> list[Choice]:
    return [
        Choice(msgspec.to_builtins(action), game.describe(action), str(action))
        for action in islice(view.actions(), LISTED)
    ]


def _flat(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_flat, value))
    return str(value)
