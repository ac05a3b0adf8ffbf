"""The imports of a source tree, read from its syntax: nothing is executed."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Kind(StrEnum):
    EAGER = "eager"
    LAZY = "lazy"
    """Inside a function: run when it is called."""
    TYPES = "types"
    """Under `if TYPE_CHECKING`: never run."""


@dataclass(frozen=True)
class Import:
    importer: str
    imported: str
    """A module of the same tree."""
    kind: Kind
    line: int


@dataclass(frozen=True)
class Module:
    name: str
    path: Path

    @cached_property
    def source(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def syntax(self) -> ast.Module:
        return ast.parse(self.source)

    @property
    def lines(self) -> int:
        return len(self.source.splitlines())

    @property
    def is_package(self) -> bool:
        return self.path.name == "__init__.py"

    @property
    def package(self) -> str:
        """The package whose relative imports this module would use."""
        return self.name if self.is_package else self.name.rpartition(".")[0]


class Tree:
    """All modules of a package, by name."""

    def __init__(self, src: Path = ROOT / "src", top: str = "quartett") -> None:
        self.src = src
        self.top = top
        self.modules = {
            module.name: module
            for path in sorted((src / top).rglob("*.py"))
            if (module := Module(_dotted(path.relative_to(src)), path))
        }

    @cached_property
    def imports(self) -> tuple[Import, ...]:
        """Every import of one module of the tree by another, each kind and pair once."""
        found = {
            (module.name, target, kind): Import(module.name, target, kind, line)
            for module in self.modules.values()
            for name, kind, line in reversed(list(named(module)))
            if (target := self._module(name)) and target != module.name
        }
        return tuple(found.values())

    def foreign(self, module: Module) -> set[str]:
        """The top-level names that a module imports from outside the tree when it is loaded."""
        return {
            name.split(".")[0]
            for name, kind, _ in named(module)
            if kind is Kind.EAGER and not self._is_inside(name)
        }

    def _is_inside(self, name: str) -> bool:
        return name == self.top or name.startswith(self.top + ".")

    def _module(self, name: str) -> str | None:
        """`quartett.bots.Bot` is a name in the module `quartett.bots`."""
        while name and name not in self.modules:
            name = name.rpartition(".")[0]
        return name or None


def named(module: Module) -> Iterator[tuple[str, Kind, int]]:
    """What the import statements of a module name, with how and where."""
    yield from _named_in(module.syntax.body, module, Kind.EAGER)


def _named_in(body: list[ast.stmt], module: Module, kind: Kind) -> Iterator[tuple[str, Kind, int]]:
    for statement in body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            for name in _names(statement, module):
                yield name, kind, statement.lineno
        for inner, inner_kind in _blocks(statement, kind):
            yield from _named_in(inner, module, inner_kind)


def _blocks(statement: ast.stmt, kind: Kind) -> Iterator[tuple[list[ast.stmt], Kind]]:
    """The blocks of a compound statement, and how an import in them runs."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        kind = Kind.LAZY if kind is Kind.EAGER else kind
    is_for_types = isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test)
    for field in ("body", "orelse", "finalbody"):
        block = getattr(statement, field, [])
        yield block, Kind.TYPES if is_for_types and field == "body" else kind
    for handler in getattr(statement, "handlers", []):
        yield handler.body, kind
    for case in getattr(statement, "cases", []):
        yield case.body, kind


def _names(statement: ast.Import | ast.ImportFrom, module: Module) -> Iterator[str]:
    if isinstance(statement, ast.Import):
        yield from (alias.name for alias in statement.names)
        return
    source = statement.module or ""
    if statement.level:
        parts = module.package.split(".")
        above = parts[: len(parts) - statement.level + 1]
        source = ".".join([*above, source] if source else above)
    yield from (f"{source}.{alias.name}" for alias in statement.names)


def _dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
