"""What of Cubus can be compiled."""

from typing import Final

from quartett.games.cubus.builder.engine import PROGRAM

PROGRAMS: Final = (PROGRAM,)
