"""Our bots, and those of one's own, as bots of OpenSpiel."""

import math
from typing import Any

import pyspiel

from quartett.core.errors import QuartettError
from quartett.envs.openspiel.game import SpielGame, SpielState
from quartett.envs.openspiel.position import History
from quartett.envs.players import Mover, Opponent, check_opponent


class SpielBot(pyspiel.Bot):  # type: ignore[misc]
    """Plays one seat in OpenSpiel's loops, such as `evaluate_bots`; each game is a new bot's.

    >>> from quartett.envs.openspiel import SpielBot
    >>> game = pyspiel.load_game("quartett_calavera(start_player=0)")
    >>> state = game.new_initial_state()
    >>> state.apply_action(state.chance_outcomes()[0][0])
    >>> state.action_to_string(SpielBot(game, 0, "hard").step(state))
    'reroll 4 5 6'
    """

    def __init__(
        self,
        game: SpielGame,
        player: int,
        opponent: Opponent,
        seed: int | str = 0,
        seconds: float = math.inf,
    ) -> None:
        super().__init__()
        if player not in range(game.form.players):
            raise QuartettError(f"players are 0 to {game.form.players - 1}, not {player!r}")
        check_opponent(game.form, opponent)
        self._form = game.form
        self._player = player
        self._opponent = opponent
        self._seed = seed
        self._seconds = seconds
        self._games = 0
        self._last: History | None = None
        self._mover: Mover | None = None

    def player_id(self) -> int:
        return self._player

    def provides_policy(self) -> bool:
        return False

    def restart(self) -> None:
        self._mover = self._last = None

    def restart_at(self, _: Any) -> None:
        self.restart()

    def step(self, state: SpielState) -> int:
        """Its move; what has happened since it was asked last is shown to it first."""
        position = state.position
        if position.seat != self._player:
            raise QuartettError(f"it is not the turn of player {self._player}")
        log = [] if position.history is None else position.history.entries()
        mover = self._mover
        if mover is None or not self._continues(log, mover.shown):
            mover = self._mover = self._begun()
        for before in log[mover.shown :]:
            mover.observe(before.state, before.event)
        self._last = position.history
        return mover.move(position.state, position.draft(self._player))

    def _continues(self, log: list[History], shown: int) -> bool:
        """Whether this is the game it was asked in before: clones share their histories."""
        return shown == 0 or (shown <= len(log) and log[shown - 1] is self._last)

    def _begun(self) -> Mover:
        self._games += 1
        seed = f"{self._seed}/{self._games}"
        return Mover(self._form, self._player, self._opponent, seed, self._seconds)
