"""Quartett: four tabletop games as one library.

>>> import quartett
>>> game = quartett.game("calavera")
>>> state = game.start(players=2, options=game.Options(start_player=0))
>>> state = state.apply(quartett.Event(quartett.CHANCE, game.parse(":oogrsb")))
>>> sorted(str(action) for action in state.actions(0))[-7:]
['b', 'g', 'o', 'rb', 'rg', 'ro', 'rp']
"""

from typing import TYPE_CHECKING, Literal, overload

from quartett import games as games
from quartett import review as review
from quartett.bots import Adviser, Bot, Opponents
from quartett.bots.match import Match, play
from quartett.core.distribution import __version__ as __version__
from quartett.core.errors import BadTable, IllegalAction, QuartettError, RecordError, UnknownGame
from quartett.core.event import CHANCE, Action, Event, Seen, Start
from quartett.core.game import Game
from quartett.core.parts import Drawing, Page, Timing, Words
from quartett.core.record import Record
from quartett.core.registry import game_ids
from quartett.core.state import Options, Rng, State, View
from quartett.core.verify import Finding, verify

if TYPE_CHECKING:
    from quartett.games.calavera import Calavera
    from quartett.games.calcory import Calcory
    from quartett.games.calculissimo import Calculissimo
    from quartett.games.cubus import Cubus

    @overload
    def game(id: Literal["calavera"]) -> Calavera: ...
    @overload
    def game(id: Literal["calcory"]) -> Calcory: ...
    @overload
    def game(id: Literal["calculissimo"]) -> Calculissimo: ...
    @overload
    def game(id: Literal["cubus"]) -> Cubus: ...
    @overload
    def game(id: str) -> Game: ...
    def game(id: str) -> Game:
        """The game with this id; ours are typed as what they are."""
else:
    from quartett.core.registry import game

__all__ = [
    "CHANCE",
    "Action",
    "Adviser",
    "BadTable",
    "Bot",
    "Drawing",
    "Event",
    "Finding",
    "Game",
    "IllegalAction",
    "Match",
    "Opponents",
    "Options",
    "Page",
    "QuartettError",
    "Record",
    "RecordError",
    "Rng",
    "Seen",
    "Start",
    "State",
    "Timing",
    "UnknownGame",
    "View",
    "Words",
    "game",
    "game_ids",
    "games",
    "play",
    "verify",
]
