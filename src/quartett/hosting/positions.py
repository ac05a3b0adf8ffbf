"""A table that begins with a position of a finished game, so that somebody may play it better.

Its log begins with the events of that game up to a decision. What the deciding seat could not
know there is drawn again, and so is all that chance does afterwards: whoever has seen how the
first game went on knows nothing about this one.
"""

from msgspec import to_builtins
from msgspec.structs import replace

from quartett.core.event import Event, Seat
from quartett.core.fairness import Stream
from quartett.hosting.looking import check_over
from quartett.tables import entries as log
from quartett.tables.decisions import BotName, bot_name, new_table
from quartett.tables.entries import Move
from quartett.tables.errors import Refused
from quartett.tables.play import draw_chance
from quartett.tables.seats import Person
from quartett.tables.setup import TableRequest
from quartett.tables.table import Draft, Table

HIDDEN_STREAM = 0
"""What hidden things are drawn from. Event 0 is given, so chance never uses this stream."""


def set_up(
    request: TableRequest,
    original: Table | None,
    owner: Person,
    table_id: str,
    now: int,
    secret: bytes,
    bot_name: BotName = bot_name,
) -> tuple[Table, Draft]:
    """A table as it was asked for; `original` is the table that the request's origin names."""
    if original is None or request.origin is None:
        return new_table(request, owner, table_id, now, secret, bot_name)
    seat = _deciding(request, original, request.origin.place)
    options = original.game.recorded_options(original.setup.options)
    request = replace(request, options=to_builtins(options), practice=True, listed=False)
    plain, seated = new_table(request, owner, table_id, now, secret, bot_name)
    setup = replace(plain.setup, origin=request.origin)
    begun = Table(setup)
    begun.write(seated, None, now)
    return Table(setup), [*seated, *_beginning(begun, original, seat)]


def _deciding(request: TableRequest, original: Table, place: int) -> Seat:
    """The seat that decided there; it must be the one that is asked for."""
    check_over(original)
    actor = original.events[place].actor if place < len(original.events) else None
    if not isinstance(actor, int) or place < original.given:
        raise Refused("no_decision", "Nobody decided there.", {"place": place}, 400)
    wanted = tuple("me" if seat == actor else "bot" for seat in range(original.setup.players))
    kinds = tuple(seat.kind for seat in request.seats)
    if request.game != original.setup.game or kinds != wanted:
        raise Refused(
            "other_seats",
            "Take the seat that decided there; bots play the others.",
            {"seat": actor},
            400,
        )
    return actor


def _beginning(table: Table, original: Table, seat: Seat) -> Draft:
    """The game begins, and the events up to the position happen."""
    state = table.start()
    nonces = tuple(holder.nonce for holder in table.seats)
    draft: Draft = [(log.Begun(table.commit, nonces), state)]
    for event in _as_known(table, original, seat):
        state = state.apply(event)
        draft.append((Move.of(event), state))
    return [*draft, *draw_chance(table, state, table.given)]


def _as_known(table: Table, original: Table, seat: Seat) -> list[Event]:
    """Events that the seat could not tell from those that happened, drawn by the table's key."""
    happened = original.events[: table.given]
    stream = Stream(table.key, HIDDEN_STREAM)
    return table.game.resample(table.start(), happened, seat, stream)
