"""Every game has its pages, its rules named by tests, and its place in every list."""

import json
import re

import pytest

import quartett
from tests.completeness.sources import GAMES, LANGUAGES, ROOT, WEB


@pytest.mark.parametrize("game", GAMES)
def test_the_documentation_lists_the_game(game: str) -> None:
    name = quartett.game(game).name
    for page in ("README.md", "docs/index.md", "docs/benchmarks.md"):
        assert name in (ROOT / page).read_text(encoding="utf-8"), page
    assert f"environments/{game}.md" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert (ROOT / "docs" / "environments" / f"{game}.md").is_file()


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_the_game_have_tests_of_their_own(game: str) -> None:
    tests = (ROOT / "tests" / "rules" / game).glob("test_*.py")
    named = {
        id
        for path in tests
        for marks in re.findall(r"mark\.rule\(([^)]*)\)", path.read_text(encoding="utf-8"))
        for id in re.findall(r"[A-Z]+-\d+", marks)
    }
    listed = (ROOT / "docs" / "rules" / "ids.txt").read_text(encoding="utf-8").split()
    prefixes = {id.partition("-")[0] for id in named}
    assert len(prefixes) == 1
    assert {id for id in listed if id.partition("-")[0] in prefixes} == named


@pytest.mark.parametrize("game", GAMES)
def test_the_page_has_a_board_a_lesson_and_examples(game: str) -> None:
    folder = WEB / "games" / game
    for part in ("index.ts", "lesson.json", "examples", "messages", "fixtures"):
        assert list(folder.rglob(part)), part


@pytest.mark.parametrize("game", GAMES)
def test_the_page_can_introduce_the_game(game: str) -> None:
    card = json.loads((WEB / "games" / game / "card.json").read_text(encoding="utf-8"))
    assert card["name"] == quartett.game(game).name
    assert sorted(card["tagline"]) == LANGUAGES
    assert all(card["tagline"].values())
