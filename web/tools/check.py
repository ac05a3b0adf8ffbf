"""Runs in the packed engine: it must find all that it needs, the trimmed library included."""

import importlib
import json
from pathlib import Path

import quartett
from quartett.browser.worker import Engine

ELSEWHERE = {"fsrs", "numba", "numpy", "openskill", "pyarrow", "rich"}
"""Packages that some modules need which a browser does not use."""

answer = json.loads(Engine("", "").request("GET", "games", None, 0))["answer"]
assert answer["status"] == 200, answer

root = Path(quartett.__file__).parent
for path in sorted(root.rglob("*.pyc")):
    name = ".".join(path.relative_to(root.parent).with_suffix("").parts)
    try:
        importlib.import_module(name.removesuffix(".__init__"))
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ELSEWHERE:
            raise
