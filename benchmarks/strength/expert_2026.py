"""Experts as of November 2026.

Of Calavera before the game for two was solved and larger networks were taught for three and four,
of Calcory before it knew more than one opponent, of Cubus before self-play taught it what a build
leaves; Calculissimo's has a module of its own.
"""

import math
import time
from collections.abc import Sequence

from benchmarks.strength.calculissimo_2026 import Calculissimo2026
from quartett.games.calavera.bots.planners import SelfTaught
from quartett.games.calcory.bots import Expert as Remembering
from quartett.games.calcory.bots.beliefs import Knowledge
from quartett.games.calcory.bots.planning import backs_near_best, near_best, position
from quartett.games.calcory.bots.search import Plan
from quartett.games.calcory.view import View
from quartett.games.cubus.actions import Build
from quartett.games.cubus.bots.levels import Expert as Building
from quartett.games.cubus.bots.lookahead import prospects
from quartett.games.cubus.view import View as Cubus

__all__ = ["Calcory2026", "Calculissimo2026", "Cubus2026", "Expert2026"]


class Expert2026(SelfTaught):
    """It plays with two, three and four players as `expert` did then."""

    name = "expert-2026"
    character = "Knows of positions what self-play showed."


class Calcory2026(Remembering):
    """It takes several opponents for one who holds the best of their leads."""

    name = "expert-2026"
    character = "Remembers every card ever turned, and sees one opponent in all others."

    def backs(self, view: View, mind: Knowledge, until: float = math.inf) -> Sequence[int]:
        return backs_near_best(view, mind, self.mixing, until)

    def plans(self, view: View, mind: Knowledge, until: float = math.inf) -> Sequence[Plan]:
        return near_best(position(view, mind), self.mixing, until)


class Cubus2026(Building):
    """It weighs the largest builds: points, the expected answer, and its own next build."""

    name = "expert-2026"
    character = "Counts your cards as well as the boxes, and looks two builds ahead."

    def build(self, view: Cubus, deadline: float) -> Build | None:
        weighed = prospects(view, min(deadline, time.monotonic() + self.WEIGHS), deadline)
        return weighed[0].build if weighed else None
