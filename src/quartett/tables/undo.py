"""Taking moves back: who has to agree, and when there is nobody who could."""

from quartett.core.event import CHANCE, Event, Seat
from quartett.core.state import State
from quartett.tables import commands as ask
from quartett.tables import entries as log
from quartett.tables.errors import Refused
from quartett.tables.play import check_holder, playing
from quartett.tables.seats import Person
from quartett.tables.table import Draft, Table


def offer(table: Table, person: Person, asked: ask.Undo, _: object) -> Draft:
    """Ask to go back to before the seat's last action.

    Every other person at the table is asked, present or not. Who plays with bots alone has
    nobody to ask: what showed something stays, unless the table is for practice.
    """
    playing(table)
    check_holder(table, person, asked.seat)
    if table.offer is not None:
        raise Refused("undo_offered", "An undo has been asked for already.")
    own = [place for place, event in enumerate(table.events) if event.actor == asked.seat]
    if not own:
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


def answer(table: Table, person: Person, asked: ask.Answer, _: object) -> Draft:
    """Agree to an undo or refuse it; the last to agree takes the moves back."""
    playing(table)
    check_holder(table, person, asked.seat)
    if table.offer is None:
        raise Refused("no_offer", "Nobody asks for an undo any more.")
    if not asked.yes:
        return [(log.Refused(asked.seat), None)]
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
