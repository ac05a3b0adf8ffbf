"""A game as Gymnasium's environment: one agent against bots."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import msgspec
from gymnasium import spaces

from quartett.core.errors import IllegalAction, QuartettError
from quartett.core.event import Seat
from quartett.core.state import Options
from quartett.envs.episode import BadSave, Episode
from quartett.envs.factored import Form
from quartett.envs.factored.lists import Ints, Mask
from quartett.envs.gymnasium.opponents import SeatedBots, check_seat, opponents_of
from quartett.envs.players import Opponent
from quartett.envs.rendering import MODES, check_mode, rendered
from quartett.envs.rewards import ILLEGAL, Reward, check_reward, results
from quartett.envs.spaces import form_of, numbers


class Single(gymnasium.Env[Any, Any]):
    """An observation is a row of whole numbers; the mask is in `info` and in `action_masks()`."""

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012 (as its base has it)

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Options | Mapping[str, Any] | None = None,
        opponents: Opponent | Sequence[Opponent] | None = None,
        seat: Seat | None = None,
        reward: Reward = "result",
        seconds: float = math.inf,
        render_mode: str | None = None,
    ) -> None:
        check_mode(render_mode)
        check_reward(reward)
        self.form: Form = form_of(game, players, options)
        check_seat(self.form, seat)
        self.opponents = opponents_of(self.form, opponents)
        self.render_mode = render_mode
        self.observation_space = numbers(self.form)
        self.action_space = spaces.Discrete(len(self.form.moves))
        self._seat = seat
        self._reward = reward
        self._seconds = seconds
        self._episode: Episode | None = None
        self._lost = False

    @property
    def episode(self) -> Episode:
        """The game being played."""
        if self._episode is None:
            raise QuartettError("call reset() before anything else")
        return self._episode

    @property
    def seat(self) -> Seat:
        """The agent's seat in this game."""
        return self._bots.seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Ints, dict[str, Any]]:
        super().reset(seed=seed)
        drawn = self.np_random.integers(1 << 62)
        seat = int(drawn % self.form.players) if self._seat is None else self._seat
        self._bots = self._seated(seat, str(drawn))
        self._episode = Episode(self.form, str(drawn), self._bots.observe)
        self._bots.play(self._episode)
        return self._begun()

    def _seated(self, seat: Seat, seed: str) -> SeatedBots:
        return SeatedBots(self.form, seat, self.opponents, seed, self._seconds)

    def _begun(self) -> tuple[Ints, dict[str, Any]]:
        self._lost = False
        self._score = self.episode.state.scores()[self.seat]
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def _observation(self) -> Ints:
        return self.episode.draft(self.seat).observe()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> Mask:
        """1 for every legal move."""
        return self.episode.draft(self.seat).mask.copy()

    def step(self, action: Any) -> tuple[Ints, float, bool, bool, dict[str, Any]]:
        """An illegal move ends the game, lost; `info` says why it is illegal."""
        episode = self.episode
        if episode.over or self._lost:
            raise QuartettError("the game is over: call reset()")
        try:
            acted = episode.move(self.seat, action)
        except IllegalAction as refusal:
            self._lost = True
            info = {**self._info(), "illegal": str(refusal)}
            return self._observation(), ILLEGAL, True, False, info
        if acted:
            self._bots.play(episode)
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._earned(), episode.over, False, self._info()

    def _earned(self) -> float:
        state = self.episode.state
        if self._reward == "result":
            return results(state)[self.seat] if state.over else 0.0
        before, self._score = self._score, state.scores()[self.seat]
        return float(self._score - before)

    def render(self) -> Any:
        """The agent's own view."""
        view = self.episode.state.view(self.seat)
        return rendered(self.form.game, view, self.render_mode, "gymnasium")

    def save(self) -> str:
        """The game, the seat and the half-made turn as text."""
        return msgspec.json.encode({"seat": self.seat, "table": self.episode.save()}).decode()

    def restore(self, saved: str) -> tuple[Ints, dict[str, Any]]:
        """Go on from a saved game; the bots are asked again for all they did, and so remember.

        They are as they were then if they are of the same levels and had no clock.
        """
        try:
            form = msgspec.json.decode(saved, type=_Saved)
        except msgspec.DecodeError as error:
            raise BadSave(f"this is not a saved game: {error}") from None
        check_seat(self.form, form.seat)
        bots = self._seated(form.seat, Episode.seed_of(form.table))
        episode = Episode.restored(form.table, bots.replay)
        if episode.form is not self.form:
            raise QuartettError("that is a save of another game, or its options differ")
        episode.observe = bots.observe
        self._bots, self._episode = bots, episode
        return self._begun()


class _Saved(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    table: str
