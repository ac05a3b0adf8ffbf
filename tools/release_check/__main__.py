"""Check, with a line for each step; types for Windows are checked while wheel and archive build."""

import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tools.release_check import built, project, versions

ROOT = Path(__file__).resolve().parents[2]
AT_ONCE = {
    "version, changelog and citation": versions.named,
    "no change without a version": versions.unreleased,
    "tags": versions.tagged,
    "everything is committed": versions.committed,
    "files beside the code": project.present,
    "classifiers and tested Pythons": project.pythons,
    "the extra 'all'": project.everything,
    "exact versions and licences": project.locked,
    "workflows, pre-commit, Read the Docs, devcontainer": project.tools,
}


def main() -> None:
    faults: list[str] = []

    def step(what: str, found: Iterable[str]) -> None:
        print(f"{what} …", flush=True)
        for fault in found:
            print(f"  {fault}", flush=True)
            faults.append(fault)

    for what, check in AT_ONCE.items():
        step(what, check(ROOT))
    windows = start_mypy()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        print("building wheel and source archive from a fresh clone …", flush=True)
        wheel, archive = built.distributions(ROOT, folder)
        step("what they hold", built.looked_into(wheel, archive, versions.version(ROOT)))
        step("the wheel answers", built.installed(wheel, folder / "installed"))
    step("types on Windows", ended(windows))
    if faults:
        sys.exit(f"{len(faults)} to put right before a release")
    print(*hints(), sep="\n")
    here = versions.version(ROOT)
    print(f"{here} can be released; a tag publishes it (.github/workflows/publish.yml):")
    print(f"git tag --annotate v{here} --message 'Quartett {here}' && git push --tags")


def start_mypy() -> "subprocess.Popen[str]":
    """For Windows; with a cache of its own, since that of Linux would be thrown away."""
    command = [sys.executable, "-m", "mypy", "--platform", "win32", "src"]
    return subprocess.Popen(
        [*command, "--cache-dir", ".mypy_cache/win32"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def ended(windows: "subprocess.Popen[str]") -> Iterable[str]:
    """What mypy finds that Windows lacks."""
    said, _ = windows.communicate()
    if windows.returncode:
        yield said.strip()


def hints() -> Iterable[str]:
    """What a release can do without, for now."""
    if "[project.urls]" not in (ROOT / "pyproject.toml").read_text(encoding="utf-8"):
        yield "pyproject.toml has no [project.urls]: a registry's page links nowhere"


if __name__ == "__main__":
    main()
