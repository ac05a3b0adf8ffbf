"""The rules of Calcory: how events change a state, and what is refused."""

from quartett.games.calcory.rules.state import State, begin

__all__ = ["State", "begin"]
