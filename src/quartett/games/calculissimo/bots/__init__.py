"""The levels of Calculissimo."""

from typing import Final

from quartett.bots import Bot
from quartett.games.calculissimo.bots.casual import Easy, Hard, Medium
from quartett.games.calculissimo.bots.expert import Expert

LEVELS: Final[dict[str, type[Bot]]] = {
    "easy": Easy,
    "medium": Medium,
    "hard": Hard,
    "expert": Expert,
}
