"""The expert of Calavera as of November 2026.

Since then the game for two was solved, and larger networks were taught for three and four.
"""

from quartett.games.calavera.bots.planners import SelfTaught


class Expert2026(SelfTaught):
    """It plays with two, three and four players as `expert` did then."""

    name = "expert-2026"
    character = "Knows of positions what self-play showed."
