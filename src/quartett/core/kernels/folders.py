"""Where compiled code is kept: a folder for each module and state of its sources."""

import ast
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

KEPT: Final = 3
"""Folders of other sources of the same module that stay on disk, the last used ones."""


@cache
def cache_folder(module: str, file: Path, compiler: str) -> Path | None:
    """The folder for this module, compiled by this compiler; None where nothing can be written."""
    try:
        name = f"{module}/{digest(module, file, compiler)}"
    except (OSError, LookupError, SyntaxError, ValueError):  # there is no source to go by
        return None
    for base in _bases(file.parent):
        if folder := _made(base, name):
            return folder
    return None


def digest(module: str, file: Path, compiler: str) -> str:
    """A name for all that the module's compiled code depends on."""
    found = sha256(f"{compiler} {sys.implementation.cache_tag}".encode())
    root = _root(module, file)
    for source in sorted(_closure(file, root)):
        found.update(f"\0{source.relative_to(root)}\0".encode())
        found.update(source.read_bytes())
    return found.hexdigest()[:20]


def _root(module: str, file: Path) -> Path:
    """The folder that the module's top-level package is in."""
    depth = module.count(".") + (file.name == "__init__.py")
    return file.parents[depth]


def _closure(file: Path, root: Path) -> set[Path]:
    """The file and those under the same root that it imports, directly or not."""
    found, todo = {file}, [file]
    while todo:
        new = _imported(todo.pop(), root) - found
        found |= new
        todo += new
    return found


@cache
def _imported(file: Path, root: Path) -> frozenset[Path]:
    named: set[str] = set()
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            named |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            package = _package(node, file, root)
            named |= {package, *(f"{package}.{alias.name}" for alias in node.names)}
    paths = (root.joinpath(*name.split(".")) for name in named)
    every = (found for path in paths for found in (path.with_suffix(".py"), path / "__init__.py"))
    return frozenset(found for found in every if found.is_file())


def _package(node: ast.ImportFrom, file: Path, root: Path) -> str:
    """What is imported from, as an absolute name."""
    if not node.level:
        return node.module or ""
    above = file.parents[node.level - 1].relative_to(root).parts
    return ".".join((*above, *filter(None, [node.module])))


def _bases(sources: Path) -> Iterator[Path]:
    """Folders for caches, the best first: the one that is set, beside the sources, the user's."""
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(chosen) / "quartett"
    yield sources / "__pycache__" / "kernels"
    if user := _user_cache():
        yield user / "quartett" / "kernels"
    if temporary := _temporary():
        yield temporary


def _user_cache() -> Path | None:
    variable = "LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME"
    if named := os.environ.get(variable):
        return Path(named)
    try:
        home = Path.home()
    except RuntimeError:  # an account without a home
        return None
    return home / "Library" / "Caches" if sys.platform == "darwin" else home / ".cache"


def _temporary() -> Path | None:
    """A folder of this user alone: compiled code is executed, so nobody else may write it."""
    if sys.platform == "win32":  # a temporary folder there belongs to its user already
        user = 0
    else:
        user = os.getuid()
    try:
        folder = Path(tempfile.gettempdir()) / f"quartett-kernels-{user}"
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return None
    shared = found.st_mode & 0o022 and sys.platform != "win32"
    private = stat.S_ISDIR(found.st_mode) and not shared
    return folder if private and found.st_uid == user else None


def _made(base: Path, name: str) -> Path | None:
    """The folder of this name, if files can be written to it."""
    folder = base / name
    try:
        is_new = not folder.is_dir()
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            os.utime(folder)  # used now: what is pruned first goes by this time
    except OSError:
        return None
    if is_new:
        _prune(folder)
    return folder


def _prune(folder: Path) -> None:
    """Remove what older sources were compiled to."""
    try:
        others = [other for other in folder.parent.iterdir() if other != folder]
        others.sort(key=lambda other: other.stat().st_mtime, reverse=True)
    except OSError:  # another process is pruning too
        return
    for other in others[KEPT:]:
        shutil.rmtree(other, ignore_errors=True)
