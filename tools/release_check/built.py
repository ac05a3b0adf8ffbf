"""Wheel and source archive are built from a fresh clone, hold what they must, and answer."""

import email
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

IN_WHEEL = (
    "quartett/py.typed",
    "quartett/server/page/index.html",
    "quartett/server/page/engine/manifest.json",
    "quartett/rulebooks/calavera.en.md",
    "quartett/games/cubus/builder/tables.zlib",
    "quartett/games/calavera/bots/trained/standard-2-exact.npz",
    "quartett/games/cubus/bots/learned.npz",
)
IN_ARCHIVE = (
    "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "docs/licences.md",
    "web/dist/index.html",
)  # fmt: skip
NEVER = re.compile(r"(^|/)(\.git|node_modules|__pycache__|\.venv)(/|$)|\.db$")
STATED = (
    "Author", "Classifier", "License-Expression", "License-File", "Provides-Extra",
    "Requires-Python", "Summary",
)  # fmt: skip
COMPLETION = ("quartett veri", "verify")


def distributions(root: Path, folder: Path) -> tuple[Path, Path]:
    """The wheel and the source archive, of a fresh clone: nothing helps that only lies about."""
    clone = folder / "clone"
    subprocess.run(["git", "clone", "--quiet", str(root), str(clone)], check=True)
    command = [sys.executable, "-m", "build", "--outdir", str(folder), str(clone)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (wheel,), (archive,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, archive


def looked_into(wheel: Path, archive: Path, version: str) -> Iterator[str]:
    """What is wrong with what they hold."""
    with zipfile.ZipFile(wheel) as opened:
        names = opened.namelist()
        yield from contents(wheel.name, names, IN_WHEEL)
        (stated,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        yield from metadata(opened.read(stated).decode(), version)
    with tarfile.open(archive) as packed:
        names = [name.partition("/")[2] for name in packed.getnames()]
        yield from contents(archive.name, names, IN_ARCHIVE)


def contents(what: str, names: list[str], needed: tuple[str, ...]) -> Iterator[str]:
    yield from (f"{what} lacks {name}" for name in needed if name not in names)
    yield from (f"{what} holds {name}" for name in names if NEVER.search(name))


def metadata(text: str, version: str) -> Iterator[str]:
    """What a registry would not be told."""
    told = email.message_from_string(text)
    if told["Version"] != version:
        yield f"the wheel says version {told['Version']}, not {version}"
    yield from (f"pyproject.toml states no {name}" for name in STATED if name not in told)


def installed(wheel: Path, folder: Path) -> Iterator[str]:
    """Whether the wheel works where there is no clone: a game, a rulebook, a site, completion."""
    install = ["pip", "install", "--quiet", "--no-deps", "--target", str(folder), str(wheel)]
    subprocess.run([sys.executable, "-m", *install], check=True)
    for words in (["--version"], ["games"], ["rules", "cubus"], ["site", str(folder / "site")]):
        done = _run(folder, words, {})
        if done.returncode or not done.stdout:
            yield f"installed, 'quartett {' '.join(words)}' fails: {done.stderr.strip()}"
    line, offered = COMPLETION
    asked = {"COMP_WORDS": line, "COMP_CWORD": "1", "_QUARTETT_COMPLETE": "complete_bash"}
    if (done := _run(folder, [], asked)).stdout.split() != [offered]:
        yield f"installed, the shell does not complete '{line}': {done.stderr.strip()}"


def _run(
    folder: Path, words: list[str], extra: dict[str, str]
) -> "subprocess.CompletedProcess[str]":
    code = "import sys; sys.argv[0] = 'quartett'; from quartett.cli import main; main()"
    command = [sys.executable, "-c", code, *words]  # the folder it runs in comes first
    env = {**os.environ, **extra}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
