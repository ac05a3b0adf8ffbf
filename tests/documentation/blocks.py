"""The code blocks of the README and the documentation."""

import ast
import re
import tokenize
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from tools.architecture.imports import ROOT

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"\s+#\s.*$")
SMALLER = {
    **dict.fromkeys(("-n 200", "-n 100", "-n 30", "-n 20", "-n 12"), "-n 4"),
    **dict.fromkeys(("--games 24", "--games 20", "--games 12"), "--games 4"),
    "65_536": "64",
    "games=100": "games=4",
}
"""The documentation shows numbers that are worth waiting for."""


class Block(NamedTuple):
    """A fenced block: the file, its language, its text."""

    file: str
    language: str
    text: str


def blocks() -> Iterator[Block]:
    files = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    for file in files:
        for language, text in BLOCK.findall(file.read_text(encoding="utf-8")):
            yield Block(file.relative_to(ROOT).as_posix(), language, text)


def commands() -> Iterator[tuple[str, str]]:
    """Every line of a shell block, without its comment, and the file it stands in."""
    for block in blocks():
        if block.language == "sh":
            for line in block.text.splitlines():
                if command := COMMENT.sub("", line).strip():
                    yield block.file, command


def smaller(text: str) -> str:
    """The text with numbers that are not worth waiting for in a test."""
    for shown, less in SMALLER.items():
        text = text.replace(shown, less)
    return text


def run(text: str, names: dict[str, Any]) -> int:
    """Run a block and compare what its comments promise; how many promises there were.

    A comment after a statement promises a value (`# 5: why`, `# 'text'`) or an error
    (`# IllegalAction: … part of its message`); other comments explain.
    """
    comments = {
        token.start[0]: token.string.removeprefix("#").strip()
        for token in tokenize.generate_tokens(StringIO(text).readline)
        if token.type == tokenize.COMMENT
    }
    return sum(
        _promised(statement, comments.get(statement.end_lineno or 0, ""), names)
        for statement in ast.parse(text).body
    )


def _promised(statement: ast.stmt, comment: str, names: dict[str, Any]) -> bool:
    if error := re.match(r"([A-Z]\w+): …?\s*(.*)", comment):
        _raises(statement, error[1], error[2], names)
    elif isinstance(statement, ast.Expr):
        found = eval(compile(ast.Expression(statement.value), "block", "eval"), names)
        value = re.match(r"(-?[\d.]+|'[^']*'|True|False)(?=$|[:;,])", comment)
        if value is None:
            return False
        assert repr(found) == value[1], f"{ast.unparse(statement)} is {found!r}, not {value[1]}"
    else:
        _execute(statement, names)
        return False
    return True


def _raises(statement: ast.stmt, kind: str, message: str, names: dict[str, Any]) -> None:
    try:
        _execute(statement, names)
    except Exception as error:
        assert type(error).__name__ == kind
        assert message in str(error), f"{message!r} is not in {str(error)!r}"
    else:
        raise AssertionError(f"{ast.unparse(statement)} raises nothing, not {kind}")


def _execute(statement: ast.stmt, names: dict[str, Any]) -> None:
    exec(compile(ast.Module([statement], []), "block", "exec"), names)


def shown_whole(text: str) -> Path | None:
    """The file of the examples that a block shows, if it does."""
    examples = (ROOT / "examples").rglob("*.py")
    return next((path for path in examples if path.read_text(encoding="utf-8") == text), None)
