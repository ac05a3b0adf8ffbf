"""What positions of Calculissimo are worth: points, the best play at hand, and the racks.

A decision is judged as the expert weighs plays, by what its seat knew: points, tiles kept, what
it opens. The curve knows all racks: each counts with its best play on the board, so that a good
draw shows at once. A fitted logistic turns expected points into winning chances.
"""

import math
import random
from functools import lru_cache
from typing import Any, Final, TypeAlias

from quartett.core import state as core
from quartett.core.arrays import HAS_NUMPY
from quartett.core.event import CHANCE, Action, Event, Seat
from quartett.games.calculissimo.actions import Accept, Challenge, Exchange, Play
from quartett.games.calculissimo.board.editions import edition
from quartett.games.calculissimo.board.grid import Board, is_empty, with_tiles
from quartett.games.calculissimo.board.moves.fast import Plays, find_plays
from quartett.games.calculissimo.board.score import worth
from quartett.games.calculissimo.board.tiles import JOKER, of_rack, spread
from quartett.games.calculissimo.bots.endgame import Endgame
from quartett.games.calculissimo.bots.expert import nothing_hidden
from quartett.games.calculissimo.bots.judgement import (
    best_exchange,
    keeping_value,
    opening_cost,
    weighed,
)
from quartett.games.calculissimo.bots.simulation import PROGRAM, most_points
from quartett.games.calculissimo.rules import State
from quartett.games.calculissimo.view import PASS, View
from quartett.review.values import SAMPLES, Chances, Judge, Judgement, chances_of, mean_of

Facts: TypeAlias = dict[str, str | int]
Decision: TypeAlias = tuple[Seat, Board, tuple[str, ...], tuple[int, ...], int]
"""Who decides, the board, the own rack, everybody's points, and how many tiles are in the bag."""

SCALE: Final = (-95.0, 37.6)
"""Points that make a lead e times as likely to win: a constant, and what is added per root of the
tiles left; fitted by `tools/training/review.py`. Never less than SURE."""
SURE: Final = 1.0
MOVER: Final = 0.8
"""How much of the value of the mover's best play counts. It, the next two and the scale fitted
together to 105 games were worse on 45 others than these."""
RACK: Final = 0.5
"""How much of the best play of everybody else's rack counts."""
TEMPO: Final = 0.0
"""What it is worth in points to have the turn."""
USUAL: Final = 125.0
"""The best play of a rack that one cannot see."""
ERROR: Final = 0.046
"""The standard error of what a decision gives away, measured by rollouts; see `docs/review.md`."""
WIDTHS: Final = (5, 2)
"""How many plays are tried at each depth when nothing is hidden; further down only one."""

MANY_JOKERS: Final = 2
FEW_SAMPLES: Final = 4
"""Draws sampled while somebody keeps this many jokers: a rack with two has 100,000 plays, which
take 0.1 s to list, one with three even more. In plain Python always."""
MANY_PLAYS: Final = 30_000
"""Plays listed for one draw after which no more than FEW_SAMPLES are sampled: a draw may bring the
second joker."""


def judge(start: core.State) -> Judge:
    assert isinstance(start, State)
    return Judging()


REMEMBERED: Final = 8
"""So many decisions: the one at hand, and those that a challenge may lead to."""


class Judging(Judge):
    """One game; the last searches are kept."""

    def __init__(self) -> None:
        self._searched: dict[Decision, Weights] = {}
        self._listed = 0
        """Plays listed so far."""
        self._drawn: dict[State, Chances] = {}

    def chances(self, state: core.State) -> Chances:
        assert isinstance(state, State)
        if state.phase == "answer":
            return self.value(_answered(state, wrong=not state.holds))
        return Chances(_shares(state, self._expected(state)))

    def expected(self, state: core.State) -> Chances:
        """Draws are too many to list. Only the rack that is drawn for differs among them."""
        assert isinstance(state, State)
        if state.phase == "start":
            return Chances((1 / state.players,) * state.players)
        if state not in self._drawn:
            _make_room(self._drawn)
            self._drawn[state] = self._sampled(state)
        return self._drawn[state]

    def _sampled(self, state: State) -> Chances:
        rng = random.Random(repr(state.board) + repr(state.racks))
        many = HAS_NUMPY and _most_jokers(state) < MANY_JOKERS
        samples = SAMPLES if many else FEW_SAMPLES
        drawn = [state.apply(Event(CHANCE, state.sample(rng))) for _ in range(samples)]
        if drawn[0].is_chance:  # the first racks: all seats draw alike
            return Chances((1 / state.players,) * state.players)
        values, before = list[Chances](), self._listed
        for after in drawn:
            if len(values) >= FEW_SAMPLES and self._listed - before > MANY_PLAYS:
                break
            values.append(self.value(after))
        return mean_of([(value, 1 / len(values)) for value in values], exact=False)

    def decision(self, state: core.State, seat: Seat, action: Action) -> Judgement:
        assert isinstance(state, State)
        if state.phase == "answer":
            return self._answer(state, seat, action)
        options = self._weights(state)
        best, most = options.best()
        value = options.value(action)
        reason, facts = options.why(action, best) if value < most else ("", {})
        return Judgement(
            kind=_kind(action, best), best=best, best_value=share_of(state, seat, most),
            value=share_of(state, seat, value), error=ERROR, reason=reason, facts=facts,
        )  # fmt: skip

    def _expected(self, state: State) -> tuple[float, ...]:
        """Final points as far as one can tell, up to what all seats have in common."""
        total = [float(points) for points in state.points]
        for seat, rack in enumerate(state.racks):
            if seat == state.active:
                total[seat] += MOVER * self._weights(state).best()[1] + TEMPO
            else:
                total[seat] += RACK * _most(state, rack)
        return tuple(total)

    def _weights(self, state: State) -> "Weights":
        decision = _decision(state)
        if decision not in self._searched:
            _make_room(self._searched)
            self._searched[decision] = found = Weights(state.view(state.active))
            self._listed += len(found.plays)
        return self._searched[decision]

    def _answer(self, state: State, seat: Seat, action: Action) -> Judgement:
        """Each seat is asked as if nobody else would challenge."""
        right = state.holds
        options: dict[Action, Chances] = {
            Accept(): self.value(_answered(state, wrong=False)),
            Challenge(): self.value(_answered(state, wrong=True)),
        }
        best = max(options, key=lambda one: options[one].shares[seat])
        if right:
            best = action  # a challenge costs nothing
        return Judgement(
            kind="answer", best=best, best_value=options[best].shares[seat],
            value=options[action].shares[seat], error=max(ERROR, options[best].error),
            reason="right_play" if right else "wrong_play",
        )  # fmt: skip


class Weights:
    """What the options of a turn are worth in points, as far as they were looked at."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.plays: Plays = find_plays(view.edition, view.board, view.rack)
        self.values: dict[int, float] = {}
        if len(self.plays) and nothing_hidden(view):
            search = Short(view.edition, math.inf)
            theirs = spread(view.unseen())
            self.values = search.values(view.board, view.rack, theirs, self.plays)
        elif len(self.plays):
            self.values = {play.number: play.value for play in weighed(view, self.plays)}
        self.exchange = best_exchange(view) if view.bag else None

    def best(self) -> tuple[Action, float]:
        options: list[tuple[Action, float]] = [(PASS, self._passing())]
        if self.exchange is not None:
            options.append(self.exchange)
        if self.values:
            number = max(self.values, key=lambda one: self.values[one])
            options.append((self._play(number), self.values[number]))
        return max(options, key=lambda option: option[1])

    def value(self, action: Action) -> float:
        if isinstance(action, Exchange):
            return keeping_value(self.view, action.tiles)
        if not isinstance(action, Play):
            return self._passing()
        for number, value in self.values.items():
            if self.plays.tiles(number) == action.tiles:
                return value
        return self._other(action)

    def _other(self, play: Play) -> float:
        """A play that was not among the best."""
        view = self.view
        used = [of_rack(tile) for _, _, tile in play.tiles]
        board = with_tiles(view.board, view.edition.size, play.tiles)
        scored = play_points(view, play)
        if nothing_hidden(view):
            least = min(self.values.values(), default=float(scored))
            return min(least, float(scored))
        before = opening_cost(view.edition, view.board)
        opens = opening_cost(view.edition, board) - before
        return scored + keeping_value(view, used) - opens

    def _passing(self) -> float:
        return keeping_value(self.view, ())

    def _play(self, number: int) -> Play:
        points = int(self.plays.points[number]) if self.view.options.challenge else None
        return Play(self.plays.tiles(number), points)

    def why(self, played: Action, best: Action) -> tuple[str, Facts]:
        """What speaks most for the best action: points, tiles kept, or what it leaves open."""
        if isinstance(best, Exchange):
            return "new_tiles", {"points": self._scored(played)}
        if not isinstance(best, Play):
            return "", {}
        if not isinstance(played, Play):
            return "play_there", {"points": self._scored(best)}
        gain = self.value(best) - self.value(played)
        if nothing_hidden(self.view):
            return ("to_the_end", {"more": round(gain)}) if round(gain) > 0 else ("", {})
        more = self._scored(best) - self._scored(played)
        kept = self._kept(best) - self._kept(played)
        if more > 0 and more >= gain / 2:
            return "points", {"more": more}
        if self._is_whole(best) and not self._is_whole(played):
            return "again", {}
        reason = "keeps" if kept >= gain - more - kept else "closes"
        return (f"{reason}_less", {"less": -more}) if more < 0 else (reason, {})

    def _scored(self, action: Action) -> int:
        return play_points(self.view, action) if isinstance(action, Play) else 0

    def _kept(self, play: Play) -> float:
        return keeping_value(self.view, [of_rack(tile) for _, _, tile in play.tiles])

    def _is_whole(self, play: Play) -> bool:
        """Whether it lays a full rack, which brings another turn."""
        return len(play.tiles) == self.view.edition.rack and self.view.bag > 0


class Short(Endgame):
    """A narrower search, for every turn of a game."""

    def _candidates(self, plays: Plays, depth: int) -> list[int]:
        width = WIDTHS[depth] if depth < len(WIDTHS) else 1
        return super()._candidates(plays, 0)[:width]


def play_points(view: View, play: Play) -> int:
    """What a play scores, or was announced to score."""
    if play.announce is not None:
        return play.announce
    return worth(view.edition, view.board, play.tiles).points


def share_of(state: State, seat: Seat, value: float) -> float:
    """The winning chance by what the seat knows, after an action worth so many points."""
    known = [float(points) + RACK * USUAL for points in state.points]
    known[seat] = state.points[seat] + MOVER * value + TEMPO
    return _shares(state, tuple(known))[seat]


def _shares(state: State, expected: tuple[float, ...]) -> tuple[float, ...]:
    base, more = SCALE
    return chances_of(expected, max(SURE, base + more * math.sqrt(tiles_left(state))))


def tiles_left(state: State) -> int:
    """How many tiles are not yet on the board."""
    return sum(state.bag) + sum(map(len, state.racks))


def _most(state: State, rack: tuple[str, ...]) -> int:
    """The best play of a rack on the board."""
    return _most_points(state.options.edition, state.board, rack)


@lru_cache(maxsize=64)  # of several draws all racks but one are the same
def _most_points(name: str, board: Board, rack: tuple[str, ...]) -> int:
    if not is_empty(board) and PROGRAM.prepare():
        return most_points(name, board, rack)
    plays = find_plays(edition(name), board, rack)
    return int(plays.points.max()) if len(plays) else 0


def _most_jokers(state: State) -> int:
    return max(rack.count(JOKER) for rack in state.racks)


def _decision(state: State) -> Decision:
    """What the seat to move sees: what others drew makes no difference to it."""
    seat = state.active
    return seat, state.board, state.racks[seat], state.points, sum(state.bag)


def _make_room(kept: dict[Any, Any]) -> None:
    while len(kept) >= REMEMBERED:
        kept.pop(next(iter(kept)))


def _answered(state: State, wrong: bool) -> core.State:
    """The state after a challenge, or after everybody has accepted."""
    seats = sorted(state.to_act)
    if wrong:
        return state.apply(Event(seats[0], Challenge()))
    after: core.State = state
    for seat in seats:
        after = after.apply(Event(seat, Accept()))
    return after


def _kind(played: Action, best: Action) -> str:
    if isinstance(played, Exchange) or isinstance(best, Exchange):
        return "exchange"
    return "play" if isinstance(played, Play) else "pass"
