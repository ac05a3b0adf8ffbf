"""Puzzles of Cubus: the build that scores most."""

from quartett.core.event import Action
from quartett.games.cubus.actions import Build
from quartett.games.cubus.builder.solver import best_build
from quartett.games.cubus.view import View


def best_action(view: View) -> Action | None:
    found = best_build(view.stack, view.open, view.cards) if view.phase == "build" else None
    return found.action if found is not None else None


def effort(view: View, action: Action) -> int:
    """Boxes that are added or go somewhere else, and lids that are opened or closed."""
    if not isinstance(action, Build):
        return 0
    before, after = view.stack.heights, action.stack().heights
    boxes = sum(abs(after.get(at, 0) - before.get(at, 0)) for at in before | after)
    return boxes + len(set(view.open) ^ set(action.open))
