"""The expert of Calavera as of November 2026, before the game for two was solved."""

from quartett.games.calavera.bots.planners import SelfTaught


class Expert2026(SelfTaught):
    """It plays three and four players as `expert` does."""

    name = "expert-2026"
    character = "Knows of positions what self-play showed."
