"""The messages of the socket, answered one by one."""

from collections.abc import Callable
from typing import Any

import msgspec

from quartett.browser.backend import Backend
from quartett.browser.effects import Effects
from quartett.browser.opened import OpenTable, encoded
from quartett.core.event import Seat
from quartett.hosting.problems import refusal, rejected
from quartett.hosting.questions import advise, question_for, tried
from quartett.tables import commands as ask
from quartett.tables import decisions, play
from quartett.tables.entries import scoped
from quartett.tables.errors import Refused, not_yours
from quartett.tables.viewing import history, messages, viewer
from quartett.tables.viewing.viewer import Viewer


class Frames:
    """What a server's socket does, for the clients of this engine."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    def answer(self, client: str, frame: str, now: int) -> Effects:
        """Errors in a message are answered, never raised."""
        try:
            message = messages.decode(frame)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            refused = messages.Rejected(code="malformed", message=str(error)[:500])
            return Effects(frames=[(client, encoded(refused))])
        effects = Effects()
        try:
            HANDLERS[type(message)](self, client, message, now, effects)
        except Exception as error:
            return self._refused(client, message, error)
        return effects

    def _refused(self, client: str, message: messages.FromClient, error: Exception) -> Effects:
        table_id = getattr(message, "table", "")
        refused = refusal(error)
        said = rejected(message, refused, max(0, self._backend.tables.known(table_id)))
        frames = [(client, encoded(said))]
        if refused.code == "stale":
            opened = self._backend.tables.find(table_id)
            if (who := opened.followers.get(client)) is not None:
                made = viewer.snapshot(opened.table, who, opened.table.updated)
                frames.append((client, encoded(made)))
        return Effects(frames=frames)

    def _hello(self, client: str, message: messages.Hello, now: int, effects: Effects) -> None:
        opened = self._backend.tables.find(message.table)
        user, seat = self._backend.person.id, message.seat
        if seat is not None and seat not in opened.table.seats_of(user):
            raise not_yours(seat)
        who = Viewer(user, seat, message.legal, message.offers, message.words)
        opened.followers[client] = who
        self._send_missed(client, opened, who, message.last, now, effects)
        effects.frames.append((client, encoded(opened.presence())))

    def _send_missed(
        self,
        client: str,
        opened: OpenTable,
        who: Viewer,
        last: int | None,
        now: int,
        effects: Effects,
    ) -> None:
        """The whole log is here: a client that has a part of it is sent the rest."""
        table = opened.table
        now = max(now, table.updated)
        made = history.reconnect(table, who, last, now)
        if made is None and last is not None:
            steps = history.replay(table, opened.log, who, last)
            made = history.missed_events(table, who, now, [s for s in steps if s is not None])
        assert made is not None
        effects.frames.append((client, encoded(made)))

    def _bye(self, client: str, message: messages.Bye, _: int, __: Effects) -> None:
        self._backend.tables.unfollow(client, message.table)

    def _act(self, client: str, message: messages.Act, now: int, effects: Effects) -> None:
        opened = self._backend.tables.find(message.table)
        named = self._seat(client, opened, message.seat)
        person, at, form = self._backend.person, message.at, message.action
        self._submit(
            client,
            opened,
            message.cmd,
            lambda table, _: play.act(table, person, named, at, form),
            now,
            effects,
        )

    def _chat(self, client: str, message: messages.Chat, now: int, effects: Effects) -> None:
        opened = self._backend.tables.find(message.table)
        person, asked = self._backend.person, ask.Say(message.cmd, message.text)
        self._submit(
            client,
            opened,
            message.cmd,
            lambda table, now: decisions.command(table, person, asked, now),
            now,
            effects,
        )

    def _submit(
        self,
        client: str,
        opened: OpenTable,
        cmd: str,
        decide: Any,
        now: int,
        effects: Effects,
    ) -> None:
        """The answer is the broadcast of the new entries; the first one again where there was."""
        who = opened.followers.get(client)
        if not self._backend.submit(opened, cmd, decide, now, effects) and who is not None:
            at = opened.table.commands[scoped(self._backend.person.id, cmd)]
            self._send_missed(client, opened, who, at - 1, now, effects)

    def _try(self, client: str, message: messages.Try, _: int, effects: Effects) -> None:
        opened = self._backend.tables.find(message.table)
        seat = self._own_seat(client, opened, message.seat)
        if opened.table.state is None:
            raise Refused("not_begun", "The game has not begun.")
        answer = tried(message, opened.table, opened.table.state, seat)
        effects.frames.append((client, encoded(answer)))

    def _hint(self, client: str, message: messages.Hint, _: int, effects: Effects) -> None:
        opened = self._backend.tables.find(message.table)
        seat = self._own_seat(client, opened, message.seat)
        play.playing(opened.table)
        advice = advise(question_for(opened.table, seat))
        answer = messages.Advised(
            table=message.table, id=message.id, unit=advice.unit, options=advice.options
        )
        effects.frames.append((client, encoded(answer)))

    def _clock(self, client: str, message: messages.AskClock, now: int, effects: Effects) -> None:
        table = self._backend.tables.find(message.table).table
        ticks = table.clocks.ticks and table.is_playing
        face = table.clocks.face(now) if ticks else None
        effects.frames.append((client, encoded(messages.Clocks(table=message.table, clock=face))))

    def _ping(self, client: str, _: messages.Ping, now: int, effects: Effects) -> None:
        effects.frames.append((client, encoded(messages.Pong(now))))

    def _seat(self, client: str, opened: OpenTable, named: Seat | None) -> Seat | None:
        who = opened.followers.get(client)
        return who.seat if named is None and who is not None else named

    def _own_seat(self, client: str, opened: OpenTable, named: Seat | None) -> Seat:
        seat = self._seat(client, opened, named)
        return play.own_seat(opened.table, self._backend.person.id, seat)


HANDLERS: dict[type[messages.ClientMessage], Callable[[Frames, str, Any, int, Effects], None]] = {
    messages.Hello: Frames._hello,
    messages.Bye: Frames._bye,
    messages.Act: Frames._act,
    messages.Try: Frames._try,
    messages.Hint: Frames._hint,
    messages.Chat: Frames._chat,
    messages.AskClock: Frames._clock,
    messages.Ping: Frames._ping,
}
