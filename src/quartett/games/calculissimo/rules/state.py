"""The rules of Calculissimo: how events change a state."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NoReturn

from msgspec.structs import replace

from quartett.core import state as core
from quartett.core.display import Displayed
from quartett.core.event import Action, Actor, Event, Seat, Seen
from quartett.core.state import Rng, pick, with_item
from quartett.games.calculissimo.actions import (
    Accept,
    Challenge,
    Draw,
    Exchange,
    HiddenDraw,
    HiddenExchange,
    Pass,
    Play,
    Start,
)
from quartett.games.calculissimo.board.edition import Edition
from quartett.games.calculissimo.board.editions import edition
from quartett.games.calculissimo.board.grid import Board, Laid, empty, with_tiles, without_tiles
from quartett.games.calculissimo.board.score import is_right, worth
from quartett.games.calculissimo.board.tiles import count, in_order, left_over, of_rack, without
from quartett.games.calculissimo.rules import draws
from quartett.games.calculissimo.rules.refusals import (
    check_answer,
    check_draw,
    check_exchange,
    check_play,
    check_start,
    check_turn,
    refuse,
)
from quartett.games.calculissimo.view import ANSWERS, PASS, Options, Phase, View, exchanges

IDLE_ROUNDS = 3
"""The game ends after this many rounds in which no tile came to stay."""


class State(Displayed, core.RuledState, frozen=True):
    options: Options
    phase: Phase
    board: Board
    racks: tuple[tuple[str, ...], ...]
    bag: tuple[int, ...]
    """How many tiles of each kind, in the order of TILES; in what order they come, chance says."""
    points: tuple[int, ...]
    active: Seat = 0
    drawing: tuple[Seat, ...] = ()
    """Who has still to draw before the active seat's turn begins."""
    idle: int = 0
    pending: Play | None = None
    """A play that may still be challenged; its tiles and points are counted already."""
    accepted: tuple[Seat, ...] = ()

    @property
    def edition(self) -> Edition:
        return edition(self.options.edition)

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def is_chance(self) -> bool:
        return self.phase == "draw" or self.phase == "start"

    @property
    def to_act(self) -> frozenset[Seat]:
        if self.phase == "play":
            return frozenset({self.active})
        if self.phase == "answer":
            return frozenset(range(self.players)) - {self.active, *self.accepted}
        return frozenset()

    @property
    def to_draw(self) -> int:
        """How many tiles the next draw has."""
        missing = self.edition.rack - len(self.racks[self.drawing[0]])
        return min(missing, sum(self.bag))

    @property
    def lists_all(self) -> bool:
        """In a challenge game wrong plays may be laid too."""
        return not self.options.challenge

    def random_action(self, seat: Seat, rng: Rng) -> Action:
        """Mostly a play if there is one, so that play-outs come to an end."""
        if self.phase == "answer":
            return pick(list(ANSWERS), rng)
        from quartett.games.calculissimo.board.moves.fast import find_plays

        plays = find_plays(self.edition, self.board, self.racks[seat])
        if len(plays) and rng.randrange(8):
            number = rng.randrange(len(plays))
            points = int(plays.points[number]) if self.options.challenge else None
            return Play(plays.tiles(number), points)
        others = [*exchanges(self.racks[seat])] if any(self.bag) else []
        return pick([PASS, *others], rng)

    def refuse(self, actor: Actor, action: Action) -> NoReturn:
        refuse(self, actor, action)

    def sample(self, rng: Rng) -> Action:
        self.expect_chance()
        if self.phase == "start":
            return draws.draw_start(self.players, self.bag, rng)
        return Draw(self.drawing[0], tuple(draws.draw_tiles(self.bag, self.to_draw, rng)))

    def outcomes(self) -> Iterator[tuple[Action, Fraction]]:
        self.expect_chance()
        if self.phase == "start":
            return draws.start_outcomes(self.players, self.bag)
        return draws.draw_outcomes(self.drawing[0], self.bag, self.to_draw)

    def view(self, seat: Seat | None) -> View:
        return View(
            **self.public(seat),
            options=self.options,
            edition=self.edition,
            phase=self.phase,
            active=self.active,
            board=self.board,
            rack=() if seat is None else self.racks[seat],
            rack_sizes=tuple(map(len, self.racks)),
            racks=self.racks if self.over else None,
            bag=sum(self.bag),
            idle=self.idle,
            drawing=self.drawing[0] if self.drawing else None,
            pending=self.pending,
        )

    def redact(self, event: Event, seat: Seat | None) -> Seen:
        """Others see that tiles were drawn or exchanged, and how many, but not which.

        A play shows its points where nobody announced them, a challenge whether the play stands.
        """
        actor, action = event.actor, event.action
        if isinstance(action, Draw):
            if action.seat == seat:
                return Seen(actor, action, action.tiles)
            return Seen(actor, HiddenDraw(action.seat), len(action.tiles))
        if isinstance(action, Exchange) and actor != seat:
            return Seen(actor, HiddenExchange(), len(action.tiles))
        if isinstance(action, Play) and action.announce is None:
            return Seen(actor, action, self._points(action))
        if isinstance(action, Challenge):
            return Seen(actor, action, self.holds)
        return Seen(actor, action)

    def scores(self) -> tuple[int, ...]:
        """The points; when the game is over, less the tiles left."""
        if not self.over:
            return self.points
        return tuple(
            points - sum(map(left_over, rack))
            for points, rack in zip(self.points, self.racks, strict=True)
        )

    def _next(self, seat: Seat) -> Seat:
        return (seat + 1) % self.players

    # What each kind of event does, once it is known to be legal.

    def _start(self, _: Actor, start: Start) -> "State":
        return _dealt(replace(self, active=start.seat))

    def _draw(self, _: Actor, draw: Draw) -> "State":
        seat = draw.seat
        rack = in_order((*self.racks[seat], *draw.tiles))
        bag = _minus(self.bag, draw.tiles)
        state = replace(
            self, racks=with_item(self.racks, seat, rack), bag=bag, drawing=self.drawing[1:]
        )
        return state if state.drawing else state._turn_of(state.active)

    def _exchange(self, seat: Seat, exchange: Exchange) -> "State":
        rack = without(self.racks[seat], exchange.tiles)
        return replace(
            self,
            racks=with_item(self.racks, seat, rack),
            bag=_plus(self.bag, exchange.tiles),
            idle=self.idle + 1,
            phase="draw",
            drawing=(seat,),
            active=self._next(seat),
        )

    def _pass(self, seat: Seat, _: Pass) -> "State":
        return replace(self, idle=self.idle + 1)._turn_of(self._next(seat))

    def _play(self, seat: Seat, play: Play) -> "State":
        """The tiles lie on the board; in a challenge game the others look at them first."""
        size = self.edition.size
        scored = self._points(play) if play.announce is None else play.announce
        rack = without(self.racks[seat], [of_rack(tile) for _, _, tile in play.tiles])
        laid = replace(
            self,
            board=with_tiles(self.board, size, play.tiles),
            racks=with_item(self.racks, seat, rack),
            points=with_item(self.points, seat, self.points[seat] + scored),
        )
        if self.options.challenge:
            return replace(laid, phase="answer", pending=play)
        return laid._stands(seat, play)

    def _points(self, play: Play) -> int:
        return _worth(self.options.edition, self.board, play.tiles)

    @property
    def holds(self) -> bool:
        """Whether the play that may be challenged is right."""
        play = self.pending
        assert play is not None  # only a play can be challenged
        before = without_tiles(self.board, self.edition.size, play.tiles)
        return is_right(self.edition, before, play.tiles, play.announce)

    def _stands(self, seat: Seat, play: Play) -> "State":
        """The play is settled: fill the rack, and take another turn for a rack laid whole."""
        whole = len(play.tiles) == self.edition.rack
        state = replace(self, idle=0, pending=None, accepted=())
        if any(self.bag):
            active = seat if whole else self._next(seat)
            return replace(state, phase="draw", drawing=(seat,), active=active)
        if not self.racks[seat]:
            return replace(state, phase="over")
        return state._turn_of(self._next(seat))

    def _challenge(self, _seat: Seat, _: Challenge) -> "State":
        play = self.pending
        assert play is not None  # an answer is only accepted to a play
        return self._stands(self.active, play) if self.holds else self._taken_back(play)

    def _accept(self, seat: Seat, _: Accept) -> "State":
        if self.to_act != {seat}:
            return replace(self, accepted=(*self.accepted, seat))
        assert self.pending is not None
        return self._stands(self.active, self.pending)

    def _taken_back(self, play: Play) -> "State":
        seat = self.active
        rack = in_order((*self.racks[seat], *(of_rack(tile) for _, _, tile in play.tiles)))
        return replace(
            self,
            board=without_tiles(self.board, self.edition.size, play.tiles),
            racks=with_item(self.racks, seat, rack),
            points=with_item(self.points, seat, self.points[seat] - (play.announce or 0)),
            idle=self.idle + 1,
            pending=None,
            accepted=(),
        )._turn_of(self._next(seat))

    def _turn_of(self, seat: Seat) -> "State":
        """A turn begins, unless the game is over for want of a play or of will."""
        state = replace(self, phase="play", active=seat)
        if self.idle >= IDLE_ROUNDS * self.players or state._stuck(seat):
            return replace(state, phase="over")
        return state

    def _stuck(self, seat: Seat) -> bool:
        if any(self.bag):
            return False
        from quartett.games.calculissimo.board.moves.fast import has_play

        return not has_play(self.edition, self.board, self.racks[seat])


State.rules = {
    Start: (check_start, State._start),
    Draw: (check_draw, State._draw),
    Play: (check_play, State._play),
    Exchange: (check_exchange, State._exchange),
    Pass: (check_turn, State._pass),
    Challenge: (check_answer, State._challenge),
    Accept: (check_answer, State._accept),
}


@lru_cache(maxsize=64)  # a play is applied once, and shown to every seat
def _worth(name: str, board: Board, tiles: tuple[Laid, ...]) -> int:
    return worth(edition(name), board, tiles).points


def begin(players: int, options: Options) -> State:
    played = edition(options.edition)
    state = State(
        players,
        options,
        "start",
        empty(played),
        ((),) * players,
        played.tiles,
        (0,) * players,
    )
    if options.start_player is None:
        return state
    return _dealt(replace(state, active=options.start_player))


def _dealt(state: State) -> State:
    """Everyone is to draw a rack, the start player first."""
    order = tuple((state.active + turn) % state.players for turn in range(state.players))
    return replace(state, phase="draw", drawing=order)


def _plus(bag: tuple[int, ...], tiles: Sequence[str]) -> tuple[int, ...]:
    return tuple(there + new for there, new in zip(bag, count(tiles), strict=True))


def _minus(bag: tuple[int, ...], tiles: Sequence[str]) -> tuple[int, ...]:
    return tuple(there - gone for there, gone in zip(bag, count(tiles), strict=True))
