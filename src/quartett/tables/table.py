"""A table as the fold of its log: setup, entries, and everything that follows from them."""

import hashlib
from collections import deque
from collections.abc import Iterable
from typing import Any, Final, TypeAlias

import msgspec

from quartett.core import fairness
from quartett.core.event import CHANCE, Event, Seat, Seen
from quartett.core.parts import timing
from quartett.core.record import Forfeit, Head, Record, Result, TakenBack
from quartett.core.registry import game as find_game
from quartett.core.state import State
from quartett.tables import entries as log
from quartett.tables.clocks import SeatClocks
from quartett.tables.entries import AnyNote, Entry, Move
from quartett.tables.info import Stage, UndoOffer
from quartett.tables.seats import Holder
from quartett.tables.setup import TableSetup

Span: TypeAlias = tuple[int, int]
"""From one moment to another."""
ABSENT_MS = 24 * 3_600_000
"""Where no clock limits turns: how long a person is waited for before a bot may stand in."""
RECENT = 64
"""How many of the last entries are kept in memory, for clients that reconnect."""

Draft: TypeAlias = list[tuple[Move | AnyNote, State | None]]
"""What to write to the log, each with the state it leads to where that is known already."""
Written: TypeAlias = list[tuple[Entry, State | None]]
"""Entries, each with the state before it."""
Asked: TypeAlias = tuple[tuple[Seat, ...], tuple[Seat, ...], tuple[Seat, ...]]
"""The seats that may act, and of these the people's, and those for which a bot is to act."""
NOBODY: Final[Asked] = ((), (), ())


class Table:
    """The state of a table after its entries."""

    # Without slots CPython gives an object of more than 30 attributes a dictionary of its own:
    # 1.3 KiB more, and reading an attribute takes half as long again.
    __slots__ = (
        "__weakref__", "_asked", "_key", "_seen", "asked_at", "bots_to_act", "clocks", "commands",
        "events", "game", "late", "moved", "next", "noted", "offer", "overdue", "recent",
        "resignations", "result", "said", "seats", "seq", "setup", "since", "stage", "state",
        "stood_in", "turns", "undone", "updated", "waiting",
    )  # fmt: skip

    def __init__(self, setup: TableSetup) -> None:
        self.setup = setup
        self.game = find_game(setup.game)
        self.seq = 0
        self.stage: Stage = "open"
        self.seats = [Holder() for _ in range(setup.players)]
        self.events: list[Event] = []
        self.state: State | None = None
        self.offer: UndoOffer | None = None
        self.result: Result | None = None
        self.next: str | None = None
        self.commands: dict[str, int] = {}
        """Where in the log each command was answered."""
        self.since: dict[Seat, int] = {}
        """The entry since which each seat that may act has had its choice before it."""
        self.asked_at: dict[Seat, int] = {}
        """When each of these seats was asked."""
        self.overdue: dict[Seat, int] = {}
        """When the time of these people ran out; they have not played since."""
        self.stood_in: set[int] = set()
        """Places of events that a bot or the clock made for a person."""
        self.undone: list[TakenBack] = []
        """What was taken back before events that stand, as the record has it."""
        self.moved = 0
        """The last entry that changed the game."""
        self.noted = 0
        """The last entry that is not a move."""
        self.said = 0
        """How many messages of chat the log has."""
        self.resignations: dict[Seat, int] = {}
        """The place of the game's log at which each seat gave up."""
        self.waiting, self.turns, self.bots_to_act = NOBODY
        """The seats that may act now, those of people, and those for which a bot is to act."""
        self.late: set[Seat] = set()
        """Seats whose time is up, until something is done for them."""
        self.recent: deque[tuple[Entry, State | None]] = deque(maxlen=RECENT)
        """The last entries, with the state before each."""
        self.clocks = SeatClocks(setup.clock, setup.players)
        self.updated = setup.created
        self._seen: dict[Seat, tuple[list[Seen], State]] = {}
        self._asked: dict[frozenset[Seat], Asked] = {}
        """By the seats that may act, until somebody comes or goes, or is late."""
        self._key: bytes | None = None
        """Kept from the beginning of the game on: no nonce changes any more."""

    @property
    def id(self) -> str:
        return self.setup.id

    @property
    def commit(self) -> str:
        return fairness.commitment(bytes.fromhex(self.setup.secret))

    @property
    def key(self) -> bytes:
        """Of the game's chance; there once the nonces are in."""
        if self._key is not None:
            return self._key
        nonces = [bytes.fromhex(holder.nonce) for holder in self.seats]
        return fairness.game_key(bytes.fromhex(self.setup.secret), nonces)

    def start(self) -> State:
        return self.game.start(self.setup.players, self.game.recorded_options(self.setup.options))

    def default_nonce(self, seat: Seat) -> str:
        """For a seat that submits none: derived from the commitment, so nobody chooses it."""
        text = f"quartett nonce {self.commit} {seat}"
        return hashlib.sha256(text.encode()).hexdigest()[: 2 * fairness.NONCE_BYTES]

    @property
    def given(self) -> int:
        """How many events lead to the position that the game began with."""
        return self.setup.origin.place if self.setup.origin is not None else 0

    @property
    def is_playing(self) -> bool:
        return self.stage == "playing"

    def seats_of(self, user: str | None) -> list[Seat]:
        """The seats that a user holds."""
        if user is None:
            return []
        return [seat for seat, holder in enumerate(self.seats) if holder.user == user]

    @property
    def people(self) -> list[Seat]:
        """Seats whose person plays."""
        return [seat for seat, holder in enumerate(self.seats) if holder.plays_self]

    @property
    def place(self) -> int:
        """The place of the next event among all events, those taken back included."""
        return len(self.events) + (self.undone[-1].events if self.undone else 0)

    def seen_by(self, seat: Seat) -> list[Seen]:
        """The events of the game as the seat saw them."""
        seen, state = self._seen.get(seat) or ([], self.start())
        for event in self.events[len(seen) :]:
            seen.append(state.redact(event, seat))
            state = state.apply(event)
        self._seen[seat] = (seen, state)
        return seen

    def lingers(self) -> float:
        """For how long people want to look at what the last move showed."""
        for entry, before in reversed(self.recent):
            if isinstance(entry.what, Move) and before is not None:
                return timing(self.game).lingers(before, entry.what.event(self.game))
        return 0.0

    def others(self, seat: Seat) -> list[Seat]:
        """Seats that other people hold, present or not, unless they gave the game up."""
        user = self.seats[seat].user
        held = [other for other, holder in enumerate(self.seats) if holder.is_person]
        return [o for o in held if self.seats[o].user != user and not self.seats[o].resigned]

    def stand_in_from(self, seat: Seat, down: Iterable[Span] = ()) -> int | None:
        """Since or from when others may give a person's seat to a bot; None: not yet known.

        Where a clock limits turns, it alone says so. Else the seat must have been asked for as
        long as `ABSENT_MS`, whatever else happens at the table meanwhile; time for which the
        server was down does not count.
        """
        clock = self.setup.clock
        if clock.turn is not None or clock.game is not None:
            return self.overdue.get(seat)
        if seat not in self.waiting:
            return None
        asked = self.asked_at[seat]
        return asked + ABSENT_MS + sum(max(0, end - max(begin, asked)) for begin, end in down)

    def _whom(self) -> Asked:
        if self.state is None or self.stage != "playing":
            return NOBODY
        to_act = self.state.to_act
        if to_act not in self._asked:
            seats = tuple(sorted(to_act))
            people = tuple(seat for seat in seats if self.seats[seat].plays_self)
            bots = tuple(seat for seat in seats if seat not in people or seat in self.late)
            self._asked[to_act] = seats, people, bots
        return self._asked[to_act]

    @property
    def due(self) -> int | None:
        """When the table needs attention: a bot is to move, or a clock runs out."""
        if self.bots_to_act:
            return self.updated
        return self.clocks.next_deadline() if self.clocks.ticks else None

    def forfeits_with(self, resigns: Seat | None) -> tuple[Forfeit, ...]:
        """The seats that gave up, and one that does so now."""
        given = dict(self.resignations)
        if resigns is not None:
            given[resigns] = len(self.events)
        last = len(self.events)  # an undo may have taken back more
        return tuple(Forfeit(seat, min(place, last), "resigned") for seat, place in given.items())

    def record(self) -> Record:
        """The game's record; the secret is in it once it is over."""
        setup = self.setup
        head = Head(
            setup.game,
            setup.players,
            setup.options,
            tuple(holder.name for holder in self.seats),
            self.commit,
            tuple(holder.nonce for holder in self.seats),
            setup.practice,
            self.given,
        )
        return Record(head, tuple(self.events), self.result)

    def write(self, draft: Draft, cmd: str | None, now: int) -> Written:
        """Fold a draft; the command's id stands at its first entry."""
        written: Written = []
        for what, after in draft:
            entry = Entry(seq=self.seq + 1, ms=now, what=what, cmd=cmd)
            before = self.state
            self.fold(entry, after)
            written.append((entry, before))
            cmd = None
        return written

    def fold(self, entry: Entry, after: State | None = None) -> None:
        """Take in one entry; `after` is the state it leads to, where that is known already."""
        before = self.state
        self.recent.append((entry, before))
        self.seq = entry.seq
        self.updated = entry.ms
        if entry.cmd is not None:
            self.commands[entry.cmd] = entry.seq
        if isinstance(entry.what, Move):
            self._moved(entry, entry.what, after)
        else:
            self._noted(entry, entry.what)
            self.noted = entry.seq
            self._asked.clear()
        self.waiting, self.turns, self.bots_to_act = self._whom()
        if self.clocks.ticks:
            self._set_clocks(entry.ms, before)

    def _moved(self, entry: Entry, move: Move, after: State | None) -> None:
        before = self.state
        assert before is not None
        event, by = move.made or move.event(self.game), move.by
        if by != CHANCE:
            self._played(int(by))
        self.state = before.apply(event) if after is None else after
        self.events.append(event)
        self.moved = entry.seq
        self.offer = None
        for seat in self.state.to_act:
            was_asked = seat in before.to_act and by != seat
            if not was_asked or _choice(before) != _choice(self.state):
                self._ask(seat, entry)

    def _played(self, seat: Seat) -> None:
        """A person, or a bot or the clock for the person who holds the seat."""
        holder, is_late = self.seats[seat], seat in self.late
        if holder.plays_self and not is_late:
            self.overdue.pop(seat, None)
            return
        if holder.is_person and len(self.events) >= self.given:
            self.stood_in.add(len(self.events))
        if is_late:
            self.late.discard(seat)
            self._asked.clear()

    def _noted(self, entry: Entry, note: AnyNote) -> None:  # noqa: C901 (one case a note)
        match note:
            case log.Sat(seat, name, user, nonce, program):
                self._hold(seat, Holder(user, name, None, program, nonce=nonce))
            case log.Put(seat, level, name, nonce):
                self._hold(seat, Holder(None, name, level, nonce=nonce))
            case log.Said():
                self.said += 1
            case log.Left(seat):
                self._hold(seat, Holder())
            case log.Begun():
                self.stage, self.state, self._key = "playing", self.start(), self.key
                self._ask_all(entry)
            case log.Stood_In(seat, level):
                self._change(seat, level=level, away=True)
            case log.Returned(seat):
                self._change(seat, level=None, away=False)
                self.overdue.pop(seat, None)
                self._ask(seat, entry)
            case log.Offered(seat, place):
                self.offer = UndoOffer(seat, place, tuple(self.others(seat)))
            case log.Agreed(seat):
                self._agreed(seat)
            case log.Declined():
                self.offer = None
            case log.Undone(place, events):
                self._undone(entry, place, events)
            case log.Resigned(seat):
                self._change(seat, resigned=True)
                self.resignations[seat] = len(self.events)
            case log.Late(seat):
                self.late.add(seat)
                if not self.clocks.is_answering(seat):
                    self.overdue[seat] = entry.ms
            case log.Paused(ms):
                self.clocks.skip(ms)
            case log.Again(table):
                self.next = table
            case log.Ended(scores, winners, secret, forfeits):
                self.stage, self.offer = "over", None
                self.result = Result(scores, winners, secret, forfeits, tuple(self.undone))

    def _hold(self, seat: Seat, holder: Holder) -> None:
        self.seats[seat] = holder

    def _change(self, seat: Seat, **changes: Any) -> None:
        self.seats[seat] = msgspec.structs.replace(self.seats[seat], **changes)

    def _agreed(self, seat: Seat) -> None:
        if self.offer is not None:
            user = self.seats[seat].user
            left = tuple(s for s in self.offer.waiting if self.seats[s].user != user)
            self.offer = msgspec.structs.replace(self.offer, waiting=left)

    def _ask(self, seat: Seat, entry: Entry) -> None:
        """The seat has a new choice before it."""
        self.since[seat] = entry.seq
        self.asked_at[seat] = entry.ms

    def _ask_all(self, entry: Entry) -> None:
        assert self.state is not None
        self.since.clear()
        self.asked_at.clear()
        for seat in self.state.to_act:
            self._ask(seat, entry)

    def _undone(self, entry: Entry, place: int, events: int) -> None:
        if events:
            before = self.undone[-1].events if self.undone else 0
            kept = [step for step in self.undone if step.at < place]
            self.undone = [*kept, TakenBack(place, before + events)]
        del self.events[place:]
        self.stood_in = {one for one in self.stood_in if one < place}
        self.state = self.start()
        for event in self.events:
            self.state = self.state.apply(event)
        self.offer = None
        self.late.clear()
        self._seen.clear()
        self.moved = entry.seq
        self._ask_all(entry)

    def _set_clocks(self, now: int, before: State | None) -> None:
        if self.state is None:
            return
        waited = [s for s in self.waiting if self.seats[s].plays_self and s not in self.late]
        objecting = [s for s in waited if timing(self.game).silence(self.state.view(s)) is not None]
        asked = [seat for seat in waited if self.since.get(seat) == self.seq]
        self.clocks.wait_for(waited, objecting, now, asked)
        if before is None or _active(before) != _active(self.state):
            for seat in range(len(self.seats)):
                self.clocks.new_turn(seat)


def _choice(state: State) -> tuple[object, ...]:
    """What seats are asked for: it may change for one that was asked and has not acted."""
    return state.phase, state.active


def _active(state: State) -> object:
    """Whose turn it is, in games that have turns; else every choice is one."""
    return state if state.active is None else state.active
