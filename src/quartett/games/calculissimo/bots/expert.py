"""The expert: weighs points, tiles kept and what a play opens; searches when nothing is hidden."""

import time

from quartett.bots import Bot
from quartett.core import state as core
from quartett.core.event import Action
from quartett.games.calculissimo.board.moves.fast import Plays, find_plays
from quartett.games.calculissimo.board.tiles import spread
from quartett.games.calculissimo.bots.answering import answered
from quartett.games.calculissimo.bots.casual import laid
from quartett.games.calculissimo.bots.endgame import Endgame
from quartett.games.calculissimo.bots.judgement import best_exchange, weighed
from quartett.games.calculissimo.view import PASS, View

SHARE = 0.5
"""How much of the time allowed the search of an endgame may take."""


class Expert(Bot):
    name = "Diophant"
    character = "Counts the bag, keeps the tiles that multiply, and never opens a door for free."
    needs_compiler = True

    def choose(self, view: core.View, deadline: float) -> Action:
        assert isinstance(view, View)
        if view.phase == "answer":
            return answered(view, self.rng, checks=1.0, doubts=0.0)
        plays = find_plays(view.edition, view.board, view.rack)
        if not len(plays):
            return best_exchange(view)[0] if view.bag else PASS
        if nothing_hidden(view):
            return laid(view, plays, _searched(view, deadline), self.rng)
        return self._weighed(view, plays)

    def _weighed(self, view: View, plays: Plays) -> Action:
        best = weighed(view, plays)[0]
        if view.bag:
            exchange, value = best_exchange(view)
            if value > best.value:
                return exchange
        return laid(view, plays, best.number, self.rng)


def nothing_hidden(view: View) -> bool:
    """In a game of two with an empty bag the other has what one does not see."""
    return view.players == 2 and view.bag == 0


def _searched(view: View, deadline: float) -> int:
    now = time.monotonic()
    search = Endgame(view.edition, now + min(1.0, (deadline - now) * SHARE))
    return search.best(view.board, view.rack, spread(view.unseen()))
