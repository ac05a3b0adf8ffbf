"""The games as environments of other libraries: PettingZoo, Gymnasium and OpenSpiel.

`factored` is what they share: every game in small moves, numbered and masked. Each adapter is
a module of its own and needs its own library, so none of them is imported here.
"""

from quartett.envs.episode import Table
from quartett.envs.factored import Form, factored

__all__ = ["Form", "Table", "factored"]
