"""What a play came to, for everybody who watches it."""

from quartett.core.event import Action
from quartett.games.calculissimo.actions import Play
from quartett.games.calculissimo.board.score import worth
from quartett.games.calculissimo.offers import Preview, explained
from quartett.games.calculissimo.view import View


def outcome(view: View, action: Action) -> Preview | None:
    """The lines of a play step by step; nothing where players check each other."""
    if not isinstance(action, Play) or view.options.challenge:
        return None
    found = worth(view.edition, view.board, action.tiles)
    again = len(action.tiles) == view.edition.rack
    return Preview(explained(view, action, found), found.points, again)
