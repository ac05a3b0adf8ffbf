"""The players of Calcory, from the one who forgets to the one who does not."""

from typing import Final

from quartett.bots import Bot
from quartett.games.calcory.bots.casual import Advanced, Beginner, Easy, Hard, Medium
from quartett.games.calcory.bots.expert import Expert
from quartett.games.calcory.bots.greedy import Greedy

LEVELS: Final[dict[str, type[Bot]]] = {
    "beginner": Beginner,
    "easy": Easy,
    "medium": Medium,
    "advanced": Advanced,
    "hard": Hard,
    "expert": Expert,
}

__all__ = ["LEVELS", "Advanced", "Beginner", "Easy", "Expert", "Greedy", "Hard", "Medium"]
