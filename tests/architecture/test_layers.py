"""Folders are layers: each imports only those below it, and shared code knows no game."""

import ast
import re
import sys
from collections.abc import Iterator

from tools.architecture.imports import ROOT, Import, Kind, Module, Tree
from tools.architecture.measures import back_edges, undeclared

import quartett

TREE = Tree()
GAMES = sorted(id for id in quartett.game_ids() if (ROOT / "src/quartett/games" / id).is_dir())
NAMED = re.compile(rf"\b({'|'.join(GAMES)})\b", re.IGNORECASE)
EXAMPLE = re.compile("Examples?: |for example ")
"""How the help of a command shows one."""
TABLES = "quartett.tables."
EVENT_LOOPS_AND_DATABASES = {
    "asyncio", "aiosqlite", "anyio", "httpx", "psycopg", "socket", "sqlite3", "starlette",
    "threading", "uvicorn", "uvloop", "websockets",
}  # fmt: skip


def written(edges: list[Import]) -> list[str]:
    return [f"{found.importer} -> {found.imported} (line {found.line})" for found in edges]


def test_every_part_has_a_place_in_the_order_of_layers() -> None:
    assert undeclared(TREE) == set()


def test_no_layer_imports_one_above_it() -> None:
    assert written(back_edges(TREE)) == []


def test_types_come_from_below_too() -> None:
    assert written(back_edges(TREE, (Kind.TYPES,))) == []


def test_tables_need_no_event_loop_socket_or_database() -> None:
    tables = [module for name, module in TREE.modules.items() if (name + ".").startswith(TABLES)]
    assert tables
    used = {module.name: foreign(module) & EVENT_LOOPS_AND_DATABASES for module in tables}
    assert {name: names for name, names in used.items() if names} == {}


def test_shared_code_names_no_game() -> None:
    """All but the package itself, which says what type `quartett.game("…")` has."""
    typed = "quartett"
    shared = [
        module
        for module in TREE.modules.values()
        if ".games." not in module.name and module.name != typed
    ]
    named = [
        f"{module.path.relative_to(ROOT)}:{line}: {text}"
        for module in shared
        for line, text in strings(module)
        if NAMED.search(text) and not EXAMPLE.match(text)
    ]
    assert named == []


def foreign(module: Module) -> set[str]:
    """What a module needs that is neither ours nor plain Python."""
    plain = set(sys.stdlib_module_names) - EVENT_LOOPS_AND_DATABASES
    return TREE.foreign(module) - plain


def strings(module: Module) -> Iterator[tuple[int, str]]:
    """The strings of the code, without docstrings: those may show an example."""
    nodes = list(ast.walk(module.syntax))
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and id(node) not in docstrings:
            yield node.lineno, str(node.value)
