"""What of Calculissimo can be compiled."""

from typing import Final

from quartett.games.calculissimo.board.moves.fast import PROGRAM

PROGRAMS: Final = (PROGRAM,)
