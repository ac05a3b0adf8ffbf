"""Accounts without a home, such as those of services, can build the page."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
ASK = "import build; build.Tools.find().npm('config', 'get', 'cache')"


@pytest.mark.parametrize("has_home", [True, False])
def test_npm_keeps_its_downloads_where_it_may_write(tmp_path: Path, has_home: bool) -> None:
    home = tmp_path if has_home else tmp_path / "nowhere"
    told = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=WEB,
        env={**os.environ, "HOME": str(home), "USERPROFILE": str(home)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert (Path(told.strip()) == WEB / ".cache" / "npm") is not has_home
