"""What bots share: the protocol, the levels, and advice.

A bot is honest by construction: it is shown events as its seat may see them and asked
for an action on its seat's view. It never holds a state.
"""

from quartett.bots.advice import Advice, Chance, Option, explain
from quartett.bots.protocol import Bot, RandomBot
from quartett.bots.roster import LEVELS, find_bot, usual_level

__all__ = [
    "LEVELS",
    "Advice",
    "Bot",
    "Chance",
    "Option",
    "RandomBot",
    "explain",
    "find_bot",
    "usual_level",
]
