"""Every option and each of its values has a label and a help text."""

import pytest

from tests.completeness.sources import GAMES, LANGUAGES, messages, options

EACH = [(game, option) for game in GAMES for option in options(game)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "option"), EACH)
def test_the_page_labels_an_option_and_its_values(game: str, option: str, language: str) -> None:
    values = [f"option.{option}.{value}" for value in options(game)[option]]
    wanted = [f"option.{option}", f"option.{option}.help", *values]
    assert [key for key in wanted if key not in messages(language, game)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_page_labels_no_option_that_there_is_not(game: str, language: str) -> None:
    labelled = {key.split(".")[1] for key in messages(language, game) if key.startswith("option.")}
    assert labelled == set(options(game))
