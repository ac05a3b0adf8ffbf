"""A position as text says what the seat may know, and offers what it may do."""

import random

import pytest

import quartett
from quartett import CHANCE, Event
from quartett.core.registry import game_ids
from quartett.hosting.pages import page_files
from quartett.tables.viewing.text import drawing_text, event_text, position_text

EVENTS = 40


def test_choices_are_the_actions_in_words_and_notation() -> None:
    game = quartett.game("goofspiel")
    state = game.start(2).apply(Event(CHANCE, game.parse("#4")))
    told = position_text(game, state.view(0), may_act=True, hides=True)
    assert [(one.note, one.action) for one in told.choices][2] == ("3", {"do": "bid", "card": 3})
    assert "prize: 4" in told.drawing
    assert told.expects == ""  # it has no sentence of its own
    assert position_text(game, state.view(None), may_act=False, hides=True).choices == []


def test_a_hidden_event_has_no_text_until_it_is_shown() -> None:
    game = quartett.game("goofspiel")
    state = game.start(2).apply(Event(CHANCE, game.parse("#4")))
    first, last = Event(0, game.parse("5")), Event(1, game.parse("7"))
    assert event_text(game, state.redact(first, 1)) == ""
    assert event_text(game, state.redact(first, 0)) == "5"
    assert event_text(game, state.apply(first).redact(last, 0)) == "7 (5, 7)"


@pytest.mark.parametrize("game_id", game_ids())
def test_text_is_made_from_what_the_seat_sees_alone(game_id: str) -> None:
    """Two games that a seat cannot tell apart read the same to it."""
    game, rng = quartett.game(game_id), random.Random(3)
    start = state = game.start(2)
    log: list[Event] = []
    for _ in range(EVENTS):
        if state.over:
            break
        seat = min(state.to_act, default=0)
        action = state.sample(rng) if state.is_chance else state.random_action(seat, rng)
        event = Event(CHANCE if state.is_chance else seat, action)
        log.append(event)
        state = state.apply(event)
    twin = game.resample(start, log, 0, rng)
    assert read(game, start, log) == read(game, start, twin)


def read(game: quartett.Game, state: quartett.State, log: list[Event]) -> list[str]:
    lines = []
    for event in log:
        lines.append(event_text(game, state.redact(event, 0)))
        state = state.apply(event)
        lines.append(drawing_text(game, state.view(0)))
    return lines


def test_a_game_says_which_files_it_brings_for_the_page() -> None:
    assert page_files(quartett.game("calavera")) == ()
    assert "board.js" in page_files(quartett.game("highcard"))
    assert "messages/de.json" in page_files(quartett.game("goofspiel"))
    assert "board.js" not in page_files(quartett.game("goofspiel"))
