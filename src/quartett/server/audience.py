"""What each pair of eyes is shown of a table: nothing leaves the house but through here."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct

from quartett.core.event import Seat, Seen
from quartett.core.state import State, View
from quartett.server import protocol
from quartett.server.entries import Entry, Move, Note, Undone, public
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


def snapshot(room: Room, eyes: Eyes, now: int) -> protocol.Snapshot:
    """Everything, for who has nothing yet."""
    position = events(room, eyes, now, ())
    fields = {name: getattr(position, name) for name in protocol.Snapshot.__struct_fields__}
    return protocol.Snapshot(**{**fields, "about": room.about(eyes.user)})


def events(
    room: Room, eyes: Eyes, now: int, entries: Iterable[tuple[Entry, State | None]]
) -> protocol.Events:
    """Entries, and where they lead."""
    told, noted = [], False
    for entry, before in entries:
        told.append(tell(room, entry, before, eyes))
        noted = noted or isinstance(entry.what, Note)
    state, seat, plays = room.state, eyes.seat, room.is_playing
    view = None if state is None else state.view(seat)
    acts = (eyes.legal or eyes.offers) and plays and view is not None and seat in view.to_act
    lists = acts and eyes.legal and not room.game.lists_slowly
    return protocol.Events(
        table=room.opening.id,
        seq=room.seq,
        seat=seat,
        about=room.about(eyes.user) if noted else UNSET,
        view=view,
        legal=listed(view) if view is not None and lists else UNSET,
        offers=room.game.offers(view) if view is not None and acts and eyes.offers else UNSET,
        clock=room.clockwork.face(now) if plays and room.clockwork.ticks else UNSET,
        events=told,
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
    cmd = b""
    if entry.cmd is not None and _wrote(room, entry, eyes):
        cmd = b',"cmd":' + protocol.encode(entry.cmd)
    return Raw(b'{"seq":%d,"ms":%d%b,%b' % (entry.seq, entry.ms, cmd, told[1:]))


def _whole(move: Move, seen: Seen) -> bytes:
    """The same as `seen.wire()` in JSON, where nothing of the action is hidden."""
    if seen.shows is None:
        return move.wire
    return b'%b,"shows":%b}' % (move.wire[:-1], protocol.encode(seen.shows))


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
