"""A language is complete everywhere, or the suite says what is missing."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.completeness.sources import GAMES, LANGUAGES, ROOT, RULES, SOURCE, WEB, messages


def languages_of(paths: str) -> set[str]:
    return {path.stem for path in WEB.glob(paths)}


def test_every_list_of_languages_in_the_library_is_complete() -> None:
    lists = {
        f"{path.relative_to(ROOT)}:{line}": found
        for path in SOURCE.rglob("*.py")
        for line, found in collections(ast.parse(path.read_text(encoding="utf-8")))
        if len(found & set(LANGUAGES)) > 1
    }
    assert len(lists) >= 2
    assert {place: found for place, found in lists.items() if sorted(found) != LANGUAGES} == {}


def test_every_list_of_languages_in_the_page_is_complete() -> None:
    lists = {
        f"{path.relative_to(ROOT)}: {text}": found
        for path in [*WEB.rglob("*.ts"), *WEB.rglob("*.svelte")]
        if ".test." not in path.name
        for text in re.findall(r'"\w\w"(?:\s*[,|]\s*"\w\w")+', path.read_text(encoding="utf-8"))
        if len((found := set(re.findall(r"\w\w", text))) & set(LANGUAGES)) > 1
    }
    assert lists
    assert {place: found for place, found in lists.items() if sorted(found) != LANGUAGES} == {}


def collections(syntax: ast.Module) -> Iterator[tuple[int, set[str]]]:
    """The words that stand together: items of a list, keys of a table, values of a Literal."""
    for node in ast.walk(syntax):
        items = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", [])
        values = [item.value for item in items if isinstance(item, ast.Constant)]
        if words := {value for value in values if isinstance(value, str)}:
            yield getattr(node, "lineno", 0), words


def test_the_page_has_its_messages_in_each_language_and_in_no_other() -> None:
    assert sorted(languages_of("messages/*.json")) == LANGUAGES


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_messages_and_rulebooks_in_each_language_and_in_no_other(game: str) -> None:
    assert sorted(languages_of(f"games/{game}/messages/*.json")) == LANGUAGES
    books = {path.name.split(".")[1] for path in RULES.glob(f"{game}.*.md")}
    assert sorted(books) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [None, *GAMES])
def test_no_message_is_missing_or_left_empty(game: str | None, language: str) -> None:
    texts = messages(language, game)
    assert set(texts) == set(messages("en", game))
    empty = {key for key, text in texts.items() if not text.strip()}
    assert empty == {key for key, text in messages("en", game).items() if not text.strip()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_names_all_of_them(language: str) -> None:
    assert {f"language.{other}" for other in LANGUAGES} <= set(messages(language))
    assert messages(language)["locale"].startswith(language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_documentation_lists_each_rulebook(game: str, language: str) -> None:
    page = f"rules/{game}.{language}.md"
    for listing in ("mkdocs.yml", "docs/index.md"):
        assert page in (ROOT / listing).read_text(encoding="utf-8"), listing


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_rulebooks_have_the_same_sections_in_the_same_order(game: str, language: str) -> None:
    assert outline(game, language) == outline(game, "en")


def outline(game: str, language: str) -> list[int]:
    """The depths of the headings."""
    text = (RULES / f"{game}.{language}.md").read_text(encoding="utf-8")
    return [len(marks) for marks in re.findall(r"^(#+) ", text, re.MULTILINE)]
