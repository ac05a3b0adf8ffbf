"""The rules of Calavera: how events change a state."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from quartett.core import state as core
from quartett.core.errors import check_seat
from quartett.core.event import CHANCE, Action, Actor, Event, Seat, Seen, Start
from quartett.core.state import Rng, pick, with_item
from quartett.games.calavera.actions import Freeze, Mark, Reroll, Roll, Skip
from quartett.games.calavera.choices import any_roll, rerolls, uses
from quartett.games.calavera.dice import CURSE, DICE, ROLLS, ROSE, ROW, SKULL, Face, multisets
from quartett.games.calavera.refusals import (
    check,
    check_freeze,
    check_mark,
    check_reroll,
    check_roll,
    check_skip,
    check_start,
    refuse,
)
from quartett.games.calavera.sheet import PADS, Pad, Sheet, empty, settle
from quartett.games.calavera.view import Options, Phase, View

if TYPE_CHECKING:
    from rich.console import RenderableType

ALL_DICE: Final = tuple(range(DICE))


class State(core.State, frozen=True):
    options: Options
    phase: Phase
    to_act: frozenset[Seat]
    sheets: tuple[Sheet, ...]
    active: Seat = 0
    faces: tuple[Face, ...] = ()
    rolls: int = 0
    rolling: tuple[int, ...] = ()
    used: str | None = None
    picks: tuple[tuple[Seat, Action], ...] = ()
    """Who has chosen what from the active player's dice, hidden until all are in."""

    @property
    def pad(self) -> Pad:
        return PADS[self.options.sheet]

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def is_chance(self) -> bool:
        return self.phase == "roll" or self.phase == "start"

    def random_action(self, seat: Seat, rng: Rng) -> Action:
        """In one's own turn a reroll is as likely as a use."""
        if seat not in self.to_act:
            refuse(self, seat)
        own_turn = self.phase == "use"
        if own_turn and self.rolls < ROLLS:
            sets = rerolls(self.faces)
            number = rng.randrange(2 * len(sets))
            if number < len(sets):
                return sets[number]
        pad = PADS[self.options.sheet]
        return pick(uses(self.sheets[seat], pad, self.faces, self.used, own_turn), rng)

    def check(self, actor: Actor, action: Action) -> None:
        check(self, actor, action)

    def apply(self, event: Event) -> "State":
        action = event.action
        return _DOES.get(type(action), State._refuses)(self, event.actor, action)

    def sample(self, rng: Rng) -> Action:
        if self.phase == "roll":
            return any_roll(len(self.rolling), rng)
        self.expect_chance()
        return Start(rng.randrange(self.players))

    def outcomes(self) -> Iterator[tuple[Action, Fraction]]:
        self.expect_chance()
        if self.phase == "start":
            for seat in range(self.players):
                yield Start(seat), Fraction(1, self.players)
        else:
            for faces, probability in multisets(len(self.rolling)):
                yield Roll(faces), probability

    def view(self, seat: Seat | None) -> View:
        if seat is not None:
            check_seat(seat, self.players)
        # Field by field: unpacking what `public` gives would take longer than all the rest.
        return View(
            seat=seat,
            players=self.players,
            to_act=tuple(sorted(self.to_act)),
            over=self.over,
            scores=self.scores(),
            winners=self.winners(),
            options=self.options,
            phase=self.phase,
            active=self.active,
            faces=self.faces,
            rolling=self.rolling,
            rolls=self.rolls,
            used=self.used,
            sheets=self.sheets,
            chosen=tuple([other for other, _ in self.picks]),
            mine=_pick_of(seat, self.picks) if self.picks else None,
        )

    def redact(self, event: Event, seat: Seat | None) -> Seen:
        actor, action = event.actor, event.action
        if self.phase != "pick" or actor == CHANCE:
            return Seen(actor, action)
        if self.to_act == {actor}:
            return Seen(actor, action, _with_pick(self.picks, actor, action))
        return Seen(actor, action if seat == actor else None)

    def scores(self) -> tuple[int, ...]:
        pad = self.pad
        return tuple([sheet.score(pad) for sheet in self.sheets])

    def _repr_svg_(self) -> str:
        return self.view(None)._repr_svg_()

    def __rich__(self) -> "RenderableType":
        return self.view(None).__rich__()

    # One for each kind of event: it checks that this may be done now, and does it.

    def _starts(self, actor: Actor, start: Start) -> "State":
        check_start(self, actor, start)
        return self._turn_of(start.seat, self.sheets)

    def _rolls(self, actor: Actor, roll: Roll) -> "State":
        """The dice fall among those that were kept; three skulls end the turn at once."""
        check_roll(self, actor, roll)
        faces = _AMONG[self.rolling](self.faces + roll.faces) if self.faces else roll.faces
        cursed = faces.count(SKULL) >= CURSE
        return State(
            self.players,
            self.options,
            "pick" if cursed else "use",
            (_OTHERS[self.players] if cursed else _ALONE)[self.active],
            self.sheets,
            self.active,
            faces,
            self.rolls + 1,
        )

    def _rerolls(self, actor: Actor, reroll: Reroll) -> "State":
        check_reroll(self, actor, reroll)
        return State(
            self.players,
            self.options,
            "roll",
            _NOBODY,
            self.sheets,
            self.active,
            self.faces,
            self.rolls,
            reroll.dice,
        )

    def _marks(self, actor: Actor, mark: Mark) -> "State":
        seat = check_mark(self, actor, mark)
        return self._chose(seat, mark, mark.use)

    def _freezes(self, actor: Actor, freeze: Freeze) -> "State":
        seat = check_freeze(self, actor, freeze)
        return self._chose(seat, freeze, ROSE)

    def _skips(self, actor: Actor, skip: Skip) -> "State":
        seat = check_skip(self, actor, skip)
        return self._chose(seat, skip, None)

    def _refuses(self, actor: Actor, action: Action) -> "State":
        refuse(self, actor, action)

    def _chose(self, seat: Seat, action: Action, used: str | None) -> "State":
        """One or two skulls give the dice not used to the others; they choose in secret."""
        if self.phase == "use":
            sheets, over = self._counted(((seat, action),))
            if over or SKULL in self.faces:
                return self._dice_stay(sheets, over, used)
        elif len(self.to_act) > 1:
            return self._hidden(seat, action)
        else:
            sheets, over = self._counted((*self.picks, (seat, action)))
            if over:
                return self._dice_stay(sheets, over, self.used)
        return self._turn_of((self.active + 1) % self.players, sheets)

    def _counted(
        self, choices: Iterable[tuple[Seat, Action]]
    ) -> tuple[tuple[Sheet, ...], bool]:
        """The sheets after choices that count at once, and whether one of them is finished."""
        pad, sheets = PADS[self.options.sheet], list(self.sheets)
        owed = over = False
        for seat, action in choices:
            if type(action) is Mark:
                sheet = sheets[seat].mark(ROW[action.row], self.faces.count(action.use), pad)
                owed = owed or sheet.is_owed(pad)
            elif type(action) is Freeze:
                sheet = sheets[seat].freeze(ROW[action.row])
            else:
                continue
            sheets[seat] = sheet
            over = over or False not in sheet.frozen
        return settle(tuple(sheets), pad) if owed else tuple(sheets), over

    def _dice_stay(self, sheets: tuple[Sheet, ...], over: bool, used: str | None) -> "State":
        """The dice stay for the others to choose from, or because the game is over."""
        return State(
            self.players,
            self.options,
            "over" if over else "pick",
            _NOBODY if over else _OTHERS[self.players][self.active],
            sheets,
            self.active,
            self.faces,
            self.rolls,
            (),
            used,
        )

    def _hidden(self, seat: Seat, action: Action) -> "State":
        return State(
            self.players,
            self.options,
            "pick",
            self.to_act - {seat},
            self.sheets,
            self.active,
            self.faces,
            self.rolls,
            (),
            self.used,
            _with_pick(self.picks, seat, action),
        )

    def _turn_of(self, seat: Seat, sheets: tuple[Sheet, ...]) -> "State":
        return State(
            self.players, self.options, "roll", _NOBODY, sheets, seat, (), 0, ALL_DICE
        )


_DOES: Final[dict[type[Action], Callable[[State, Actor, Any], State]]] = {
    Start: State._starts,
    Roll: State._rolls,
    Reroll: State._rerolls,
    Mark: State._marks,
    Freeze: State._freezes,
    Skip: State._skips,
}


def begin(players: int, options: Options) -> State:
    sheets = (empty(PADS[options.sheet]),) * players
    before = State(players, options, "start", _NOBODY, sheets)
    return before if options.start_player is None else before._turn_of(options.start_player, sheets)


def _pick_of(seat: Seat | None, picks: tuple[tuple[Seat, Action], ...]) -> Action | None:
    return next((made for other, made in picks if other == seat), None)


def _with_pick(
    picks: tuple[tuple[Seat, Action], ...], seat: Seat, action: Action
) -> tuple[tuple[Seat, Action], ...]:
    """In the order of seats: who chose first is nobody's business."""
    return tuple(sorted((*picks, (seat, action)), key=itemgetter(0)))


def _among(dice: tuple[int, ...]) -> Callable[[tuple[Face, ...]], tuple[Face, ...]]:
    """Takes each die's face from the old faces, followed by those of the dice rolled again."""
    return itemgetter(*(DICE + dice.index(die) if die in dice else die for die in ALL_DICE))


_AMONG: Final = {
    dice: _among(dice) for size in range(1, DICE + 1) for dice in combinations(ALL_DICE, size)
}
_NOBODY: Final[frozenset[Seat]] = frozenset()
_ALONE: Final = [frozenset({seat}) for seat in range(4)]
_OTHERS: Final = [[frozenset(range(players)) - alone for alone in _ALONE] for players in range(5)]
"""By the number of players, then by the active one."""
