"""Puzzles of Cubus: the build that scores most."""

from quartett.core.event import Action
from quartett.games.cubus.builder.solver import best_build
from quartett.games.cubus.view import View


def best_action(view: View) -> Action | None:
    found = best_build(view.stack, view.open, view.cards) if view.phase == "build" else None
    return found.action if found is not None else None
