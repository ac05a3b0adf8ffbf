"""What has to be complete, read from the code that declares it."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import quartett
from quartett import bots
from quartett.rulebook import LANGUAGES as RULEBOOK_LANGUAGES

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "quartett"
RULES = ROOT / "docs" / "rules"
WEB = ROOT / "web" / "src"

GAMES = sorted(id for id in quartett.game_ids() if (SOURCE / "games" / id).is_dir())
"""Ours; games that are installed beside them answer for themselves."""
LANGUAGES = sorted(RULEBOOK_LANGUAGES)
CODE = re.compile(r"[a-z]+(_[a-z]+)*")


@cache
def messages(language: str, game: str | None = None) -> dict[str, str]:
    """The page's texts, or those of a game's part of it."""
    folder = WEB / "messages" if game is None else WEB / "games" / game / "messages"
    texts: dict[str, str] = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return texts


def rulebook(game: str, language: str) -> str:
    return (RULES / f"{game}.{language}.md").read_text(encoding="utf-8")


def levels(game: str) -> list[str]:
    return list(bots.levels(quartett.game(game)))


def options(game: str) -> dict[str, list[str]]:
    """The options of a game, each with its values where they are few."""
    found = quartett.game(game)
    listed = _option_values()[game]
    hints = get_type_hints(found.Options)
    return {
        name: [written(value) for value in listed.get(name, _values(hints[name]))]
        for name in found.Options.__struct_fields__
    }


@cache
def _option_values() -> dict[str, dict[str, list[str]]]:
    """As a new process knows them: other tests of this one may have added editions."""
    script = "print(json.dumps({i: quartett.game(i).option_values() for i in quartett.game_ids()}))"
    command = [sys.executable, "-c", f"import json, quartett; {script}"]
    found: dict[str, dict[str, list[str]]] = json.loads(subprocess.check_output(command))
    return found


def refusals(*folders: str) -> dict[str, str]:
    """The codes that the code in these folders of src/quartett refuses with, and where."""
    found: dict[str, str] = {}
    for folder in folders:
        for path in filter(_can_refuse, sorted((SOURCE / folder).rglob("*.py"))):
            for code, line in _codes(ast.parse(path.read_text(encoding="utf-8"))):
                found.setdefault(code, f"{path.relative_to(ROOT)}:{line}")
    return found


def _can_refuse(path: Path) -> bool:
    """An environment's fields and a server's metrics are a name beside a sentence, too."""
    return not {"env", "env.py", "metrics.py"} & set(path.parts)


def _values(hint: Any) -> list[Any]:
    if hint is bool:
        return [True, False]
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    return [
        value for kind in get_args(hint) if get_origin(kind) is Literal for value in _values(kind)
    ]


def written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _codes(syntax: ast.AST) -> Iterator[tuple[str, int]]:
    """A refusal is a code beside a sentence, in a call, a tuple or a table of them."""
    for node in ast.walk(syntax):
        beside = node.args if isinstance(node, ast.Call) else getattr(node, "elts", [])
        if len(beside) >= 2 and (_is_sentence(beside[1]) or _is_refusal(node)):
            yield from ((code, beside[0].lineno) for code in _constants(beside[0], syntax))


def _constants(node: ast.expr, syntax: ast.AST) -> Iterator[str]:
    """The codes that an expression can be; of a variable, those that are assigned to it."""
    match node:
        case ast.Constant(value=str(text)) if CODE.fullmatch(text):
            yield text
        case ast.IfExp():
            yield from _constants(node.body, syntax)
            yield from _constants(node.orelse, syntax)
        case ast.Name(id=name):
            for other in ast.walk(syntax):
                if isinstance(other, ast.Assign) and name in map(ast.unparse, other.targets):
                    yield from _constants(other.value, ast.Module([], []))


def _is_refusal(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("IllegalAction", "Refused")


def _is_sentence(node: ast.expr) -> bool:
    """Words with spaces, perhaps with values in them."""
    match node:
        case ast.Constant(value=str(text)):
            return " " in text.strip()
        case ast.JoinedStr():
            return any(map(_is_sentence, node.values))
        case ast.BinOp(left=left, right=right):
            return _is_sentence(left) or _is_sentence(right)
    return False
