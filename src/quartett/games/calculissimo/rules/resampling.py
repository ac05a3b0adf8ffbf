"""What a seat may not know, varied: other draws and exchanges of the others that fit all it saw.

Every tile that another seat draws is a ticket whose tile is open. A play names the tiles of
some of its owner's tickets; an exchange gives some tickets back, nobody else knows which. In
the end the open tickets get tiles at random, so that no kind of tile is ever out more often
than there are tiles of it.
"""

from collections.abc import Sequence

from msgspec import Struct

from quartett.core.errors import IllegalAction
from quartett.core.event import CHANCE, Event, Seat
from quartett.core.state import Rng
from quartett.games.calculissimo.actions import Draw, Exchange, Play
from quartett.games.calculissimo.board.tiles import KIND, TILES, of_rack
from quartett.games.calculissimo.rules import State

TRIES = 8


class Ticket(Struct, eq=False):
    """A tile that a seat drew at one place of the log and gave away at another."""

    drawn: int
    tile: str | None
    gone: int


def another_log(start: State, log: Sequence[Event], seat: Seat | None, rng: Rng) -> list[Event]:
    """A log that this seat could not tell from the given one; the same if none is found."""
    states = _replay(start, log)
    for _ in range(TRIES):
        twin = _Twin(states, log, seat, rng).events()
        if twin is not None and _looks_the_same(states, twin):
            return twin
    return list(log)


class _Twin:
    """One attempt."""

    def __init__(
        self, states: list[State], log: Sequence[Event], seat: Seat | None, rng: Rng
    ) -> None:
        self.states = states
        self.log = log
        self.seat = seat
        self.rng = rng
        self.hands: list[list[Ticket]] = [[] for _ in range(states[0].players)]
        self.moved: dict[int, list[Ticket]] = {}
        """The tickets that each draw and exchange of the log is about."""
        self.tickets: list[Ticket] = []

    def events(self) -> list[Event] | None:
        for place, event in enumerate(self.log):
            if not self._follow(place, event):
                return None
        if not self._name_what_all_see_at_the_end() or not self._name_the_rest():
            return None
        return [self._event(place, event) for place, event in enumerate(self.log)]

    def _follow(self, place: int, event: Event) -> bool:
        action = event.action
        if isinstance(action, Draw):
            self._draw(place, action)
        elif isinstance(action, Exchange):
            assert event.actor != CHANCE
            self._exchange(place, event.actor, action)
        elif isinstance(action, Play):
            assert event.actor != CHANCE
            return self._play(place, event.actor, action)
        return True

    def _draw(self, place: int, draw: Draw) -> None:
        known = draw.seat == self.seat
        new = [Ticket(place, tile if known else None, len(self.log)) for tile in draw.tiles]
        self.hands[draw.seat] += new
        self.tickets += new
        self.moved[place] = new

    def _exchange(self, place: int, seat: Seat, exchange: Exchange) -> None:
        hand, given = self.hands[seat], []
        for tile in exchange.tiles:
            fits = [ticket for ticket in hand if ticket.tile == tile] if seat == self.seat else hand
            given.append(self._take(hand, fits))
        for ticket in given:
            ticket.gone = place
        self.moved[place] = given

    def _play(self, place: int, seat: Seat, play: Play) -> bool:
        """Tiles that are taken back stay in the hand, but now everyone knows them."""
        hand = self.hands[seat]
        stays = self._is_taken_back(place)
        laid = []
        for _, _, name in play.tiles:
            tile = of_rack(name)
            fits = [ticket for ticket in hand if ticket.tile in (tile, None)]
            if not fits:
                return False
            ticket = self._take(hand, fits)
            ticket.tile = tile
            laid.append(ticket)
        if stays:
            hand += laid
        return True

    def _is_taken_back(self, place: int) -> bool:
        """Whether the play at this place was challenged, and wrong."""
        later = range(place + 1, len(self.states))
        settled = next((p for p in later if self.states[p].phase != "answer"), None)
        if settled is None:
            return False
        return self.states[settled].idle > 0

    def _take(self, hand: list[Ticket], fits: list[Ticket]) -> Ticket:
        ticket = fits[self.rng.randrange(len(fits))]
        hand.remove(ticket)
        return ticket

    def _name_what_all_see_at_the_end(self) -> bool:
        last = self.states[-1]
        if not last.over:
            return True
        for hand, rack in zip(self.hands, last.racks, strict=True):
            left = list(rack)
            for ticket in sorted(hand, key=lambda ticket: ticket.tile is None):
                if ticket.tile is None:
                    ticket.tile = left[self.rng.randrange(len(left))]
                if ticket.tile not in left:
                    return False
                left.remove(ticket.tile)
        return True

    def _name_the_rest(self) -> bool:
        """Open tickets in random order; a ticket's tile must be free as long as it is held."""
        places = len(self.log)
        full = self.states[0].edition.tiles
        free = [[tiles] * places for tiles in full]
        self._lay_out(free)
        open_tickets = [ticket for ticket in self.tickets if ticket.tile is None]
        while open_tickets:
            ticket = open_tickets.pop(self.rng.randrange(len(open_tickets)))
            slack = [min(kind[ticket.drawn : ticket.gone]) for kind in free]
            if not any(number > 0 for number in slack):
                return False
            ticket.tile = self._one_of([max(0, number) for number in slack])
            _occupy(free, ticket)
        return True

    def _lay_out(self, free: list[list[int]]) -> None:
        """Tiles on the board are out as well, for good."""
        for ticket in self.tickets:
            if ticket.tile is not None:
                _occupy(free, ticket)

    def _one_of(self, weights: list[int]) -> str:
        place = self.rng.randrange(sum(weights))
        for tile, weight in zip(TILES, weights, strict=True):
            place -= weight
            if place < 0:
                return tile
        raise AssertionError("a place beyond the weights")

    def _event(self, place: int, event: Event) -> Event:
        tiles = tuple(ticket.tile or "" for ticket in self.moved.get(place, []))
        if isinstance(event.action, Draw):
            return Event(CHANCE, Draw(event.action.seat, tiles))
        if isinstance(event.action, Exchange):
            return Event(event.actor, Exchange(tiles))
        return event


def _occupy(free: list[list[int]], ticket: Ticket) -> None:
    assert ticket.tile is not None
    kind = free[KIND[ticket.tile]]
    for place in range(ticket.drawn, ticket.gone):
        kind[place] -= 1


def _replay(start: State, log: Sequence[Event]) -> list[State]:
    states = [start]
    for event in log:
        states.append(states[-1].apply(event))
    return states


def _looks_the_same(states: list[State], twin: list[Event]) -> bool:
    """Whether the twin follows the rules, and turns and the end come where they came."""
    state = states[0]
    for event, truth in zip(twin, states[1:], strict=True):
        try:
            state = state.apply(event)
        except IllegalAction:
            return False
        if state.phase != truth.phase or state.active != truth.active:
            return False
    return True
