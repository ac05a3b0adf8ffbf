"""What the page must have words for: languages, levels, options, refusals and chances.

`python -m tools.page.facts` writes it from the rules' sources; the page's tests demand a text for
each, in every language, and Python's tests say when the file is stale.
"""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from quartett.hosting.games import game_info
from quartett.rulebook import LANGUAGES

ROOT = Path(__file__).parents[2]
FILE = ROOT / "web" / "src" / "games" / "facts.json"
SOURCES = ROOT / "src" / "quartett"
CHANCES = ("Chance", "_chance")
REFUSALS = ("IllegalAction", "Fault")
CODE = re.compile("[a-z]+(_[a-z]+)*")


def main() -> None:
    FILE.write_text(json.dumps(facts(), indent=2) + "\n", encoding="utf-8")


def facts() -> dict[str, Any]:
    ids = sorted(path.parent.name for path in FILE.parent.glob("*/index.ts"))
    return {"languages": sorted(LANGUAGES), "games": {id: _game(id) for id in ids}}


def _game(game_id: str) -> dict[str, Any]:
    info = game_info(game_id)
    shared = {code for path in (SOURCES / "core").glob("*.py") for code in refusals(_tree(path))}
    trees = [_tree(path) for path in (SOURCES / "games" / game_id).rglob("*.py")]
    return {
        "levels": [level.level for level in info.levels],
        "options": {name: info.choices.get(name, []) for name in info.options},
        "refusals": sorted(shared.union(*map(refusals, trees))),
        "chances": sorted(set().union(*map(chances, trees))),
    }


def refusals(tree: ast.AST) -> set[str]:
    """The codes of a module that refuses: whatever stands as a code before a sentence."""
    if not any(isinstance(node, ast.Name) and node.id in REFUSALS for node in ast.walk(tree)):
        return set()
    pairs = (_items(node) for node in ast.walk(tree))
    found = {code for items in pairs if len(items) > 1 and (code := _code(items)) is not None}
    return found | set(_named_codes(tree))


def chances(tree: ast.AST) -> set[str]:
    """The codes of the adviser's chances, given directly or in a table that a loop goes through."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    named = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in CHANCES]
    given = {text for call in named for text in _texts(call.args[:1])}
    return given | {text for table in _code_tables(tree) for text in _texts(table)}


def _tree(path: Path) -> ast.AST:
    return ast.parse(path.read_text(encoding="utf-8"))


def _items(node: ast.AST) -> list[ast.expr]:
    match node:
        case ast.Call(func=ast.Name(id=name)) if name != "Chance" and not name.startswith(
            "_chance"
        ):
            return node.args
        case ast.Tuple():
            return node.elts
    return []


def _code(items: list[ast.expr]) -> str | None:
    """The first of them, if it is a code and a sentence follows."""
    match items[:2]:
        case [ast.Constant(str(code)), ast.JoinedStr()] if CODE.fullmatch(code):
            return code
        case [ast.Constant(str(code)), ast.Constant(str(text))] if " " in text:
            return code if CODE.fullmatch(code) else None
    return None


def _named_codes(tree: ast.AST) -> Iterator[str]:
    """Codes that are chosen first and given by the name `code`."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id="code")], value=value):
                yield from _texts(list(ast.walk(value)))


def _code_tables(tree: ast.AST) -> Iterator[list[ast.expr]]:
    """The first column of every table that is gone through as `for code, … in TABLE`."""
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.For)]
    for loop in loops:
        match loop:
            case ast.For(target=ast.Tuple(elts=[ast.Name(id="code"), *_]), iter=ast.Name(id=name)):
                yield [row.elts[0] for row in _table(tree, name)]


def _table(tree: ast.AST, name: str) -> list[ast.Tuple]:
    for node in ast.walk(tree):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=found)], value=ast.Tuple(elts=rows))
                | ast.AnnAssign(target=ast.Name(id=found), value=ast.Tuple(elts=rows))
            ) if found == name:
                return [row for row in rows if isinstance(row, ast.Tuple)]
    return []


def _texts(nodes: list[Any]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.Constant(str(text)) if CODE.fullmatch(text):
                yield text


if __name__ == "__main__":
    main()
