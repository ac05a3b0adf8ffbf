"""Opponents for Calavera, from a child's first rival to one who computes every chance."""

from typing import Final

from quartett.bots import Bot
from quartett.games.calavera.bots.heuristics import Beginner, Easy
from quartett.games.calavera.bots.planners import Advanced, Expert, Hard, Medium

LEVELS: Final[dict[str, type[Bot]]] = {
    "beginner": Beginner,
    "easy": Easy,
    "medium": Medium,
    "advanced": Advanced,
    "hard": Hard,
    "expert": Expert,
}
