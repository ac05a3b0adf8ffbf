"""The rules of Calculissimo: how events change a state, and what is refused."""

from quartett.games.calculissimo.rules.state import State, begin

__all__ = ["State", "begin"]
