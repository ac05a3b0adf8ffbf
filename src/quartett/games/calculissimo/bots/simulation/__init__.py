"""Searches of the expert that only pay compiled: plays compared over sampled continuations, and the
end of a game of two solved.
"""

from quartett.games.calculissimo.bots.simulation.comparing import (
    Choice,
    Effort,
    best_choice,
)
from quartett.games.calculissimo.bots.simulation.engine import PROGRAM, most_points
from quartett.games.calculissimo.bots.simulation.solving import End, Solution, solve
from quartett.games.calculissimo.bots.simulation.unseen import Memory, Unseen

__all__ = [
    "PROGRAM",
    "Choice",
    "Effort",
    "End",
    "Memory",
    "Solution",
    "Unseen",
    "best_choice",
    "most_points",
    "solve",
]
