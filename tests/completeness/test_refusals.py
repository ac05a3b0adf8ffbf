"""Every refusal has a text in every language, and no text is left of one that is gone."""

import pytest

from tests.completeness.sources import GAMES, LANGUAGES, messages, refusals

ONLY_IN_TESTS = {"half_hidden", "unseen", "edge"}
"""Faults of a picture: the plain twin of Cubus's checks, by which tests judge the fast one."""
OF_THE_PAGE = {"offline", "refused", "engine", "storage_full", "storage_forbidden"}
"""What the page itself says when nobody answers, or nothing can be saved."""
HOSTS = ("tables", "hosting", "browser", "server")


def said(language: str, game: str | None = None) -> set[str]:
    keys = messages(language, game)
    return {key.removeprefix("refusal.") for key in keys if key.startswith("refusal.")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_of_the_rules_has_words(game: str, language: str) -> None:
    found = refusals("core", f"games/{game}")
    missing = set(found) - said(language, game) - ONLY_IN_TESTS
    assert {code: found[code] for code in missing} == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_words_are_left_of_a_refusal_that_is_gone(game: str, language: str) -> None:
    assert said(language, game) - set(refusals("core", f"games/{game}")) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_of_the_server_has_words(language: str) -> None:
    found = refusals(*HOSTS)
    in_every_game = set.intersection(*(said(language, game) for game in GAMES))
    missing = set(found) - said(language) - in_every_game
    assert {code: found[code] for code in missing} == {}
    assert len(found) > 30


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_left_of_a_refusal_of_the_server_that_is_gone(language: str) -> None:
    assert said(language) - set(refusals("core", *HOSTS)) - OF_THE_PAGE == set()


def test_the_search_for_codes_finds_all_forms() -> None:
    """In a call, from a table, by a variable, in both branches of a condition."""
    assert {"not_shown", "already_chosen", "others_choose"} <= set(refusals("games/calavera"))
    assert {"joker_times", "joker_as", "field_used"} <= set(refusals("games/calculissimo"))
    assert {"knock_out_of_time", "gap"} <= set(refusals("games/cubus"))
