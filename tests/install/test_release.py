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


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of which 1.2.3 has been released: its texts, in a repository with a tag."""
    monkeypatch.setattr(release_check, "ROOT", tmp_path)
    (tmp_path / release_check.VERSION).parent.mkdir(parents=True)
    for name in release_check.FILES:
        (tmp_path / name).write_text("", encoding="utf-8")
    write(tmp_path, release_check.VERSION, '__version__ = "1.2.3"\n')
    write(tmp_path, "CITATION.cff", "version: 1.2.3\ndate-released: 2030-01-02\n")
    write(tmp_path, "CHANGELOG.md", "# Changelog\n\n## 1.2.3 – 2030-01-02\n\n- All of it.\n")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    git(tmp_path, "tag", "v1.2.3")
    return tmp_path


def write(project: Path, name: str, text: str) -> None:
    (project / name).write_text(text, encoding="utf-8")


def git(project: Path, *words: str) -> None:
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *words], cwd=project, check=True, capture_output=True)


def commit(project: Path) -> None:
    git(project, "add", "--all")
    git(project, "commit", "--quiet", "--message", "Change something")


def found() -> list[str]:
    return [*release_check.texts(), *release_check.unreleased(), *release_check.tags()]


@pytest.mark.usefixtures("project")
def test_a_release_has_no_fault() -> None:
    assert found() == []


def test_a_change_of_bots_or_records_needs_a_new_version(project: Path) -> None:
    write(project, "README.md", "Read me.")
    assert found() == ["not committed: README.md"]
    commit(project)
    assert found() == [
        "v1.2.3 is tagged already, and there are commits since: choose the next version"
    ]
    write(project, "src/quartett/core/record.py", "")
    commit(project)
    (fault,) = found()
    assert "rules, bots or records changed in src/quartett/core/record.py since" in fault


def test_changes_without_a_version_are_told_theirs(project: Path) -> None:
    write(project, "CHANGELOG.md", "## Unreleased\n\n- New.\n\n## 1.2.3 – 2030-01-02\n\n- Old.\n")
    (fault,) = release_check.unreleased()
    assert "1.3.0 where" in fault and "1.2.4 otherwise" in fault
    write(project, "CHANGELOG.md", "## Unreleased\n\n## 1.2.3 – 2030-01-02\n\n- Old.\n")
    assert list(release_check.unreleased()) == []


def test_changelog_citation_and_tag_name_one_version_and_day(project: Path) -> None:
    write(project, release_check.VERSION, '__version__ = "1.3.0"\n')
    commit(project)
    git(project, "tag", "v1.4.0")
    assert found() == [
        "CHANGELOG.md has no heading '## 1.3.0 – YYYY-MM-DD'",
        "CITATION.cff does not name 1.3.0",
        "this commit is tagged v1.4.0, and the version is 1.3.0",
    ]
    write(project, "CHANGELOG.md", "## 1.3.0 – 2030-02-03\n\n- New.\n")
    assert "CITATION.cff does not name the day of CHANGELOG.md, 2030-02-03" in found()


def test_metadata_that_a_registry_needs_is_asked_for() -> None:
    text = f"Metadata-Version: 2.4\nName: quartett\nVersion: {release_check.version()}\n"
    told = "".join(f"{name}: x\n" for name in release_check.STATED)
    assert list(release_check.metadata(text + told)) == []
    assert len(list(release_check.metadata(text))) == len(release_check.STATED)


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
