"""A node of OpenSpiel's game tree: a state, the turn or draw begun there, and the events so far.

It is a value, so that OpenSpiel's clones can share it. What a seat has seen is kept as text
beside each event, so that perfect recall costs one look at each of them.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import takewhile
from typing import Any, Final

import msgspec

from quartett.core.event import CHANCE, Action, Event, Seat
from quartett.core.state import State
from quartett.envs.factored import ChanceDraft, Draft, Form

EVERYTHING: Final = -1
"""In place of a seat: what really happened."""


SPECTATOR: Final = -2
"""In place of a seat: what everybody saw."""


class History:
    """The events so far, each with the state before it; they share their beginnings."""

    def __init__(
        self, before: "History | None", state: State, event: Event, same: "History | None" = None
    ) -> None:
        self.before = before
        self.state = state
        self.event = event
        self._same: History | None = same and (same._same or same)
        """The same event in the true history: what is hidden does not change its numbers."""
        self._texts: dict[Seat, str] = {}
        self._numbers: list[int] | None = None

    def seen(self, seat: Seat) -> str:
        """All that the seat has seen, a line for each event."""
        known, text = self._known(seat)
        for history in reversed(known):
            text = history._texts[seat] = text + history._line(seat)
        return text

    def _known(self, seat: Seat) -> tuple[list["History"], str]:
        """The events not yet written down for the seat, newest first, and what is."""
        missing: list[History] = []
        history: History | None = self
        while history is not None:
            if seat in history._texts:
                return missing, history._texts[seat]
            missing.append(history)
            history = history.before
        return missing, ""

    def _line(self, seat: Seat) -> str:
        if seat == EVERYTHING:
            return f"{self.event}\n"
        seen = self.state.redact(self.event, None if seat == SPECTATOR else seat)
        action = "?" if seen.action is None else str(seen.action)
        shows = "" if seen.shows is None else f" {msgspec.json.encode(seen.shows).decode()}"
        return f"{seen.actor} {action}{shows}\n"

    def entries(self) -> list["History"]:
        """Itself after all that came before it."""
        found: list[History] = []
        history: History | None = self
        while history is not None:
            found.append(history)
            history = history.before
        return found[::-1]

    def show_same(self, other: "History", seat: Seat) -> None:
        """Record that the seat has seen the same in both, and so cannot tell them apart."""
        self._texts[seat] = other.seen(seat)

    def numbers(self, form: Form) -> list[int]:
        """The event as small moves, or as outcomes of chance."""
        if self._same is not None:
            return self._same.numbers(form)
        if self._numbers is None:
            at = Position(form, self.state, self.before)
            self._numbers = list(at.path(self.event.action))
        return self._numbers


class Position:
    def __init__(
        self,
        form: Form,
        state: State,
        history: History | None = None,
        begun: Draft | ChanceDraft | None = None,
    ) -> None:
        self.form = form
        self.state = state
        self.history = history
        self.seat = min(state.to_act, default=None)
        self._begun = begun

    def __deepcopy__(self, _: Any) -> "Position":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as the log that leads here and the moves made since."""
        return _replayed, (self.form, self.events(), self.made)

    def events(self) -> list[Event]:
        """The log that leads here."""
        return [history.event for history in self._histories]

    @property
    def _histories(self) -> list[History]:
        return [] if self.history is None else self.history.entries()

    def __str__(self) -> str:
        log = "" if self.history is None else self.history.seen(EVERYTHING)
        return f"{log}{list(self.made)}"

    @property
    def made(self) -> tuple[int, ...]:
        """The numbers of the turn or draw in the making."""
        if self.state.over:
            return ()
        return self.begun.made if isinstance(self.begun, Draft) else self.begun.drawn

    @property
    def begun(self) -> Draft | ChanceDraft:
        """The turn or draw in the making."""
        if self._begun is None:
            self._begun = self._begin()
        return self._begun

    def _begin(self) -> Draft | ChanceDraft:
        if self.state.is_chance:
            return self.form.encoding.chance.begin(self.state)
        return self.form.begin(self._view(self.seat))

    def _view(self, seat: Seat | None) -> Any:
        return self.state.view(seat)

    def draft(self, seat: Seat) -> Draft:
        """The seat's own turn so far, or its view without one."""
        if seat == self.seat:
            assert isinstance(self.begun, Draft)
            return self.begun
        return self.form.begin(self.state.view(seat))

    def outcomes(self) -> list[tuple[int, Fraction]]:
        assert isinstance(self.begun, ChanceDraft)
        return self.begun.outcomes()

    def then(self, number: int) -> "Position":
        """After a legal small move, or an outcome of chance."""
        begun = self.begun
        made = begun.follow(number) if isinstance(begun, Draft) else begun.then(number)
        if isinstance(made, Draft | ChanceDraft):
            return Position(self.form, self.state, self.history, made)
        return self._after(Event(CHANCE if self.seat is None else self.seat, made))

    def _after(self, event: Event) -> "Position":
        history = History(self.history, self.state, event)
        return Position(self.form, self.state.apply(event), history)

    def label(self, number: int) -> str:
        if isinstance(self.begun, ChanceDraft):
            return self.begun.label(number)
        return self.form.moves.label(number)

    def information(self, seat: Seat) -> str:
        """Everything the seat has seen and done: equal texts are one information set."""
        seen = "" if self.history is None else self.history.seen(seat)
        return f"{_name(seat)}\n{seen}{self._own_moves(seat)}"

    def observation(self, seat: Seat) -> str:
        """What the seat sees now."""
        view = self._view(None if seat == SPECTATOR else seat)
        return f"{msgspec.json.encode(view).decode()}{self._own_moves(seat)}"

    def private(self, seat: Seat) -> str:
        """What of it a spectator does not see."""
        own = msgspec.to_builtins(self._view(seat))
        public = msgspec.to_builtins(self._view(None))
        hidden = {name: value for name, value in own.items() if value != public[name]}
        return f"{msgspec.json.encode(hidden).decode()}{self._own_moves(seat)}"

    def _own_moves(self, seat: Seat) -> str:
        return "".join(f" {move}" for move in self.made) if seat == self.seat else ""

    def resampled(self, seat: Seat, random: Callable[[], float]) -> "Position":
        """Another position that this seat cannot tell from this one."""
        form, true = self.form, self._histories
        start = form.game.start(form.players, form.options)
        log = form.game.resample(start, self.events(), seat, _Uniform(random))
        same = sum(1 for _ in takewhile(lambda at: log[at] is true[at].event, range(len(log))))
        state = true[same].state if same < len(true) else self.state
        history = true[same - 1] if same else None
        for event, other in zip(log[same:], true[same:], strict=True):
            history = History(history, state, event, other if event is other.event else None)
            state = state.apply(event)
        if history is not None and self.history is not None:
            history.show_same(self.history, seat)
        # What a seat has begun follows from what it sees.
        return Position(form, state, history, self._begun if seat == self.seat else None)

    def steps(self) -> "Iterator[tuple[int, Position]]":
        """The numbers that lead here, each with the position after it."""
        histories = self._histories
        places = [*(Position(self.form, one.state, one.before) for one in histories), self]
        for history, at, after in zip(histories, places, places[1:], strict=False):
            *begun, last = history.numbers(self.form)
            yield from ((number, at) for number in begun)
            yield last, after
        yield from ((number, self) for number in self.made)

    def path(self, action: Action) -> Any:
        """The numbers of a whole action."""
        return self.begun.path(action)


def _replayed(form: Form, events: list[Event], made: tuple[int, ...]) -> Position:
    at = Position(form, form.game.start(form.players, form.options))
    for event in events:
        at = at._after(event)
    for number in made:
        at = at.then(number)
    return at


def _name(seat: Seat) -> str:
    return "spectator" if seat == SPECTATOR else f"seat {seat}"


class _Uniform:
    """OpenSpiel's source of chance, floats below 1, as ours."""

    def __init__(self, random: Callable[[], float]) -> None:
        self._random = random

    def randrange(self, stop: int, /) -> int:
        return min(int(self._random() * stop), stop - 1)
