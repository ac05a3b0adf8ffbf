"""What all environments of the Farama libraries share: spaces and seeds."""

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from quartett.core.game import Game
from quartett.core.registry import game as find_game
from quartett.core.state import Options
from quartett.envs.factored import Form, factored


def form_of(
    game: Game | str, players: int | None, options: Options | Mapping[str, Any] | None
) -> Form:
    """The form of a game; as few players as it allows unless a number is given."""
    game = find_game(game) if isinstance(game, str) else game
    return factored(game, game.players[0] if players is None else players, options)


def numbers(form: Form) -> spaces.Box:
    """Observations as one row of whole numbers."""
    return spaces.Box(form.fields.low, form.fields.high, dtype=np.int32)


def masked(form: Form, moves: int) -> spaces.Dict:
    """The row, with a mask over this number of moves."""
    mask = spaces.Box(0, 1, (moves,), np.int8)
    return spaces.Dict({"observation": numbers(form), "action_mask": mask})


class Seeds:
    """A seed for every game of an environment: all follow from the first one given."""

    def __init__(self) -> None:
        self._first: int | str = secrets.token_hex(16)
        self._games = 0

    def next(self, seed: int | None) -> str:
        if seed is not None:
            self._first, self._games = seed, 0
        self._games += 1
        return f"{self._first}/{self._games}"
