"""What positions of Calavera are worth: each turn computed exactly, what follows by a network.

For two players the network was taught by the solved game; for more by self-play. In one's own
turn every reroll is weighed to the end of the turn, so luck and decisions within it are
consistent; from turn to turn the network corrects itself a little.
"""

from typing import Final, TypeAlias

from quartett.core import state as core
from quartett.core.arrays import Floats, np
from quartett.core.event import Action, Seat
from quartett.games.calavera.actions import Freeze, Mark, Reroll
from quartett.games.calavera.bots.leaves import (
    SharedLeaves,
    Situation,
    choose,
    code_of,
    foreseen,
    next_turn,
    shared,
)
from quartett.games.calavera.bots.picks import after_picks, used_column
from quartett.games.calavera.bots.planners import TurnPlan, chances
from quartett.games.calavera.bots.positions import finished, positions, settle
from quartett.games.calavera.bots.results import (
    counts_of,
    keep_index,
    keeps_from,
    result_index,
    tables,
)
from quartett.games.calavera.bots.turn_values import TurnValues, dice_to_reroll
from quartett.games.calavera.bots.value import Value, own_sheet
from quartett.games.calavera.dice import ROLLS, ROW, Face
from quartett.games.calavera.legal import reroll
from quartett.games.calavera.rules import State
from quartett.games.calavera.sheet import Sheet
from quartett.games.calavera.view import View
from quartett.review.values import Chances, Judge, Judgement

ERRORS: Final = {2: 0.001, 3: 0.02, 4: 0.02}
"""The standard error of what a decision gives away, by players; estimated, see `docs/review.md`."""
NOTABLE: Final = 5
"""A risk of so many in 100 is a reason."""
OFTEN: Final = 40
"""Rerolls that turn out better so many times in 100 are a reason to reroll, fewer not to."""
NEAR: Final = 2
"""Crosses from the death zone at which a row is in danger."""
SAME: Final = 1e-9
REMEMBERED: Final = 2
"""Turns looked at: the one judged, and the next."""

Shares: TypeAlias = tuple[float, ...]
Facts: TypeAlias = dict[str, str | int]
Options: TypeAlias = dict[Action, Shares]
"""What each action leaves to all seats."""


def judge(start: core.State) -> Judge:
    assert isinstance(start, State)
    return Judging(start)


class SharedTurn(TurnPlan):
    """A turn and what every seat gets of it."""

    def __init__(self, table: Situation, value: Value) -> None:
        self._active, self._players = table.active, len(table.sheets)
        if self._players == 2:
            super().__init__(table, value)
            return
        self._leaves = SharedLeaves(table, value)
        self.leaves, self.turn = self._leaves, TurnValues(self._leaves.finals)
        self._results, self._keeps = self.turn.seat_values(self._leaves.best_shares(), ROLLS)

    def uses(self, faces: tuple[Face, ...]) -> Options:
        """The ways to use these dice."""
        if self._players == 2:
            return {action: self._both(worth) for action, worth in self.leaves.of(faces)}
        return {action: _floats(shares) for action, shares in self._leaves.shares_of(faces)}

    def results(self, left: int, result: int) -> Shares:
        """The shares with this result and this many rerolls left."""
        if self._players == 2:
            return self._both(float(self.turn.result_values(left)[result]))
        return _floats(self._results[left][:, result])

    def keeps(self, left: int, kept: int) -> Shares:
        """The shares before a roll, this being kept."""
        if self._players == 2:
            return self._both(float(self.turn.keep_values(left)[kept]))
        return _floats(self._keeps[left][:, kept])

    def _both(self, worth: float) -> Shares:
        worth = min(max(worth, 0.0), 1.0)
        return (worth, 1 - worth) if self._active == 0 else (1 - worth, worth)


class Judging(Judge):
    """One game: a plan for each turn, made when the turn begins."""

    def __init__(self, start: State) -> None:
        self.value_of: Value = chances(start.view(None), 0.0) or own_sheet
        self._error = ERRORS[start.players]
        self._turns: dict[Situation, SharedTurn] = {}

    def chances(self, state: core.State) -> Chances:
        assert isinstance(state, State)
        if state.phase == "pick":
            return Chances(self._picked(state))
        left = state.options.rolls - state.rolls
        return Chances(self._turn(state).results(left, result_index()[counts_of(state.faces)]))

    def expected(self, state: core.State) -> Chances:
        """A roll's mean over all results stands in the plan already."""
        assert isinstance(state, State)
        if not state.rolling:
            return super().expected(state)
        left = state.options.rolls - state.rolls
        kept = tuple(face for die, face in enumerate(state.faces) if die not in state.rolling)
        return Chances(self._turn(state).keeps(left, keep_index()[counts_of(kept)]))

    def decision(self, state: core.State, seat: Seat, action: Action) -> Judgement:
        assert isinstance(state, State)
        view = state.view(seat)
        options = self._picks(view) if view.phase == "pick" else self._uses(state, view)
        best = max(options, key=lambda option: options[option][seat])
        played = options[_same(view, action)]
        reason, facts = "", dict[str, str | int]()
        if played[seat] < options[best][seat]:
            reason, facts = self._reason(state, view, action, best, options)
        return Judgement(
            kind=_kind(view, action, best), best=best, best_value=options[best][seat],
            value=played[seat], error=self._error, reason=reason, facts=facts,
            shift=tuple(p - b for p, b in zip(played, options[best], strict=True)),
        )  # fmt: skip

    def _turn(self, state: State) -> SharedTurn:
        table = Situation(state.sheets, state.active, state.pad)
        if table not in self._turns:
            while len(self._turns) >= REMEMBERED:
                self._turns.pop(next(iter(self._turns)))
            self._turns[table] = SharedTurn(table, self.value_of)
        return self._turns[table]

    def _picked(self, state: State) -> Shares:
        """The position when all have chosen: those who still may, what suits them best."""
        table = Situation(state.sheets, state.active, state.pad)
        there = positions(state.sheets, 1, next_turn(table))
        made = dict(state.picks)
        for seat in range(state.players):
            if seat != state.active:
                code = self._choice(state, table, seat, made)
                choose(there, seat, np.array([code]), state.pad)
        settle(there, state.pad)
        there.over[:] = finished(there)
        return _floats(shared(there, state.pad, self.value_of, next_turn(table))[:, 0])

    def _choice(self, state: State, table: Situation, seat: Seat, made: dict[Seat, Action]) -> int:
        if seat in made:
            pick = made[seat]
        elif state.players == 2:
            options = self._picks(state.view(seat))
            pick = max(options, key=lambda option: options[option][seat])
        else:
            result = result_index()[counts_of(state.faces)]
            return int(foreseen(table, seat, self.value_of)[result, used_column(state.used)])
        return code_of(pick, state.faces) if type(pick) is Mark else 0

    def _picks(self, view: View) -> Options:
        assert view.seat is not None
        table, actions = Situation(view.sheets, view.active, view.pad), list(view.actions())
        there = after_picks(table, view.seat, actions, view.faces, view.used, self.value_of)
        shares = shared(there, view.pad, self.value_of, view.seat)
        return {action: _floats(shares[:, number]) for number, action in enumerate(actions)}

    def _uses(self, state: State, view: View) -> Options:
        """All ways to use the dice, and all rerolls that differ in what they keep."""
        turn = self._turn(state)
        options = turn.uses(view.faces)
        if view.can_reroll:
            for kept in keeps_from(counts_of(view.faces)):
                action = reroll(dice_to_reroll(view.faces, kept))
                options[action] = turn.keeps(view.rolls_left, keep_index()[kept])
        return options

    def _reason(
        self, state: State, view: View, played: Action, best: Action, options: Options
    ) -> tuple[str, Facts]:
        assert view.seat is not None
        sheet, pad = view.sheets[view.seat], view.pad
        if isinstance(best, Freeze):
            points = pad.value(sheet.crosses[ROW[best.row]])
            return "safe", {"row": best.row, "points": points}
        if isinstance(played, Reroll) or isinstance(best, Reroll):
            return self._why_reroll(state, view, played, best, options)
        if isinstance(played, Freeze):
            points = pad.value(sheet.crosses[ROW[played.row]])
            return "stuck", {"row": played.row, "points": points}
        if isinstance(played, Mark) and isinstance(best, Mark):
            return _why_mark(view, played, best)
        return "", {}

    def _why_reroll(
        self, state: State, view: View, played: Action, best: Action, options: Options
    ) -> tuple[str, Facts]:
        """What a reroll comes to, or two of them: three skulls, or better dice."""
        turn = self._turn(state).turn

        def ends(reroll: Reroll) -> Floats:
            return turn.final_odds(counts_of(_kept(view, reroll)), view.rolls_left)

        def better(reroll: Reroll, use: Action) -> int:
            worth = options[use][state.active]
            return _percent(ends(reroll)[turn.result_values(0) > worth + SAME])

        if isinstance(played, Reroll) and isinstance(best, Reroll):
            now, then = (_percent(ends(one)[tables().cursed]) for one in (played, best))
            less: Facts = {"risk": then, "instead": now}
            return ("fewer_skulls", less) if now - then >= NOTABLE else ("", {})
        if isinstance(played, Reroll):
            cursed = _percent(ends(played)[tables().cursed])
            seldom = better(played, best)
            if cursed < NOTABLE and seldom < OFTEN:
                return ("seldom", {"percent": seldom}) if seldom else ("hardly_ever", {})
            return ("curse", {"percent": cursed}) if cursed else ("", {})
        assert isinstance(best, Reroll)
        often = better(best, played)
        return ("often", {"percent": often}) if often >= OFTEN else ("", {})


def _why_mark(view: View, played: Mark, best: Mark) -> tuple[str, Facts]:
    """What other crosses bring: points, more of them, or a row that stays safe."""
    assert view.seat is not None
    pad, row = view.pad, ROW[played.row]
    after, instead = _marked(view, played), _marked(view, best)
    if after.frozen[row]:
        return "death", {"row": played.row}
    if (more := _points(view, instead) - _points(view, after)) > 0:
        return "points", {"more": more}
    if (more := sum(instead.crosses) - sum(after.crosses)) > 0:
        return "crosses", {"crosses": more}
    left = pad.death - after.crosses[row]
    return ("near", {"row": played.row, "crosses": left}) if left <= NEAR else ("", {})


def _marked(view: View, mark: Mark) -> Sheet:
    assert view.seat is not None
    return view.sheets[view.seat].mark(ROW[mark.row], view.faces.count(mark.use), view.pad)


def _points(view: View, sheet: Sheet) -> int:
    """What a sheet scores now, with the bonus lines that it reaches."""
    pad, found = view.pad, sum(sheet.row_score(row, view.pad) for row in range(len(sheet.crosses)))
    for line, paid in enumerate(sheet.bonus):
        if not paid and sheet.reaches(line, pad):
            taken = any(other.bonus[line] for other in view.sheets)
            found += (pad.later if taken else pad.first)[line]
    return found


def _percent(odds: Floats) -> int:
    """Times in 100; what is not quite certain is not called so."""
    return min(99, round(100 * float(odds.sum())))


def _floats(shares: Floats) -> Shares:
    return tuple(float(share) for share in shares)


def _kept(view: View, action: Reroll) -> tuple[Face, ...]:
    return tuple(face for die, face in enumerate(view.faces) if die not in action.dice)


def _same(view: View, action: Action) -> Action:
    """Of rerolls that keep the same faces one stands for all."""
    if not isinstance(action, Reroll):
        return action
    return reroll(dice_to_reroll(view.faces, counts_of(_kept(view, action))))


def _kind(view: View, played: Action, best: Action) -> str:
    """A use that came too early was wrong about the reroll."""
    if view.phase == "pick":
        return "pick"
    return "reroll" if isinstance(played, Reroll) or isinstance(best, Reroll) else "use"
