"""The rules of Cubus: how events change a state, and what is refused."""

from quartett.games.cubus.rules.state import State, begin

__all__ = ["State", "begin"]
