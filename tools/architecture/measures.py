"""What the shape of the source tree is held to, and the figures that describe it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tools.architecture.graph import Graph, cycles, graph
from tools.architecture.imports import Import, Kind, Tree

LAYERS = (
    "core",
    "rulebook",
    "bots",
    "review",
    "envs",
    "games",
    "tables",
    "arena",
    "testing",
    "hosting",
    "browser",
    "server",
    "terminal",
    "cli",
)
"""From the bottom up: each imports only those before it."""

FACADE = ("__init__", "__main__")
"""They gather the names of others; only the command line uses them."""

AT_RUN_TIME = (Kind.EAGER, Kind.LAZY)


def part_below(name: str, package: str) -> str:
    """The direct child of a package that a module belongs to; the package's own name: `__init__`.

    >>> part_below("quartett.server.store.sqlite", "quartett.server")
    'store'
    >>> part_below("quartett.server", "quartett.server")
    '__init__'
    """
    return name.removeprefix(package).lstrip(".").partition(".")[0] or "__init__"


def children(tree: Tree, package: str, kinds: tuple[Kind, ...] = AT_RUN_TIME) -> Graph:
    """Which direct children of a package import which others, everything below them counted."""
    inside = [name for name in tree.modules if _is_in(name, package)]
    return graph(
        {part_below(name, package) for name in inside},
        (
            (part_below(found.importer, package), part_below(found.imported, package))
            for found in tree.imports
            if found.kind in kinds
            and _is_in(found.importer, package)
            and _is_in(found.imported, package)
        ),
    )


def package_cycles(
    tree: Tree, kinds: tuple[Kind, ...] = AT_RUN_TIME
) -> dict[str, list[tuple[str, ...]]]:
    """Groups of modules and packages in one package that import each other, by that package."""
    found = {
        package: cycles(children(tree, package, kinds))
        for package, module in tree.modules.items()
        if module.is_package
    }
    return {package: groups for package, groups in found.items() if groups}


def back_edges(tree: Tree, kinds: tuple[Kind, ...] = AT_RUN_TIME) -> list[Import]:
    """Imports of a layer by one that stands below it, or of one game by another."""
    return [found for found in tree.imports if found.kind in kinds and _is_back(found, tree.top)]


def undeclared(tree: Tree) -> set[str]:
    """Parts of the top package that have no place in the order."""
    return set(children(tree, tree.top)) - {*LAYERS, *FACADE}


def folders(src: Path) -> dict[str, int]:
    """How many siblings each folder holds, `__init__.py` and caches apart."""
    return {
        folder.relative_to(src.parent).as_posix(): count
        for folder in sorted({path.parent for path in src.rglob("*") if _is_source(path)})
        if (count := sum(map(_is_sibling, folder.iterdir())))
    }


@dataclass(frozen=True)
class Figures:
    modules: int
    median_lines: int
    longest: tuple[str, int]
    widest: tuple[str, int]
    cycles: int
    parts_in_cycles: int
    cycles_with_types: int
    back_edges: int
    lazy_imports: int
    """Of our own modules, inside functions."""


def figures(tree: Tree) -> Figures:
    lines = {module.name: module.lines for module in tree.modules.values() if module.lines}
    groups = [group for found in package_cycles(tree).values() for group in found]
    with_types = package_cycles(tree, tuple(Kind)).values()
    longest, widest = _largest(lines), _largest(folders(tree.src / tree.top))
    return Figures(
        modules=len(lines),
        median_lines=round(median(lines.values())),
        longest=longest,
        widest=widest,
        cycles=len(groups),
        parts_in_cycles=sum(map(len, groups)),
        cycles_with_types=sum(map(len, with_types)),
        back_edges=len(back_edges(tree)),
        lazy_imports=sum(found.kind is Kind.LAZY for found in tree.imports),
    )


def described(measured: Figures, tree: Tree) -> Iterator[str]:
    """The figures as lines of text."""
    yield f"modules                       {measured.modules}"
    yield f"median module                 {measured.median_lines} lines"
    yield f"longest module                {measured.longest[0]}, {measured.longest[1]} lines"
    yield f"widest folder                 {measured.widest[0]}, {measured.widest[1]} siblings"
    yield f"cycles, lazy imports counted  {measured.cycles} of {measured.parts_in_cycles} parts"
    yield f"cycles, types counted too     {measured.cycles_with_types}"
    yield f"back edges                    {measured.back_edges}"
    yield f"lazy imports of our own       {measured.lazy_imports}"
    for package, groups in package_cycles(tree).items():
        yield from (f"  cycle in {package}: {', '.join(group)}" for group in groups)
    for edge in back_edges(tree):
        yield f"  back edge: {edge.importer} -> {edge.imported} ({edge.kind}, line {edge.line})"


def _largest(sizes: dict[str, int]) -> tuple[str, int]:
    return max(sizes.items(), key=lambda item: item[1])


def _is_in(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def _is_back(found: Import, top: str) -> bool:
    start, end = part_below(found.importer, top), part_below(found.imported, top)
    if start in FACADE or (start, end) == ("cli", "__init__"):
        return False
    if start == end == "games":
        return _crosses_games(found, f"{top}.games")
    if start not in LAYERS or end not in LAYERS:
        return True
    return LAYERS.index(start) < LAYERS.index(end) or (
        end == "games" and start not in ("games", "cli")
    )


def _crosses_games(found: Import, games: str) -> bool:
    return part_below(found.importer, games) != part_below(found.imported, games)


def _is_source(path: Path) -> bool:
    return path.suffix in (".py", ".ts", ".svelte") and "node_modules" not in path.parts


def _is_sibling(path: Path) -> bool:
    """Modules and folders; the mark of a typed package is neither."""
    left_out = ("__init__.py", "__pycache__", "py.typed")
    return path.name not in left_out and not path.name.startswith(".")
