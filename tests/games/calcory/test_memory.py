"""Beliefs are exact; memories fade, blur, and come from the seed."""

import random

import pytest

import quartett
from quartett import CHANCE, Event, Seen, game
from quartett.games.calcory import State
from quartett.games.calcory.actions import HiddenReturn, Turn
from quartett.games.calcory.bots.beliefs import Beliefs
from quartett.games.calcory.bots.memory import Habits, Memory
from quartett.games.calcory.layout.cards import Card, Place
from quartett.games.calcory.position import laid_out

CALCORY = game("calcory")


def watched(state: State, notes: str, seat: int | None) -> tuple[State, Beliefs]:
    beliefs = Beliefs()
    for note in notes.split():
        event = Event(state.active, CALCORY.parse(note))
        beliefs.observe(state.redact(event, seat))
        state = state.apply(event)
    return state, beliefs


@pytest.mark.rule("CC-13")
def test_beliefs_are_what_was_shown() -> None:
    state, beliefs = watched(laid_out("95"), "a1 a2", 1)
    mind = beliefs.knowledge(state.view(1))
    assert mind.known == {Place(0, 0): 9, Place(0, 1): 5}
    assert len(mind.unknown) == sum(mind.odds) == 58
    assert mind.odds[9] == 4


@pytest.mark.rule("CC-9", "CC-13")
def test_a_return_is_one_of_these_for_others_and_known_to_oneself() -> None:
    notes = "a1 a2 a3 a2>a1"
    mine, own = watched(laid_out("256"), notes, 0)
    theirs, others = watched(laid_out("256"), notes, 1)
    assert own.knowledge(mine.view(0)).known == {Place(0, 0): 5}
    assert others.knowledge(theirs.view(1)).maybe == {Place(0, 0): (2, 5, 6)}
    assert others.knowledge(theirs.view(1)).known == {}


def test_a_return_of_equal_cards_hides_nothing() -> None:
    beliefs = Beliefs()
    beliefs.observe(Seen(0, HiddenReturn(Place(0, 0)), (Card(0, 7), Card(1, 7))))
    assert beliefs.shown[Place(0, 0)] == (7,)


def test_a_set_that_is_turned_is_known_and_was_seen_before() -> None:
    state, beliefs = watched(laid_out("2569"), "a1 a2 a3 a2>a1 a1 a4", 1)
    assert beliefs.knowledge(state.view(0)).known[Place(0, 0)] == 5
    assert sum(beliefs.unseen) == 56


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_beliefs_agree_with_the_truth_all_game_long(seat: int | None) -> None:
    rng, beliefs = random.Random(seat), Beliefs()
    state = CALCORY.start(3)
    while not state.over:
        if state.is_chance:
            event = Event(CHANCE, state.sample(rng))
        else:
            event = Event(min(state.to_act), state.random_action(min(state.to_act), rng))
        beliefs.observe(state.redact(event, seat))
        state = state.apply(event)
        assert isinstance(state, State)
        if state.phase == "turn":
            _check(state, beliefs, seat)


def _check(state: State, beliefs: Beliefs, seat: int | None) -> None:
    view = state.view(seat)
    mind = beliefs.knowledge(view)
    cards = {place: state.cards[state.layout.index(place)] for place in view.places("down")}
    truth = {place: card.digit for place, card in cards.items() if card is not None}
    assert all(truth[place] == digit for place, digit in mind.known.items())
    assert all(truth[place] in digits for place, digits in mind.maybe.items())
    hidden = sorted(truth[place] for place in mind.unknown)
    assert hidden == [digit for digit in range(10) for _ in range(mind.odds[digit])]
    own = {lying.at: lying.card.digit for lying in view.own if lying.at in truth}
    assert own.items() <= mind.known.items()


def _shown(memory: Memory, place: tuple[int, int], digit: int) -> None:
    memory.observe(Seen(0, Turn(Place(*place)), Card(0, digit)))


def test_half_of_what_was_seen_is_gone_after_a_half_life() -> None:
    habits = Habits(half_life=10, interference=0.0, confusion=0.0, counts=False)
    view, kept, trials = laid_out("5").view(0), 0, 600
    for seed in range(trials):
        memory = Memory(habits, random.Random(seed))
        _shown(memory, (0, 0), 5)
        for number in range(10):
            _shown(memory, (5, 9 - number), 1)
        kept += memory.knowledge(view).known.get(Place(0, 0)) == 5
    assert 0.44 < kept / trials < 0.56


def test_a_card_shown_next_to_it_disturbs_a_memory() -> None:
    def remembered(neighbour: tuple[int, int]) -> int:
        kept = 0
        for seed in range(400):
            memory = Memory(Habits(1000, 0.4, 0.0, False), random.Random(seed))
            _shown(memory, (2, 2), 5)
            _shown(memory, neighbour, 1)
            kept += Place(2, 2) in memory.knowledge(laid_out().view(0)).known
        return kept

    assert remembered((4, 7)) > 390
    assert 200 < remembered((2, 3)) < 280


def test_a_disturbed_card_may_be_remembered_next_to_where_it_lies() -> None:
    astray = 0
    for seed in range(300):
        memory = Memory(Habits(1000, 0.9, 1.0, False), random.Random(seed))
        _shown(memory, (2, 2), 5)
        _shown(memory, (2, 3), 1)
        known = memory.knowledge(laid_out().view(0)).known
        astray += any(digit == 5 and place != Place(2, 2) for place, digit in known.items())
    assert astray > 100


def test_seeing_a_card_again_makes_it_stick() -> None:
    habits, view = Habits(5, 0.0, 0.0, False), laid_out().view(0)
    once = twice = 0
    for seed in range(300):
        for times in (1, 2):
            memory = Memory(habits, random.Random(seed))
            for _ in range(times):
                _shown(memory, (0, 0), 5)
            for number in range(9):
                _shown(memory, (5, number), 1)
            kept = Place(0, 0) in memory.knowledge(view).known
            once, twice = once + (kept and times == 1), twice + (kept and times == 2)
    assert twice > once * 1.3


def test_one_never_forgets_what_one_put_back_oneself() -> None:
    memory = Memory(Habits(1, 0.5, 0.5, False), random.Random(0))
    state = laid_out("58")
    for note in ["a1", "a2", "a2>a1"]:
        event = Event(0, CALCORY.parse(note))
        memory.observe(state.redact(event, 0))
        state = state.apply(event)
    assert memory.knowledge(state.view(0)).known[Place(0, 0)] == 8


def test_forgetting_is_seeded() -> None:
    records = [quartett.play("calcory", ["easy", "medium"], seed=11) for _ in range(2)]
    assert records[0] == records[1]
    assert records[0] != quartett.play("calcory", ["easy", "medium"], seed=12)
