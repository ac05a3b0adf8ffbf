"""The rules of Calavera: how events change a state."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from quartett.core import state as core
from quartett.core.errors import check_seat
from quartett.core.event import CHANCE, Action, Actor, Event, Seat, Seen, Start
from quartett.core.state import Rng, pick, with_item
from quartett.games.calavera.actions import Freeze, Mark, Reroll, Roll
from quartett.games.calavera.choices import any_roll, rerolls, uses
from quartett.games.calavera.dice import CURSE, DICE, ROLLS, ROSE, ROW, SKULL, Face, multisets
from quartett.games.calavera.refusals import check_chance, check_player, check_turn
from quartett.games.calavera.sheet import PADS, Pad, Sheet, empty, settle
from quartett.games.calavera.view import Options, Phase, View

if TYPE_CHECKING:
    from rich.console import RenderableType

ALL_DICE = tuple(range(DICE))


class State(core.State, frozen=True):
    options: Options
    phase: Phase
    sheets: tuple[Sheet, ...]
    active: Seat = 0
    faces: tuple[Face, ...] = ()
    rolling: tuple[int, ...] = ()
    rolls: int = 0
    used: str | None = None
    picks: tuple[Action | None, ...] = ()
    """In the phase `pick`: what each seat has chosen, hidden until all are in."""

    @property
    def pad(self) -> Pad:
        return PADS[self.options.sheet]

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def is_chance(self) -> bool:
        return self.phase == "roll" or self.phase == "start"

    @property
    def to_act(self) -> frozenset[Seat]:
        if self.phase == "use":
            return _ALONE[self.active]
        if self.phase == "pick":
            others = _OTHERS[self.players][self.active]
            if self.picks.count(None) == self.players:
                return others
            return others - {seat for seat, made in enumerate(self.picks) if made is not None}
        return _NOBODY

    def random_action(self, seat: Seat, rng: Rng) -> Action:
        check_turn(self, seat)
        own_turn = self.phase == "use"
        if own_turn and self.rolls < ROLLS and rng.randrange(2):
            return pick(rerolls(self.faces), rng)
        return pick(uses(self.sheets[seat], self.pad, self.faces, self.used, own_turn), rng)

    def check(self, actor: Actor, action: Action) -> None:
        if actor == CHANCE:
            check_chance(self, action)
        else:
            check_player(self, actor, action)

    def apply(self, event: Event) -> "State":
        actor, action = event.actor, event.action
        if actor == CHANCE:
            check_chance(self, action)
            if type(action) is Roll:
                return self._rolled(action.faces)
            assert type(action) is Start  # the check knows no third
            return self._turn_of(action.seat, self.sheets)
        check_player(self, actor, action)
        if type(action) is Reroll:
            return self._rerolling(action.dice)
        return self._used(action) if self.phase == "use" else self._picked(actor, action)

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
        # Field by field: unpacking `public` would take half the time of the whole view.
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
            chosen=tuple(other for other, chosen in enumerate(self.picks) if chosen is not None),
            mine=self.picks[seat] if self.picks and seat is not None else None,
        )

    def redact(self, event: Event, seat: Seat | None) -> Seen:
        if self.phase != "pick" or event.actor == CHANCE:
            return Seen(event.actor, event.action)
        if self.to_act == {event.actor}:
            picks = with_item(self.picks, event.actor, event.action)
            shows = tuple((who, made) for who, made in enumerate(picks) if made is not None)
            return Seen(event.actor, event.action, shows)
        return Seen(event.actor, event.action if seat == event.actor else None)

    def scores(self) -> tuple[int, ...]:
        pad = self.pad
        return tuple(sheet.score(pad) for sheet in self.sheets)

    def _repr_svg_(self) -> str:
        return self.view(None)._repr_svg_()

    def __rich__(self) -> "RenderableType":
        return self.view(None).__rich__()

    def _rolled(self, faces: tuple[Face, ...]) -> "State":
        if len(faces) < DICE:
            table = list(self.faces)
            for die, face in zip(self.rolling, faces):  # noqa: B905 (counted by the check)
                table[die] = face
            faces = tuple(table)
        cursed = faces.count(SKULL) >= CURSE
        return State(
            self.players,
            self.options,
            "pick" if cursed else "use",
            self.sheets,
            self.active,
            faces,
            (),
            self.rolls + 1,
            None,
            (None,) * self.players if cursed else (),
        )

    def _rerolling(self, dice: tuple[int, ...]) -> "State":
        return State(
            self.players,
            self.options,
            "roll",
            self.sheets,
            self.active,
            self.faces,
            dice,
            self.rolls,
        )

    def _used(self, action: Action) -> "State":
        """The active player's choice; one or two skulls give the other dice to the others."""
        sheets, over = self._counted(((self.active, action),))
        if over:
            return self._dice_stay("over", sheets, _dice_of(action), ())
        if SKULL not in self.faces:
            return self._turn_of((self.active + 1) % self.players, sheets)
        return self._dice_stay("pick", sheets, _dice_of(action), (None,) * self.players)

    def _picked(self, seat: Seat, action: Action) -> "State":
        """Another player's choice, kept hidden; the last one makes all of them count at once."""
        picks = with_item(self.picks, seat, action)
        if picks.count(None) > 1:
            return self._dice_stay("pick", self.sheets, self.used, picks)
        sheets, over = self._counted(enumerate(picks))
        if over:
            return self._dice_stay("over", sheets, self.used, ())
        return self._turn_of((self.active + 1) % self.players, sheets)

    def _counted(
        self, choices: Iterable[tuple[Seat, Action | None]]
    ) -> tuple[tuple[Sheet, ...], bool]:
        """The sheets after choices that count at once, and whether one of them is finished."""
        pad, sheets = self.pad, list(self.sheets)
        owed = over = False
        for seat, action in choices:
            if type(action) is Mark:
                count = self.faces.count(action.use)
                sheet = sheets[seat] = sheets[seat].mark(ROW[action.row], count, pad)
                owed = owed or sheet.is_owed(pad)
            elif type(action) is Freeze:
                sheet = sheets[seat] = sheets[seat].freeze(ROW[action.row])
            else:
                continue
            over = over or sheet.finished
        return settle(tuple(sheets), pad) if owed else tuple(sheets), over

    def _dice_stay(
        self,
        phase: Phase,
        sheets: tuple[Sheet, ...],
        used: str | None,
        picks: tuple[Action | None, ...],
    ) -> "State":
        """The others choose from the same dice, or the game is over."""
        return State(
            self.players,
            self.options,
            phase,
            sheets,
            self.active,
            self.faces,
            (),
            self.rolls,
            used,
            picks,
        )

    def _turn_of(self, seat: Seat, sheets: tuple[Sheet, ...]) -> "State":
        return State(self.players, self.options, "roll", sheets, seat, (), ALL_DICE)


def begin(players: int, options: Options) -> State:
    sheets = (empty(PADS[options.sheet]),) * players
    if options.start_player is None:
        return State(players, options, "start", sheets)
    return State(players, options, "roll", sheets, options.start_player, (), ALL_DICE)


def _dice_of(action: Action) -> str | None:
    """The kind of dice that an action takes from the table."""
    if type(action) is Mark:
        return action.use
    return ROSE if type(action) is Freeze else None


_NOBODY: frozenset[Seat] = frozenset()
_ALONE = [frozenset({seat}) for seat in range(4)]
_OTHERS = [[frozenset(range(players)) - alone for alone in _ALONE] for players in range(5)]
"""By the number of players, then by the active one."""
