"""What tiles are worth that one keeps: how far they put one ahead in the next three turns.

The weights are a linear fit to 21,391 turns of 1,200 games of self-play, in points of the
standard edition. Their standard errors are 4 to 6 points for single tiles and 7 to 11 for
the rest. `tools/fit_calculissimo.py` fits them again; over 400 games it agreed but for a
kept 2 and the numbers of operators, which came out more than 2.5 errors apart.
"""

from typing import Final, TypeAlias

from quartett.core.arrays import Floats, Ints, np
from quartett.games.calculissimo.board.edition import Edition
from quartett.games.calculissimo.board.tiles import NUMBERS, OPERATORS, TIMES

Values: TypeAlias = Floats

WEIGHTS: Final = {
    "1": -22,
    "2": -20,
    "3": -22,
    "4": -25,
    "5": -17,
    "6": -16,
    "7": -4,
    "8": 21,
    "9": 32,
    "+": 3,
    "−": -19,
    "×": 41,
    "÷": -42,
    "?": 31,
    "second +": -18,
    "second −": -32,
    "second ×": -56,
    "second ÷": -19,
    "numbers over 3": -20,
    "operators over 2": -18,
    "operators over 3": -3,
}
_WEIGHTS: Final = np.array(list(WEIGHTS.values()), np.float64)
WITHOUT_TIMES: Final = 0.25
"""Without × all scores are smaller, and so is what kept tiles bring."""


def kept_values(edition: Edition, kept: Ints) -> Values:
    """The value of each row of counts of tiles, in the order of TILES."""
    scale = 1.0 if TIMES in edition.kinds else WITHOUT_TIMES
    values: Values = scale * (features(kept) @ _WEIGHTS)
    return values


def features(kept: Ints) -> Values:
    """What is counted of the tiles kept, as WEIGHTS names it."""
    first, last = len(NUMBERS), len(NUMBERS) + len(OPERATORS)
    numbers, operators = kept[:, :first].sum(axis=1), kept[:, first:last].sum(axis=1)
    return np.column_stack(
        [
            kept,
            np.maximum(0, kept[:, first:last] - 1),
            np.maximum(0, numbers - 3),
            np.maximum(0, operators - 2),
            np.maximum(0, operators - 3),
        ]
    ).astype(np.float64)
