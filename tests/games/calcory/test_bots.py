"""Every level plays whole games, honestly and to the point."""

import math
from typing import Final

import pytest

import quartett
from quartett import Event, game
from quartett.arena import Match
from quartett.bots import LEVELS, Bot
from quartett.games.calcory import Return, State, Stop
from quartett.games.calcory.advice import advise
from quartett.games.calcory.bots import LEVELS as BOTS
from quartett.games.calcory.bots import Expert, Greedy, Hard
from quartett.games.calcory.bots.beliefs import Beliefs
from quartett.games.calcory.bots.planning import Mixing, backs_near_best
from quartett.games.calcory.layout.cards import Card, Layout
from quartett.games.calcory.position import laid_out, played

CALCORY = game("calcory")
SURE: Final = Mixing(0.0, 0.0, 1e-9)


def at_table(bot: Bot, state: State, notes: str, seat: int) -> tuple[Bot, State]:
    """A bot that has watched these notes."""
    for note in notes.split():
        event = Event(state.active, CALCORY.parse(note))
        bot.observe(state.redact(event, seat))
        state = state.apply(event)
    return bot, state


def turn(bot: Bot, state: State, seat: int) -> tuple[list[str], State]:
    """What the bot does in one turn."""
    notes: list[str] = []
    turns = state.turns
    while not state.over and state.turns == turns and state.to_act == {seat}:
        action = bot.choose(state.view(seat), math.inf)
        event = Event(seat, action)
        bot.observe(state.redact(event, seat))
        state = state.apply(event)
        notes.append(str(action))
    return notes, state


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game(level: str, players: int) -> None:
    match = Match("calcory", [level] * players, seed=players)
    for _ in match.steps():
        pass
    assert match.forfeits == []
    assert match.state.over
    assert match.state.view(None).turns < 500  # type: ignore[attr-defined]


@pytest.mark.parametrize("bot", [*BOTS.values(), Greedy])
def test_a_name_and_a_character(bot: type[Bot]) -> None:
    assert bot.name
    assert bot.character.endswith(".")


@pytest.mark.parametrize("bot", [Expert, Greedy, Hard])
def test_takes_a_thirteen_it_has_just_seen(bot: type[Bot]) -> None:
    watcher, state = at_table(bot(1), laid_out("95 84 96"), "a1 a2 a3 a5", 0)
    notes, state = turn(watcher, state, 0)
    assert state.scores()[0] >= 1, notes


def test_a_person_takes_it_more_often_the_better_it_remembers() -> None:
    taken = dict.fromkeys(("easy", "advanced"), 0)
    for level in taken:
        for seed in range(40):
            watcher, state = at_table(BOTS[level](seed), laid_out("98 645"), "a1 a2 a3 a4 a5", 0)
            taken[level] += turn(watcher, state, 0)[1].scores()[0] >= 1
    assert taken["easy"] < taken["advanced"]


@pytest.mark.parametrize("bot", [Greedy, Hard])
def test_takes_the_longest_thirteen(bot: type[Bot]) -> None:
    """Seen: 1 2 9 9 and 4 8 9. The 4 and a 9 make thirteen, 1, 4 and 8 make it with three."""
    watcher, state = at_table(bot(1), laid_out("1299 489"), "a1 a2 a3 a4 a5 a6 a7", 0)
    _, state = turn(watcher, state, 0)
    assert state.scores()[0] == 2


def test_the_expert_ends_the_game_when_it_leads_and_nobody_can_overbid() -> None:
    """Only 9, 8 and 8 are left: a single 9 cannot be beaten, and nothing else wins in time."""
    from quartett.games.calcory.bots.planning import decide
    from quartett.games.calcory.bots.search import Position

    known = (0, 0, 0, 0, 0, 0, 0, 0, 2, 1)
    plan = decide(Position(known, (), (0,) * 10, (), None, 1, 0, turns=3))
    assert (plan.kind, plan.digits, plan.value) == ("bid", (9,), 1.0)


def test_behind_the_expert_does_not_end_the_game() -> None:
    from quartett.games.calcory.bots.planning import decide
    from quartett.games.calcory.bots.search import Position

    known = (0, 1, 0, 0, 1, 0, 0, 3, 2, 2)
    plan = decide(Position(known, (), (0,) * 10, (), None, 1, -2))
    assert (plan.kind, len(plan.digits)) != ("bid", 1)


FIVE_AND_EIGHT: Final = "a1 a2 a3 a4 a5 a6"
"""On a table that begins with 95 95 58: 9 + 5 busts twice, then 5 + 8 are taken."""


def at_beliefs(beliefs: Beliefs, state: State, notes: str) -> State:
    for note in notes.split():
        event = Event(state.active, CALCORY.parse(note))
        beliefs.observe(state.redact(event, 0))
        state = state.apply(event)
    return state


def put_back(bot: Bot) -> str:
    watcher, state = at_table(bot, laid_out("95 95 58"), FIVE_AND_EIGHT, 0)
    (note,), _ = turn(watcher, state, 0)
    return note[:3]


def test_hints_put_back_what_helps_least() -> None:
    """A 5 is known to all: an 8 put back would give thirteen away. Hints are not drawn."""
    beliefs = Beliefs()
    state = at_beliefs(beliefs, laid_out("95 95 58"), FIVE_AND_EIGHT)
    assert [advise(state.view(0), beliefs).options[0].text for _ in range(5)] == [
        "put the 5 back"
    ] * 5


def test_what_the_expert_puts_back_cannot_be_worked_out() -> None:
    """Far from the end any card may go back, as its private numbers say."""
    assert {put_back(Expert(seed)) for seed in range(20)} == {"a5>", "a6>"}
    assert put_back(Expert(3)) == put_back(Expert(3))


def test_near_the_end_the_expert_puts_back_what_is_worth_most() -> None:
    """There the solver's value holds against a player who is shown the card."""
    small = Layout(2, 3, tuple(Card(0, digit) for digit in (1, 2, 4, 6, 7, 8)))
    state = played(laid_out("67 1248", layout=small, max_turns=6), "a1 a2")
    assert state.phase == "return"
    beliefs = Beliefs(small)
    at_beliefs(beliefs, laid_out("67 1248", layout=small), "a1 a2")
    best = backs_near_best(state.view(0), beliefs.knowledge(state.view(0)), SURE)
    for seed in range(8):
        watcher, _ = at_table(Expert(seed, small), laid_out("67 1248", layout=small), "a1 a2", 0)
        note = str(watcher.choose(state.view(0), math.inf))
        assert {"a1": 6, "a2": 7}[note[:2]] in best


@pytest.mark.parametrize("others", [["hard"], ["hard", "expert"]])
def test_a_bot_sees_views_and_redacted_events_only(others: list[str]) -> None:
    """The same stream, the same answers: what is hidden from the seat cannot matter."""
    import random

    record = quartett.play("calcory", ["expert", *others], seed=3)
    start = record.start()
    rng = random.Random(0)
    cut = next(n for n, e in enumerate(record.events) if isinstance(e.action, Return)) + 8
    log = list(record.events[:cut])
    twin = CALCORY.resample(start, log, 0, rng)
    assert twin != log
    assert _answers(start, log, 0) == _answers(start, twin, 0)


def _answers(start: quartett.State, log: list[Event], seat: int) -> list[str]:
    bot, state, notes = Expert(5), start, []
    for event in log:
        if seat in state.to_act:
            notes.append(str(bot.choose(state.view(seat), math.inf)))
        bot.observe(state.redact(event, seat))
        state = state.apply(event)
    return notes


def test_stronger_levels_win() -> None:
    """A small sample; the benchmark plays thousands."""
    assert _points(BOTS["advanced"], BOTS["easy"], 20) >= 13
    assert _points(Expert, BOTS["easy"], 4) >= 3


def _points(bot: type[Bot], against: type[Bot], games: int) -> float:
    points = 0.0
    for number in range(games):
        seat = number % 2
        pair = [bot(number), against(number)]
        match = Match("calcory", pair if seat == 0 else pair[::-1], seed=f"test {number // 2}")
        for _ in match.steps():
            pass
        points += (seat in match.state.winners()) / len(match.state.winners())
    return points


def test_weak_levels_stop_below_a_bid_only_when_they_think_they_know_it_all() -> None:
    stops = pointless = 0
    for seed in range(6):
        record = quartett.play("calcory", ["medium", "advanced"], seed=seed)
        for state, event in zip(record.replay(), record.events, strict=False):
            assert isinstance(state, State)
            if isinstance(event.action, Stop) and state.bid is not None and state.has_face_down:
                stops += 1
                pointless += not state.bid.beaten_by(state.sum, len(state.up))
    assert pointless <= stops / 4
