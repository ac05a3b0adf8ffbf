"""What another player's dice are worth to a seat that must choose from them."""

from quartett.core.arrays import np
from quartett.core.event import Action, Seat
from quartett.games.calavera.actions import Mark
from quartett.games.calavera.bots.leaves import Situation, choose, code_of, foreseen, next_turn
from quartett.games.calavera.bots.positions import Positions, finished, positions, settle
from quartett.games.calavera.bots.results import counts_of, result_index
from quartett.games.calavera.bots.value import Value
from quartett.games.calavera.dice import COLOURS, ROSE, Face

_USED: dict[str | None, int] = {use: column for column, use in enumerate((*COLOURS, ROSE))}
_USED[None] = -1


def used_column(used: str | None) -> int:
    """The column of `foreseen` for what the active player has used."""
    return _USED[used]


def pick_values(
    table: Situation,
    seat: Seat,
    actions: list[Action],
    faces: tuple[Face, ...],
    used: str | None,
    value: Value,
) -> list[float]:
    """The worth of each action, if the other seats take what their own sheets like best."""
    there = after_picks(table, seat, actions, faces, used, value)
    return [float(worth) for worth in value(there, seat, table.pad)]


def after_picks(
    table: Situation,
    seat: Seat,
    actions: list[Action],
    faces: tuple[Face, ...],
    used: str | None,
    value: Value,
) -> Positions:
    """The positions after each action of the seat."""
    there = positions(table.sheets, len(actions), next_turn(table))
    codes = [code_of(action, faces) if type(action) is Mark else 0 for action in actions]
    choose(there, seat, np.array(codes), table.pad)
    result = result_index()[counts_of(faces)]
    for other in range(len(table.sheets)):
        if other not in (seat, table.active):
            liked = foreseen(table, other, value)[result, used_column(used)]
            choose(there, other, np.full(len(actions), liked), table.pad)
    settle(there, table.pad)
    there.over[:] = finished(there)
    return there
