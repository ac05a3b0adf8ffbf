"""A game as OpenSpiel's classes: the game with its parameters, its states and its observers."""

from collections.abc import Callable
from typing import Any, ClassVar, Final

import msgspec
import numpy as np
import pyspiel
from msgspec import inspect

from quartett.core.game import Game
from quartett.core.registry import game as find_game
from quartett.envs.factored import Form, factored
from quartett.envs.naming import openspiel_name
from quartett.envs.openspiel.position import SPECTATOR, Position
from quartett.envs.rewards import results

NONE: Final = -1
"""In a parameter that may be None: None, as no start player named, no bound of turns."""
PREFIX: Final = openspiel_name("")
SIMPLE: Final = (bool, int, float, str)
"""What a parameter can be."""


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its parameters: `players`, and the game's options by name."""

    kind: ClassVar[pyspiel.GameType]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        kind, params = self.kind, params or {}
        self.form = _form(kind, params)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.form.moves),
            # The start player is drawn from all seats in every game of ours.
            max_chance_outcomes=max(self.form.encoding.chance.most, self.form.players),
            num_players=self.form.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.form.encoding.longest,
        )
        super().__init__(kind, info, params)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self.form, kind, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """All that Python knows of a state is its position, which clones share."""

    _ahead: Position | None = None
    """The place after the next action, where that is known already."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        form = game.form
        self.position = Position(form, form.game.start(form.players, form.options))

    def current_player(self) -> int:
        state = self.position.state
        if state.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if state.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.position.seat is not None  # somebody acts unless chance does
        return self.position.seat

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.position.seat:
            return []
        legal: list[int] = np.flatnonzero(self.position.draft(player).mask).tolist()
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, float(chance)) for outcome, chance in self.position.outcomes()]

    def _apply_action(self, action: int) -> None:
        self.position = self._ahead or self.position.then(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE and self.position.state.is_chance:
            return self.position.label(action)
        return self.position.form.moves.label(action)

    def is_terminal(self) -> bool:
        return self.position.state.over

    def returns(self) -> list[float]:
        return results(self.position.state)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """Another state that the player cannot tell from this one, for information-set search."""
        twin: SpielState = self.get_game().new_initial_state()
        for number, twin._ahead in self.position.resampled(player, sampler).steps():
            twin.apply_action(number)
        twin._ahead = None
        return twin

    def __str__(self) -> str:
        return str(self.position)


class SpielObserver:
    """What one player knows: the fields of the observation, or with perfect recall all it saw."""

    def __init__(self, form: Form, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers of these games have no parameters; you gave {params}")
        self._kind = kind
        usual = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        has_tensor = usual and not kind.perfect_recall
        self.tensor = np.zeros(form.fields.size, np.float32) if has_tensor else None
        self.dict: dict[str, Any] = {}
        if self.tensor is not None:
            self.dict = form.fields.named(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.position.draft(player).observe()

    def string_from(self, state: SpielState, player: int) -> str:
        """By the kind of observer: of the public part, of private parts, or of both."""
        position, kind = state.position, self._kind
        parts = []
        if kind.private_info == pyspiel.PrivateInfoType.NONE:
            parts = [SPECTATOR]
        elif kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            parts = [player]
        else:
            parts = list(range(position.form.players))
        if kind.perfect_recall:
            return "\n".join(map(position.information, parts))
        if kind.public_info:
            return "\n".join(map(position.observation, parts))
        return "\n".join(position.private(part) for part in parts if part != SPECTATOR)


def game_class(game: Game) -> type[SpielGame]:
    """The class of a game: OpenSpiel makes games from classes, not from functions."""
    name = f"Spiel{game.id.title()}"
    return type(name, (SpielGame,), {"kind": _kind(game), "__module__": __package__})


def _form(kind: pyspiel.GameType, params: dict[str, Any]) -> Form:
    game = find_game(str(kind.short_name).removeprefix(PREFIX))
    given = {**kind.parameter_specification, **params}
    players = int(given.pop("players"))
    may_be_none = _may_be_none(game)
    options = {
        name: None if value == NONE and name in may_be_none else value
        for name, value in given.items()
    }
    return factored(game, players, options)


def _parameters(game: Game) -> dict[str, Any]:
    """The game's options as OpenSpiel has them, with −1 for None; others keep their defaults."""
    defaults = msgspec.to_builtins(game.Options())
    plain = {name: NONE if value is None else value for name, value in defaults.items()}
    simple = {name: value for name, value in plain.items() if isinstance(value, SIMPLE)}
    return {"players": game.players[0], **simple}


def _may_be_none(game: Game) -> set[str]:
    kind = inspect.type_info(game.Options)
    assert isinstance(kind, inspect.StructType)
    return {
        field.name
        for field in kind.fields
        if isinstance(field.type, inspect.UnionType) and field.type.includes_none
    }


def _kind(game: Game) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=openspiel_name(game.id),
        long_name=game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )
