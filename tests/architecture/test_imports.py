"""The tool that reads imports sees all of them, in all their forms."""

from pathlib import Path

import pytest
from tools.architecture.graph import cycles, graph, ranks, reduced
from tools.architecture.imports import Kind, Tree
from tools.architecture.measures import back_edges, package_cycles, part_below, undeclared

SOURCES = {
    "__init__.py": "from top.core.state import State",
    "core/__init__.py": "",
    "core/state.py": (
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from top.games.one import One\n"
        "def late():\n    from ..bots import Bot\n"
    ),
    "bots/__init__.py": "from top.bots.bot import Bot",
    "bots/bot.py": "import top.core.state\nimport json",
    "games/__init__.py": "",
    "games/one/__init__.py": "try:\n    from top.games.two import Two\nexcept OSError:\n    pass",
    "games/two/__init__.py": "from top.core import state",
}


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    for name, text in SOURCES.items():
        path = tmp_path / "top" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Tree(tmp_path, "top")


def test_an_import_is_found_with_its_kind(tree: Tree) -> None:
    assert {(found.importer, found.imported, found.kind) for found in tree.imports} == {
        ("top", "top.core.state", Kind.EAGER),
        ("top.core.state", "top.games.one", Kind.TYPES),
        ("top.core.state", "top.bots", Kind.LAZY),
        ("top.bots", "top.bots.bot", Kind.EAGER),
        ("top.bots.bot", "top.core.state", Kind.EAGER),
        ("top.games.one", "top.games.two", Kind.EAGER),
        ("top.games.two", "top.core.state", Kind.EAGER),
    }


def test_what_comes_from_elsewhere_is_known(tree: Tree) -> None:
    assert tree.foreign(tree.modules["top.bots.bot"]) == {"json"}


def test_a_lazy_import_closes_a_cycle_and_one_for_types_does_not(tree: Tree) -> None:
    assert package_cycles(tree) == {"top": [("bots", "core")]}
    assert package_cycles(tree, (Kind.EAGER,)) == {}
    assert package_cycles(tree, tuple(Kind)) == {"top": [("bots", "core", "games")]}


def test_imports_upwards_and_between_games_are_back_edges(tree: Tree) -> None:
    assert [(found.importer, found.imported) for found in back_edges(tree)] == [
        ("top.core.state", "top.bots"),
        ("top.games.one", "top.games.two"),
    ]
    assert undeclared(tree) == set()


def test_a_module_belongs_to_the_child_it_lies_in() -> None:
    assert part_below("top.server.store.sqlite", "top.server") == "store"
    assert part_below("top.server", "top.server") == "__init__"


def test_graphs() -> None:
    edges = graph("abc", [("a", "b"), ("b", "c"), ("a", "c")])
    assert cycles(edges) == []
    assert ranks(edges) == {"c": 0, "b": 1, "a": 2}
    assert reduced(edges) == {"a": {"b"}, "b": {"c"}, "c": set()}
    assert cycles(graph("abc", [("a", "b"), ("b", "a"), ("b", "c")])) == [("a", "b")]
