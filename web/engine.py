"""Builds the engine: what a browser needs to run the library, in a folder of `web/dist/engine`.

It is Pyodide (from npm), msgspec's wheel for WebAssembly (from the package index, kept in
`web/.cache`) and the modules of this library that a browser needs, compiled.
"""

import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
LIBRARY = ROOT / "src" / "quartett"
CACHE = WEB / ".cache"
MADE = CACHE / "engine"
"""Kept here: Vite empties its folder before it writes the page."""
SHIPPED = WEB / "dist" / "engine"
MSGSPEC = "msgspec==0.22.0"
"""The same for everybody: what is built must not depend on the day."""
PLATFORM = "pyemscripten_2026_0_wasm32"
PYTHON = "3.14"
PARTS = ("core", "bots", "review", "games", "tables", "hosting", "browser", "rulebook.py")
"""Of the library; a server, an arena and training are not for browsers."""
LEFT_OUT = ("env", "env.py", "jax", "command.py", "__pycache__")
"""Of the parts."""
GAMES = LIBRARY / "games" / "__init__.py"
"""It imports all games at once; a browser loads the one that is played."""
TOO_LARGE = ("*-several.npz",)
"""Networks for which there is no room below BYTES; bots have smaller ones there."""
BYTES = 10_000_000
"""The most that a visitor may have to download, from a host that compresses; tests/engine adds the
page to it."""


class NoEngine(Exception):
    """The engine cannot be built here."""


def is_fresh() -> bool:
    """Whether the engine beside the built page is that of these sources."""
    return _sources_of(SHIPPED) == fingerprint()


def _sources_of(engine: Path) -> str:
    try:
        return str(json.loads((engine / "manifest.json").read_text())["sources"])
    except (OSError, ValueError, KeyError):
        return ""


def ship(node: Callable[..., None]) -> None:
    """Put the engine beside the page; it is built if it is older than its sources."""
    if _sources_of(MADE) != fingerprint():
        build(node)
    shutil.rmtree(SHIPPED, ignore_errors=True)
    shutil.copytree(MADE, SHIPPED)


def build(node: Callable[..., None]) -> None:
    """Write it, and a manifest that says where it is; `node` runs a script."""
    print("Building the engine for browsers …", file=sys.stderr, flush=True)
    wheel = _msgspec()
    with tempfile.TemporaryDirectory() as folder:
        sources, out = Path(folder) / "sources.zip", Path(folder) / "engine"
        _write_sources(sources)
        node("tools/pack.mjs", str(out), str(sources), str(wheel))
        _keep(out)
    try:
        node("tools/node.mjs", "tools/check.py")
    except subprocess.CalledProcessError:
        shutil.rmtree(MADE)  # else it would count as built
        raise


def _keep(out: Path) -> None:
    files = sorted(path for path in out.iterdir() if path.is_file())
    size = sum(len(gzip.compress(path.read_bytes())) for path in files)
    if size > BYTES:
        raise NoEngine(f"it weighs {size} bytes, more than {BYTES}")
    name = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]
    shutil.rmtree(MADE, ignore_errors=True)
    MADE.mkdir(parents=True)
    shutil.copytree(out, MADE / name)
    made = {
        "version": name,
        "files": {path.name: path.stat().st_size for path in files},
        "sources": fingerprint(),
    }
    (MADE / "manifest.json").write_text(json.dumps(made, indent=1) + "\n")


def fingerprint() -> str:
    """A hash of everything the engine is made from."""
    total = hashlib.sha256(f"{MSGSPEC} {PLATFORM} {_pyodide()}".encode())
    for path in (*sorted(WEB.glob("tools/*.*")), Path(__file__), *_sources()):
        total.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    total.update(_entry_points().encode())
    return total.hexdigest()


def _pyodide() -> str:
    text = (WEB / "package.json").read_text(encoding="utf-8")
    return str(json.loads(text)["devDependencies"]["pyodide"])


def _sources() -> Iterator[Path]:
    """Our modules, and what bots read from disk."""
    for part in PARTS:
        path = LIBRARY / part
        found = [path] if path.is_file() else sorted(path.rglob("*"))
        yield from (one for one in found if one.is_file() and not _left_out(one))


def _left_out(path: Path) -> bool:
    parts = path.relative_to(LIBRARY).parts
    large = any(path.match(name) for name in TOO_LARGE)
    return path == GAMES or large or any(part in LEFT_OUT for part in parts)


def _write_sources(to: Path) -> None:
    """With the metadata of an installed package, by which games are found."""
    with zipfile.ZipFile(to, "w") as archive:
        for path in _sources():
            archive.write(path, path.relative_to(LIBRARY.parent).as_posix())
        archive.writestr("quartett/__init__.py", INIT)
        archive.writestr("quartett/games/__init__.py", "")
        about = "quartett-0.dist-info"
        archive.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: quartett\nVersion: 0\n")
        archive.writestr(f"{about}/entry_points.txt", _entry_points())


INIT = '"""The part of Quartett that runs in a browser."""\n'


def _entry_points() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in sorted(points.items()))
        for group, points in sorted(project["entry-points"].items())
    ]
    return "\n".join(lines)


def _msgspec() -> Path:
    """The wheel, downloaded once."""
    folder = CACHE / f"{MSGSPEC}-{PLATFORM}"
    found = sorted(folder.glob("*.whl"))
    if not found:
        _download(folder)
        found = sorted(folder.glob("*.whl"))
    return found[0]


def _download(folder: Path) -> None:
    command = [
        sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
        "--no-deps", "--only-binary=:all:", "--implementation", "cp", "--python-version", PYTHON,
        "--abi", f"cp{PYTHON.replace('.', '')}", "--platform", PLATFORM, "--dest", str(folder),
        MSGSPEC,
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NoEngine(
            f"{MSGSPEC} for WebAssembly could not be downloaded, which is needed once; "
            f"is there a network? pip says: {done.stderr.strip()[-300:]}"
        )
