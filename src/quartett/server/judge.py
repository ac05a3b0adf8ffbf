"""What a command does to a table, or why it may not: nothing is changed here.

Each function answers with the entries to write; the rest of the log follows by itself.
"""

from collections.abc import Callable, Set
from itertools import count
from typing import TypeAlias

import msgspec

from quartett.bots import find_bot, usual_level
from quartett.core import fairness
from quartett.core.errors import QuartettError
from quartett.core.event import CHANCE, Event, Seat
from quartett.core.record import winners
from quartett.core.state import State
from quartett.server import commands as ask
from quartett.server import entries as log
from quartett.server.accounts import User, clean
from quartett.server.entries import AnyNote, Move
from quartett.server.errors import Refused, not_yours
from quartett.server.holder import Holder
from quartett.server.room import Room
from quartett.server.table import SeatWish

Step: TypeAlias = tuple[Move | AnyNote, State | None]
"""What to write, and the state it leads to."""
Draft: TypeAlias = list[Step]

ABSENT_MS = 60_000
"""Who keeps the table waiting so long may be stood in for."""


def act(room: Room, user: User, seat: Seat, at: int, form: dict[str, object]) -> Draft:
    """A person plays."""
    state = playing(room)
    _holds(room, user, seat)
    if not room.seats[seat].plays_self:
        raise Refused("away", "A bot plays for you; come back first.", {"seat": seat})
    if seat in room.late:
        raise Refused("late", "Your time was up.", {"seat": seat})
    moved_on = room.since.get(seat, 0) if seat in state.to_act else room.moved
    if at < moved_on:
        raise Refused("stale", "The table has moved on since; look again.", {"at": at})
    return play(room, state, seat, form)


def play(room: Room, state: State, seat: Seat, form: dict[str, object]) -> Draft:
    """A seat's action, and all that chance does after it."""
    event = Event(seat, room.game.action(form))
    after = state.apply(event)
    return [(Move.of(event), after), *_chance(room, after, len(room.events) + 1)]


def bot_move(room: Room, seat: Seat, since: int, form: dict[str, object]) -> Draft:
    """A bot's answer, unless the table has moved on meanwhile."""
    if seat not in room.bots_to_act or room.since.get(seat) != since or room.state is None:
        raise Refused("stale", "The table has moved on since.")
    return play(room, room.state, seat, form)


def time_out(room: Room, now: int) -> Draft:
    """What happens to the seat whose time is up, if there is one."""
    state = playing(room)
    for seat in room.waiting:
        due = room.clockwork.deadline(seat)
        if due is None or due > now:
            continue
        action = room.game.timeout(state.view(seat))
        done = [] if action is None else play(room, state, seat, msgspec.to_builtins(action))
        return [(log.Late(seat), None), *done]
    raise Refused("in_time", "Nobody's time is up.")


def pause(room: Room, ms: int) -> Draft:
    """The house was closed."""
    playing(room)
    return [(log.Paused(ms), None)]


def playing(room: Room) -> State:
    """The state of a game that goes on; any other is refused."""
    if room.stage != "playing" or room.state is None:
        code, why = ("over", "is over") if room.stage == "over" else ("not_begun", "has not begun")
        raise Refused(code, f"The game {why}.")
    return room.state


def command(room: Room, user: User, asked: ask.AnyCommand, now: int) -> Draft:
    """Whatever people do to a table beside playing."""
    return _JUDGES[type(asked)](room, user, asked, now)


def _sit(room: Room, user: User, asked: ask.Sit, _: int) -> Draft:
    _open(room)
    holder = _seat(room, asked.seat)
    if not holder.is_free and holder.user != user.id:
        raise Refused("taken", f"Seat {asked.seat + 1} is taken.", {"seat": asked.seat})
    name = clean(asked.name) if asked.name else user.name
    nonce = asked.nonce or room.house_nonce(asked.seat)
    return [(log.Sat(asked.seat, name, user.id, nonce, user.program), None)]


def _leave(room: Room, user: User, asked: ask.Leave, _: int) -> Draft:
    _holds(room, user, asked.seat)
    if room.stage == "open":
        return [(log.Left(asked.seat), None)]
    playing(room)
    if not room.seats[asked.seat].plays_self:
        raise Refused("away", "A bot plays for you already.", {"seat": asked.seat})
    level = _level(room, asked.level)
    return [(log.Stood_In(asked.seat, level, "left"), None)]


def _bot(room: Room, user: User, asked: ask.Bot, now: int) -> Draft:
    holder = _seat(room, asked.seat)
    level = _level(room, asked.level)
    if room.stage == "open":
        _owns(room, user)
        if holder.is_person and holder.user != user.id:
            raise Refused("taken", f"Seat {asked.seat + 1} is taken.", {"seat": asked.seat})
        return [(put_bot(room, asked.seat, level), None)]
    playing(room)
    if not room.seats_of(user.id):
        raise Refused("not_at_table", "Only who plays here may call a bot.", status=403)
    waited = now - room.updated if asked.seat in room.waiting else 0
    if not holder.plays_self or waited < ABSENT_MS:
        raise Refused(
            "not_absent", "A bot may stand in for a player who keeps the table waiting a minute."
        )
    return [(log.Stood_In(asked.seat, level, "absent"), None)]


def seated(room: Room, user: User, wishes: tuple[SeatWish, ...]) -> Draft:
    """Those who are to sit at a new table from the beginning."""
    draft: Draft = []
    for seat, wish in enumerate(wishes):
        if wish.kind == "me":
            name = clean(wish.name) if wish.name else user.name
            nonce = room.house_nonce(seat)
            draft.append((log.Sat(seat, name, user.id, nonce, user.program), None))
        elif wish.kind == "bot":
            taken = {what.name for what, _ in draft if isinstance(what, log.Put | log.Sat)}
            draft.append((put_bot(room, seat, wish.level, taken), None))
    return draft


def put_bot(room: Room, seat: Seat, level: str | None, taken: Set[str] = frozenset()) -> log.Put:
    """A bot on a seat; the house has no choice in its nonce."""
    level = _level(room, level)
    name = find_bot(room.game, level).name or level
    names = {holder.name for other, holder in enumerate(room.seats) if other != seat} | taken
    number = next(n for n in count(1) if _numbered(name, n) not in names)
    return log.Put(seat, level, _numbered(name, number), room.house_nonce(seat))


def _numbered(name: str, number: int) -> str:
    return name if number == 1 else f"{name} {number}"


def _free(room: Room, user: User, asked: ask.Free, _: int) -> Draft:
    _open(room)
    _owns(room, user)
    _seat(room, asked.seat)
    return [(log.Left(asked.seat), None)]


def _start(room: Room, user: User, _asked: ask.Start, _: int) -> Draft:
    _open(room)
    if room.opening.owner != user.id and not room.seats_of(user.id):
        raise Refused("not_at_table", "Only who sits here may begin.", status=403)
    free = [seat for seat, holder in enumerate(room.seats) if holder.is_free]
    if free:
        raise Refused("seats_free", "Every seat must be taken first.", {"seats": free})
    state = room.start()
    nonces = tuple(holder.nonce for holder in room.seats)
    return [(log.Begun(room.commit, nonces), state), *_chance(room, state, 0)]


def _back(room: Room, user: User, asked: ask.Back, _: int) -> Draft:
    playing(room)
    _holds(room, user, asked.seat)
    if room.seats[asked.seat].resigned:
        raise Refused("resigned", "You gave this game up.", {"seat": asked.seat})
    if not room.seats[asked.seat].away:
        raise Refused("not_away", "You are at the table already.", {"seat": asked.seat})
    return [(log.Returned(asked.seat), None)]


def _undo(room: Room, user: User, asked: ask.Undo, _: int) -> Draft:
    playing(room)
    _holds(room, user, asked.seat)
    if room.offer is not None:
        raise Refused("undo_offered", "An undo has been asked for already.")
    own = [place for place, event in enumerate(room.events) if event.actor == asked.seat]
    if not own:
        raise Refused("nothing_to_undo", "You have done nothing yet that could be undone.")
    place = own[-1]
    offered: Draft = [(log.Offered(asked.seat, place), None)]
    return offered if room.others(asked.seat) else [*offered, (log.Undone(place), None)]


def _answer(room: Room, user: User, asked: ask.Answer, _: int) -> Draft:
    playing(room)
    _holds(room, user, asked.seat)
    offer = room.offer
    if offer is None:
        raise Refused("no_offer", "Nobody asks for an undo any more.")
    if not asked.yes:
        return [(log.Refused(asked.seat), None)]
    if asked.seat not in offer.waiting:
        raise Refused("not_asked", "You are not asked, or have agreed already.")
    agreed: Draft = [(log.Agreed(asked.seat), None)]
    left = [seat for seat in offer.waiting if room.seats[seat].user != user.id]
    return agreed if left else [*agreed, (log.Undone(offer.place), None)]


def _resign(room: Room, user: User, asked: ask.Resign, _: int) -> Draft:
    state = playing(room)
    _holds(room, user, asked.seat)
    if room.seats[asked.seat].resigned:
        raise Refused("resigned", "You gave this game up already.", {"seat": asked.seat})
    written: Draft = [
        (log.Resigned(asked.seat), None),
        (log.Stood_In(asked.seat, usual_level(room.game), "resigned"), None),
    ]
    left = [s for s, holder in enumerate(room.seats) if not holder.resigned and s != asked.seat]
    return [*written, _ended(room, state, asked.seat)] if len(left) == 1 else written


def _rematch(room: Room, user: User, _asked: ask.Rematch, _: int) -> Draft:
    """The hall sets the new table up; here it is only asked whether it may."""
    if room.stage != "over":
        raise Refused("not_over", "The game is not over yet.")
    if not room.seats_of(user.id):
        raise Refused("not_at_table", "Only who played here may ask for a rematch.", status=403)
    return []


def _say(room: Room, user: User, asked: ask.Say, _: int) -> Draft:
    text = " ".join(asked.text.split())
    if not text:
        raise Refused("empty", "There is nothing in it.", status=400)
    seats = room.seats_of(user.id)
    name = room.seats[seats[0]].name if seats else user.name
    return [(log.Said(name, seats[0] if seats else None, user.id, text), None)]


_JUDGES: dict[type[ask.Command], Callable[..., Draft]] = {
    ask.Sit: _sit,
    ask.Leave: _leave,
    ask.Bot: _bot,
    ask.Free: _free,
    ask.Start: _start,
    ask.Back: _back,
    ask.Undo: _undo,
    ask.Answer: _answer,
    ask.Resign: _resign,
    ask.Rematch: _rematch,
    ask.Say: _say,
}


def _chance(room: Room, state: State, place: int) -> Draft:
    """All that chance does now, and the end if the game is over."""
    drawn: Draft = []
    while state.is_chance:
        event = Event(CHANCE, state.sample(fairness.Stream(room.key, place)))
        state = state.apply(event)
        drawn.append((Move.of(event), state))
        place += 1
    if state.over:
        drawn.append(_ended(room, state, None))
    return drawn


def _ended(room: Room, state: State, resigns: Seat | None) -> Step:
    forfeits = room.forfeits_with(resigns)
    best = winners(state, forfeits)
    return log.Ended(state.scores(), best, room.opening.secret, forfeits), None


def _open(room: Room) -> None:
    if room.stage != "open":
        raise Refused("begun", "The game has begun already.")


def _seat(room: Room, seat: Seat) -> Holder:
    if seat >= len(room.seats):
        raise Refused("no_such_seat", f"There is no seat {seat + 1}.", {"seat": seat}, 404)
    return room.seats[seat]


def _holds(room: Room, user: User, seat: Seat) -> None:
    if _seat(room, seat).user != user.id:
        raise not_yours(seat)


def _owns(room: Room, user: User) -> None:
    if room.opening.owner != user.id:
        raise Refused("not_owner", "Only who made the table may do this.", status=403)


def _level(room: Room, wanted: str | None) -> str:
    level = wanted or usual_level(room.game)
    try:
        find_bot(room.game, level)
    except QuartettError as error:
        raise Refused("no_such_bot", f"{error}.", {"level": level}, 400) from None
    return level
