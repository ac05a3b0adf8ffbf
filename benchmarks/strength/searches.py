"""OpenSpiel's searches against our levels, for the scale of `benchmarks.strength.ratings`.

They play through the adapter, with as many simulations for each small move as `SIMULATIONS` says,
at random to the end of the turn, and then look at the lead. MCTS sees what is hidden.
"""

from collections.abc import Iterator

import pyspiel

import quartett
from benchmarks.peers.bots import Tally, play
from benchmarks.peers.search import SEARCHES, Search
from benchmarks.strength.players import decided
from quartett.arena import Outcome
from quartett.bots import find_bot
from quartett.envs.openspiel import SpielState

SIMULATIONS = 8
LEVELS_MET = ("beginner", "easy", "medium")
GAMES = 10
"""Against each of them; in Cubus a game takes up to ten seconds."""


def outcomes(game: str, games: int = GAMES) -> Iterator[Outcome]:
    """All games of both searches, seats exchanged, each two games on the same dice."""
    for number in range(games):
        for search in SEARCHES:
            for level in LEVELS_MET:
                yield play_one(game, search, level, number)


def play_one(game: str, name: str, level: str, number: int) -> Outcome:
    spiel = f"quartett_{game}(players=2)"
    search = Search(name, pyspiel.load_game(spiel), "the turn", number)

    def move(state: SpielState) -> int:
        return search.move(state, SIMULATIONS)

    bot = find_bot(quartett.game(game), level)(number)
    state = play(spiel, number, bot, move, Tally())
    return decided((name, level), (1 - state.returns()[number % 2]) / 2, number)
