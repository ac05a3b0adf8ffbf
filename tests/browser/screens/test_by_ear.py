"""Games and screens finished from the text of the accessibility tree alone, by keyboard.

Whole games of all four, of their shortest kinds, and every screen, each in all languages.
"""

import re

import pytest

from tests.browser.conftest import Visit
from tests.browser.support.by_ear import PLAYERS, comes_to_turn, play_out, questions, take_turn
from tests.browser.support.listener import Listener

LANGUAGES = ("en", "de", "fr")
PUZZLES = ("calculissimo", "cubus")
"""The games that have a puzzle of the day."""
in_all_languages = pytest.mark.parametrize("language", LANGUAGES)


@in_all_languages
def test_a_whole_game_of_calavera(visit: Visit, language: str) -> None:
    ear = set_up(visit, "calavera", language, "option.sheet", "Home")
    assert play_out(ear) > 3
    assert ear.visitor.position["view"]["options"]["sheet"] == "short"  # the key chose it


@in_all_languages
def test_a_whole_game_of_calcory_and_what_comes_after(visit: Visit, language: str) -> None:
    ear = set_up(visit, "calcory", language, "option.max_turns", "Control+a", "6")
    assert play_out(ear) > 3
    ear.enter("fair.check")
    ear.wait("fair.yes")
    ear.enter("review.open")
    ear.wait("review.of", role="heading")
    ear.enter("review.next")
    ear.enter("over.replay")
    ear.wait("replay.of", role="heading")
    ear.enter("replay.last")
    ear.wait_until_gone("replay.last")
    ear.enter("mine.title")
    ear.wait("mine.title", role="heading")
    ear.enter("stats.title")
    ear.wait("stats.title", role="heading")
    ear.enter("stats.practice")
    ear.wait("practice.title", role="heading")


@in_all_languages
def test_a_whole_game_of_calculissimo(visit: Visit, language: str) -> None:
    ear = set_up(visit, "calculissimo", language, "option.edition", "End", bots=3)
    assert play_out(ear) > 1
    assert ear.visitor.position["view"]["options"]["edition"] == "children"


@in_all_languages
def test_a_whole_game_of_cubus(visit: Visit, language: str) -> None:
    ear = set_up(visit, "cubus", language, "option.last_build", "Home", bots=5)
    assert play_out(ear) > 3
    assert "build" in ear.visitor.own_moves


def test_a_stack_of_cubus_taken_apart(visit: Visit) -> None:
    ear = set_up(visit, "cubus", "en", "option.dismantling", "Home", "ArrowDown", bots=5)
    assert play_out(ear) > 3
    assert set(ear.visitor.own_moves) == {"remove"}


@pytest.mark.parametrize("game", PLAYERS)
def test_from_the_first_paint_to_answers_and_a_turn(visit: Visit, game: str) -> None:
    """Not of a first game, where Cubus is without knocking."""
    visitor = visit()
    visitor.context.add_init_script("localStorage.setItem('quartett.played.cubus', 'yes')")
    visitor.go()
    ear = Listener(visitor, "en", game)
    ear.wait("home.play")
    for _ in range(list(PLAYERS).index(game) + 1):
        ear.press("Tab")
        ear.reach(ear.pattern("home.play"))
    ear.press("Enter")
    assert comes_to_turn(ear)
    answers = [ear.ask(key) for key in "wlbms"]
    assert re.search(ear.pattern(*questions(ear)), answers[0])
    assert len(set(answers)) == len(answers)
    assert take_turn(ear)


@in_all_languages
def test_the_other_screens(visit: Visit, language: str) -> None:
    visitor = visit(language=language)
    visitor.go()
    ear = Listener(visitor, language, "calavera")
    ear.wait("home.play")
    ear.enter("about")
    ear.wait("about", role="heading")
    ear.enter("settings.title")
    ear.wait("settings.title", role="heading")
    ear.reach(ear.pattern("settings.sound").replace("$", ""))
    ear.press("Space")
    assert ear.focus().checked
    ear.enter("account.title")
    ear.wait("account.title", role="heading")
    ear.reach(ear.pattern("account.name.field").replace("$", ""))
    visitor.page.keyboard.type("Ana")
    ear.enter("save")
    ear.wait("account.named")
    ear.enter("home.back")
    learn(ear)
    ear.enter("rules")
    ear.wait("skip")
    ear.enter("home.back")
    solve(ear)


def learn(ear: Listener) -> None:
    """From step to step of a lesson, without doing what it asks."""
    ear.wait("home.learn")
    ear.enter("home.learn")
    ear.wait("learn.on", "learn.skip")
    while not ear.hears("learn.done", role="heading"):
        before = ear.announced()
        ear.enter("learn.on", "learn.skip")
        ear.waits_for_news(before)


def solve(ear: Listener) -> None:
    """A pass is always an answer; the solution is then told."""
    tasks = [f"{game}.puzzle.task" for game in PUZZLES]
    ear.wait("puzzle.title", role="heading")
    ear.reach(ear.pattern(*tasks).replace("^", ""))
    ear.press("Enter")
    ear.wait(*(f"{game}.act.pass" for game in PUZZLES), role="button")
    ear.enter(*(f"{game}.act.pass" for game in PUZZLES))
    ear.enter(*(f"{game}.act.pass_sure" for game in PUZZLES))
    ear.wait("puzzle.show")
    ear.enter("puzzle.show")
    ear.wait("puzzle.solution")


def set_up(
    visit: Visit, game: str, language: str, option: str, *keys: str, bots: int = 1
) -> Listener:
    visitor = visit(language=language)
    visitor.go(f"new/{game}")
    ear = Listener(visitor, language, game)
    ear.wait("setup.more")
    for _ in range(bots - 1):
        ear.enter("setup.add")
    ear.enter("setup.more")
    ear.reach(ear.pattern(f"{game}.{option}").replace("$", ""))
    for key in keys:
        ear.press(key)
    ear.enter("setup.go")
    return ear
