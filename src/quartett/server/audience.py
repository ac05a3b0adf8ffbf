"""What each pair of eyes is shown of a table: nothing leaves the house but through here."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct

from quartett.core.event import Seat, Seen
from quartett.core.state import State, View
from quartett.server import protocol, words
from quartett.server.entries import Entry, Move, Undone, public
from quartett.server.room import RECENT, Room
from quartett.server.unhurried import unhurried

LISTED = 1000
"""So many legal actions are listed at most."""


class Eyes(Struct, frozen=True, cache_hash=True):
    """Who looks, and what they want to be sent."""

    user: str | None
    seat: Seat | None
    legal: bool = False
    offers: bool = False
    words: bool = False


class Views:
    """What a position shows to each seat; made once where all see the same."""

    def __init__(self, state: State | None) -> None:
        self._state = state
        self._same: View | None = None

    def of(self, seat: Seat | None) -> View | None:
        if self._state is None:
            return None
        if self._state.hides:
            return self._state.view(seat)
        if self._same is None:
            self._same = self._state.view(None)
        return msgspec.structs.replace(self._same, seat=seat)


def snapshot(room: Room, eyes: Eyes, now: int) -> protocol.Snapshot:
    """Everything, for who has nothing yet."""
    position = events(room, eyes, now, ())
    fields = {name: getattr(position, name) for name in protocol.Snapshot.__struct_fields__}
    return protocol.Snapshot(**{**fields, "about": room.about(eyes.user)})


def events(
    room: Room,
    eyes: Eyes,
    now: int,
    entries: Sequence[tuple[Entry, State | None]],
    views: Views | None = None,
) -> protocol.Events:
    """The last entries, and where they lead; one who tells it to many makes `views` once."""
    noted = bool(entries) and entries[0][0].seq <= room.noted
    seat, plays = eyes.seat, room.stage == "playing"
    view = (views or Views(room.state)).of(seat)
    may_act = view if plays and view is not None and seat in view.to_act else None
    return protocol.Events(
        table=room.opening.id,
        seq=room.seq,
        seat=seat,
        about=room.about(eyes.user) if noted else UNSET,
        view=view,
        legal=listed(may_act) if may_act and eyes.legal and not room.game.lists_slowly else UNSET,
        offers=room.game.offers(may_act) if may_act and eyes.offers else UNSET,
        words=_words(room, view, may_act is not None) if view and eyes.words else UNSET,
        clock=room.clockwork.face(now) if plays and room.clockwork.ticks else UNSET,
        events=[tell(room, entry, before, eyes) for entry, before in entries],
    )


def tell(
    room: Room, entry: Entry, before: State | None, eyes: Eyes, forgotten: bool = False
) -> Any:
    """One entry as these eyes may see it, in JSON; what it showed may be forgotten by now."""
    what = entry.what
    if not isinstance(what, Move):
        told = protocol.encode(public(what))
    else:
        assert before is not None  # moves come after the beginning
        event = what.made or what.event(room.game)
        seen = before.redact(event, eyes.seat)
        if forgotten:
            seen = Seen(seen.actor, seen.action)
        told = _whole(what, seen) if seen.action is event.action else protocol.encode(seen.wire())
        if eyes.words and seen.action is not None:
            text = protocol.encode(words.told(room.game, seen))
            told = b'%b,"text":%b}' % (told[:-1], text)
    cmd = b""
    if entry.cmd is not None and _wrote(room, entry, eyes):
        cmd = b',"cmd":' + protocol.encode(entry.cmd)
    return Raw(b'{"seq":%d,"ms":%d%b,%b' % (entry.seq, entry.ms, cmd, told[1:]))


def _whole(move: Move, seen: Seen) -> bytes:
    """The same as `seen.wire()` in JSON, where nothing of the action is hidden."""
    if seen.shows is None:
        return move.wire
    return b'%b,"shows":%b}' % (move.wire[:-1], protocol.encode(seen.shows))


def _words(room: Room, view: View, may_act: bool) -> words.Words:
    assert room.state is not None  # there is a view of it
    return words.in_words(room.game, view, may_act, room.state.hides)


async def retold(room: Room, entries: Iterable[Entry], eyes: Eyes, after: int) -> list[Any]:
    """The log after a place, from the beginning replayed.

    Where remembering is the game, what was shown long ago is not told again while it runs.
    """
    states: list[State] = [room.start()]
    forgotten = room.seq - RECENT if room.game.remembering and room.is_playing else 0
    told = []
    async for entry in unhurried(entries):
        if entry.seq > after:
            told.append(tell(room, entry, states[-1], eyes, entry.seq <= forgotten))
        if isinstance(entry.what, Move):
            states.append(states[-1].apply(entry.what.event(room.game)))
        elif isinstance(entry.what, Undone):
            del states[entry.what.place + 1 :]
    return told


def _wrote(room: Room, entry: Entry, eyes: Eyes) -> bool:
    """Whether the entry was caused by the one who looks."""
    what = entry.what
    if eyes.user is None:
        return False
    if isinstance(what, Move):
        return isinstance(what.by, int) and room.seats[what.by].user == eyes.user
    user = getattr(what, "user", None)
    seat = getattr(what, "seat", None)
    return user == eyes.user or seat in room.seats_of(eyes.user)


def listed(view: View) -> list[Any]:
    """The legal actions, or as many of them as are listed at all."""
    return [msgspec.to_builtins(action) for action in islice(view.actions(), LISTED)]
