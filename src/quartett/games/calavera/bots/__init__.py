"""Opponents for Calavera, from a child's first rival to a reckoner."""

from typing import Final

from quartett.bots import Bot
from quartett.games.calavera.bots.reckoner import Expert, Hard
from quartett.games.calavera.bots.thumb import Easy, Medium

LEVELS: Final[dict[str, type[Bot]]] = {
    "easy": Easy,
    "medium": Medium,
    "hard": Hard,
    "expert": Expert,
}
