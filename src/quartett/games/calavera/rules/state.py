"""The rules of Calavera: how events change a state."""

from collections.abc import Iterator
from fractions import Fraction
from operator import itemgetter
from typing import Final, NoReturn

from msgspec.structs import replace

from quartett.core import state as core
from quartett.core.display import Displayed
from quartett.core.errors import check_seat
from quartett.core.event import CHANCE, Action, Actor, Event, Seat, Seen, Start
from quartett.core.lazily import Lazily
from quartett.core.state import Rng, with_item
from quartett.games.calavera.actions import Freeze, Mark, Reroll, Roll, Skip
from quartett.games.calavera.dice import (
    ALL_DICE,
    AMONG,
    CURSE,
    ROSE,
    ROW,
    SKULL,
    Face,
    multisets,
    shown,
)
from quartett.games.calavera.legal import LEGAL, any_roll
from quartett.games.calavera.rules.refusals import (
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


class State(Displayed, core.RuledState, frozen=True, gc=False):
    """Whose turn it is stands in it, and is not worked out: it is asked before every event."""

    options: Options
    sheets: tuple[Sheet, ...]
    to_act: frozenset[Seat] = frozenset()
    active: Seat = 0
    faces: tuple[Face, ...] = ()
    shown: int = 0
    """The faces in the form that is quick to look up."""
    rolls: int = 0
    rolling: tuple[int, ...] = ()
    used: str | None = None
    picks: tuple[tuple[Seat, Action], ...] = ()
    """Who has chosen what from the active player's dice, hidden until all are in."""
    is_chance: bool = False
    over: bool = False

    @property
    def pad(self) -> Pad:
        return PADS[self.options.sheet]

    @property
    def phase(self) -> Phase:
        if self.over:
            return "over"
        if self.is_chance:
            return "roll" if self.rolling else "start"
        return "use" if self.active in self.to_act else "pick"

    @property
    def hides(self) -> bool:
        return bool(self.picks)

    def random_action(self, seat: Seat, rng: Rng) -> Action:
        """In one's own turn a reroll is as likely as a use."""
        if seat not in self.to_act:
            refuse(self, seat)
        own_turn, legal = seat == self.active, LEGAL[self.shown]
        if own_turn and self.rolls < self.options.rolls:
            sets = legal.rerolls
            number = rng.randrange(2 * len(sets))
            if number < len(sets):
                return sets[number]
        pad = PADS[self.options.sheet]
        possible = legal.uses(self.sheets[seat], pad, self.used, own_turn)
        return possible[rng.randrange(len(possible))]

    def refuse(self, actor: Actor, action: Action) -> NoReturn:
        refuse(self, actor, action)

    def sample(self, rng: Rng) -> Action:
        if self.rolling:
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
            to_act=_IN_ORDER[self.to_act],
            over=self.over,
            scores=self.scores(),
            winners=self.winners() if self.over else (),
            options=self.options,
            phase=self.phase,
            active=self.active,
            faces=self.faces,
            rolling=self.rolling,
            rolls=self.rolls,
            used=self.used,
            sheets=self.sheets,
            chosen=tuple([other for other, _ in self.picks]) if self.picks else (),
            mine=_pick_of(seat, self.picks) if self.picks else None,
        )

    def redact(self, event: Event, seat: Seat | None) -> Seen:
        actor, action = event.actor, event.action
        if actor == CHANCE or actor == self.active:
            return Seen(actor, action)
        if self.to_act == {actor}:
            return Seen(actor, action, _with_pick(self.picks, actor, action))
        return Seen(actor, action if seat == actor else None)

    def scores(self) -> tuple[int, ...]:
        pad = PADS[self.options.sheet]
        return tuple([sheet.score(pad) for sheet in self.sheets])

    # What each kind of event does, once it is known to be legal.

    def _start(self, _: Actor, start: Start) -> "State":
        return self._turn_of(start.seat, self.sheets)

    def _roll(self, _: Actor, roll: Roll) -> "State":
        """The dice fall among those that were kept; three skulls end the turn at once."""
        faces = AMONG[self.rolling](self.faces + roll.faces) if self.faces else roll.faces
        now, rolls = shown(faces), self.rolls + 1
        if faces.count(SKULL) >= CURSE:
            return self._picking(self.sheets, faces, now, rolls, None)
        alone = _ALONE[self.active]
        return State(self.players, self.options, self.sheets, alone, self.active, faces, now, rolls)

    def _reroll(self, _: Actor, reroll: Reroll) -> "State":
        return State(
            self.players,
            self.options,
            self.sheets,
            _NOBODY,
            self.active,
            self.faces,
            self.shown,
            self.rolls,
            reroll.dice,
            is_chance=True,
        )

    def _mark(self, seat: Seat, mark: Mark) -> "State":
        if self.picks or len(self.to_act) > 1:
            return self._picked(seat, mark)
        pad = PADS[self.options.sheet]
        sheet = self.sheets[seat].mark(ROW[mark.row], self.faces.count(mark.use), pad)
        sheets = with_item(self.sheets, seat, sheet)
        return self._done(seat, settle(sheets, pad) if sheet.is_owed(pad) else sheets, mark.use)

    def _freeze(self, seat: Seat, freeze: Freeze) -> "State":
        sheet = self.sheets[seat].freeze(ROW[freeze.row])
        return self._done(seat, with_item(self.sheets, seat, sheet), ROSE)

    def _skip(self, seat: Seat, skip: Skip) -> "State":
        if self.picks or len(self.to_act) > 1:
            return self._picked(seat, skip)
        return self._done(seat, self.sheets, None)

    def _done(self, seat: Seat, sheets: tuple[Sheet, ...], use: str | None) -> "State":
        """The active player has used dice, or the only other one has.

        One or two skulls give the dice that the active player did not use to the others.
        """
        own_turn = seat == self.active
        if False not in sheets[seat].frozen:
            return self._ended(sheets, use if own_turn else self.used)
        if own_turn and SKULL in self.faces:
            return self._picking(sheets, self.faces, self.shown, self.rolls, use)
        return self._turn_of((self.active + 1) % self.players, sheets)

    def _picked(self, seat: Seat, action: Action) -> "State":
        """One of several choices, kept hidden; the last one makes all of them count at once."""
        picks = _with_pick(self.picks, seat, action)
        if len(self.to_act) > 1:
            return replace(self, to_act=self.to_act - {seat}, picks=picks)
        pad, changed = PADS[self.options.sheet], list(self.sheets)
        owed = over = False
        for other, chosen in picks:
            if type(chosen) is Mark:
                count = self.faces.count(chosen.use)
                sheet = changed[other] = changed[other].mark(ROW[chosen.row], count, pad)
                owed = owed or sheet.is_owed(pad)
                over = over or False not in sheet.frozen
        sheets = settle(tuple(changed), pad) if owed else tuple(changed)
        if over:
            return self._ended(sheets, self.used)
        return self._turn_of((self.active + 1) % self.players, sheets)

    def _turn_of(self, seat: Seat, sheets: tuple[Sheet, ...]) -> "State":
        return State(
            self.players, self.options, sheets, _NOBODY, seat, (), 0, 0, ALL_DICE, is_chance=True
        )

    def _picking(
        self,
        sheets: tuple[Sheet, ...],
        faces: tuple[Face, ...],
        shown: int,
        rolls: int,
        used: str | None,
    ) -> "State":
        others = _OTHERS[self.players][self.active]
        return State(
            self.players, self.options, sheets, others, self.active, faces, shown, rolls, (), used
        )

    def _ended(self, sheets: tuple[Sheet, ...], used: str | None) -> "State":
        return replace(self, sheets=sheets, to_act=_NOBODY, used=used, picks=(), over=True)


State.rules = {
    Start: (check_start, State._start),
    Roll: (check_roll, State._roll),
    Reroll: (check_reroll, State._reroll),
    Mark: (check_mark, State._mark),
    Freeze: (check_freeze, State._freeze),
    Skip: (check_skip, State._skip),
}


def begin(players: int, options: Options) -> State:
    sheets = (empty(PADS[options.sheet]),) * players
    before = State(players, options, sheets, is_chance=True)
    return before if options.start_player is None else before._turn_of(options.start_player, sheets)


def _pick_of(seat: Seat | None, picks: tuple[tuple[Seat, Action], ...]) -> Action | None:
    return next((made for other, made in picks if other == seat), None)


def _with_pick(
    picks: tuple[tuple[Seat, Action], ...], seat: Seat, action: Action
) -> tuple[tuple[Seat, Action], ...]:
    """In the order of seats: who chose first is nobody's business."""
    if not picks:
        return ((seat, action),)
    return tuple(sorted((*picks, (seat, action)), key=itemgetter(0)))


_IN_ORDER: Final[Lazily[frozenset[Seat], tuple[Seat, ...]]] = Lazily(
    lambda seats: tuple(sorted(seats))
)
_NOBODY: Final[frozenset[Seat]] = frozenset()
_ALONE: Final = [frozenset({seat}) for seat in range(4)]
_OTHERS: Final = [[frozenset(range(players)) - alone for alone in _ALONE] for players in range(5)]
"""By the number of players, then by the active one."""
