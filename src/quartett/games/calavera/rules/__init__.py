"""The rules of Calavera: how events change a state, and what is refused."""

from quartett.games.calavera.rules.state import State, begin

__all__ = ["State", "begin"]
