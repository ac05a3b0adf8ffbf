"""Opponents for Cubus, weakest first."""

from typing import Final

from quartett.bots import Bot
from quartett.games.cubus.bots.levels import Easy, Expert, Hard, Medium

LEVELS: Final[dict[str, type[Bot]]] = {
    "easy": Easy,
    "medium": Medium,
    "hard": Hard,
    "expert": Expert,
}
