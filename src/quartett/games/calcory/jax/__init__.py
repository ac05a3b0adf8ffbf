"""Calcory in whole numbers, compiled by JAX; `numbers` and `plain` work without it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quartett.games.calcory.jax.rules import Calcory


def compiled() -> type["Calcory"]:
    """The class of the compiled game."""
    # Imported when asked for: a trained player needs no JAX to play.
    from quartett.games.calcory.jax.rules import Calcory

    return Calcory
