"""Everything that changed has a version of its own, which changelog, tag and citation name."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

VERSION = "src/quartett/core/distribution.py"
PLAY = ("src/quartett/bots", "src/quartett/core", "src/quartett/games")
"""Where rules, bots and records are: results of one version can be compared with each other."""
SECTION = re.compile(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def version(root: Path) -> str:
    found = re.search(r'__version__ = "(.+)"', _read(root, VERSION))
    assert found is not None
    return found[1]


def named(root: Path) -> Iterator[str]:
    """Whether changelog and citation name this version, with the same day."""
    here, cited = version(root), _read(root, "CITATION.cff")
    changes = _read(root, "CHANGELOG.md")
    heading = re.search(rf"^## {re.escape(here)} – (\S+)$", changes, re.MULTILINE)
    if heading is None:
        yield f"CHANGELOG.md has no heading '## {here} – YYYY-MM-DD'"
    elif f"date-released: {heading[1]}\n" not in cited:
        yield f"CITATION.cff does not name the day of CHANGELOG.md, {heading[1]}"
    if f"version: {here}\n" not in cited:
        yield f"CITATION.cff does not name {here}"


def unreleased(root: Path) -> Iterator[str]:
    """Changes that have no version yet."""
    sections = dict(SECTION.findall(_read(root, "CHANGELOG.md")))
    if sections.get("Unreleased", "").strip():
        major, minor, patch = version(root).split(".")
        yield (
            f"CHANGELOG.md has changes under 'Unreleased': turn that heading into the next version "
            f"and its day ({major}.{int(minor) + 1}.0 where names, rules, bots or records have "
            f"changed, {major}.{minor}.{int(patch) + 1} otherwise), and write the version into "
            f"{VERSION} and both into CITATION.cff"
        )


def tagged(root: Path) -> Iterator[str]:
    """A version that has a tag is released: what follows needs another one."""
    here = f"v{version(root)}"
    tags = _git(root, "tag", "--points-at", "HEAD", "v*")
    if strange := [name for name in tags if name != here]:
        yield f"this commit is tagged {', '.join(strange)}, and the version is {version(root)}"
    if _git(root, "tag", "--list", here) and _git(root, "rev-list", f"{here}..HEAD"):
        changed = _git(root, "diff", "--name-only", here, "HEAD", "--", *PLAY)
        why = f"rules, bots or records changed in {changed[0]}" if changed else "there are commits"
        yield f"{here} is tagged already, and {why} since: choose the next version"


def committed(root: Path) -> Iterator[str]:
    if changed := _git(root, "status", "--porcelain"):
        yield f"not committed: {', '.join(line.split()[-1] for line in changed)}"


def _git(root: Path, *words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def _read(root: Path, name: str) -> str:
    return (root / name).read_text(encoding="utf-8")
