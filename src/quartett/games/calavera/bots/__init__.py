"""Opponents for Calavera, from a child's first rival to one who computes every chance."""

from typing import Final

from quartett.bots import Bot
from quartett.games.calavera.bots.heuristics import Easy, Medium
from quartett.games.calavera.bots.planners import Expert, Hard

LEVELS: Final[dict[str, type[Bot]]] = {
    "easy": Easy,
    "medium": Medium,
    "hard": Hard,
    "expert": Expert,
}
