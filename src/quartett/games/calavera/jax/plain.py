"""A view of Calavera as a row of numbers, in NumPy: the twin of the compiled observation.

It needs no JAX, so that a trained player can sit at any table.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from quartett.envs.jax.layout import Layout
from quartett.games.calavera.actions import USES
from quartett.games.calavera.dice import COLOURS, DICE, FACES, ROLLS
from quartett.games.calavera.jax.numbers import BY_NUMBER, PICKS, number
from quartett.games.calavera.view import View

Row: TypeAlias = NDArray[np.int8]


def layout(players: int) -> Layout:
    """The fields of an observation. Seats stand in turn order, the observer first."""
    return {
        "crosses": (players, len(COLOURS)),
        "frozen": (players, len(COLOURS)),
        "bonus": (players, 3),
        "scores": (players,),
        "dice": (DICE, len(FACES)),
        "rolls": (ROLLS,),
        "phase": (3,),
        "active": (players,),
        "used": (len(USES),),
        "chosen": (players,),
        "mine": (len(PICKS),),
    }


def observation(view: View) -> Row:
    """What the viewing seat may know; the dice must have been rolled."""
    assert view.seat is not None
    seats = [(view.seat + place) % view.players for place in range(view.players)]
    sheets = [view.sheets[seat] for seat in seats]
    fields: list[int] = [
        *(crosses for sheet in sheets for crosses in sheet.crosses),
        *(frozen for sheet in sheets for frozen in sheet.frozen),
        *(points for sheet in sheets for points in sheet.bonus),
        *(view.scores[seat] for seat in seats),
        *(face == side for face in view.faces for side in FACES),
        *(view.rolls == roll for roll in range(1, ROLLS + 1)),
        *(view.phase == phase for phase in ("use", "pick", "over")),
        *(seat == view.active for seat in seats),
        *(view.used == use for use in USES),
        *(seat in view.chosen for seat in seats),
        *(view.mine == action for action in PICKS),
    ]
    return np.array(fields, np.int8)


def legal(view: View) -> NDArray[np.bool_]:
    """What the viewing seat may do, as a mask over all actions."""
    mask = np.zeros(len(BY_NUMBER), np.bool_)
    mask[[number(action) for action in view.actions()]] = True
    return mask
