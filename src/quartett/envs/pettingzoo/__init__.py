"""The games as environments of PettingZoo.

>>> game = env("calavera", players=3)
>>> game.reset(seed=1)
>>> for agent in game.agent_iter():
...     observation, reward, termination, truncation, info = game.last()
...     over = termination or truncation
...     game.step(None if over else game.action_space(agent).sample(observation["action_mask"]))
"""

from collections.abc import Mapping
from typing import Any

from quartett.core.game import Game
from quartett.core.state import Options
from quartett.envs.extras import need

need("pettingzoo", "pettingzoo", "gymnasium")

from quartett.envs.pettingzoo.aec import Aec  # noqa: E402
from quartett.envs.pettingzoo.bots import AgentBot  # noqa: E402
from quartett.envs.pettingzoo.parallel import Parallel  # noqa: E402
from quartett.envs.players import Policy  # noqa: E402
from quartett.envs.rewards import Reward  # noqa: E402

GivenOptions = Options | Mapping[str, Any] | None


def env(
    game: Game | str,
    players: int | None = None,
    options: GivenOptions = None,
    render_mode: str | None = None,
    reward: Reward = "result",
) -> Aec:
    """Seats move one after the other; an illegal move ends the game, and its seat loses.

    `players` are as few as the game allows, unless you say so. `options` are the game's, as a
    struct or by name. `reward`: "result" at the end, or "score" for every change of the score.
    """
    return Aec(game, players, options, render_mode, reward, forgiving=True)


def raw_env(
    game: Game | str,
    players: int | None = None,
    options: GivenOptions = None,
    render_mode: str | None = None,
    reward: Reward = "result",
) -> Aec:
    """The same, but an illegal move raises IllegalAction and changes nothing."""
    return Aec(game, players, options, render_mode, reward, forgiving=False)


def parallel_env(
    game: Game | str,
    players: int | None = None,
    options: GivenOptions = None,
    render_mode: str | None = None,
    reward: Reward = "result",
) -> Parallel:
    """All seats move in every step; one that may not act waits, which is the last action.

    Seats that choose at the same time do so in one step. Where one choice makes another void,
    as when two players knock at once, the choice of the lower seat counts.
    """
    return Parallel(game, players, options, render_mode, reward)


__all__ = ["Aec", "AgentBot", "Parallel", "Policy", "env", "parallel_env", "raw_env"]
