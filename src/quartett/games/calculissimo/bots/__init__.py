"""The levels of Calculissimo."""

from typing import Final

from quartett.bots import Bot
from quartett.games.calculissimo.bots.expert import Expert
from quartett.games.calculissimo.bots.people import Easy, Hard, Medium

LEVELS: Final[dict[str, type[Bot]]] = {
    "easy": Easy,
    "medium": Medium,
    "hard": Hard,
    "expert": Expert,
}
