"""Texts for people: how to write actions, what is expected, and what was done."""

from typing import Final

from quartett.core.event import Action, Start
from quartett.games.cubus.actions import Build, Draw, Knock, Pass, Place, Remove, Waive
from quartett.games.cubus.stacks.cards import WORDS
from quartett.games.cubus.view import View

legend: Final = (
    "21/1 builds that stack, row by row from the back, * after an open lid · - passes · ! knocks · "
    "~ waives · x3,0 takes a box away"
)


def expects(view: View) -> str:
    """What is asked of the viewing seat now, in one sentence."""
    match view.phase:
        case "knock":
            return f"Player {view.active + 1} says nothing can be built: knock, or waive."
        case "show":
            return f"You knocked: show a build with the cards of player {view.active + 1}, or pass."
        case "last":
            return f"The last build: you may use {view.pool.words()}, or pass."
        case "remove" if view.built:
            return "Take one box away: only the cards won now count."
        case "remove" if view.again:
            return "Take one box away; after this cube comes another, and the other player starts."
        case "remove":
            return "Take one box away."
    return f"Build with {view.cards.words()}, or pass."


def describe(action: Action, shows: object = None) -> str:  # noqa: ARG001
    """An action in words.

    >>> describe(Draw("lid")), describe(Remove((3, 0)))
    ('draws a closed lid', 'takes a box from (3, 0)')
    """
    match action:
        case Draw(card):
            return f"draws a {WORDS[card][0]}" if card != "open" else "draws an open lid"
        case Build():
            return f"builds {action}"
        case Remove(cell):
            return f"takes a box from {cell}"
        case Start(seat):
            return f"player {seat + 1} begins"
        case Place():
            return "the open lids are laid on the cube"
    return {Pass: "passes", Knock: "knocks", Waive: "waives"}[type(action)]
