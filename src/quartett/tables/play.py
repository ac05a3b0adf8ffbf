"""Moves of the game at a table: what a person, a bot or a clock adds to the log or takes back.

Nothing is changed here: each function returns the entries to write, or refuses.
"""

import msgspec

from quartett.core.driver import draw
from quartett.core.event import CHANCE, Event, Seat
from quartett.core.parts import timing
from quartett.core.record import winners
from quartett.core.state import State
from quartett.tables import commands as ask
from quartett.tables import entries as log
from quartett.tables.entries import Move
from quartett.tables.errors import Refused, not_yours
from quartett.tables.seats import Holder, Person
from quartett.tables.table import Draft, Table


def act(
    table: Table, person: Person, named: Seat | None, at: int, form: dict[str, object]
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
    """The server was down or stood still for this long; no clock that ran counts it."""
    playing(table)
    return [] if table.clocks.next_deadline() is None else [(log.Paused(ms), None)]


def offer_undo(table: Table, person: Person, asked: ask.Undo, _: object) -> Draft:
    """Ask to go back to before the seat's last action.

    Every other person at the table is asked, present or not. Who plays with bots alone has
    nobody to ask: what showed something stays, unless the table is for practice.
    """
    playing(table)
    check_holder(table, person, asked.seat)
    if table.offer is not None:
        raise Refused("undo_offered", "An undo has been asked for already.")
    own = [place for place, event in enumerate(table.events) if event.actor == asked.seat]
    if not own or own[-1] < table.given:
        raise Refused("nothing_to_undo", "You have done nothing yet that could be undone.")
    place = own[-1]
    offered: Draft = [(log.Offered(asked.seat, place), None)]
    if table.others(asked.seat):
        return offered
    if not table.setup.practice and _revealed(table, place, asked.seat):
        raise Refused(
            "undo_revealed",
            "Your move showed something new; it can be taken back at a practice table only.",
            {"seat": asked.seat},
        )
    return [*offered, _take_back(table, place)]


def answer_undo(table: Table, person: Person, asked: ask.Answer, _: object) -> Draft:
    """Agree to an undo or refuse it; the last to agree takes the moves back."""
    playing(table)
    check_holder(table, person, asked.seat)
    if table.offer is None:
        raise Refused("no_offer", "Nobody asks for an undo any more.")
    if not asked.yes:
        return [(log.Declined(asked.seat), None)]
    if asked.seat not in table.offer.waiting:
        raise Refused("not_asked", "You are not asked, or have agreed already.")
    agreed: Draft = [(log.Agreed(asked.seat), None)]
    left = [seat for seat in table.offer.waiting if table.seats[seat].user != person.id]
    return agreed if left else [*agreed, _take_back(table, table.offer.place)]


def _take_back(table: Table, place: int) -> tuple[log.Undone, None]:
    return log.Undone(place, len(table.events) - place), None


def _revealed(table: Table, place: int, seat: Seat) -> bool:
    """Whether the events from this place on showed the seat something it did not know."""
    state = table.start()
    for event in table.events[:place]:
        state = state.apply(event)
    for event in table.events[place:]:
        if _reveals(state, event, seat):
            return True
        state = state.apply(event)
    return False


def _reveals(state: State, event: Event, seat: Seat) -> bool:
    """Chance, what an event shows, and what others do who know more than the seat."""
    if event.actor == CHANCE or state.redact(event, seat).shows is not None:
        return True
    return event.actor != seat and state.hides


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
