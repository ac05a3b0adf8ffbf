"""Experts as of November 2026.

Of Calavera before the game for two was solved and larger networks were taught for three and four,
of Calculissimo before it solved the ends of games, of Cubus before self-play taught it what a
build leaves.
"""

import time

from quartett.games.calavera.bots.planners import SelfTaught
from quartett.games.calculissimo.bots.expert import Expert as Calculating
from quartett.games.cubus.actions import Build
from quartett.games.cubus.bots.levels import Expert as Building
from quartett.games.cubus.bots.lookahead import prospects
from quartett.games.cubus.view import View as Cubus


class Expert2026(SelfTaught):
    """It plays with two, three and four players as `expert` did then."""

    name = "expert-2026"
    character = "Knows of positions what self-play showed."


class Calculissimo2026(Calculating):
    """It judges plays at sight, and searches the most gainful ones at the end."""

    name = "expert-2026"
    character = "Counts the bag, keeps the tiles that multiply, and never looks ahead."
    solves = False


class Cubus2026(Building):
    """It weighs the largest builds: points, the expected answer, and its own next build."""

    name = "expert-2026"
    character = "Counts your cards as well as the boxes, and looks two builds ahead."

    def build(self, view: Cubus, deadline: float) -> Build | None:
        weighed = prospects(view, min(deadline, time.monotonic() + self.WEIGHS), deadline)
        return weighed[0].build if weighed else None
