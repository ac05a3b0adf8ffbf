"""Run the notebooks of docs/notebooks and keep what they show: python tools/notebooks.py."""

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "docs" / "notebooks"
SECONDS = 240
"""For one cell, on a slow machine, compiling included."""


def executed(path: Path, folder: Path) -> Any:
    """The notebook with fresh outputs, run in this folder."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        kernel_name="python3",
        resources={"metadata": {"path": folder}},
    )
    client.execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # times of day: not worth a difference
    notebook.metadata = {"kernelspec": notebook.metadata["kernelspec"]}
    return notebook


def main() -> None:
    import tempfile

    for path in sorted(FOLDER.glob("*.ipynb")):
        with tempfile.TemporaryDirectory() as folder:
            nbformat.write(executed(path, Path(folder)), path)
        print(path.name, file=sys.stderr)


if __name__ == "__main__":
    main()
