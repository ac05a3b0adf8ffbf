"""Players with a heuristic: they go for one kind of dice, and compute no chances."""

from typing import NamedTuple

from quartett.bots import Bot
from quartett.core.arrays import np
from quartett.core.event import Action
from quartett.core.state import View as AnyView
from quartett.core.state import pick
from quartett.games.calavera.actions import USES, Freeze, Mark
from quartett.games.calavera.bots.positions import freeze, mark, positions, settle
from quartett.games.calavera.bots.value import own_sheet
from quartett.games.calavera.dice import COLOURS, DICE, ROSE, ROW, SKULL, Colour, Use
from quartett.games.calavera.legal import reroll
from quartett.games.calavera.view import View

MOST_LIKED = DICE + 1
"""More than any number of crosses."""


class Easy(Bot):
    """Collects what lies there most, stops when it likes, and forgets the death zone.

    Where rows are short, or many others roll crosses for it too, it would lose to mere luck that
    way: there the end is in sight, and it freezes at the last moment and shies from what runs
    into the death zone.
    """

    name = "Chispa"
    character = "Loves many crosses, rolls on a whim, and notices the death zone too late."

    overlooks = 5
    """With so many boxes a player, a row is so long that its end is forgotten."""
    brink = 2
    """It is time to freeze when so many crosses more run into the death zone."""

    def choose(self, view: AnyView, deadline: float) -> Action:
        assert isinstance(view, View)
        options = view.uses()
        liked = max(options, key=lambda action: (self._liking(view, action), self.rng.random()))
        if view.can_reroll and self.rng.random() < 0.65 and isinstance(liked, Mark):
            rest = _dice_but(view, liked.use)
            if rest:
                return reroll(rest)
        if self.rng.random() < 0.25:
            return pick(options, self.rng)
        return liked

    def _liking(self, view: View, action: Action) -> int:
        """How many crosses it brings; where death is in sight, what is saved or lost there."""
        assert view.seat is not None
        crosses, pad, sheet = _crosses(view, action), view.pad, view.sheets[view.seat]
        if pad.length >= self.overlooks * view.players:
            return crosses
        if isinstance(action, Freeze):
            late = sheet.crosses[ROW[action.row]] + self.brink >= pad.death
            return MOST_LIKED if late else 0
        if isinstance(action, Mark):
            row = ROW[action.row]
            after = sheet.mark(row, crosses, pad)
            if after.frozen[row]:
                return after.row_score(row, pad) - sheet.row_score(row, pad)
        return crosses


class Medium(Bot):
    """Goes for the kind that does its sheet most good, and stops when that is enough."""

    name = "Paco"
    character = "Knows what is good for his sheet, but never counts chances or looks at yours."

    enough = 2.2
    """Points of gain that make him stop; with three crosses in a row he is content."""

    def choose(self, view: AnyView, deadline: float) -> Action:
        assert isinstance(view, View)
        options = view.uses()
        gains = _gains(view, [_plan(view, action) for action in options])
        if view.can_reroll and max(gains) < self.enough:
            rest = _dice_but(view, _goal(view))
            if rest:
                return reroll(rest)
        return options[gains.index(max(gains))]


class Plan(NamedTuple):
    """Crosses in a row, or the row frozen."""

    row: int
    crosses: int
    frozen: bool = False


def _plan(view: View, action: Action) -> Plan:
    if isinstance(action, Mark):
        return Plan(ROW[action.row], view.faces.count(action.use))
    if isinstance(action, Freeze):
        return Plan(ROW[action.row], 0, frozen=True)
    return Plan(0, 0)


def _goal(view: View) -> Use:
    """The kind to collect: what would gain most with one more die of it."""
    hopes = [
        (use, Plan(ROW[colour], view.faces.count(use) + 1))
        for use in USES
        for colour in _rows_for(view, use)
    ]
    gains = _gains(view, [plan for _, plan in hopes])
    return hopes[gains.index(max(gains))][0]


def _gains(view: View, plans: list[Plan]) -> list[float]:
    """What each plan adds to one's own sheet."""
    assert view.seat is not None
    seat, pad = view.seat, view.pad
    there = positions(view.sheets, len(plans) + 1, view.active)
    rows, counts, frozen = np.array([*plans, Plan(0, 0)]).T
    mark(there, seat, rows, counts, pad)
    freeze(there, seat, np.where(frozen, rows, -1))
    settle(there, pad)
    worth = own_sheet(there, seat, pad)
    return [float(gain) for gain in worth[:-1] - worth[-1]]


def _crosses(view: View, action: Action) -> int:
    return view.faces.count(action.use) if isinstance(action, Mark) else 0


def _dice_but(view: View, use: Use) -> tuple[int, ...]:
    """All dice that are neither skulls nor of the kind that is collected."""
    return tuple(die for die, face in enumerate(view.faces) if face not in (use, SKULL))


def _rows_for(view: View, use: Use) -> list[Colour]:
    assert view.seat is not None
    sheet = view.sheets[view.seat]
    return [
        colour for row, colour in enumerate(COLOURS) if use in (colour, ROSE) and sheet.is_open(row)
    ]
