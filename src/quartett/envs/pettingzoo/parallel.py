"""A game as PettingZoo's environment in which all agents step together."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from quartett.core.errors import IllegalAction, QuartettError
from quartett.core.event import Seat
from quartett.envs.episode import Episode
from quartett.envs.factored.encoding import whole
from quartett.envs.pettingzoo.agents import Agents, Observation
from quartett.envs.rewards import ILLEGAL


class Parallel(Agents, ParallelEnv[str, Observation, Any]):  # type: ignore[misc]
    """Every agent gives a move in every step; one that may not act gives `wait`, the last one."""

    waiting = 1

    @property
    def wait(self) -> int:
        """The action of an agent that may not act."""
        return len(self.form.moves)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new game; `options` are taken because the library passes them, and mean nothing."""
        self._start(Episode(self.form, self._seeds.next(seed)))
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observe(seat) for seat, agent in enumerate(self.possible_agents)}

    def _observe(self, seat: Seat) -> Observation:
        draft = self.episode.draft(seat)
        may_act = seat in self.episode.state.to_act
        mask = np.append(draft.mask, np.int8(not may_act))
        return {"observation": draft.observe(), "action_mask": mask}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        if not self.agents:
            raise QuartettError("the game is over: call reset()")
        agents = self.agents
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        refused = self._refused(actions)
        if refused:
            rewards = [ILLEGAL if agent in refused else 0.0 for agent in agents]
            for agent, why in refused.items():
                infos[agent] = {"illegal": why}
        else:
            self._move(actions)
            rewards = self._meter.read(self.episode.state)
        over = self.episode.over or bool(refused)
        ended = dict.fromkeys(agents, over)
        paid = dict(zip(agents, rewards, strict=True))
        observations = self._observations()
        self.agents = [] if over else agents
        if self.render_mode == "human":
            self.render()
        return observations, paid, ended, dict.fromkeys(agents, False), infos

    def _refused(self, actions: Mapping[str, Any]) -> dict[str, str]:
        """Why the moves of some agents are illegal; then nobody's counts."""
        refused = {}
        for seat, agent in enumerate(self.possible_agents):
            try:
                self._check(seat, actions.get(agent))
            except IllegalAction as refusal:
                refused[agent] = str(refusal)
        return refused

    def _check(self, seat: Seat, action: Any) -> None:
        may_act = seat in self.episode.state.to_act
        if action is None:
            raise IllegalAction("no_such_move", "every agent gives a move or waits")
        if whole(action) == self.wait:
            if may_act:
                raise IllegalAction("masked", "it is your turn; only the others wait")
        elif not may_act:
            raise IllegalAction("masked", f"it is not your turn; wait with move {self.wait}")
        else:
            self.episode.draft(seat).then(action)

    def _move(self, actions: Mapping[str, Any]) -> None:
        """In the order of seats; what an earlier choice has made void is ignored."""
        episode = self.episode
        asked = episode.state
        for seat in sorted(asked.to_act):
            still_asked = seat in episode.state.to_act and episode.state.phase == asked.phase
            if still_asked:
                episode.move(seat, actions[self.possible_agents[seat]])

    def save(self) -> str:
        """The whole game as text, half-made turns too."""
        return self.episode.save()

    def restore(self, saved: str) -> dict[str, Observation]:
        """Go on from a saved game with the same players and options."""
        episode = Episode.restored(saved)
        if episode.form is not self.form:
            raise QuartettError("that is a save of another game, or its options differ")
        self._start(episode)
        return self._observations()
