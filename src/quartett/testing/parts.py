"""Checks of what a game has beside its rules: every part satisfies its protocol."""

from quartett.core.errors import QuartettError
from quartett.core.game import Game
from quartett.core.parts import faults, parts_of
from quartett.testing.failure import NonConformant, demand


def check(game: Game) -> None:
    try:
        found = parts_of(game)
    except QuartettError as error:
        raise NonConformant(str(error)) from None
    for protocol, part in found.items():
        wrong = faults(part, protocol)
        demand(not wrong, f"{game.name} is no {protocol.__name__}: {'; '.join(wrong)}")
