"""What a release needs, checked: `make release-check`.

Everything that changed has a version of its own, which changelog and CITATION.cff name with the
same day; wheel and source archive are built from a fresh clone, hold what they must, and the wheel
answers when it is installed; the types are right on Windows too. Each fault says what to do.
"""

import email
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VERSION = "src/quartett/core/distribution.py"
PLAY = ("src/quartett/bots", "src/quartett/core", "src/quartett/games")
"""Where rules, bots and records are: results of one version can be compared with each other."""
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
STATED = ("Author", "License-Expression", "License-File", "Requires-Python", "Summary")
SECTION = re.compile(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def version() -> str:
    found = re.search(r'__version__ = "(.+)"', _read(VERSION))
    assert found is not None
    return found[1]


def texts() -> Iterator[str]:
    """What is wrong with the files beside the code."""
    here, cited = version(), _read("CITATION.cff")
    heading = re.search(rf"^## {re.escape(here)} – (\S+)$", _read("CHANGELOG.md"), re.MULTILINE)
    if heading is None:
        yield f"CHANGELOG.md has no heading '## {here} – YYYY-MM-DD'"
    elif f"date-released: {heading[1]}\n" not in cited:
        yield f"CITATION.cff does not name the day of CHANGELOG.md, {heading[1]}"
    if f"version: {here}\n" not in cited:
        yield f"CITATION.cff does not name {here}"
    yield from (f"{name} is missing" for name in FILES if not (ROOT / name).exists())


def unreleased() -> Iterator[str]:
    """Changes that have no version yet."""
    sections = dict(SECTION.findall(_read("CHANGELOG.md")))
    if sections.get("Unreleased", "").strip():
        major, minor, patch = version().split(".")
        yield (
            f"CHANGELOG.md has changes under 'Unreleased': turn that heading into the next version "
            f"and its day ({major}.{int(minor) + 1}.0 where names, rules, bots or records have "
            f"changed, {major}.{minor}.{int(patch) + 1} otherwise), and write the version into "
            f"{VERSION} and both into CITATION.cff"
        )


def tags() -> Iterator[str]:
    """A version that has a tag is released: what follows needs another one."""
    here = f"v{version()}"
    if strange := [name for name in _git("tag", "--points-at", "HEAD", "v*") if name != here]:
        yield f"this commit is tagged {', '.join(strange)}, and the version is {version()}"
    if _git("tag", "--list", here) and _git("rev-list", f"{here}..HEAD"):
        changed = _git("diff", "--name-only", here, "HEAD", "--", *PLAY)
        why = f"rules, bots or records changed in {changed[0]}" if changed else "there are commits"
        yield f"{here} is tagged already, and {why} since: choose the next version"
    if changed := _git("status", "--porcelain"):
        yield f"not committed: {', '.join(line.split()[-1] for line in changed)}"


def windows() -> Iterator[str]:
    """What mypy finds that Windows lacks."""
    command = [sys.executable, "-m", "mypy", "--platform", "win32", "src"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        yield f"on Windows: {(done.stdout + done.stderr).strip()}"


def built(folder: Path) -> Iterator[str]:
    """What is wrong with the source archive, and with the wheel that is built from it.

    Both are built from a fresh clone, so that nothing helps that only lies about here.
    """
    clone = folder / "clone"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    command = [sys.executable, "-m", "build", "--outdir", str(folder), str(clone)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (wheel,), (archive,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as opened:
        names = opened.namelist()
        yield from contents(wheel.name, names, IN_WHEEL)
        (stated,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        yield from metadata(opened.read(stated).decode())
    with tarfile.open(archive) as packed:
        names = [name.partition("/")[2] for name in packed.getnames()]
        yield from contents(archive.name, names, IN_ARCHIVE)
    yield from answers(wheel, folder / "installed")


def contents(what: str, names: list[str], needed: tuple[str, ...]) -> Iterator[str]:
    yield from (f"{what} lacks {name}" for name in needed if name not in names)
    yield from (f"{what} holds {name}" for name in names if NEVER.search(name))


def metadata(text: str) -> Iterator[str]:
    """What a registry would not be told."""
    told = email.message_from_string(text)
    if told["Version"] != version():
        yield f"the wheel says version {told['Version']}, not {version()}"
    yield from (f"pyproject.toml states no {name}" for name in STATED if name not in told)


def answers(wheel: Path, folder: Path) -> Iterator[str]:
    """Whether the wheel works where there is no clone: a game, a rulebook, the page."""
    install = ["pip", "install", "--quiet", "--no-deps", "--target", str(folder), str(wheel)]
    subprocess.run([sys.executable, "-m", *install], check=True)
    for words in (["--version"], ["games"], ["rules", "cubus"], ["site", str(folder / "site")]):
        command = [sys.executable, "-m", "quartett", *words]  # the folder it runs in comes first
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode or not done.stdout:
            yield f"installed, 'quartett {' '.join(words)}' fails: {done.stderr.strip()}"


def hints() -> Iterator[str]:
    """What a release can do without, for now."""
    if "[project.urls]" not in _read("pyproject.toml"):
        yield "pyproject.toml has no [project.urls]: a registry's page links nowhere"


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def _read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        faults = [*texts(), *unreleased(), *tags(), *windows(), *built(Path(folder))]
    if faults:
        sys.exit("\n".join(faults))
    print(*hints(), sep="\n")
    print(f"{version()} can be released; a tag publishes it (.github/workflows/publish.yml):")
    print(f"git tag --annotate v{version()} --message 'Quartett {version()}' && git push --tags")


if __name__ == "__main__":
    main()
