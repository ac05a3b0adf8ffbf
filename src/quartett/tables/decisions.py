"""What people do to a table beside playing: the entries that a command adds, or a refusal.

Nothing is changed here: each function returns the entries to write.
"""

from collections.abc import Callable, Sequence, Set
from itertools import count
from typing import TypeAlias

import msgspec
from msgspec import Struct

from quartett.bots import find_bot, usual_level
from quartett.core.errors import QuartettError
from quartett.core.event import Seat
from quartett.core.game import Game
from quartett.core.registry import game as find_game
from quartett.tables import commands as ask
from quartett.tables import entries as log
from quartett.tables.errors import Refused
from quartett.tables.play import (
    answer_undo,
    check_holder,
    draw_chance,
    ended,
    find_seat,
    offer_undo,
    playing,
)
from quartett.tables.seats import Person, clean_name
from quartett.tables.setup import SeatRequest, TableRequest, TableSetup
from quartett.tables.table import Draft, Span, Table

BotName: TypeAlias = Callable[[Game, str], str]
"""The name of a game's bot of some level; refuses a level that there is not."""


class Context(Struct, frozen=True):
    """What decisions need beside the table and the command."""

    now: int
    bot_name: BotName
    down: Sequence[Span] = ()
    """When the server was down, lately."""


def bot_name(game: Game, level: str) -> str:
    """The bot's own name; a host without the game's bots has its own way to name them."""
    try:
        return find_bot(game, level).name or level
    except QuartettError as error:
        raise Refused("no_such_bot", f"{error}.", {"level": level}, 400) from None


def command(
    table: Table,
    person: Person,
    asked: ask.AnyCommand,
    now: int,
    bot_name: BotName = bot_name,
    down: Sequence[Span] = (),
) -> Draft:
    """The entries that a command adds to the log."""
    return _HANDLERS[type(asked)](table, person, asked, Context(now, bot_name, down))


def new_table(
    request: TableRequest,
    owner: Person,
    table_id: str,
    now: int,
    secret: bytes,
    bot_name: BotName = bot_name,
) -> tuple[Table, Draft]:
    """A table as it was asked for, and the entries that seat its owner and its bots."""
    if request.start:  # there shall be no table where it cannot begin
        _check_taken([seat for seat, wanted in enumerate(request.seats) if wanted.kind == "open"])
    game = find_game(request.game)
    options = game.options(request.options)
    game.start(len(request.seats), options)  # refuses what the rules do not allow
    setup = TableSetup(
        id=table_id,
        game=game.id,
        players=len(request.seats),
        options=msgspec.to_builtins(options),
        clock=request.clock,
        listed=request.listed,
        language=request.language,
        owner=owner.id,
        created=now,
        secret=secret.hex(),
        practice=request.practice,
    )
    table = Table(setup)
    return table, _seated(table, owner, request.seats, bot_name)


def rematch(table: Table, person: Person) -> TableRequest:
    """The same table again: bots and the one who asks get their seats, the others stay open."""
    _check_rematch(table, person)
    seats = tuple(
        SeatRequest("me", name=holder.name) if holder.user == person.id
        else SeatRequest("open") if holder.is_person
        else SeatRequest("bot", holder.level)
        for holder in table.seats
    )  # fmt: skip
    setup = table.setup
    return TableRequest(
        setup.game, seats, setup.options, setup.clock, setup.listed, setup.language, setup.practice
    )


def link_rematch(table: Table, new: str) -> Draft:
    """The log of the finished table names the new one."""
    if table.next is not None:
        raise Refused("rematch", "There is a rematch already.", {"table": table.next})
    return [(log.Again(new), None)]


def _seated(
    table: Table, owner: Person, seats: tuple[SeatRequest, ...], bot_name: BotName
) -> Draft:
    draft: Draft = []
    for seat, wanted in enumerate(seats):
        if wanted.kind == "me":
            name = clean_name(wanted.name) if wanted.name else owner.name
            nonce = table.default_nonce(seat)
            draft.append((log.Sat(seat, name, owner.id, nonce, owner.program), None))
        elif wanted.kind == "bot":
            level = wanted.level or usual_level(table.game)
            taken = {what.name for what, _ in draft if isinstance(what, log.Put | log.Sat)}
            name = bot_name(table.game, level)
            draft.append((_put_bot(table, seat, level, name, taken), None))
    return draft


def _put_bot(
    table: Table, seat: Seat, level: str, name: str, taken: Set[str] = frozenset()
) -> log.Put:
    """A bot on a seat, under a name that nobody else at the table has."""
    names = {holder.name for other, holder in enumerate(table.seats) if other != seat} | taken
    number = next(n for n in count(1) if _numbered(name, n) not in names)
    return log.Put(seat, level, _numbered(name, number), table.default_nonce(seat))


def _numbered(name: str, number: int) -> str:
    return name if number == 1 else f"{name} {number}"


def _sit(table: Table, person: Person, asked: ask.Sit, _: Context) -> Draft:
    _check_open(table)
    holder = find_seat(table, asked.seat)
    if not holder.is_free and holder.user != person.id:
        raise Refused("taken", f"Seat {asked.seat + 1} is taken.", {"seat": asked.seat})
    others = [seat for seat in table.seats_of(person.id) if seat != asked.seat]
    if others and table.setup.owner != person.id:
        raise Refused("one_seat", "Only the person who opened the table may hold several seats.")
    name = clean_name(asked.name) if asked.name else person.name
    nonce = asked.nonce or table.default_nonce(asked.seat)
    return [(log.Sat(asked.seat, name, person.id, nonce, person.program), None)]


def _leave(table: Table, person: Person, asked: ask.Leave, context: Context) -> Draft:
    check_holder(table, person, asked.seat)
    if table.stage == "open":
        return [(log.Left(asked.seat), None)]
    playing(table)
    if not table.seats[asked.seat].plays_self:
        raise Refused("away", "A bot plays for you already.", {"seat": asked.seat})
    level = asked.level or usual_level(table.game)
    context.bot_name(table.game, level)
    return [(log.Stood_In(asked.seat, level, "left"), None)]


def _bot(table: Table, person: Person, asked: ask.Bot, context: Context) -> Draft:
    holder = find_seat(table, asked.seat)
    level = asked.level or usual_level(table.game)
    name = context.bot_name(table.game, level)
    if table.stage == "open":
        _check_owner(table, person)
        if holder.is_person and holder.user != person.id:
            raise Refused("taken", f"Seat {asked.seat + 1} is taken.", {"seat": asked.seat})
        return [(_put_bot(table, asked.seat, level, name), None)]
    playing(table)
    if not table.seats_of(person.id):
        raise Refused("not_at_table", "Only players at this table may call a bot.", status=403)
    due = table.stand_in_from(asked.seat, context.down) if holder.plays_self else None
    if due is None or context.now < due:
        raise Refused(
            "not_absent",
            "A bot may stand in once a player's time is up; without a clock, after 24 hours.",
            {"seat": asked.seat, "from": due},
        )
    # A rival may not choose how well the seat is played.
    return [(log.Stood_In(asked.seat, usual_level(table.game), "absent"), None)]


def _free(table: Table, person: Person, asked: ask.Free, _: Context) -> Draft:
    _check_open(table)
    _check_owner(table, person)
    find_seat(table, asked.seat)
    return [(log.Left(asked.seat), None)]


def _start(table: Table, person: Person, _asked: ask.Start, _: Context) -> Draft:
    _check_open(table)
    if table.setup.owner != person.id and not table.seats_of(person.id):
        raise Refused("not_at_table", "Only somebody seated here may start the game.", status=403)
    _check_taken([seat for seat, holder in enumerate(table.seats) if holder.is_free])
    state = table.start()
    nonces = tuple(holder.nonce for holder in table.seats)
    return [(log.Begun(table.commit, nonces), state), *draw_chance(table, state, 0)]


def _back(table: Table, person: Person, asked: ask.Back, _: Context) -> Draft:
    playing(table)
    check_holder(table, person, asked.seat)
    if table.seats[asked.seat].resigned:
        raise Refused("resigned", "You have resigned this game.", {"seat": asked.seat})
    if not table.seats[asked.seat].away:
        raise Refused("not_away", "You are at the table already.", {"seat": asked.seat})
    return [(log.Returned(asked.seat), None)]


def _resign(table: Table, person: Person, asked: ask.Resign, _: Context) -> Draft:
    state = playing(table)
    check_holder(table, person, asked.seat)
    if table.seats[asked.seat].resigned:
        raise Refused("resigned", "You have resigned this game already.", {"seat": asked.seat})
    written: Draft = [
        (log.Resigned(asked.seat), None),
        (log.Stood_In(asked.seat, usual_level(table.game), "resigned"), None),
    ]
    left = [s for s, holder in enumerate(table.seats) if not holder.resigned and s != asked.seat]
    return [*written, ended(table, state, asked.seat)] if len(left) == 1 else written


def _rematch(table: Table, person: Person, _asked: ask.Rematch, _: Context) -> Draft:
    """Only checked here: the new table comes first, then `link_rematch`."""
    _check_rematch(table, person)
    return []


def _check_rematch(table: Table, person: Person) -> None:
    if table.stage != "over":
        raise Refused("not_over", "The game is not over yet.")
    if not table.seats_of(person.id):
        raise Refused("not_at_table", "Only its players may ask for a rematch.", status=403)


def _say(table: Table, person: Person, asked: ask.Say, _: Context) -> Draft:
    text = " ".join(asked.text.split())
    if not text:
        raise Refused("empty", "The message is empty.", status=400)
    seats = table.seats_of(person.id)
    name = table.seats[seats[0]].name if seats else person.name
    return [(log.Said(name, seats[0] if seats else None, person.id, text), None)]


_HANDLERS: dict[type[ask.Command], Callable[..., Draft]] = {
    ask.Sit: _sit,
    ask.Leave: _leave,
    ask.Bot: _bot,
    ask.Free: _free,
    ask.Start: _start,
    ask.Back: _back,
    ask.Undo: offer_undo,
    ask.Answer: answer_undo,
    ask.Resign: _resign,
    ask.Rematch: _rematch,
    ask.Say: _say,
}


def _check_open(table: Table) -> None:
    if table.stage != "open":
        raise Refused("begun", "The game has begun already.")


def _check_taken(free: Sequence[Seat]) -> None:
    if free:
        raise Refused("seats_free", "Every seat must be taken first.", {"seats": free})


def _check_owner(table: Table, person: Person) -> None:
    if table.setup.owner != person.id:
        raise Refused("not_owner", "Only the table's owner may do this.", status=403)
