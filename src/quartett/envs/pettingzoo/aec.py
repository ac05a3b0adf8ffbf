"""A game as PettingZoo's environment in which agents take turns."""

from collections.abc import Mapping
from typing import Any

import msgspec
from pettingzoo import AECEnv

from quartett.core.errors import IllegalAction, QuartettError
from quartett.core.game import Game
from quartett.core.record import Record
from quartett.core.state import Options
from quartett.envs.episode import BadSave, Episode
from quartett.envs.pettingzoo.agents import Agents, Observation
from quartett.envs.rewards import ILLEGAL, Reward


class Aec(Agents, AECEnv[str, Observation, Any]):  # type: ignore[misc]
    """The agent to move next is `agent_selection`."""

    def __init__(
        self,
        game: Game | str,
        players: int | None,
        options: Options | Mapping[str, Any] | None,
        render_mode: str | None,
        reward: Reward,
        forgiving: bool,
    ) -> None:
        super().__init__(game, players, options, render_mode, reward)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._forgiving = forgiving
        self.metadata["is_parallelizable"] = False  # `parallel_env` is made for that

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; `options` are taken because the library passes them, and mean nothing."""
        self._begin(Episode(self.form, self._seeds.next(seed)))

    def _begin(self, episode: Episode) -> None:
        self._start(episode)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, episode.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        seat = episode.seat
        self.agent_selection = self.possible_agents[0 if seat is None else seat]

    def observe(self, agent: str) -> Observation:
        draft = self.episode.draft(self._seats[agent])
        return {"observation": draft.observe(), "action_mask": draft.mask.copy()}

    def step(self, action: Any) -> None:
        episode, agent = self.episode, self.agent_selection
        if not self.agents:
            raise QuartettError("the game is over: call reset()")
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        try:
            acted = episode.move(self._seats[agent], action)
        except IllegalAction as refusal:
            self._lose(agent, refusal)
        else:
            self._cumulative_rewards[agent] = 0.0
            if acted:
                self._pay()
            elif self._reward == "score":
                self._clear_rewards()  # small moves inside a turn change no score
        if self.render_mode == "human":
            self.render()

    def _pay(self) -> None:
        """Give the rewards of an action and select the next agent."""
        seat = self.episode.seat
        if seat is None or self._reward == "score":
            rewards = self._meter.read(self.episode.state)
            self.rewards = dict(zip(self.agents, rewards, strict=True))
            self._accumulate_rewards()
        if seat is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[seat]

    def _lose(self, agent: str, refusal: IllegalAction) -> None:
        if not self._forgiving:
            raise refusal
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = ILLEGAL
        self.infos[agent] = {"illegal": str(refusal)}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]
        self._accumulate_rewards()

    def save(self) -> str:
        """The whole game as text, with rewards that agents have not received yet.

        That an illegal move has ended it is not in it: such a game goes on when it is restored.
        """
        table = self.episode.save()
        owed = [self._cumulative_rewards.get(agent, 0.0) for agent in self.possible_agents]
        return msgspec.json.encode(_Saved(table, owed)).decode()

    def restore(self, saved: str) -> None:
        """Go on from a save with the same players and options; chance goes on as it would have."""
        try:
            kept = msgspec.json.decode(saved, type=_Saved)
        except msgspec.DecodeError as error:
            raise BadSave(f"this is not a saved game: {error}") from None
        episode = Episode.restored(kept.table)
        if episode.form is not self.form or len(kept.owed) != self.form.players:
            raise QuartettError("that is a save of another game, or its options differ")
        self._begin(episode)
        self._cumulative_rewards = dict(zip(self.agents, kept.owed, strict=True))

    def record(self) -> Record:
        """The game so far; `quartett verify` accepts it."""
        return self.episode.record()


class _Saved(msgspec.Struct, forbid_unknown_fields=True):
    table: str
    owed: list[float]
