"""Records: one game as JSON Lines, from which every state can be replayed and verified."""

import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from quartett.core import fairness
from quartett.core.errors import IllegalAction, RecordError, check_seat
from quartett.core.event import CHANCE, Actor, Event, Seat, Seen
from quartett.core.game import Game
from quartett.core.registry import game as find_game
from quartett.core.state import Options, State, View

FORMAT = 1

T = TypeVar("T")


class Forfeit(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat whose bot failed at this place of the log; a stand-in played on, and it cannot win."""

    seat: Seat
    at: int
    why: str


class TakenBack(Struct, frozen=True, forbid_unknown_fields=True):
    """Before the event at this place, this many events in all had been taken back."""

    at: int
    events: int


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: the table, and chance's commitment."""

    game: str
    players: int
    options: dict[str, Any]
    seats: tuple[str, ...]
    commit: str
    nonces: tuple[str, ...]
    practice: bool = False
    """Whether the players could take back what they had seen; no statistics count it."""
    given: int = 0
    """How many events lead to the position that the game began with; chance begins after them."""

    @classmethod
    def of(
        cls, game: Game, options: Options, seats: Sequence[str], secrets: fairness.Secrets
    ) -> "Head":
        """The first line of a game at this table."""
        return cls(
            game.id,
            len(seats),
            msgspec.to_builtins(options),
            tuple(seats),
            fairness.commitment(secrets.secret),
            tuple(nonce.hex() for nonce in secrets.nonces),
        )


class Result(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The last line of a finished game."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    secret: str
    forfeits: tuple[Forfeit, ...] = ()
    undone: tuple[TakenBack, ...] = ()
    """What was taken back: chance's streams are numbered by all events, these included."""


class Record(Struct, frozen=True):
    """A game's log with its table and, once it is over, its result."""

    head: Head
    events: tuple[Event, ...]
    result: Result | None = None

    @property
    def game(self) -> Game:
        return find_game(self.head.game)

    def stream_places(self) -> Iterator[int]:
        """The number of each event's stream: its place among all events, taken back or not."""
        steps = {step.at: step.events for step in self.result.undone} if self.result else {}
        before = 0
        for place in range(len(self.events)):
            before = steps.get(place, before)
            yield place + before

    def start(self) -> State:
        options: Options = self.game.recorded_options(self.head.options)
        return self.game.start(self.head.players, options)

    def replay(self) -> Iterator[State]:
        """The state before the first event, then the state after each.

        >>> import quartett
        >>> record = quartett.play("calavera", ["easy", "easy"], seed=1)
        >>> *_, last = record.replay()
        >>> last.scores() == record.result.scores
        True
        """
        state = self.start()
        yield state
        for place, event in enumerate(self.events):
            try:
                state = state.apply(event)
            except IllegalAction as error:
                raise RecordError(
                    f"event {place} ({event}) is against the rules: {error}"
                ) from None
            yield state

    def view(self, seat: Seat | None) -> Iterator[View]:
        """The seat's view of every state of the replay."""
        return (state.view(seat) for state in self.replay())

    def seen(self, seat: Seat | None) -> Iterator[Seen]:
        """The events as the seat saw them."""
        if seat is not None:
            check_seat(seat, self.head.players)
        for event, (before, _) in zip(self.events, pairwise(self.replay()), strict=True):
            yield before.redact(event, seat)

    def lines(self) -> Iterator[str]:
        """The record's text, line by line, without line ends."""
        head = msgspec.to_builtins(self.head)
        for field in ("practice", "given"):
            if not head[field]:
                del head[field]
        yield _json({"quartett": FORMAT, **head})
        for event in self.events:
            yield _json(event.wire())
        if self.result is not None:
            yield _json(self.result)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file whole or not at all."""
        target = Path(path)
        # Python's own temporary files would be for their owner's eyes only.
        draft = target.parent / f".record-{secrets.token_hex(8)}"
        try:
            with draft.open("x", encoding="utf-8") as file:
                file.writelines(line + "\n" for line in self.lines())
            draft.replace(target)
        except BaseException as error:
            with suppress(OSError):  # it was not even made
                draft.unlink()
            if isinstance(error, OSError):
                raise RecordError(f"cannot write {target}: {error.strerror}") from None
            raise

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Record":
        try:
            text = Path(path).read_text(encoding="utf-8-sig")
        except OSError as error:
            raise RecordError(f"cannot read {path}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise RecordError(f"{path} is not a record: it is not text") from None
        return cls.parse(text)

    @classmethod
    def parse(cls, text: str) -> "Record":
        """A record from its text. One without a last line is a game that is not over."""
        # JSON has line separators in its strings as they are: only "\n" ends a line.
        lines = text.rstrip().split("\n")
        if lines == [""]:
            raise RecordError("the record is empty")
        head = _read_head(lines[0])
        forms = [_object(line, number) for number, line in enumerate(lines[1:], start=2)]
        last = forms.pop() if forms and "by" not in forms[-1] else None
        result = None if last is None else _read_result(last, head, len(forms))
        game = find_game(head.game)
        events = tuple(_read_event(game, form, at) for at, form in enumerate(forms, start=2))
        if head.given > len(events):
            raise RecordError(f"line 1: {head.given} events are given, but there are {len(events)}")
        return cls(head, events, result)


def winners(state: State, forfeits: tuple[Forfeit, ...]) -> tuple[Seat, ...]:
    """The best of the seats that did not forfeit; the game's own winners where nobody did."""
    if not forfeits:
        return state.winners()
    lost = {forfeit.seat for forfeit in forfeits}
    scores = {seat: score for seat, score in enumerate(state.scores()) if seat not in lost}
    return tuple(seat for seat, score in scores.items() if score == max(scores.values()))


def _read_head(line: str) -> Head:
    form = _object(line, 1)
    version = form.pop("quartett", None)
    if version is None:
        raise RecordError("line 1 is not the first line of a record: it has no field `quartett`")
    if version != FORMAT:
        raise RecordError(
            f"the record is of version {version!r}; this Quartett reads version {FORMAT}"
        )
    head = _convert(form, Head, 1)
    if len(head.seats) != head.players or len(head.nonces) != head.players:
        raise RecordError(f"line 1: {head.players} players need as many seats and nonces")
    if head.given < 0 or (head.given and not head.practice):
        raise RecordError("line 1: only a practice game begins with a position that was given")
    return head


def _read_event(game: Game, form: dict[str, Any], number: int) -> Event:
    if "by" not in form:
        raise RecordError(f"line {number}: an event names its actor in the field `by`")
    try:
        return Event(_read_actor(form.pop("by"), number), game.action(form))
    except IllegalAction as error:
        raise RecordError(f"line {number}: {error}") from None


def _read_actor(by: object, number: int) -> Actor:
    if by == CHANCE:
        return CHANCE
    if type(by) is not int:
        raise RecordError(f"line {number}: `by` is a seat or {CHANCE!r}, not {by!r}")
    return by


def _read_result(form: dict[str, Any], head: Head, events: int) -> Result:
    result = _convert(form, Result, None)
    if len(result.scores) != head.players:
        raise RecordError(
            f"the last line has {len(result.scores)} scores for {head.players} players"
        )
    for forfeit in result.forfeits:
        if forfeit.seat not in range(head.players):
            raise RecordError(
                f"the last line: seat {forfeit.seat} forfeits; the seats are 0 to "
                f"{head.players - 1}"
            )
    for at in (*(one.at for one in result.forfeits), *(one.at for one in result.undone)):
        if at not in range(events + 1):
            raise RecordError(f"the last line: there is no event {at}; there are {events}")
    if not _rises(result.undone):
        raise RecordError("the last line: what was taken back is not in order")
    return result


def _rises(undone: tuple[TakenBack, ...]) -> bool:
    """Whether places and numbers grow, so that no two events share a stream."""
    steps = [(step.at, step.events) for step in undone]
    grows = all(a < c and b < d for (a, b), (c, d) in pairwise(steps))
    return grows and all(events > 0 for _, events in steps)


def _object(line: str, number: int) -> dict[str, Any]:
    try:
        form = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise RecordError(f"line {number} is cut off or not JSON: {error}") from None
    if not isinstance(form, dict):
        raise RecordError(f"line {number} is not an object")
    return form


def _convert(form: object, kind: type[T], number: int | None) -> T:
    try:
        return msgspec.convert(form, kind)
    except msgspec.ValidationError as error:
        place = "the last line" if number is None else f"line {number}"
        raise RecordError(f"{place}: {error}") from None


def _json(thing: object) -> str:
    return msgspec.json.encode(thing).decode()
