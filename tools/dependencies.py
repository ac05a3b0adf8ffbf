"""Write what a server installs, in exact versions, and under which licences: make dependencies.

`deploy/requirements.txt` is what deploy/Dockerfile installs; `docs/licences.md` lists the licences
of those packages and of what the page contains.
"""

import json
import subprocess
import sys
from importlib.metadata import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
REQUIREMENTS = ROOT / "deploy" / "requirements.txt"
LICENCES = ROOT / "docs" / "licences.md"
EXTRAS = "server,encryption,fast,postgres"
IN_PAGE = ("svelte",)
"""npm packages whose code is part of the built page; all others only build or test it."""
HEAD = f"# The exact versions of quartett[{EXTRAS}]; `make dependencies` writes this file.\n"


def resolved() -> list[dict[str, Any]]:
    """The metadata of every package that an install would choose now, by name."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet"]
    chosen = ["--report", "-", "--editable", f"{ROOT}[{EXTRAS}]"]
    done = subprocess.run([*command, *chosen], stdout=subprocess.PIPE, check=True)
    found: list[dict[str, Any]] = [one["metadata"] for one in json.loads(done.stdout)["install"]]
    return sorted((one for one in found if one["name"] != "quartett"), key=_name)


def _name(one: dict[str, Any]) -> str:
    return str(one["name"]).lower()


def licence(name: str) -> str:
    """As the installed package states it: an expression, a classifier, or its first line."""
    stated = metadata(name).json
    if said := stated.get("license_expression"):
        return str(said)
    classifiers = stated.get("classifier", [])
    if named := [one.split(" :: ")[-1] for one in classifiers if one.startswith("License ::")]:
        return ", ".join(named)
    return str(stated.get("license", "not stated")).split("\n")[0]


def page(packages: list[dict[str, Any]]) -> str:
    rows = [f"| {one['name']} | {one['version']} | {licence(one['name'])} |" for one in packages]
    texts = [_notice(name) for name in IN_PAGE]
    return "\n".join(
        [
            "# Licences of what Quartett uses",
            "",
            "Quartett itself is under the MIT licence. `make dependencies` writes this page.",
            "",
            f"## Installed with `quartett[{EXTRAS}]`",
            "",
            "| package | version | licence |",
            "|---|---|---|",
            *rows,
            "",
            "## Contained in the page",
            *texts,
        ]
    )


def _notice(name: str) -> str:
    folder = ROOT / "web" / "node_modules" / name
    version = json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"]
    text = (folder / "LICENSE.md").read_text(encoding="utf-8").strip()
    return f"\n### {name} {version}\n\n```text\n{text}\n```\n"


def main() -> None:
    packages = resolved()
    lines = [f"{_name(one)}=={one['version']}\n" for one in packages]
    REQUIREMENTS.write_text(HEAD + "".join(lines), encoding="utf-8")
    LICENCES.write_text(page(packages), encoding="utf-8")


if __name__ == "__main__":
    main()
