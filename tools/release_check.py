"""What a release needs, checked: `make release-check`.

The version has a heading in the changelog and is the one of CITATION.cff; wheel and source
archive build and hold what they must; the types are right on Windows too.
"""

import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
IN_WHEEL = (
    "quartett/py.typed",
    "quartett/server/page/index.html",
    "quartett/rulebooks/calavera.en.md",
    "quartett/games/cubus/builder/tables.zlib",
    "quartett/games/calavera/bots/trained/standard-2.npz",
    "quartett/games/cubus/bots/learned.npz",
)
IN_ARCHIVE = ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "web/dist/index.html")
NEVER = re.compile(r"(^|/)(\.git|node_modules|__pycache__|\.venv)(/|$)|\.db$")
FILES = ("SECURITY.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "LICENSE", "CITATION.cff")


def version() -> str:
    text = (ROOT / "src/quartett/core/distribution.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "(.+)"', text)
    assert found is not None
    return found[1]


def texts() -> Iterator[str]:
    """What is wrong with the files beside the code."""
    here = version()
    if not re.search(rf"^## {re.escape(here)} ", _read("CHANGELOG.md"), re.MULTILINE):
        yield f"CHANGELOG.md has no heading for {here}"
    if f"version: {here}" not in _read("CITATION.cff"):
        yield f"CITATION.cff does not name {here}"
    yield from (f"{name} is missing" for name in FILES if not (ROOT / name).exists())


def tag() -> Iterator[str]:
    """A version that has a tag is released: what follows needs another one."""
    done = subprocess.run(
        ["git", "describe", "--tags", "--match", f"v{version()}", "--long"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0 and "-0-g" not in done.stdout:
        yield f"v{version()} is tagged already, and there are commits after it"


def windows() -> Iterator[str]:
    """What mypy finds that Windows lacks."""
    command = [sys.executable, "-m", "mypy", "--platform", "win32", "src"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        yield f"on Windows: {(done.stdout + done.stderr).strip()}"


def built(folder: Path) -> Iterator[str]:
    """What is wrong with the wheel and the source archive."""
    command = [sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (wheel,), (archive,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as opened:
        yield from contents(wheel.name, opened.namelist(), IN_WHEEL)
    with tarfile.open(archive) as packed:
        names = [name.partition("/")[2] for name in packed.getnames()]
        yield from contents(archive.name, names, IN_ARCHIVE)


def contents(what: str, names: list[str], needed: tuple[str, ...]) -> Iterator[str]:
    yield from (f"{what} lacks {name}" for name in needed if name not in names)
    yield from (f"{what} holds {name}" for name in names if NEVER.search(name))


def _read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        faults = [*texts(), *tag(), *windows(), *built(Path(folder))]
    print(*faults, sep="\n")
    if faults:
        sys.exit(1)
    print(f"{version()} can be released")


if __name__ == "__main__":
    main()
