"""A decision of a finished game played again: from there on nothing is as it was."""

import random
from typing import Any

import pytest

import quartett
from quartett.core.errors import RecordError
from quartett.core.event import CHANCE, Event
from quartett.core.verify import verify
from quartett.hosting.importing import imported, read_record
from quartett.hosting.positions import set_up
from quartett.hosting.questions import decide, question_for
from quartett.review import review
from quartett.tables import commands as ask
from quartett.tables import play
from quartett.tables.errors import Refused
from quartett.tables.setup import Origin, SeatRequest, TableRequest
from quartett.tables.table import Table
from tests.tables.desk import ANA, BEN, Desk

GAMES = ["calavera", "calcory", "calculissimo", "cubus"]
SECRET = bytes(range(32))


def finished(game: str, *seats: str) -> Desk:
    desk = Desk(game, *(seats or ("me", "open")), others=() if seats else (BEN,))
    desk.play_on(random.Random(5))
    return desk


def decision(desk: Desk, seat: int, number: int) -> int:
    """The place of the seat's decision of this number."""
    own = [place for place, event in enumerate(desk.table.events) if event.actor == seat]
    return own[number]


def again(
    desk: Desk, seat: int, place: int, secret: bytes = SECRET, **changes: Any
) -> tuple[Desk, list[Event]]:
    """The new table with somebody at it, and what led to its position."""
    players = desk.table.setup.players
    seats = tuple(
        SeatRequest("me") if one == seat else SeatRequest("bot", "easy") for one in range(players)
    )
    asked = {"seats": seats, "origin": Origin("table", place), **changes}
    request = TableRequest(desk.table.setup.game, **asked)
    table, draft = set_up(request, desk.table, ANA, "again", 9, secret)
    new = Desk.__new__(Desk)
    new.table, new.log, new.now, new._commands = table, [], 9, 0
    new.write(draft)
    return new, table.events[:place]


def refusal(*args: Any, **changes: Any) -> str:
    with pytest.raises(Refused) as refused:
        again(*args, **changes)
    return refused.value.code


@pytest.mark.parametrize("game", GAMES)
def test_the_seat_knows_what_it_knew_and_the_record_verifies(game: str) -> None:
    desk = finished(game)
    place = decision(desk, 1, 4)
    new, given = again(desk, 1, place)
    states = list(desk.table.record().replay())
    known = list(desk.table.record().seen(1))[:place]
    assert new.state.view(1) == states[place].view(1)
    assert new.table.seen_by(1) == known and len(given) == place
    assert new.table.seats_of(ANA.id) == [1] and new.table.seats[0].level == "easy"
    assert new.state.to_act == states[place].to_act
    new.play_on(random.Random(6))
    record = quartett.Record.parse("\n".join(new.table.record().lines()))
    assert record.head.given == place and record.head.practice
    assert all(finding.ok for finding in verify(record))
    assert f"the first {place} events were given" in list(verify(record))[-1].text
    assert new.folded_again().record() == new.table.record()


@pytest.mark.parametrize("game", ["calcory", "calculissimo"])
def test_what_the_seat_could_not_know_is_drawn_anew(game: str) -> None:
    """Whoever has seen the whole game knows nothing of what lies hidden now."""
    desk = finished(game)
    place = decision(desk, 0, 1)
    hidden = {str(again(desk, 0, place, bytes([n]) * 32)[1]) for n in range(6)}
    assert len(hidden) == 6 and str(desk.table.events[:place]) not in hidden


def test_chance_goes_on_in_another_way() -> None:
    """The same actions as in the game before lead to other rolls."""
    desk = finished("calavera")
    place = decision(desk, 0, 0)
    new, given = again(desk, 0, place)
    assert given == desk.table.events[:place]  # Calavera hides nothing here
    new.play_on(random.Random(5), 30)
    rolls = [e for e in new.table.events[place:] if e.actor == CHANCE]
    assert rolls and rolls != [e for e in desk.table.events[place:] if e.actor == CHANCE]


def test_the_first_table_stays_as_it_was() -> None:
    desk = finished("calavera")
    before = desk.table.record(), desk.table.seq
    again(desk, 0, decision(desk, 0, 2))[0].play_on(random.Random(1))
    assert (desk.table.record(), desk.table.seq) == before


def test_a_forged_roll_after_the_position_is_found() -> None:
    desk = finished("calavera")
    new, _ = again(desk, 0, decision(desk, 0, 2))
    new.play_on(random.Random(1))
    lines = list(new.table.record().lines())
    at = max(n for n, line in enumerate(lines) if '"do":"roll"' in line and "skull" in line)
    lines[at] = lines[at].replace("skull", "rose", 1)
    record = quartett.Record.parse("\n".join(lines))
    assert not all(finding.ok for finding in verify(record))


def test_only_practice_has_a_given_position_and_it_is_as_long_as_it_says() -> None:
    desk = finished("calavera")
    new, _ = again(desk, 0, decision(desk, 0, 2))
    new.play_on(random.Random(1))
    text = "\n".join(new.table.record().lines())
    with pytest.raises(RecordError, match="practice"):
        quartett.Record.parse(text.replace('"practice":true,', ""))
    head = f'"given":{new.table.given}'
    with pytest.raises(RecordError, match="are given"):
        quartett.Record.parse(text.replace(head, '"given":100000'))
    table, draft = imported(read_record(text), ANA, (), "local-1", 5)
    table.write(draft, None, 5)
    assert "\n".join(table.record().lines()) == text


def test_what_was_given_cannot_be_taken_back() -> None:
    desk = finished("calavera")
    new, _ = again(desk, 0, decision(desk, 0, 3))
    assert new.refusal(ANA, ask.Undo, 0) == "nothing_to_undo"
    action = new.state.random_action(0, random.Random(2))
    new.act(ANA, action)
    new.do(ANA, ask.Undo, 0)
    assert len(new.table.events) == new.table.given


def test_only_a_decision_of_a_finished_game_with_bots_in_the_other_seats() -> None:
    desk = finished("calavera")
    place = decision(desk, 0, 1)
    assert refusal(desk, 1, place) == "other_seats"
    friends = (SeatRequest("me"), SeatRequest("open"))
    assert refusal(desk, 0, place, seats=friends) == "other_seats"
    assert refusal(desk, 0, place, seats=(*friends, SeatRequest("bot"))) == "other_seats"
    rolled = next(n for n, event in enumerate(desk.table.events) if event.actor == CHANCE)
    assert refusal(desk, 0, rolled) == refusal(desk, 0, 10**6) == "no_decision"
    running = Desk("calavera", "me", "easy")
    running.play_on(random.Random(1), 5)
    assert refusal(running, 0, decision(running, 0, 0)) == "not_over"


def test_the_review_judges_what_came_after_the_position() -> None:
    desk = finished("calavera")
    place = decision(desk, 0, 6)
    new, _ = again(desk, 0, place)
    new.play_on(random.Random(3))
    found = review(new.table.record())
    assert found.is_complete and found.decisions[0].place == place
    whole = review(desk.table.record())
    assert found.start == pytest.approx(whole.steps[place - 1].chances)
    for seat in found.seats:
        assert abs(seat.luck + seat.skill - (seat.result - seat.start)) < 1e-9


def test_bots_play_on_from_the_position() -> None:
    desk = finished("calcory")
    new, _ = again(desk, 0, decision(desk, 0, 2))
    table: Table = new.table
    while not table.bots_to_act and table.stage == "playing":
        new.act(ANA, new.state.random_action(0, random.Random(1)), 0)
    (seat,) = table.bots_to_act
    before = len(table.events)
    form = decide(question_for(table, seat), 1.0)
    new.write(play.bot_move(table, seat, table.since[seat], form))
    assert len(table.events) > before
