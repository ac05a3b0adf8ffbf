"""Puzzles of Calculissimo: the play that scores most."""

from quartett.core.event import Action
from quartett.games.calculissimo.view import View


def best_action(view: View) -> Action | None:
    return next(view.actions()) if view.phase == "play" else None  # the best play comes first
