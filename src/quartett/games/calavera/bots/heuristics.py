"""Players with a heuristic: they go for one kind of dice, and compute no chances."""

from typing import ClassVar, NamedTuple

from quartett.bots import Bot
from quartett.core.arrays import np
from quartett.core.event import Action
from quartett.core.state import View as AnyView
from quartett.games.calavera.actions import USES, Freeze, Mark
from quartett.games.calavera.bots.positions import freeze, mark, positions, settle
from quartett.games.calavera.bots.value import own_sheet
from quartett.games.calavera.dice import COLOURS, ROSE, ROW, SKULL, Colour, Use
from quartett.games.calavera.legal import reroll
from quartett.games.calavera.view import View


class CasualBot(Bot):
    """Goes for the kind that does its sheet most good, as far as it sees."""

    enough: ClassVar[float] = 2.2
    """Points of gain that make it stop; with three crosses in a row it is content."""
    patience: ClassVar[float]
    """How often it rolls again when it is not."""
    sees: ClassVar[float]
    """How likely each way to use the dice comes to mind."""

    def choose(self, view: AnyView, deadline: float) -> Action:
        assert isinstance(view, View)
        options = view.uses()
        gains = _gains(view, [_crosses(view, action) for action in options])
        if view.can_reroll and max(gains) < self.enough and self.rng.random() < self.patience:
            rest = _dice_but(view, _goal(view))
            if rest:
                return reroll(rest)
        seen = [at for at in range(len(options)) if self.rng.random() < self.sees]
        return options[max(seen or range(len(options)), key=lambda at: gains[at])]


class Beginner(CasualBot):
    name = "Chispa"
    character = "Loves crossing things off, hurries, and overlooks half of what the dice offer."
    patience, sees = 0.35, 0.6


class Easy(CasualBot):
    name = "Paco"
    character = "Knows what is good for his sheet, but never counts chances or looks at yours."
    patience, sees = 0.9, 0.93


class Crosses(NamedTuple):
    """Crosses in a row, or the row frozen."""

    row: int
    crosses: int
    frozen: bool = False


def _crosses(view: View, action: Action) -> Crosses:
    if isinstance(action, Mark):
        return Crosses(ROW[action.row], view.faces.count(action.use))
    if isinstance(action, Freeze):
        return Crosses(ROW[action.row], 0, frozen=True)
    return Crosses(0, 0)


def _goal(view: View) -> Use:
    """The kind to collect: what would gain most with one more die of it."""
    hopes = [
        (use, Crosses(ROW[colour], view.faces.count(use) + 1))
        for use in USES
        for colour in _rows_for(view, use)
    ]
    gains = _gains(view, [plan for _, plan in hopes])
    return hopes[gains.index(max(gains))][0]


def _gains(view: View, plans: list[Crosses]) -> list[float]:
    """What each plan adds to one's own sheet."""
    assert view.seat is not None
    seat, pad = view.seat, view.pad
    there = positions(view.sheets, len(plans) + 1, view.active)
    rows, counts, frozen = np.array([*plans, Crosses(0, 0)]).T
    mark(there, seat, rows, counts, pad)
    freeze(there, seat, np.where(frozen, rows, -1))
    settle(there, pad)
    worth = own_sheet(there, seat, pad)
    return [float(gain) for gain in worth[:-1] - worth[-1]]


def _dice_but(view: View, use: Use) -> tuple[int, ...]:
    """All dice that are neither skulls nor of the kind that is collected."""
    return tuple(die for die, face in enumerate(view.faces) if face not in (use, SKULL))


def _rows_for(view: View, use: Use) -> list[Colour]:
    assert view.seat is not None
    sheet = view.sheets[view.seat]
    return [
        colour for row, colour in enumerate(COLOURS) if use in (colour, ROSE) and sheet.is_open(row)
    ]
