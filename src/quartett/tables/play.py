"""Moves of the game at a table: what a person, a bot or a clock adds to the log.

Nothing is changed here: each function returns the entries to write, or refuses.
"""

import msgspec

from quartett.core.driver import draw
from quartett.core.event import Event, Seat
from quartett.core.parts import timing
from quartett.core.record import winners
from quartett.core.state import State
from quartett.tables import entries as log
from quartett.tables.entries import Move
from quartett.tables.errors import Refused, not_yours
from quartett.tables.seats import Holder, Person
from quartett.tables.table import Draft, Table


def act(
    table: Table,
    _now: int,
    *,
    person: Person,
    named: Seat | None,
    at: int,
    form: dict[str, object],
) -> Draft:
    """A person plays for the seat that is named, or for the only one held."""
    seat = seat_for(table, person.id, named)
    state = playing(table)
    check_holder(table, person, seat)
    if not table.seats[seat].plays_self:
        raise Refused("away", "A bot plays for you; come back first.", {"seat": seat})
    if seat in table.late:
        raise Refused("late", "Your time was up.", {"seat": seat})
    moved_on = table.since.get(seat, 0) if seat in state.to_act else table.moved
    if at < moved_on:
        raise Refused("stale", "The table has moved on since; look again.", {"at": at})
    return play(table, state, seat, form)


def play(table: Table, state: State, seat: Seat, form: dict[str, object]) -> Draft:
    """A seat's action, and all that chance does after it."""
    event = Event(seat, table.game.action(form))
    after = state.apply(event)
    return [(Move.of(event), after), *draw_chance(table, after, table.place + 1)]


def bot_move(table: Table, seat: Seat, since: int, form: dict[str, object]) -> Draft:
    """A bot's answer, unless the table has moved on meanwhile."""
    if seat not in table.bots_to_act or table.since.get(seat) != since or table.state is None:
        raise Refused("stale", "The table has moved on since.")
    return play(table, table.state, seat, form)


def time_out(table: Table, now: int) -> Draft:
    """What happens to the seat whose time is up, if there is one."""
    state = playing(table)
    for seat in table.waiting:
        due = table.clocks.deadline(seat)
        if due is None or due > now:
            continue
        action = timing(table.game).timeout(state.view(seat))
        done = [] if action is None else play(table, state, seat, msgspec.to_builtins(action))
        return [(log.Late(seat), None), *done]
    raise Refused("in_time", "Nobody's time is up.")


def pause(table: Table, ms: int) -> Draft:
    """The server was down for so long; no clock counts it."""
    playing(table)
    return [(log.Paused(ms), None)]


def playing(table: Table) -> State:
    """The state of a game that goes on; any other is refused."""
    if table.stage != "playing" or table.state is None:
        code, why = ("over", "is over") if table.stage == "over" else ("not_begun", "has not begun")
        raise Refused(code, f"The game {why}.")
    return table.state


def draw_chance(table: Table, state: State, place: int) -> Draft:
    """All that chance does from this place on, and the end if the game is over."""
    drawn: Draft = []
    while state.is_chance:
        event = draw(state, table.key, place)
        state = state.apply(event)
        drawn.append((Move.of(event), state))
        place += 1
    if state.over:
        drawn.append(ended(table, state, None))
    return drawn


def ended(table: Table, state: State, resigns: Seat | None) -> tuple[log.Ended, None]:
    forfeits = table.forfeits_with(resigns)
    best = winners(state, forfeits)
    return log.Ended(state.scores(), best, table.setup.secret, forfeits), None


def find_seat(table: Table, seat: Seat) -> Holder:
    if seat >= len(table.seats):
        raise Refused("no_such_seat", f"There is no seat {seat + 1}.", {"seat": seat}, 404)
    return table.seats[seat]


def check_holder(table: Table, person: Person, seat: Seat) -> None:
    if find_seat(table, seat).user != person.id:
        raise not_yours(seat)


def seat_for(table: Table, user: str | None, named: Seat | None) -> Seat:
    """The seat that is named, or the only one that the user holds."""
    if named is not None:
        return named
    held = table.seats_of(user)
    if len(held) != 1:
        raise Refused("which_seat", "Say which seat it is for.", status=400)
    return held[0]


def own_seat(table: Table, user: str | None, named: Seat | None) -> Seat:
    """The same; it must be the user's own."""
    seat = seat_for(table, user, named)
    if seat not in table.seats_of(user):
        raise not_yours(seat)
    return seat
