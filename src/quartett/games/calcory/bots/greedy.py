"""A baseline to measure players against: a perfect memory, and no look beyond its own turn."""

from quartett.bots import Bot
from quartett.core.event import Action, Seen
from quartett.core.state import View as AnyView
from quartett.games.calcory.actions import Return, Turn
from quartett.games.calcory.bots.beliefs import Beliefs
from quartett.games.calcory.bots.casual import best_bid, blind, completion
from quartett.games.calcory.view import PASS, STOP, View

ENOUGH = 10


class Greedy(Bot):
    """Takes the longest thirteen it knows; else turns new cards and stops at ten or more.

    When nothing new is left to turn it bids the highest sum it can make, so that games end.
    """

    name = "Baseline"
    character = "Forgets nothing, thinks of nobody else, and stops at ten."

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.beliefs = Beliefs()

    def observe(self, seen: Seen) -> None:
        self.beliefs.observe(seen)

    def choose(self, view: AnyView, deadline: float) -> Action:
        assert isinstance(view, View)
        if view.phase == "return":
            card = max(view.taken, key=lambda lying: lying.card.digit)
            return Return(card.at, next(view.places("empty")))
        if "down" not in view.table:
            return STOP if view.turned else PASS
        mind = self.beliefs.knowledge(view)
        if (place := completion(view, mind)) is not None:
            return Turn(place)
        if view.can_stop and view.sum >= ENOUGH:
            return STOP
        if mind.unknown or mind.maybe:
            return Turn(blind(mind, self.rng))
        return best_bid(view, mind)
