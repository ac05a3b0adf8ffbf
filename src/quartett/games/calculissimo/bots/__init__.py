"""The levels of Calculissimo."""

from typing import Final

from quartett.bots import Bot
from quartett.games.calculissimo.bots.casual import Advanced, Beginner, Easy, Hard, Medium
from quartett.games.calculissimo.bots.expert import Expert

LEVELS: Final[dict[str, type[Bot]]] = {
    "beginner": Beginner,
    "easy": Easy,
    "medium": Medium,
    "advanced": Advanced,
    "hard": Hard,
    "expert": Expert,
}
