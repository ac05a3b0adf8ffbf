"""Messages to each viewer of a table; no other module makes messages from a table."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from quartett.core.event import Seat, Seen
from quartett.core.parts import Outcomes, page, part, timing
from quartett.core.state import State, View
from quartett.tables.entries import OWNER_PART, AnyNote, Entry, Move, Said, public
from quartett.tables.info import TableInfo
from quartett.tables.table import Table
from quartett.tables.viewing import messages
from quartett.tables.viewing.text import PositionText, event_text, position_text

LISTED = 1000
"""The maximum number of legal actions in a message."""


class Viewer(Struct, frozen=True, cache_hash=True):
    """A user who sees the table as a seat or as a spectator, and what they want to be sent."""

    user: str | None
    seat: Seat | None
    legal: bool = False
    offers: bool = False
    words: bool = False
    blocked: frozenset[str] = frozenset()
    """Users whose chat comes without its text."""


class SharedViews:
    """What a position shows to each seat; made once where all see the same."""

    def __init__(self, state: State | None) -> None:
        self._state = state
        self._same = None if state is None or state.hides else state.view(None)

    def of(self, seat: Seat | None) -> View | None:
        if self._same is not None:
            return msgspec.structs.replace(self._same, seat=seat)
        return None if self._state is None else self._state.view(seat)


def table_info(table: Table, user: str | None) -> TableInfo:
    """The table as this user sees it."""
    setup = table.setup
    return TableInfo(
        id=setup.id,
        game=setup.game,
        options=setup.options,
        clock=setup.clock,
        listed=setup.listed,
        language=setup.language,
        stage=table.stage,
        created=setup.created,
        commit=table.commit,
        seats=tuple(h.shown_to(user, s in table.overdue) for s, h in enumerate(table.seats)),
        owner=user is not None and setup.owner == user,
        undo=table.offer,
        result=table.result,
        next=table.next,
        practice=setup.practice,
        origin=setup.origin,
        imported=setup.imported,
    )


def snapshot(table: Table, viewer: Viewer, now: int) -> messages.Snapshot:
    """Everything, for a viewer that has nothing yet."""
    position = events(table, viewer, now, ())
    fields = {name: getattr(position, name) for name in messages.Snapshot.__struct_fields__}
    return messages.Snapshot(**{**fields, "about": table_info(table, viewer.user)})


def events(
    table: Table,
    viewer: Viewer,
    now: int,
    entries: Sequence[tuple[Entry, State | None]],
    views: SharedViews | None = None,
) -> messages.Events:
    """The last entries, and where they lead; `views` are shared by the viewers of a broadcast."""
    noted = bool(entries) and entries[0][0].seq <= table.noted
    seat, plays = viewer.seat, table.stage == "playing"
    view = (views or SharedViews(table.state)).of(seat)
    may_act = view if plays and view is not None and seat in view.to_act else None
    return messages.Events(
        table=table.setup.id,
        seq=table.seq,
        seat=seat,
        about=table_info(table, viewer.user) if noted else UNSET,
        view=view,
        legal=_listed(table, may_act) if may_act and viewer.legal else UNSET,
        offers=page(table.game).offers(may_act) if may_act and viewer.offers else UNSET,
        words=_words(table, view, may_act) if view and viewer.words else UNSET,
        clock=table.clocks.face(now) if plays and table.clocks.ticks else UNSET,
        events=[entry_message(table, entry, before, viewer) for entry, before in entries],
    )


def entry_message(
    table: Table, entry: Entry, before: State | None, viewer: Viewer, forgotten: bool = False
) -> Any:
    """One entry as the viewer may see it, in JSON, without what it showed if that is forgotten."""
    what = entry.what
    if not isinstance(what, Move):
        if isinstance(what, Said) and what.user in viewer.blocked:
            what = msgspec.structs.replace(what, text="", hidden=True)
        sent = messages.encode(public(what))
    else:
        assert before is not None  # moves come after the beginning
        event = what.made or what.event(table.game)
        seen = before.redact(event, viewer.seat)
        if forgotten:
            seen = Seen(seen.actor, seen.action)
        if seen.action is not event.action:
            sent = messages.encode(seen.wire())
        else:  # the same as `seen.wire()` in JSON
            sent = what.wire if seen.shows is None else _with_shown(what.wire, seen.shows)
        if (viewer.words or viewer.offers) and seen.action is not None:
            sent = sent[:-1] + b"".join(_explained(table, before, seen, viewer)) + b"}"
    cmd = b"" if entry.cmd is None else _own_command(table, what, entry.cmd, viewer.user)
    return Raw(f'{{"seq":{entry.seq},"ms":{entry.ms}'.encode() + cmd + b"," + sent[1:])


def _explained(table: Table, before: State, seen: Seen, viewer: Viewer) -> Iterator[bytes]:
    """What a page is sent beside the action: its words, and what it comes to."""
    if viewer.words:
        yield b',"text":' + messages.encode(event_text(table.game, seen))
    outcomes = part(table.game, Outcomes[View]) if viewer.offers else None
    assert seen.action is not None  # only an action that is seen has words
    if outcomes is not None and isinstance(seen.actor, int):
        found = outcomes.outcome(before.view(viewer.seat), seen.action)
        if found is not None:
            yield b',"outcome":' + messages.encode(found)


def _with_shown(wire: bytes, shows: object) -> bytes:
    return b'%b,"shows":%b}' % (wire[:-1], messages.encode(shows))


def _words(table: Table, view: View, may_act: View | None) -> PositionText:
    assert table.state is not None  # there is a view of it
    return position_text(table.game, view, may_act is not None, table.state.hides)


def _own_command(table: Table, what: Move | AnyNote, cmd: str, user: str | None) -> bytes:
    """The id that the client chose, for the user who sent the command."""
    owner, _, chosen = cmd.rpartition(":")
    if user is None or not (owner == user[:OWNER_PART] if owner else _caused(table, what, user)):
        return b""
    return b',"cmd":' + messages.encode(chosen)


def _caused(table: Table, what: Move | AnyNote, user: str) -> bool:
    """Whether the user caused an entry of a log that does not say whose its commands are."""
    if isinstance(what, Move):
        return isinstance(what.by, int) and table.seats[what.by].user == user
    seat = getattr(what, "seat", None)
    return getattr(what, "user", None) == user or seat in table.seats_of(user)


def legal_actions(view: View) -> list[Any]:
    """The legal actions in their wire form, up to the maximum."""
    return [msgspec.to_builtins(action) for action in islice(view.actions(), LISTED)]


def _listed(table: Table, view: View) -> list[Any] | UnsetType:
    """Unset where listing is slow; the actions follow in a message of their own."""
    return UNSET if timing(table.game).lists_slowly else legal_actions(view)
