"""Experts as of November 2026.

Of Calavera before the game for two was solved and larger networks were taught for three and four,
of Calculissimo before it solved the ends of games.
"""

from quartett.games.calavera.bots.planners import SelfTaught
from quartett.games.calculissimo.bots.expert import Expert as Calculating


class Expert2026(SelfTaught):
    """It plays with two, three and four players as `expert` did then."""

    name = "expert-2026"
    character = "Knows of positions what self-play showed."


class Calculissimo2026(Calculating):
    """It judges plays at sight, and searches the most gainful ones at the end."""

    name = "expert-2026"
    character = "Counts the bag, keeps the tiles that multiply, and never looks ahead."
    solves = False
