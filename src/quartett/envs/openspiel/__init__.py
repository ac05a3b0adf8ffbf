"""The games as games of OpenSpiel. Importing this registers them.

>>> import pyspiel
>>> game = pyspiel.load_game("quartett_calavera(players=3,sheet=short)")
>>> state = game.new_initial_state()
>>> state.chance_outcomes()[0]
(0, 0.3333333333333333)
"""

from collections.abc import Callable
from typing import Any, ClassVar, Final

import msgspec
import numpy as np

from quartett.envs.extras import need

need("openspiel", "pyspiel")

import pyspiel  # noqa: E402

from quartett.core.game import Game  # noqa: E402
from quartett.core.registry import game as find_game  # noqa: E402
from quartett.envs.factored import Form, factored  # noqa: E402
from quartett.envs.factored.chance import MOST_OUTCOMES  # noqa: E402
from quartett.envs.openspiel.position import SPECTATOR, Position  # noqa: E402
from quartett.envs.rewards import results  # noqa: E402

NONE: Final = -1
"""In a parameter: no start player named, no bound of turns."""


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its parameters: `players`, and the game's options by name."""

    kind: ClassVar[pyspiel.GameType]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        kind, params = self.kind, params or {}
        self.form = _form(find_game(_id(kind)), kind, params)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.form.moves),
            max_chance_outcomes=max(MOST_OUTCOMES[self.form.game.id], self.form.players),
            num_players=self.form.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.form.longest,
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
        for number, twin._ahead in self.position.resampled(player, sampler).way():
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


def _id(kind: pyspiel.GameType) -> str:
    return str(kind.short_name).removeprefix("quartett_")


def _form(game: Game, kind: pyspiel.GameType, params: dict[str, Any]) -> Form:
    given = {**kind.parameter_specification, **params}
    players = int(given.pop("players"))
    options = {name: None if value == NONE else value for name, value in given.items()}
    return factored(game, players, options)


def _parameters(game: Game) -> dict[str, Any]:
    """The game's options as OpenSpiel has them, with −1 for None."""
    defaults = msgspec.to_builtins(game.Options())
    plain = {name: NONE if value is None else value for name, value in defaults.items()}
    return {"players": game.players[0], **plain}


def _kind(game: Game) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=f"quartett_{game.id}",
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


class SpielCalavera(SpielGame):
    kind = _kind(find_game("calavera"))


class SpielCalcory(SpielGame):
    kind = _kind(find_game("calcory"))


class SpielCalculissimo(SpielGame):
    kind = _kind(find_game("calculissimo"))


class SpielCubus(SpielGame):
    kind = _kind(find_game("cubus"))


# Classes, not functions that make them: OpenSpiel pickles games, and keeps what is registered
# to the very end, when functions are gone.
GAMES: Final = (SpielCalavera, SpielCalcory, SpielCalculissimo, SpielCubus)
NAMES: Final = {_id(made.kind): str(made.kind.short_name) for made in GAMES}
"""The names under which the games are registered, by the games' own ids."""

for _made in GAMES:
    if _made.kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(_made.kind, _made)

__all__ = ["GAMES", "NAMES", "SpielGame", "SpielObserver", "SpielState"]
