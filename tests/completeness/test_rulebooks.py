"""The rulebooks name every option and each of its values, as one types them."""

import pytest

from tests.completeness.sources import GAMES, LANGUAGES, options, rulebook

EACH = [(game, option) for game in GAMES for option in options(game)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "option"), EACH)
def test_the_rulebook_names_an_option(game: str, option: str, language: str) -> None:
    assert f"`{option}" in rulebook(game, language)
