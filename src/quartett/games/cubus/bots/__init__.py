"""Opponents for Cubus, weakest first."""

from typing import Final

from quartett.bots import Bot
from quartett.games.cubus.bots.levels import Advanced, Beginner, Easy, Expert, Hard, Medium

LEVELS: Final[dict[str, type[Bot]]] = {
    "beginner": Beginner,
    "easy": Easy,
    "medium": Medium,
    "advanced": Advanced,
    "hard": Hard,
    "expert": Expert,
}
