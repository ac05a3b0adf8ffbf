"""How a new stack is laid on the table: where it lies, and which of its lids are open."""

from collections.abc import Iterable, Sequence

from quartett.core.errors import IllegalAction
from quartett.games.cubus.actions import Build
from quartett.games.cubus.stacks.cards import Cards
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import Cell, Stack


def opened(stack: Stack, open_lids: Iterable[Iterable[int]]) -> frozenset[Spot]:
    """The open lids as places of the picture; each must be a lid of the stack."""
    places = frozenset((a, b) for a, b in open_lids)
    if stray := sorted(places - stack.lids):
        raise IllegalAction(
            "no_lid", f"no lid lies at {stray[0]} that could be open", {"at": stray[0]}
        )
    return places


def laid(stack: Stack, open: frozenset[Spot], hand: Cards, cells: Sequence[Cell]) -> Build:
    """The build of these columns that lays no more open lids than it must.

    With an open lid on the table the columns are where they will lie. There is always room
    for new open lids: at most as many lids lie where closed ones lay as closed ones lay there.
    """
    if not open:
        cells = at_home(cells)
    needed = max(0, len(cells) - len(stack.cells) - hand.lid)
    fresh = fresh_places(stack, open, cells)
    return Build(tuple(sorted(cells)), 0, tuple(sorted({*open, *fresh[:needed]})))


def at_home(cells: Sequence[Cell]) -> list[Cell]:
    """Moved so that the smallest x and y are 0."""
    back, left = min(x for x, _, _ in cells), min(y for _, y, _ in cells)
    return [(x - back, y - left, height) for x, y, height in cells]


def fresh_places(stack: Stack, open: frozenset[Spot], cells: Sequence[Cell]) -> list[Spot]:
    """Where new open lids may lie: not where a closed lid lay before.

    While no open lid lies, a stack may lie anywhere: both are then looked at from home.
    """
    before = stack.lids if open else stack.at_home.lids
    return sorted({(x - height, y - height) for x, y, height in cells} - before - open)


def in_frame(stack: Stack, lid: Spot, cells: Sequence[Cell]) -> list[Cell]:
    """One of the lids on the open one, so that most cards stay where they are."""
    lids = stack.lids
    moves = [(lid[0] - x + height, lid[1] - y + height) for x, y, height in cells]

    def stay(move: Spot) -> int:
        return sum((x - h + move[0], y - h + move[1]) in lids for x, y, h in cells)

    dx, dy = max(moves, key=stay)
    return [(x + dx, y + dy, height) for x, y, height in cells]
