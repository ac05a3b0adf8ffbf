"""A bot may stand in for a person once the table's own clock says so."""

import random

from quartett.tables import commands as ask
from quartett.tables.setup import Clock
from quartett.tables.table import ABSENT_MS
from quartett.tables.viewing.viewer import table_info
from tests.tables.desk import ANA, BEN, CLEO, Desk


def test_not_before_a_day_where_there_is_no_clock() -> None:
    desk = Desk("calcory", "me", "open", others=(BEN,))
    desk.now += ABSENT_MS - 1
    assert desk.refusal(BEN, ask.Bot, 0) == "not_absent"
    desk.now += 1
    desk.do(BEN, ask.Bot, 0)
    assert desk.table.seats[0].away


def test_time_for_which_the_server_was_down_does_not_count() -> None:
    desk = Desk("calcory", "me", "open", others=(BEN,))
    asked, hour = desk.now, 3_600_000
    down = ((asked - 5 * hour, asked + hour), (asked + 2 * hour, asked + 12 * hour))
    assert desk.table.stand_in_from(0, down) == asked + ABSENT_MS + 11 * hour
    assert desk.table.stand_in_from(0, ((0, asked),)) == asked + ABSENT_MS


def test_not_while_a_long_clock_runs() -> None:
    desk = Desk("calcory", "me", "open", others=(BEN,), clock=Clock(turn=7 * 86_400))
    desk.now += 6 * 86_400_000
    assert desk.refusal(BEN, ask.Bot, 0, "easy") == "not_absent"


def test_once_the_clock_has_run_out_and_until_the_owner_plays() -> None:
    desk = Desk("calculissimo", "me", "open", others=(BEN,), clock=Clock(turn=60))
    desk.now += 61_000
    desk.time_out()
    assert table_info(desk.table, None).seats[0].overdue
    assert desk.refusal(BEN, ask.Bot, 0) == "allowed"
    desk.do(ANA, ask.Back, 0)
    assert desk.refusal(BEN, ask.Bot, 0) == "not_absent"


def test_whoever_plays_again_is_not_absent_any_more() -> None:
    desk = Desk("calculissimo", "me", "open", others=(BEN,), clock=Clock(turn=60))
    desk.now += 61_000
    desk.time_out()
    desk.act(BEN, {"do": "pass"})
    desk.act(ANA, {"do": "pass"})
    desk.act(BEN, {"do": "pass"})
    assert desk.refusal(BEN, ask.Bot, 0) == "not_absent"


def test_silence_to_a_question_is_no_absence() -> None:
    options = {"start_player": 0, "challenge": True}
    clock = Clock(answer=5)
    desk = Desk("calculissimo", "me", "open", others=(BEN,), clock=clock, options=options)
    rng = random.Random(2)
    while desk.table.waiting == (0,):
        desk.play_on(rng, 1)
    desk.now += 6_000
    desk.time_out()
    assert desk.refusal(ANA, ask.Bot, 1) == "not_absent"


def test_chat_does_not_reset_it() -> None:
    desk = Desk("calcory", "me", "open", others=(BEN,))
    desk.now += ABSENT_MS - 1
    desk.do(CLEO, ask.Say, "hello")
    desk.now += 1
    assert desk.refusal(BEN, ask.Bot, 0) == "allowed"


def test_a_rival_does_not_choose_how_well_the_seat_is_played() -> None:
    desk = Desk("calcory", "me", "open", others=(BEN,))
    desk.now += ABSENT_MS
    desk.do(BEN, ask.Bot, 0, "easy")
    assert desk.table.seats[0].level == "medium"


def test_what_a_stand_in_or_the_clock_plays_is_not_the_person_s_own() -> None:
    desk = Desk("calculissimo", "me", "open", others=(BEN,), clock=Clock(turn=60))
    desk.now += 61_000
    desk.time_out()
    first = len(desk.table.events) - 1
    assert any(desk.table.events[place].actor == 0 for place in desk.table.stood_in)
    desk.act(BEN, desk.state.random_action(1, random.Random(1)), 1)
    assert all(place <= first for place in desk.table.stood_in)
    desk.do(ANA, ask.Leave, 0)
    desk.play_on(random.Random(2), 4)
    played = {place for place, event in enumerate(desk.table.events) if event.actor == 0}
    assert desk.table.stood_in == played
    assert desk.folded_again().stood_in == played
    desk.do(ANA, ask.Back, 0)
    while 0 not in desk.state.to_act:
        desk.act(BEN, desk.state.random_action(1, random.Random(3)), 1)
    desk.act(ANA, desk.state.random_action(0, random.Random(3)), 0)
    assert desk.table.stood_in == played
