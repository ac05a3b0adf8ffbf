"""The check before a release finds what it looks for."""

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]
from packaging.requirements import Requirement
from tools import dependencies, release_check
from tools.architecture.imports import ROOT

from quartett.core import distribution

NAMES = re.compile(r"^([a-z0-9_.-]+)==(\S+)$", re.MULTILINE)


def test_the_files_beside_the_code_are_those_of_this_version() -> None:
    assert list(release_check.texts()) == []


def test_a_missing_and_a_stray_file_are_named() -> None:
    names = ["a.py", "web/node_modules/x.js"]
    assert list(release_check.contents("wheel", names, ("a.py", "b.py"))) == [
        "wheel lacks b.py",
        "wheel holds web/node_modules/x.js",
    ]


def test_exact_versions_are_within_the_ranges() -> None:
    exact = {_plain(name): at for name, at in NAMES.findall(dependencies.REQUIREMENTS.read_text())}
    for wanted in _wanted():
        assert wanted.specifier.contains(exact[_plain(wanted.name)]), wanted


def test_each_package_has_its_licence_on_the_page() -> None:
    rows = re.findall(r"^\| (\S+) \| \S+ \| (.+) \|$", dependencies.LICENCES.read_text(), re.M)
    stated = {_plain(name): licence for name, licence in rows}
    assert "not stated" not in stated.values()
    assert {_plain(wanted.name) for wanted in _wanted()} <= stated.keys()


def _wanted() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    lines = [line for extra in dependencies.EXTRAS.split(",") for line in extras[extra]]
    return [Requirement(line) for line in (*project["dependencies"], *lines)]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_workflows_call_what_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for file in sorted((ROOT / ".github" / "workflows").iterdir()):
        for job in yaml.safe_load(file.read_text(encoding="utf-8"))["jobs"].values():
            for command in (step["run"] for step in job["steps"] if "run" in step):
                program, *arguments = command.split()
                if program == "make":
                    assert f"\n{arguments[0]}:" in makefile
                elif not program.startswith(".venv/"):
                    assert (ROOT / program).exists()


def test_the_classifiers_name_the_pythons_that_are_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    workflow = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))
    assert named == workflow["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert project["requires-python"] == f">={named[0]}"


@pytest.mark.parametrize(
    ("line", "offered"), [("quartett veri", "verify"), ("quartett match calav", "calavera")]
)
def test_the_shell_completes_commands_and_games(line: str, offered: str) -> None:
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1)}
    done = subprocess.run(
        [Path(sys.executable).with_name("quartett")],
        env={**os.environ, **asked, "_QUARTETT_COMPLETE": "complete_bash"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == [offered]


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (None, "pip install 'quartett[ray]'"),
        ('{"url": "https://example.org/quartett.whl"}', "pip install 'quartett[ray]'"),
        ('{"url": "file:///no/such/folder"}', "pip install 'quartett[ray]'"),
        (f'{{"url": "{ROOT.as_uri()}"}}', f"pip install '{ROOT}[ray]'"),
    ],
)
def test_an_extra_is_installed_from_where_we_came_from(
    told: str | None, expected: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Installed:
        def read_text(self, name: str) -> str | None:
            return told if name == "direct_url.json" else None

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("importlib.metadata.distribution", lambda _: Installed())
    assert distribution.install_command("ray") == expected


def test_this_distribution_has_this_version() -> None:
    assert version("quartett") == distribution.__version__
