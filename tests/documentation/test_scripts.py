"""What a page shows in Python is a program: it runs when it is saved as a file and started."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.documentation.blocks import blocks, shown_whole, smaller
from tests.documentation.test_blocks import QUICK_START, clone

REFUSED = re.compile(r"^.*  # [A-Z]\w+: .*\n", re.MULTILINE)
"""A line that is shown because it raises."""
ELSEWHERE = {
    QUICK_START: "test_quick_start.py saves and starts its programs",
    "docs/guides/vectorised.md": "test_blocks.py runs it; compiling it once more takes long",
}
PROGRAMS = {
    block.file
    for block in blocks()
    if block.language == "python" and not shown_whole(block.text) and block.file not in ELSEWHERE
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return clone(tmp_path_factory.mktemp("scripts"))


@pytest.mark.parametrize("page", sorted(PROGRAMS))
def test_a_page_s_python_runs_as_a_file(page: str, folder: Path) -> None:
    shown = [block.text for block in blocks() if (block.file, block.language) == (page, "python")]
    program = "\n\n".join(smaller(REFUSED.sub("", text)) for text in shown if not shown_whole(text))
    (folder / "program.py").write_text(program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "program.py"],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
