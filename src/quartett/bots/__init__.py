"""What bots share: the protocol, the levels, and advice.

A bot is honest by construction: it is shown events as its seat may see them and asked
for an action on its seat's view. It never holds a state.
"""

from quartett.bots.adaptive import LevelResult, suited_level
from quartett.bots.advice import Advice, Adviser, Chance, Option, explain, hint
from quartett.bots.protocol import Bot, RandomBot
from quartett.bots.roster import LEVELS, Opponents, find_bot, levels, usual_level

__all__ = [
    "LEVELS",
    "Advice",
    "Adviser",
    "Bot",
    "Chance",
    "LevelResult",
    "Opponents",
    "Option",
    "RandomBot",
    "explain",
    "find_bot",
    "hint",
    "levels",
    "suited_level",
    "usual_level",
]
