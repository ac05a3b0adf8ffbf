"""A table as PettingZoo's environment in which agents take turns."""

from collections.abc import Mapping
from typing import Any

import msgspec
from gymnasium import spaces
from pettingzoo import AECEnv

from quartett.core.errors import IllegalAction, QuartettError
from quartett.core.game import Game
from quartett.core.record import Record
from quartett.core.state import Options
from quartett.envs.pictures import MODES, check_mode, rendered
from quartett.envs.rewards import ILLEGAL, Purse, Reward, check_reward
from quartett.envs.spaces import Seeds, form_of, masked
from quartett.envs.table import BadSave, Table

Observation = dict[str, Any]


class Aec(AECEnv[str, Observation, Any]):  # type: ignore[misc]
    """Agents `player_0`, `player_1`, …; whoever is asked next is `agent_selection`."""

    metadata: dict[str, Any] = {  # noqa: RUF012 (as its base has it)
        "render_modes": list(MODES),
        "name": "quartett_v1",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: Game | str,
        players: int | None,
        options: Options | Mapping[str, Any] | None,
        render_mode: str | None,
        reward: Reward,
        forgiving: bool,
    ) -> None:
        super().__init__()
        check_mode(render_mode)
        check_reward(reward)
        self.form = form_of(game, players, options)
        self.metadata = {**type(self).metadata, "name": f"quartett_{self.form.game.id}_v1"}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.form.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._reward: Reward = reward
        self._forgiving = forgiving
        self._seeds = Seeds()
        self._observed = {a: masked(self.form, len(self.form.moves)) for a in self.possible_agents}
        self._acted = {a: spaces.Discrete(len(self.form.moves)) for a in self.possible_agents}
        self._table: Table | None = None

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        return self._observed[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._acted[agent]

    @property
    def table(self) -> Table:
        """The game being played."""
        if self._table is None:
            raise QuartettError("call reset() before anything else")
        return self._table

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; `options` are taken because the library passes them, and mean nothing."""
        self._begin(Table(self.form, self._seeds.next(seed)))

    def _begin(self, table: Table) -> None:
        self._table = table
        self._purse = Purse(self._reward, table.state)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, table.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        seat = table.seat
        self.agent_selection = self.possible_agents[0 if seat is None else seat]

    def observe(self, agent: str) -> Observation:
        draft = self.table.draft(self._seats[agent])
        return {"observation": draft.observe(), "action_mask": draft.mask.copy()}

    def step(self, action: Any) -> None:
        table, agent = self.table, self.agent_selection
        if not self.agents:
            raise QuartettError("the game is over: call reset()")
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        try:
            acted = table.move(self._seats[agent], _number(action))
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
        """Rewards of an action, and who is asked next."""
        seat = self.table.seat
        if seat is None or self._reward == "score":
            rewards = self._purse.pay(self.table.state)
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

    def render(self) -> Any:
        """What everybody may see of the table."""
        if self.render_mode is None:
            raise QuartettError(f"choose a render_mode when making it: {', '.join(MODES)}")
        view = self.table.state.view(None)
        return rendered(self.form.game, view, self.render_mode, "pettingzoo")

    def save(self) -> str:
        """The whole game as text, with rewards that agents have not been told of yet.

        That an illegal move has ended it is not in it: such a game goes on when it is restored.
        """
        owed = [self._cumulative_rewards.get(agent, 0.0) for agent in self.possible_agents]
        return msgspec.json.encode(_Saved(self.table.save(), owed)).decode()

    def restore(self, saved: str) -> None:
        """Go on from a saved game of the same table; chance goes on as it would have."""
        try:
            kept = msgspec.json.decode(saved, type=_Saved)
        except msgspec.DecodeError as error:
            raise BadSave(f"this is not a saved game: {error}") from None
        table = Table.restored(kept.table)
        if table.form is not self.form or len(kept.owed) != self.form.players:
            raise QuartettError("that game was saved at another table: its options differ")
        self._begin(table)
        self._cumulative_rewards = dict(zip(self.agents, kept.owed, strict=True))

    def record(self) -> Record:
        """The game so far; `quartett verify` accepts it."""
        return self.table.record()

    def close(self) -> None:
        """Nothing is held open."""


class _Saved(msgspec.Struct, forbid_unknown_fields=True):
    table: str
    owed: list[float]


def _number(action: Any) -> int:
    try:
        return int(action)
    except (TypeError, ValueError):
        raise IllegalAction("no_such_move", f"a move is a whole number, not {action!r}") from None
