"""What both kinds of PettingZoo's environments have in common."""

import math
from collections.abc import Mapping
from typing import Any, ClassVar

from gymnasium import spaces

from quartett.core.errors import QuartettError
from quartett.core.game import Game
from quartett.core.state import Options
from quartett.envs.episode import Episode
from quartett.envs.pettingzoo.bots import AgentBot
from quartett.envs.players import Opponent, check_opponent
from quartett.envs.rendering import MODES, check_mode, rendered
from quartett.envs.rewards import Reward, RewardMeter, check_reward
from quartett.envs.spaces import Seeds, form_of, masked

Observation = dict[str, Any]


class Agents:
    """Agents `player_0`, `player_1`, … of one game, with their spaces and its picture."""

    waiting: ClassVar[int] = 0
    """How many moves there are beyond those of the game."""

    def __init__(
        self,
        game: Game | str,
        players: int | None,
        options: Options | Mapping[str, Any] | None,
        render_mode: str | None,
        reward: Reward,
    ) -> None:
        check_mode(render_mode)
        check_reward(reward)
        self.form = form_of(game, players, options)
        self.metadata: dict[str, Any] = {
            "render_modes": list(MODES),
            "name": f"quartett_{self.form.game.id}_v1",
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.form.players)]
        self.agents: list[str] = []
        self._reward: Reward = reward
        self._seeds = Seeds()
        moves = len(self.form.moves) + self.waiting
        self._observed = {agent: masked(self.form, moves) for agent in self.possible_agents}
        self._acted = {agent: spaces.Discrete(moves) for agent in self.possible_agents}
        self._episode: Episode | None = None

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        return self._observed[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._acted[agent]

    @property
    def episode(self) -> Episode:
        """The game being played."""
        if self._episode is None:
            raise QuartettError("call reset() before anything else")
        return self._episode

    def bot(self, agent: str, opponent: Opponent, seconds: float = math.inf) -> AgentBot:
        """A level, a class of bots, a function or a policy that plays this agent.

        Its `move()` is the agent's next move, in this game and in those after a reset.
        """
        if agent not in self.possible_agents:
            raise QuartettError(f"agents are {', '.join(self.possible_agents)}, not {agent!r}")
        check_opponent(self.form, opponent)
        wait = len(self.form.moves) if self.waiting else None
        seat = self.possible_agents.index(agent)
        return AgentBot(lambda: self.episode, seat, opponent, seconds, wait)

    def _start(self, episode: Episode) -> None:
        self._episode = episode
        self._meter = RewardMeter(self._reward, episode.state)
        self.agents = list(self.possible_agents)

    def render(self) -> Any:
        """What a spectator may see."""
        if self.render_mode is None:
            raise QuartettError(f"choose a render_mode when making it: {', '.join(MODES)}")
        view = self.episode.state.view(None)
        return rendered(self.form.game, view, self.render_mode, "pettingzoo")

    def close(self) -> None:
        """Nothing is held open."""
