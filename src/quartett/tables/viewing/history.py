"""Messages for clients that reconnect or look back.

The last entries are in memory; the rest has to be read from the log. Replays are generators, so
that a server can serve others between two of their steps.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from quartett.core.state import State, View
from quartett.tables.entries import Entry, Move, Undone
from quartett.tables.errors import Refused
from quartett.tables.table import RECENT, Table
from quartett.tables.viewing import viewer as view
from quartett.tables.viewing.messages import Events, Snapshot
from quartett.tables.viewing.text import event_text
from quartett.tables.viewing.viewer import Viewer

WHOLE_LOG = 5_000
"""A client may ask for all entries of a log up to this length; of a longer one, for the last."""


def reconnect(table: Table, viewer: Viewer, last: int | None, now: int) -> Snapshot | Events | None:
    """What to send to a client that knows the entries up to `last`.

    Exactly the entries after it, or a snapshot where there are too many or `last` is none of
    ours. None: the entries have to be read from the log, for `missed_events`.
    """
    if last is None or last > table.seq:
        return view.snapshot(table, viewer, now)
    recent = [pair for pair in table.recent if pair[0].seq > last]
    if len(recent) == table.seq - last:
        return view.events(table, viewer, now, recent)
    return None if table.seq <= WHOLE_LOG else view.snapshot(table, viewer, now)


def missed_events(table: Table, viewer: Viewer, now: int, replayed: list[Any]) -> Events:
    """The entries of a replay as one message."""
    position = view.events(table, viewer, now, ())
    about = view.table_info(table, viewer.user)
    return msgspec.structs.replace(position, events=replayed, about=about)


def replay(table: Table, log: Iterable[Entry], viewer: Viewer, after: int) -> Iterator[Any]:
    """The entries after a place as the viewer may see them; `log` begins with the first entry.

    Where remembering is the game, what was shown long ago is left out while it runs. None stands
    for an entry before that place: a step that may take as long as any other.
    """
    states: list[State] = [table.start()]
    forgotten = table.seq - RECENT if table.game.remembering and table.is_playing else 0
    for entry in log:
        if entry.seq > table.seq:
            return
        is_wanted, is_forgotten = entry.seq > after, entry.seq <= forgotten
        yield (
            view.entry_message(table, entry, states[-1], viewer, is_forgotten)
            if is_wanted
            else None
        )
        if isinstance(entry.what, Move):
            states.append(states[-1].apply(entry.what.event(table.game)))
        elif isinstance(entry.what, Undone):
            del states[entry.what.place + 1 :]


def past_views(
    table: Table, viewer: Viewer, first: int, count: int
) -> Iterator[tuple[dict[str, Any] | None, View] | None]:
    """Views of earlier positions, each with the event that led there; None before the first."""
    if table.stage == "open":
        raise Refused("not_begun", "The game has not begun.")
    if table.game.remembering and table.stage == "playing":
        raise Refused("remember", "Remembering is the game: no looking back while it runs.")
    state, seat = table.start(), viewer.seat
    yield (None, state.view(seat)) if first == 0 else None
    for place, event in enumerate(table.events[: first + count - 1], start=1):
        before, state = state, state.apply(event)
        if place < first:
            yield None
            continue
        seen = before.redact(event, seat)
        text = {"text": event_text(table.game, seen)} if viewer.words else {}
        yield {**seen.wire(), **text}, state.view(seat)
