"""A table in memory with people who act at it: decisions, log and fold, without a server."""

import random
from typing import Any

import msgspec

from quartett.core.event import Seat
from quartett.core.state import State
from quartett.tables import commands as ask
from quartett.tables import decisions, play
from quartett.tables.entries import Entry
from quartett.tables.errors import Refused
from quartett.tables.seats import Person
from quartett.tables.setup import Clock, SeatRequest, TableRequest
from quartett.tables.table import Draft, Table

ANA, BEN, CLEO = (Person(id=f"{name}-id", name=name.title()) for name in ("ana", "ben", "cleo"))
SECRET = bytes(32)


class Desk:
    """The owner is Ana; `others` sit down at the open seats, in order."""

    def __init__(
        self, game: str, *seats: str, others: tuple[Person, ...] = (), **more: Any
    ) -> None:
        wanted = tuple(
            SeatRequest("me") if seat == "me"
            else SeatRequest("open") if seat == "open"
            else SeatRequest("bot", seat)
            for seat in seats
        )  # fmt: skip
        more = {"clock": Clock(), "options": {"start_player": 0}, **more}
        request = TableRequest(game, wanted, **more)
        self.now = 1_000
        self.log: list[Entry] = []
        self.table, seated = decisions.new_table(request, ANA, "table", self.now, SECRET)
        self._commands = 0
        self.write(seated)
        free = [seat for seat, kind in enumerate(seats) if kind == "open"]
        for seat, person in zip(free, others, strict=True):
            self.do(person, ask.Sit, seat)
        self.do(ANA, ask.Start)

    @property
    def state(self) -> State:
        assert self.table.state is not None
        return self.table.state

    def write(self, draft: Draft, cmd: str | None = None) -> None:
        self.log += [entry for entry, _ in self.table.write(draft, cmd, self.now)]

    def do(self, person: Person, command: type[ask.Command], *fields: Any) -> None:
        self._commands += 1
        asked: Any = command(f"command-{self._commands}", *fields)
        self.write(decisions.command(self.table, person, asked, self.now), asked.cmd)

    def refusal(self, person: Person, command: type[ask.Command], *fields: Any) -> str:
        """The code with which this is refused; nothing must have changed."""
        before = self.table.seq
        try:
            self.do(person, command, *fields)
        except Refused as refused:
            assert self.table.seq == before
            return refused.code
        return "allowed"

    def act(self, person: Person, action: Any, seat: Seat | None = None) -> None:
        form = action if isinstance(action, dict) else msgspec.to_builtins(action)
        at = self.table.seq
        self.write(play.act(self.table, person, seat, at, form))

    def time_out(self) -> None:
        self.write(play.time_out(self.table, self.now))

    def play_on(self, rng: random.Random, actions: int = 10_000) -> None:
        """Any legal actions by whoever is to act, whether person or bot."""
        for _ in range(actions):
            if self.table.stage != "playing":
                return
            seat = rng.choice(sorted(self.state.to_act))
            form = msgspec.to_builtins(self.state.random_action(seat, rng))
            self.write(play.play(self.table, self.state, seat, form))

    def folded_again(self) -> Table:
        """The table as another process reads it from the log."""
        table = Table(self.table.setup)
        for entry in self.log:
            table.fold(entry)
        return table
