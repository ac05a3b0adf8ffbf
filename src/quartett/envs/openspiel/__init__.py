"""The games as games of OpenSpiel. Importing this registers all that are installed.

>>> import pyspiel
>>> game = pyspiel.load_game("quartett_calavera(players=3,sheet=short)")
>>> state = game.new_initial_state()
>>> state.chance_outcomes()[0]
(0, 0.3333333333333333)
"""

from typing import Final

from quartett.envs.extras import need

need("openspiel", "pyspiel")

import pyspiel  # noqa: E402

from quartett.core.registry import game as find_game  # noqa: E402
from quartett.core.registry import game_ids  # noqa: E402
from quartett.envs.naming import openspiel_name  # noqa: E402
from quartett.envs.openspiel.bots import SpielBot  # noqa: E402
from quartett.envs.openspiel.game import (  # noqa: E402
    SpielGame,
    SpielObserver,
    SpielState,
    game_class,
)
from quartett.envs.players import Policy  # noqa: E402

NAMES: Final = {id: openspiel_name(id) for id in game_ids()}
"""The names under which the games are registered, by the games' own ids."""

for _id, _name in NAMES.items():
    if _name not in pyspiel.registered_names():
        _made = game_class(find_game(_id))
        # OpenSpiel keeps the class to the very end, when what only it holds is gone.
        globals()[_made.__name__] = _made
        pyspiel.register_game(_made.kind, _made)

__all__ = ["NAMES", "Policy", "SpielBot", "SpielGame", "SpielObserver", "SpielState"]
