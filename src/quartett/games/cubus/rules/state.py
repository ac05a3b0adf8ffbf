"""The rules of Cubus: how events change a state."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import NoReturn

from msgspec.structs import replace

from quartett.core import state as core
from quartett.core.display import Displayed
from quartett.core.event import CHANCE, Action, Actor, Event, Seat, Seen, Start
from quartett.core.state import Rng, with_item
from quartett.games.cubus.actions import OPEN_LIDS, Build, Draw, Knock, Pass, Place, Remove, Waive
from quartett.games.cubus.builder.solver import Order
from quartett.games.cubus.rules.refusals import (
    check_build_now,
    check_draw,
    check_now,
    check_pass,
    check_place,
    check_remove,
    check_start,
    refuse,
)
from quartett.games.cubus.stacks.cards import ALL_CARDS, EVERY_CARD, KINDS, START_CARDS, Cards
from quartett.games.cubus.stacks.removals import removed, with_open
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import CUBE, START, Stack, points
from quartett.games.cubus.view import Options, Phase, View

NOTHING = Cards()


class State(Displayed, core.RuledState, frozen=True):
    options: Options
    phase: Phase
    stack: Stack
    hands: tuple[Cards, ...]
    points: tuple[int, ...]
    pile: Cards
    open: tuple[Spot, ...] = ()
    pool: Cards = NOTHING
    starter: Seat = 0
    active: Seat = 0
    turn: int = 0
    passes: int = 0
    asked: tuple[Seat, ...] = ()
    """Who may still knock, or make a last build."""
    knocker: Seat | None = None
    handed: tuple[Action | None, ...] = ()
    """In the contest for the last build: what each seat has handed in."""
    built: tuple[int, ...] = ()
    """The points of the building game, once they decide nothing any more."""
    again: tuple[Spot, ...] = ()
    """The open lids of the cube that is taken apart after this one; empty when none follows."""

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def is_chance(self) -> bool:
        return self.phase in ("start", "place", "draw")

    @property
    def to_act(self) -> frozenset[Seat]:
        if self.phase in ("build", "remove"):
            return frozenset((self.active,))
        if self.phase in ("knock", "last"):
            return frozenset(self.asked)
        if self.phase == "show" and self.knocker is not None:
            return frozenset((self.knocker,))
        return frozenset()

    @property
    def cards(self) -> Cards:
        """The cards that the build now to be made may use."""
        return self.pool if self.phase == "last" else self.hands[self.active]

    @property
    def order(self) -> Order:
        return Order(self.stack, frozenset(self.open), self.cards)

    @property
    def lists_all(self) -> bool:
        """A build is accepted on any floor, at first also in any frame, and listed once."""
        return self.phase not in ("build", "show", "last")

    def random_action(self, seat: Seat, rng: Rng) -> Action:
        return self.view(seat).random_action(rng)

    def refuse(self, actor: Actor, action: Action) -> NoReturn:
        refuse(self, actor, action)

    def sample(self, rng: Rng) -> Action:
        self.expect_chance()
        if self.phase == "start":
            return Start(rng.randrange(self.players))
        if self.phase == "place":
            return Place(_some_of(sorted(CUBE.lids), OPEN_LIDS, rng))
        number = rng.randrange(self.pile.total)
        for kind, count in zip(KINDS, self.pile.counts, strict=True):
            if number < count:
                return Draw(kind)
            number -= count
        raise AssertionError("the pile has fewer cards than it counts")

    def outcomes(self) -> Iterator[tuple[Action, Fraction]]:
        self.expect_chance()
        if self.phase == "start":
            for seat in range(self.players):
                yield Start(seat), Fraction(1, self.players)
        elif self.phase == "place":
            for lids in combinations(sorted(CUBE.lids), OPEN_LIDS):
                yield Place(lids), Fraction(1, comb(len(CUBE.lids), OPEN_LIDS))
        else:
            for kind, count in zip(KINDS, self.pile.counts, strict=True):
                if count:
                    yield Draw(kind), Fraction(count, self.pile.total)

    @property
    def hides(self) -> bool:
        return bool(self.handed)

    def view(self, seat: Seat | None) -> View:
        return View(
            **self.public(seat),
            options=self.options,
            phase=self.phase,
            stack=self.stack,
            open=self.open,
            hands=self.hands,
            pile=self.pile,
            pool=self.pool,
            starter=self.starter,
            active=self.active,
            turn=self.turn,
            passes=self.passes,
            knocker=self.knocker,
            chosen=tuple(other for other, made in enumerate(self.handed) if made is not None),
            mine=self.handed[seat] if self.handed and seat is not None else None,
            built=self.built,
            again=self.again,
        )

    def redact(self, event: Event, seat: Seat | None) -> Seen:
        if not self.handed:
            return Seen(event.actor, event.action)
        if self.to_act == {event.actor} and event.actor != CHANCE:
            handed = with_item(self.handed, event.actor, event.action)
            return Seen(event.actor, event.action, tuple(enumerate(handed)))
        return Seen(event.actor, event.action if seat == event.actor else None)

    def scores(self) -> tuple[int, ...]:
        return self.points

    # What each kind of event does, once it is known to be legal.

    def _start(self, _: Actor, start: Start) -> "State":
        phase: Phase = "place" if self.options.dismantling == "alone" else "draw"
        return replace(self, phase=phase, starter=start.seat, active=start.seat)

    def _place(self, _: Actor, place: Place) -> "State":
        again = place.open if self.players == 2 and self.options.both_start else ()
        return replace(self, phase="remove", open=place.open, again=again)

    def _draw(self, _: Actor, draw: Draw) -> "State":
        card = EVERY_CARD[draw.card]
        hands = with_item(self.hands, self.active, self.hands[self.active] + card)
        drawn = replace(self, hands=hands, pile=self.pile - card)
        if self.turn < self.players:
            return drawn._next_turn()
        return replace(drawn, phase="build")

    def _build(self, seat: Seat, build: Build) -> "State":
        """Cards come from and go to the player whose turn it is, points go to the builder."""
        if self.phase == "last":
            return self._hand_in(seat, build)
        used, earned = self._cost(build), points(self.stack, build.stack())
        hands = with_item(self.hands, self.active, self.hands[self.active] - used)
        return self._with(build, seat, earned, hands=hands, passes=0)._next_turn()

    def _pass(self, seat: Seat, action: Pass) -> "State":
        if self.phase == "last":
            return self._hand_in(seat, action)
        if self.phase == "show":
            given = tuple(
                score if other == self.knocker else score + self.options.false_knock
                for other, score in enumerate(self.points)
            )
            return replace(self, points=given, passes=self.passes + 1)._next_turn()
        if not self.options.knocking:
            return replace(self, passes=self.passes + 1)._next_turn()
        others = tuple(other for other in range(self.players) if other != self.active)
        return replace(self, phase="knock", asked=others)

    def _knock(self, seat: Seat, _: Knock) -> "State":
        return replace(self, phase="show", asked=(), knocker=seat)

    def _waive(self, seat: Seat, _: Waive) -> "State":
        asked = tuple(other for other in self.asked if other != seat)
        if asked:
            return replace(self, asked=asked)
        return replace(self, asked=(), passes=self.passes + 1)._next_turn()

    def _next_turn(self) -> "State":
        if self.passes >= self.players and not self.pile.total:
            return self._built_out()
        return replace(
            self,
            phase="draw" if self.pile.total else "build",
            active=(self.active + 1) % self.players,
            turn=self.turn + 1,
            asked=(),
            knocker=None,
        )

    def _built_out(self) -> "State":
        """Nobody builds any more: the last build, if there is one, then the rest."""
        last = self.options.last_build
        ended = replace(self, asked=(), knocker=None)
        if last == "none":
            return ended._after_building()
        in_turn = self._in_turn()
        asked = tuple(sorted(in_turn))
        if last == "underdog":
            asked = (min(in_turn, key=lambda seat: self.points[seat]),)
        pool = NOTHING
        for hand in self.hands:
            pool = pool + hand
        return replace(
            ended,
            phase="last",
            hands=(NOTHING,) * self.players,
            pool=pool,
            asked=asked,
            handed=(None,) * self.players if last == "contest" else (),
        )

    def _hand_in(self, seat: Seat, action: Action) -> "State":
        """The underdog's build, or one of the contest's; the last one settles it."""
        handed = with_item(self.handed or (None,) * self.players, seat, action)
        asked = tuple(other for other in self.asked if other != seat)
        if asked:
            return replace(self, asked=asked, handed=handed)
        offers = [(who, made) for who in self._in_turn() if isinstance(made := handed[who], Build)]
        done = replace(self, asked=(), handed=())
        if offers:
            who, build = max(offers, key=lambda offer: points(self.stack, offer[1].stack()))
            earned = points(self.stack, build.stack())
            done = done._with(build, who, earned, pool=self.pool - self._cost(build))
        return done._after_building()

    def _after_building(self) -> "State":
        if self.options.dismantling == "none":
            return replace(self, phase="over")
        hands = (NOTHING,) * self.players
        taking = replace(self, phase="remove", active=self.starter, hands=hands, pool=NOTHING)
        if self.options.dismantling == "cards":
            return replace(taking, built=self.points, points=(0,) * self.players)
        return taking

    def _remove(self, seat: Seat, action: Remove) -> "State":
        stack, open, free = removed(self.stack, frozenset(self.open), action.cell)
        taken = replace(
            self,
            phase="remove" if stack.cells else "over",
            stack=stack,
            open=tuple(sorted(open)),
            hands=with_item(self.hands, seat, self.hands[seat] + free),
            points=with_item(self.points, seat, self.points[seat] + free.total),
            active=(seat + 1) % self.players,
            turn=self.turn + 1,
        )
        return taken._second_cube() if taken.over and self.again else taken

    def _second_cube(self) -> "State":
        """The same cube once more, and the other player starts."""
        other = 1 - self.starter
        return replace(
            self, phase="remove", stack=CUBE, open=self.again, again=(), starter=other, active=other
        )

    def _cost(self, build: Build) -> Cards:
        after = with_open(build.stack(), frozenset(build.open))
        return after - with_open(self.stack, frozenset(self.open))

    def _with(self, build: Build, seat: Seat, earned: int, **changes: object) -> "State":
        scored = with_item(self.points, seat, self.points[seat] + earned)
        return replace(self, stack=build.stack(), open=build.open, points=scored, **changes)

    def _in_turn(self) -> list[Seat]:
        """All seats, the start player first."""
        return [(self.starter + step) % self.players for step in range(self.players)]


State.rules = {
    Start: (check_start, State._start),
    Place: (check_place, State._place),
    Draw: (check_draw, State._draw),
    Build: (check_build_now, State._build),
    Pass: (check_pass, State._pass),
    Knock: (check_now, State._knock),
    Waive: (check_now, State._waive),
    Remove: (check_remove, State._remove),
}


def begin(players: int, options: Options) -> State:
    hands, scores = (NOTHING,) * players, (0,) * players
    alone = options.dismantling == "alone"
    stack, pile = (CUBE, NOTHING) if alone else (START, ALL_CARDS - START_CARDS)
    state = State(players, options, "start", stack, hands, scores, pile)
    if options.start_player is None:
        return state
    return state.apply(Event(CHANCE, Start(options.start_player)))


def _some_of(things: list[Spot], count: int, rng: Rng) -> tuple[Spot, ...]:
    """This many of the things, every choice equally likely."""
    left = list(things)
    return tuple(sorted(left.pop(rng.randrange(len(left))) for _ in range(count)))
