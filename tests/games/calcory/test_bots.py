"""Every level plays whole games, honestly and to the point."""

import math

import pytest

import quartett
from quartett import Event, game
from quartett.arena import Match
from quartett.bots import LEVELS, Bot
from quartett.games.calcory import Return, State, Stop
from quartett.games.calcory.bots import LEVELS as BOTS
from quartett.games.calcory.bots import Expert, Greedy, Hard, Medium
from quartett.games.calcory.position import laid_out

CALCORY = game("calcory")


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
    taken = dict.fromkeys(("easy", "medium"), 0)
    for level in taken:
        for seed in range(40):
            watcher, state = at_table(BOTS[level](seed), laid_out("98 645"), "a1 a2 a3 a4 a5", 0)
            taken[level] += turn(watcher, state, 0)[1].scores()[0] >= 1
    assert taken["easy"] < taken["medium"]


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


def test_the_expert_puts_back_what_helps_least() -> None:
    """A 5 and a 3 are known to all: an 8 or a 5 put back would give thirteen away."""
    notes = "a1 a2 a3 a4 a5 a6"  # 9 5 busts, 9 5 busts, then 5 + 8
    watcher, state = at_table(Expert(1), laid_out("95 95 58"), notes, 0)
    (note,), state = turn(watcher, state, 0)
    assert note.startswith("a5>")


def test_a_bot_sees_views_and_redacted_events_only() -> None:
    """The same stream, the same answers: what is hidden from the seat cannot matter."""
    import random

    record = quartett.play("calcory", ["expert", "hard"], seed=3)
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
    assert _points(Medium, BOTS["easy"], 20) >= 13
    assert _points(Expert, BOTS["easy"], 8) >= 6


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
        record = quartett.play("calcory", ["easy", "medium"], seed=seed)
        for state, event in zip(record.replay(), record.events, strict=False):
            assert isinstance(state, State)
            if isinstance(event.action, Stop) and state.bid is not None and state.has_face_down:
                stops += 1
                pointless += not state.bid.beaten_by(state.sum, len(state.up))
    assert pointless <= stops / 4
