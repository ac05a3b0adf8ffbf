"""One player's tables on one device: requests, messages, bots and clocks, one call at a time."""

import base64
import random
import secrets
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from quartett.browser.effects import Effects
from quartett.browser.opened import OpenTable, OpenTables, Row
from quartett.core import fairness
from quartett.core.errors import IllegalAction
from quartett.core.event import Seat
from quartett.hosting.importing import imported, read_record
from quartett.hosting.positions import set_up
from quartett.hosting.questions import decide, question_for
from quartett.tables import commands as ask
from quartett.tables import decisions, play
from quartett.tables.entries import scoped
from quartett.tables.errors import Refused
from quartett.tables.seats import Person
from quartett.tables.setup import TableRequest
from quartett.tables.table import Draft, Table

LOCAL = "local-"
"""How the ids of tables on a device begin; those of a server never do."""
BOT_SECONDS = 1.0
"""What a server gives its bots, too."""
BOT_PAUSE_MS = 700

Decide: TypeAlias = Callable[[Table, int], Draft]


class Backend:
    """Changes nothing on disk: each call says in its effects what is to be written."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.tables = OpenTables()

    def catch_up(self, table_id: str, saved: str | None, rows: list[Row]) -> Effects:
        """What is on disk of a table beyond what is in memory; `saved` None: there is no table."""
        effects = Effects()
        if self.tables.known(table_id) >= 0:
            self._take_in(table_id, rows, effects)
        elif saved is not None:
            self.tables.read(saved, rows)
        return effects

    def _take_in(self, table_id: str, rows: list[Row], effects: Effects) -> None:
        opened = self.tables.find(table_id)
        try:
            opened.take_in(rows, effects)
        except Exception as error:
            self.tables.forget(table_id)
            raise Refused("damaged", f"This saved game cannot be read: {error}") from error

    def set_up(self, request: TableRequest, now: int, effects: Effects) -> OpenTable:
        """A new table, with those seated who are known already."""
        original = self.tables.find(request.origin.table).table if request.origin else None
        table, seated = set_up(
            request, original, self.person, new_table_id(), now, fairness.new_secret()
        )
        opened = self.tables.keep(OpenTable(table))
        self._append(opened, None, seated, now, effects)
        if request.start and original is None:
            self.command(table.id, ask.Start("start-at-once"), now, effects)
        return opened

    def take_in_record(self, text: str, now: int, effects: Effects) -> OpenTable:
        """A finished game from a file; the player of this device is a spectator."""
        table, draft = imported(read_record(text), self.person, (), new_table_id(), now)
        opened = self.tables.keep(OpenTable(table))
        self._append(opened, None, draft, now, effects)
        return opened

    def command(
        self, table_id: str, asked: ask.AnyCommand, now: int, effects: Effects
    ) -> OpenTable:
        """Do what the player asks of a table."""
        opened = self.tables.find(table_id)
        if isinstance(asked, ask.Rematch):
            return self._rematch(opened, asked, now, effects)
        self.submit(
            opened,
            asked.cmd,
            lambda table, now: decisions.command(table, self.person, asked, now),
            now,
            effects,
        )
        return opened

    def _rematch(
        self, opened: OpenTable, asked: ask.Rematch, now: int, effects: Effects
    ) -> OpenTable:
        request = decisions.rematch(opened.table, self.person)
        if opened.table.next is None:
            new = self.set_up(request, now, effects).table.id
            self.submit(
                opened,
                asked.cmd,
                lambda table, _: decisions.link_rematch(table, new),
                now,
                effects,
            )
        return opened

    def submit(
        self, opened: OpenTable, cmd: str | None, decide: Decide, now: int, effects: Effects
    ) -> bool:
        """The one way to change a table; False: this command was answered before."""
        table = opened.table
        key = None if cmd is None else scoped(self.person.id, cmd)
        if key is not None and key in table.commands:
            return False
        if key is not None and key in opened.rejected:
            raise opened.rejected[key]
        now = max(now, table.updated)
        try:
            draft = decide(table, now)
        except (Refused, IllegalAction) as error:
            if key is not None:
                opened.remember_rejection(key, error)
            raise
        self._append(opened, key, draft, now, effects)
        return True

    def _append(
        self, opened: OpenTable, key: str | None, draft: Draft, now: int, effects: Effects
    ) -> None:
        written = opened.table.write(draft, key, now)
        opened.log += [entry for entry, _ in written]
        effects.write(opened.table, [entry for entry, _ in written], self.person.id)
        opened.broadcast(written, effects)

    def think(self, table_id: str, seat: Seat) -> dict[str, Any]:
        """The action of a seat's bot; blocks until it has decided."""
        table = self.tables.find(table_id).table
        if seat not in table.bots_to_act:
            raise Refused("stale", "The table has moved on since.")
        question = question_for(table, seat)
        try:
            return decide(question, BOT_SECONDS)
        except Exception:  # as on a server: a bot that fails makes any legal move
            action = question.view.random_action(random.Random())
            form: dict[str, Any] = msgspec.to_builtins(action)
            return form

    def bot_move(
        self, table_id: str, seat: Seat, since: int, form: dict[str, Any], now: int
    ) -> Effects:
        effects = Effects()
        opened = self.tables.find(table_id)
        self.submit(
            opened, None, lambda table, _: play.bot_move(table, seat, since, form), now, effects
        )
        return effects

    def time_out(self, table_id: str, now: int) -> Effects:
        """End the turn of every seat whose time is up."""
        effects = Effects()
        opened = self.tables.find(table_id)
        try:
            while True:
                self.submit(opened, None, play.time_out, now, effects)
        except Refused:
            return effects

    def pause(self, table_id: str, beat: int, now: int) -> Effects:
        """No clock ran since the last sign of life: no page was open."""
        effects = Effects()
        opened = self.tables.find(table_id)
        table = opened.table
        if table.clocks.ticks and table.is_playing:
            stood = now - max(beat, table.updated)
            self.submit(opened, f"closed-{beat}", lambda t, _: play.pause(t, stood), now, effects)
        return effects

    def due(self, table_id: str) -> dict[str, Any]:
        """What a table waits for beside its player: bots, each with its pause, and a clock."""
        opened = self.tables.find(table_id)
        table = opened.table
        pause = BOT_PAUSE_MS + round(1000 * table.lingers()) if table.people else 0
        deadline = table.clocks.next_deadline() if table.clocks.ticks and table.is_playing else None
        return {
            "bots": [
                {"seat": seat, "since": table.since.get(seat, 0), "pause": pause}
                for seat in table.bots_to_act
            ],
            "deadline": deadline,
            "ticks": table.clocks.ticks and table.is_playing,
        }


def new_table_id() -> str:
    return LOCAL + base64.b32encode(secrets.token_bytes(8))[:12].decode().lower()
