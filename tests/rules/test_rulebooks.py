"""The rulebooks: the same in three languages, with pictures that the rules still give."""

import json
import re
from pathlib import Path

import pytest
from tools.rulebook.__main__ import FOLDER, PAGE, pictures, positions

import quartett
from quartett.rulebook import LANGUAGES, rulebook

BOOKS = FOLDER.parents[1] / "rules"
GAMES = ("calavera", "calcory", "calculissimo", "cubus")
AUTHORS = {
    "calavera": "Klaus-Jürgen Wrede",
    "calcory": "Frank Nestel",
    "cubus": "Matthias Wittig",
}


def book(game: str, language: str) -> str:
    return (BOOKS / f"{game}.{language}.md").read_text(encoding="utf-8")


def shown(game: str, language: str) -> list[str]:
    """The pictures of a rulebook, in order."""
    return re.findall(r"!\[.+\]\(\.\./pictures/rules/(.+)\.svg\)", book(game, language))


def test_the_pictures_are_those_that_the_rules_give_now() -> None:
    drawn = pictures()
    assert {path.stem for path in FOLDER.iterdir()} == set(drawn)
    for name, picture in drawn.items():
        assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == picture, name
    for name, form in positions().items():
        assert json.loads((PAGE / name).read_text(encoding="utf-8")) == form, name


@pytest.mark.parametrize("game", GAMES)
def test_the_languages_show_the_same_pictures_and_name_the_same_options(game: str) -> None:
    english = shown(game, "en")
    options = set(quartett.game(game).Options.__struct_fields__)
    for language in LANGUAGES:
        assert shown(game, language) == english
        missing = {name for name in options if f"`{name}`" not in book(game, language)}
        assert not missing, language


def test_every_picture_is_shown() -> None:
    assert {name for game in GAMES for name in shown(game, "en")} == set(pictures())


@pytest.mark.parametrize("game", AUTHORS)
def test_the_people_whom_the_printed_rules_name_are_named(game: str) -> None:
    readme = Path(BOOKS.parents[1] / "README.md").read_text(encoding="utf-8")
    texts = [readme, *(book(about, lang) for lang in LANGUAGES for about in (game, "about"))]
    assert all(AUTHORS[game] in text for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_leaves_the_pictures_out(language: str) -> None:
    told = rulebook(quartett.game("cubus"), language)
    assert "![" not in told and "\n\n\n" not in told
