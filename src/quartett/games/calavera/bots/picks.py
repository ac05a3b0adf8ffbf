"""What another player's dice are worth to a seat that must choose from them."""

from quartett.core.arrays import np
from quartett.core.event import Action, Seat
from quartett.games.calavera.actions import Mark
from quartett.games.calavera.bots.leaves import Table, choose, code_of, foreseen, next_turn
from quartett.games.calavera.bots.positions import finished, positions, settle
from quartett.games.calavera.bots.results import counts_of, result_index
from quartett.games.calavera.bots.value import Value
from quartett.games.calavera.dice import COLOURS, ROSE, Face

_USED: dict[str | None, int] = {use: column for column, use in enumerate((*COLOURS, ROSE))}
_USED[None] = -1


def pick_values(
    table: Table,
    seat: Seat,
    actions: list[Action],
    faces: tuple[Face, ...],
    used: str | None,
    value: Value,
) -> list[float]:
    """The worth of each action, if the other seats take what their own sheets like best."""
    there = positions(table.sheets, len(actions), next_turn(table))
    codes = [code_of(action, faces) if type(action) is Mark else 0 for action in actions]
    choose(there, seat, np.array(codes), table.pad)
    for other in range(len(table.sheets)):
        if other not in (seat, table.active):
            liked = foreseen(table, other, value)[result_index()[counts_of(faces)], _USED[used]]
            choose(there, other, np.full(len(actions), liked), table.pad)
    settle(there, table.pad)
    there.over[:] = finished(there)
    return [float(worth) for worth in value(there, seat, table.pad)]
