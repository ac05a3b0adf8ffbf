"""No cycles, no wide folders, rules that run anywhere, and a page that knows no game."""

import re
from pathlib import Path

import pytest
from tools.architecture.imports import ROOT, Kind
from tools.architecture.measures import folders, package_cycles

from tests.architecture.test_layers import GAMES, NAMED, TREE, foreign

WIDEST = 15


def test_no_parts_of_a_package_import_each_other() -> None:
    assert package_cycles(TREE) == {}


@pytest.mark.parametrize("folder", ["src", "tools", "web/src"])
def test_no_folder_is_too_wide(folder: str) -> None:
    wide = {name: size for name, size in folders(ROOT / folder).items() if size > WIDEST}
    assert wide == {}


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_game_import_core_and_nothing_that_a_browser_lacks(game: str) -> None:
    rules = loaded_with(f"quartett.games.{game}")
    assert len(rules) > 5
    ours = {
        f"{found.importer} -> {found.imported}"
        for found in TREE.imports
        if found.importer in rules
        and found.kind is Kind.EAGER
        and not found.imported.startswith(("quartett.core", f"quartett.games.{game}"))
    }
    assert ours == set()
    assert {name for rule in rules for name in foreign(TREE.modules[rule])} <= {"msgspec"}


def test_shared_code_of_the_page_names_no_game() -> None:
    named = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sources_of_the_page()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if NAMED.search(re.sub(r"(^|\s)//.*|^\s*/?\*.*|<!--.*-->", "", line))
    ]
    assert named == []


def loaded_with(game: str) -> set[str]:
    """The modules of a game that are loaded with it, without asking for any of its parts."""
    found, waiting = set[str](), [game]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(
                edge.imported
                for edge in TREE.imports
                if edge.importer == name
                and edge.kind is Kind.EAGER
                and edge.imported.startswith(game)
            )
    return found


def sources_of_the_page() -> list[Path]:
    web = ROOT / "web" / "src"
    return [
        path
        for path in sorted(web.rglob("*"))
        if path.suffix in (".ts", ".svelte", ".css", ".json")
        and web / "games" not in path.parents
        and ".test." not in path.name
        and path.name != "wire.ts"  # made from the installed games
    ]
