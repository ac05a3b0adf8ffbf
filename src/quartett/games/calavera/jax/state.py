"""A game of Calavera in a few numbers."""

from typing import Final, NamedTuple

from jax import Array

from quartett.games.calavera.dice import FACES, ROSE

USE, PICK, OVER = range(3)
ROSES: Final = FACES.index(ROSE)
UNUSED: Final = 7
"""No dice are used yet, or none could be."""


class State(NamedTuple):
    key: Array
    """All chance of this game and of those that follow it."""
    draws: Array
    """uint32: how often the key was drawn from."""
    sheets: tuple[Array, ...]
    """uint32 a seat, packed."""
    phase: Array
    """uint8: USE, PICK or OVER."""
    active: Array
    """uint8: whose turn it is."""
    acting: Array
    """uint8: the seat to act."""
    dice: Array
    """uint32, packed."""
    rolls: Array
    """uint8: how many rolls this turn has had."""
    used: Array
    """uint8: the face that the active player has used, or UNUSED."""
    picks: Array
    """uint32: hidden choices, four bits a seat: 0 none yet, else the action's place in USES + 1."""
