"""The check before a release finds what it looks for."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from typing import TypeAlias

import pytest
from tools.architecture.imports import ROOT
from tools.release_check import built, project, versions
from tools.release_check.__main__ import AT_ONCE

from quartett.core import distribution

Check: TypeAlias = Callable[[Path], Iterable[str]]
BESIDE = (project.present, project.pythons, project.everything, project.locked, project.tools)


@pytest.mark.parametrize("check", [versions.named, versions.unreleased, *BESIDE])
def test_this_project_has_no_fault(check: Check) -> None:
    assert list(check(ROOT)) == []


def test_each_check_is_part_of_the_command() -> None:
    assert {*AT_ONCE.values()} == {
        versions.named, versions.unreleased, versions.tagged, versions.committed, *BESIDE,
    }  # fmt: skip


@pytest.fixture
def released(tmp_path: Path) -> Path:
    """A project of which 1.2.3 has been released: its texts, in a repository with a tag."""
    write(tmp_path, versions.VERSION, '__version__ = "1.2.3"\n')
    write(tmp_path, "CITATION.cff", "version: 1.2.3\ndate-released: 2030-01-02\n")
    write(tmp_path, "CHANGELOG.md", "# Changelog\n\n## 1.2.3 – 2030-01-02\n\n- All of it.\n")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    git(tmp_path, "tag", "v1.2.3")
    return tmp_path


def write(project: Path, name: str, text: str) -> None:
    (project / name).parent.mkdir(parents=True, exist_ok=True)
    (project / name).write_text(text, encoding="utf-8")


def git(project: Path, *words: str) -> None:
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *words], cwd=project, check=True, capture_output=True)


def commit(project: Path) -> None:
    git(project, "add", "--all")
    git(project, "commit", "--quiet", "--message", "Change something")


def found(root: Path) -> list[str]:
    checks = (versions.named, versions.unreleased, versions.tagged, versions.committed)
    return [fault for check in checks for fault in check(root)]


def test_a_release_has_no_fault(released: Path) -> None:
    assert found(released) == []


def test_a_change_of_bots_or_records_needs_a_new_version(released: Path) -> None:
    write(released, "README.md", "Read me.")
    assert found(released) == ["not committed: README.md"]
    commit(released)
    assert found(released) == [
        "v1.2.3 is tagged already, and there are commits since: choose the next version"
    ]
    write(released, "src/quartett/core/record.py", "")
    commit(released)
    (fault,) = found(released)
    assert "rules, bots or records changed in src/quartett/core/record.py since" in fault


def test_changes_without_a_version_are_told_theirs(released: Path) -> None:
    write(released, "CHANGELOG.md", "## Unreleased\n\n- New.\n\n## 1.2.3 – 2030-01-02\n\n- Old.\n")
    (fault,) = versions.unreleased(released)
    assert "1.3.0 where" in fault and "1.2.4 otherwise" in fault
    write(released, "CHANGELOG.md", "## Unreleased\n\n## 1.2.3 – 2030-01-02\n\n- Old.\n")
    assert list(versions.unreleased(released)) == []


def test_changelog_citation_and_tag_name_one_version_and_day(released: Path) -> None:
    write(released, versions.VERSION, '__version__ = "1.3.0"\n')
    commit(released)
    git(released, "tag", "v1.4.0")
    assert found(released) == [
        "CHANGELOG.md has no heading '## 1.3.0 – YYYY-MM-DD'",
        "CITATION.cff does not name 1.3.0",
        "this commit is tagged v1.4.0, and the version is 1.3.0",
    ]
    write(released, "CHANGELOG.md", "## 1.3.0 – 2030-02-03\n\n- New.\n")
    assert "CITATION.cff does not name the day of CHANGELOG.md, 2030-02-03" in found(released)


@pytest.fixture
def beside(tmp_path: Path) -> Path:
    """A copy of the files beside our code."""
    for name in (*project.FILES, "pyproject.toml", "Makefile", "mkdocs.yml", ".ci/run"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / ".devcontainer", tmp_path / ".devcontainer", dirs_exist_ok=True)
    return tmp_path


@pytest.mark.parametrize(
    ("file", "before", "after", "fault"),
    [
        ("pyproject.toml", ":: Python :: 3.14", ":: Python :: 3.15", "the classifiers name"),
        ("pyproject.toml", '">=3.11"', '">=3.10"', "requires-python is >=3.10"),
        ("pyproject.toml", "[arena,encryption,fast,gym", "[encryption,fast,gym", "lacks 'arena'"),
        ("pyproject.toml", "msgspec>=0.19", "msgspec>=0.99", "requirements.txt has no msgspec"),
        ("deploy/requirements.txt", "\nrich==", "\npoor==", "requirements.txt has no rich"),
        ("docs/licences.md", "| MIT License |", "| not stated |", "states no licence of fsrs"),
        ("docs/licences.md", "### Pyodide", "### Python", "has no licence of Pyodide"),
        ("Makefile", "\nquick:", "\nslow:", "devcontainer.json calls 'make quick'"),
        ("Makefile", "\nrelease-check:", "\ncheck:", "publish.yml calls 'make release-check'"),
        (".github/workflows/test.yml", ".ci/run", ".ci/walk", "test.yml calls .ci/walk"),
        (".pre-commit-config.yaml", ".venv/bin/mypy", "mypy", "calls mypy, which is missing"),
        (".readthedocs.yaml", "mkdocs.yml", "sphinx.yml", "names sphinx.yml, which is missing"),
        (".readthedocs.yaml", "[docs, ", "[books, ", "installs the extra 'books'"),
    ],
)
def test_a_file_that_says_what_is_not_true_is_found(
    beside: Path, file: str, before: str, after: str, fault: str
) -> None:
    assert [one for check in BESIDE for one in check(beside)] == []
    text = (beside / file).read_text(encoding="utf-8")
    assert before in text
    (beside / file).write_text(text.replace(before, after), encoding="utf-8")
    assert fault in "\n".join(one for check in BESIDE for one in check(beside))


@pytest.mark.parametrize("name", project.FILES)
def test_a_missing_file_is_named(beside: Path, name: str) -> None:
    (beside / name).unlink()
    assert list(project.present(beside)) == [f"{name} is missing"]


def test_metadata_that_a_registry_needs_is_asked_for() -> None:
    text = "Metadata-Version: 2.4\nName: quartett\nVersion: 1.2.3\n"
    told = "".join(f"{name}: x\n" for name in built.STATED)
    assert list(built.metadata(text + told, "1.2.3")) == []
    assert len(list(built.metadata(text, "1.2.3"))) == len(built.STATED)
    assert list(built.metadata(text + told, "1.2.4")) == ["the wheel says version 1.2.3, not 1.2.4"]


def test_a_missing_and_a_stray_file_are_named() -> None:
    names = ["a.py", "web/node_modules/x.js"]
    assert list(built.contents("wheel", names, ("a.py", "b.py"))) == [
        "wheel lacks b.py",
        "wheel holds web/node_modules/x.js",
    ]


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
