"""Write what a server installs, in exact versions, and under which licences: make dependencies.

`deploy/requirements.txt` is what deploy/Dockerfile installs; `docs/licences.md` lists the licences
of those packages and of what the page and its engine for browsers contain.
"""

import json
import subprocess
import sys
import sysconfig
import zipfile
from importlib.metadata import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
REQUIREMENTS = ROOT / "deploy" / "requirements.txt"
LICENCES = ROOT / "docs" / "licences.md"
EXTRAS = "server,encryption,fast,postgres"
NPM = ROOT / "web" / "node_modules"
CONTAINED = ("svelte", "Pyodide", "CPython", "msgspec")
"""What is part of the built page; all other npm packages only build or test it."""
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
            "## Contained in the page and in its engine for browsers",
            *notices(),
        ]
    )


def notices() -> list[str]:
    """The texts of the licences of CONTAINED."""
    (wheel,) = (ROOT / "web" / ".cache").glob("msgspec==*/*.whl")
    with zipfile.ZipFile(wheel) as opened:
        (name,) = (name for name in opened.namelist() if name.endswith("licenses/LICENSE"))
        msgspec = opened.read(name).decode()
    python = (Path(sysconfig.get_path("stdlib")) / "LICENSE.txt").read_text(encoding="utf-8")
    terms = python[python.index("1. This LICENSE AGREEMENT is between the Python") :]
    return [
        _notice("svelte", _version("svelte"), _fenced((NPM / "svelte/LICENSE.md").read_text())),
        _notice("Pyodide", _version("pyodide"), PYODIDE),
        _notice("CPython", "3.14", f"{PSF}\n\n{_fenced(terms.partition('BEOPEN.COM')[0])}"),
        _notice("msgspec", wheel.name.split("-")[1], _fenced(msgspec)),
    ]


PYODIDE = (
    "Under the [Mozilla Public License 2.0](https://mozilla.org/MPL/2.0/). Its files are those of "
    "the npm package; the sources are at <https://github.com/pyodide/pyodide>."
)
PSF = (
    "Compiled to WebAssembly by Pyodide, with a part of its standard library as bytecode. "
    "Python Software Foundation License, version 2:"
)


def _notice(name: str, version: str, text: str) -> str:
    return f"\n### {name} {version}\n\n{text}\n"


def _version(package: str) -> str:
    return str(json.loads((NPM / package / "package.json").read_text(encoding="utf-8"))["version"])


def _fenced(text: str) -> str:
    return f"```text\n{text.strip()}\n```"


def main() -> None:
    packages = resolved()
    lines = [f"{_name(one)}=={one['version']}\n" for one in packages]
    REQUIREMENTS.write_text(HEAD + "".join(lines), encoding="utf-8")
    LICENCES.write_text(page(packages), encoding="utf-8")


if __name__ == "__main__":
    main()
