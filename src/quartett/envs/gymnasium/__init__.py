"""The games as environments of Gymnasium: one agent against bots.

Importing this registers all that are installed.

>>> import gymnasium
>>> env = gymnasium.make("quartett/Calavera-v1", opponents="medium", players=3)
>>> observation, info = env.reset(seed=1)
>>> observation, *_ = env.step(info["action_mask"].argmax())
>>> env.unwrapped.form.fields.named(observation)["rolls"]
array([2], dtype=int32)
"""

from typing import Final

from quartett.envs.extras import need

need("gymnasium", "gymnasium")

from gymnasium.envs.registration import register, registry  # noqa: E402

from quartett.core.registry import game as find_game  # noqa: E402
from quartett.core.registry import game_ids  # noqa: E402
from quartett.envs.gymnasium.many import Many  # noqa: E402
from quartett.envs.gymnasium.single import Single  # noqa: E402
from quartett.envs.naming import gymnasium_id  # noqa: E402
from quartett.envs.players import Policy  # noqa: E402

IDS: Final = {id: gymnasium_id(find_game(id).name) for id in game_ids()}
"""The names under which the games are registered, by the games' own ids."""

for _game, _name in IDS.items():
    if _name not in registry:
        register(
            _name,
            entry_point="quartett.envs.gymnasium.single:Single",
            vector_entry_point="quartett.envs.gymnasium.many:Many",
            kwargs={"game": _game},
            order_enforce=False,  # it does so itself, in a sentence
        )

__all__ = ["IDS", "Many", "Policy", "Single"]
