"""The notebooks run from top to bottom, and show what their readers see."""

import importlib.util
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import nbformat
import pytest

ROOT = Path(__file__).parent.parent.parent
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def tool() -> Any:
    spec = importlib.util.spec_from_file_location("notebooks", ROOT / "tools" / "notebooks.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def shown(notebook: Any) -> list[list[str]]:
    """What each cell shows: text, which may come in pieces, or a picture."""
    cells = [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return [[kind for kind, _ in groupby(_kinds(outputs))] for outputs in cells]


def _kinds(outputs: Any) -> Iterator[str]:
    pictures = 0
    for output in outputs:
        if output["output_type"] == "stream":
            yield "text"
        else:
            pictures += 1
            yield f"picture {pictures}" if "image/svg+xml" in output["data"] else "value"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_is_kept_in_it(path: Path, tmp_path: Path) -> None:
    kept = nbformat.read(path, as_version=4)
    fresh = tool().executed(path, tmp_path)
    assert shown(fresh) == shown(kept)
    assert any("picture 1" in kinds for kinds in shown(fresh))


def test_notebooks_hold_no_traces_of_the_machine_that_ran_them() -> None:
    assert len(NOTEBOOKS) == 3
    for path in NOTEBOOKS:
        text = path.read_text(encoding="utf-8")
        assert "/home/" not in text and "/tmp/" not in text and "Traceback" not in text
