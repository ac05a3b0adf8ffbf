"""The files beside the code: they are there, and say what is true of the code."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from tools.dependencies import CONTAINED, EXTRAS

FILES = (
    "CITATION.cff", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md",
    ".devcontainer/devcontainer.json", ".github/workflows/publish.yml",
    ".github/workflows/test.yml", ".pre-commit-config.yaml", ".readthedocs.yaml",
    "deploy/requirements.txt", "docs/licences.md",
)  # fmt: skip
NOT_IN_ALL = {"all", "bench", "docs", "notebooks", "test"}
"""Extras for those who work on Quartett itself."""
EXACT = re.compile(r"^([\w.-]+)==(\S+)$", re.MULTILINE)
LICENCE = re.compile(r"^\| (\S+) \| \S+ \| (.+) \|$", re.MULTILINE)


def present(root: Path) -> Iterator[str]:
    yield from (f"{name} is missing" for name in FILES if not (root / name).exists())


def pythons(root: Path) -> Iterator[str]:
    """The classifiers name the Pythons that are tested."""
    project = _project(root)
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    tested = _yaml(root, ".github/workflows/test.yml")["jobs"]["test"]["strategy"]["matrix"]
    if named != tested["python"]:
        yield f"the classifiers name {named}, and {tested['python']} are tested"
    if project["requires-python"] != f">={named[0]}":
        yield f"requires-python is {project['requires-python']}, and {named[0]} the first tested"


def everything(root: Path) -> Iterator[str]:
    """The extra `all` holds every other that is for users."""
    extras = _project(root)["optional-dependencies"]
    (line,) = extras["all"]
    for name in sorted(extras.keys() - NOT_IN_ALL - Requirement(line).extras):
        yield f"the extra 'all' lacks '{name}'"


def locked(root: Path) -> Iterator[str]:
    """Exact versions are within the ranges, and each package states its licence."""
    exact = dict(EXACT.findall(_read(root, "deploy/requirements.txt")))
    page = _read(root, "docs/licences.md")
    licences = {canonicalize_name(name): licence for name, licence in LICENCE.findall(page)}
    for wanted in _wanted(root):
        at = exact.get(canonicalize_name(wanted.name))
        if at is None or not wanted.specifier.contains(at):
            yield f"deploy/requirements.txt has no {wanted}: make dependencies"
    for name in exact:
        if licences.get(canonicalize_name(name), "not stated") == "not stated":
            yield f"docs/licences.md states no licence of {name}: make dependencies"
    for name in CONTAINED:
        if f"\n### {name} " not in page:
            yield f"docs/licences.md has no licence of {name}, which is shipped: make dependencies"


def _wanted(root: Path) -> list[Requirement]:
    project = _project(root)
    extras = project["optional-dependencies"]
    lines = [line for extra in EXTRAS.split(",") for line in extras[extra]]
    return [Requirement(line) for line in (*project["dependencies"], *lines)]


def tools(root: Path) -> Iterator[str]:
    """Workflows, pre-commit, Read the Docs and the development container name what exists."""
    makefile = _read(root, "Makefile")
    for where, command in _commands(root):
        program, *arguments = command.split()
        if program == "make":
            if f"\n{arguments[0]}:" not in makefile:
                yield f"{where} calls 'make {arguments[0]}', which is not in the Makefile"
        elif not program.startswith(".venv/bin/") and not (root / program).exists():
            yield f"{where} calls {program}, which is missing"
    yield from _documentation(root, _yaml(root, ".readthedocs.yaml"))


def _documentation(root: Path, settings: Any) -> Iterator[str]:
    file = settings["mkdocs"]["configuration"]
    if not (root / file).exists():
        yield f".readthedocs.yaml names {file}, which is missing"
    known = _project(root)["optional-dependencies"]
    for extra in (
        name for step in settings["python"]["install"] for name in step["extra_requirements"]
    ):
        if extra not in known:
            yield f".readthedocs.yaml installs the extra '{extra}', which is missing"


def _commands(root: Path) -> Iterator[tuple[str, str]]:
    """By file: what is run."""
    for file in sorted((root / ".github" / "workflows").iterdir()):
        for job in _yaml(root, str(file.relative_to(root)))["jobs"].values():
            yield from ((file.name, step["run"]) for step in job["steps"] if "run" in step)
    for repository in _yaml(root, ".pre-commit-config.yaml")["repos"]:
        yield from ((".pre-commit-config.yaml", hook["entry"]) for hook in repository["hooks"])
    container = json.loads(_read(root, ".devcontainer/devcontainer.json"))
    yield "devcontainer.json", container["postCreateCommand"]
    yield "devcontainer.json", f".devcontainer/{container['build']['dockerfile']}"


def _project(root: Path) -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads(_read(root, "pyproject.toml"))["project"]
    return project


def _yaml(root: Path, name: str) -> Any:
    return yaml.safe_load(_read(root, name))


def _read(root: Path, name: str) -> str:
    return (root / name).read_text(encoding="utf-8")
