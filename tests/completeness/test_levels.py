"""Every level of every game has a bot, a name, a character and a label."""

import pytest

import quartett
from quartett import bots
from quartett.bots import LEVELS
from tests.completeness.sources import GAMES, LANGUAGES, ROOT, levels, messages

RANDOM = "random"
"""A player for games that have no bots of their own."""
ALONE = ".alone"
"""`bot.<level>.alone` says what the level lacks without a server, if anything."""
EACH = [(game, level) for game in GAMES for level in levels(game)]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_every_level_weakest_first(game: str) -> None:
    assert levels(game) == list(LEVELS)


@pytest.mark.parametrize(("game", "level"), EACH)
def test_a_bot_has_a_name_and_a_character(game: str, level: str) -> None:
    bot = bots.levels(quartett.game(game))[level]
    assert bot.name
    assert bot.character.endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "level"), EACH)
def test_the_page_can_say_the_level_and_the_character(game: str, level: str, language: str) -> None:
    assert messages(language)[f"level.{level}"]
    assert messages(language, game)[f"bot.{level}"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_page_names_no_level_that_there_is_not(game: str, language: str) -> None:
    said = {key.removesuffix(ALONE) for key in messages(language, game) if key.startswith("bot.")}
    assert said == {f"bot.{level}" for level in levels(game)}
    labels = {key for key in messages(language) if key.startswith("level.")}
    assert labels == {f"level.{level}" for level in [*LEVELS, RANDOM]}


@pytest.mark.parametrize("game", GAMES)
def test_every_language_says_which_levels_are_weaker_without_a_server(game: str) -> None:
    weaker = {language: weaker_alone(game, language) for language in LANGUAGES}
    assert len(set(map(frozenset, weaker.values()))) == 1, weaker


def weaker_alone(game: str, language: str) -> set[str]:
    keys = messages(language, game)
    return {key for key in keys if key.startswith("bot.") and key.endswith(ALONE)}


@pytest.mark.parametrize("level", sorted({level for _, level in EACH}))
def test_the_documentation_names_the_level(level: str) -> None:
    for page in ("README.md", "docs/guides/environments.md", "docs/guides/arena.md"):
        assert f"`{level}`" in (ROOT / page).read_text(encoding="utf-8"), page


@pytest.mark.parametrize(("game", "level"), EACH)
def test_the_strength_of_the_level_was_measured(game: str, level: str) -> None:
    """`python -m benchmarks.strength.ratings` writes who beats whom, a section for each game."""
    text = (ROOT / "docs" / "strength.md").read_text(encoding="utf-8")
    sections = [part for part in text.split("\n## ") if part.startswith(quartett.game(game).name)]
    assert any(f"| `{level}` –" in part or f"– `{level}` |" in part for part in sections)
