"""Puzzles of Calculissimo: the play that scores most."""

from quartett.core.event import Action
from quartett.games.calculissimo.actions import Play
from quartett.games.calculissimo.board.moves.fast import find_plays
from quartett.games.calculissimo.view import View


def best_action(view: View) -> Action | None:
    if view.phase != "play":
        return None
    plays = find_plays(view.edition, view.board, view.rack)
    for tiles, points in plays.best_first(1):
        return Play(tiles, points if view.options.challenge else None)
    return next(view.actions(), None)


def effort(_: View, action: Action) -> int:
    """Tiles to lay."""
    return len(action.tiles) if isinstance(action, Play) else 0
