"""What a seat may know: everything but the choices others have made and not yet shown."""

from collections.abc import Iterator
from typing import ClassVar, Literal, TypeAlias

from quartett.core import state as core
from quartett.core.display import Displayed
from quartett.core.event import Action, Seat
from quartett.games.calavera.dice import ROLLS, Face, shown
from quartett.games.calavera.legal import LEGAL
from quartett.games.calavera.sheet import PADS, Pad, Sheet

Phase: TypeAlias = Literal["start", "roll", "use", "pick", "over"]


class Options(core.Options, frozen=True):
    sheet: Literal["standard", "short"] = "standard"
    """Which pad is played on."""
    rolls: ClassVar[int] = ROLLS
    """How often the dice may be rolled in a turn. Rules, bots and texts read it here."""


class View(Displayed, core.View, frozen=True, kw_only=True):
    options: Options
    phase: Phase
    """In `use` the active player uses dice or rolls again; in `pick` the others choose."""
    active: Seat
    """Whose turn it is; without meaning before the start player is drawn."""
    faces: tuple[Face, ...]
    """The dice on the table; empty before the first roll of a turn."""
    rolling: tuple[int, ...]
    """The dice in the air."""
    rolls: int
    """How many rolls this turn has had."""
    used: str | None
    """The dice that the active player has used: a colour, rose, or None."""
    sheets: tuple[Sheet, ...]
    """A seat each."""
    chosen: tuple[Seat, ...]
    """Who has already chosen from the active player's dice."""
    mine: Action | None
    """What the viewing seat has chosen."""

    @property
    def pad(self) -> Pad:
        return PADS[self.options.sheet]

    @property
    def can_reroll(self) -> bool:
        return self.phase == "use" and self.rolls_left > 0

    @property
    def rolls_left(self) -> int:
        return self.options.rolls - self.rolls

    def uses(self) -> tuple[Action, ...]:
        """Every mark and freeze of the viewing seat, which may act; the skip when there is none."""
        assert self.seat is not None
        own_turn = self.phase == "use"
        legal = LEGAL[shown(self.faces)]
        return legal.uses(self.sheets[self.seat], self.pad, self.used, own_turn)

    def actions(self) -> Iterator[Action]:
        if self.seat is None or self.seat not in self.to_act:
            return
        yield from self.uses()
        if self.can_reroll:
            yield from LEGAL[shown(self.faces)].rerolls
