"""A bot for Goofspiel: it bids what the prize is worth, or as near as it can."""

import quartett


class Matching(quartett.Bot):
    def choose(self, view, deadline):
        return min(view.actions(), key=lambda bid: abs(bid.card - view.prize))
