"""The games as environments of other libraries: PettingZoo, Gymnasium and OpenSpiel.

`factored` is what they share: every game in small moves, numbered and masked. Each adapter is
a module of its own and needs its own library, so none of them is imported here.
"""

from quartett.envs.extras import need

need("fast", "numpy")

from quartett.envs.episode import Episode  # noqa: E402
from quartett.envs.factored import Form, SmallMoves, factored  # noqa: E402

__all__ = ["Episode", "Form", "SmallMoves", "factored"]
