"""Databases and backups are for their owner alone; an account without a home gets a sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import quartett
from quartett.core.errors import QuartettError
from quartett.server.settings import default_database
from quartett.server.store.backup import backup
from quartett.server.store.files import make_private
from quartett.server.store.sqlite import connect, prepare


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_databases_and_backups_are_private(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        database = tmp_path / "quartett.db"
        database.touch(0o666)
        make_private(database)
        connection = connect(str(database))
        prepare(connection, str(database))
        files = [*tmp_path.iterdir()]
        assert {file.name: mode(file) for file in files} == {file.name: 0o600 for file in files}
        copy = tmp_path / "copy.db"
        backup(str(database), copy)
        assert mode(copy) == 0o600
        connection.close()
    finally:
        os.umask(before)


def test_an_account_without_a_home_is_asked_for_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    with pytest.raises(QuartettError, match="--database"):
        default_database()


def others_may_run(path: Path) -> bool:
    """Whether the interpreter lies where every user may come."""
    return all(folder.stat().st_mode & 0o005 == 0o005 for folder in (path, *path.parents))


@pytest.mark.skipif(
    not hasattr(os, "getuid")
    or os.getuid() != 0
    or not others_may_run(Path(sys.executable))
    or not others_may_run(Path(sys.executable).resolve())
    or not others_may_run(Path(quartett.__file__).parent),
    reason="only root may become another user, who must find Python",
)
@pytest.mark.parametrize("code", [["games"], ["moves", "calculissimo", "", "6:2+985"]])
def test_another_user_without_a_home_is_answered(code: list[str]) -> None:
    """It may read the sources and write to none of the folders beside them."""
    source = Path(quartett.__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-m", "quartett", *code],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(source), "LANG": "C.UTF-8"},
        user=65534,
        group=65534,
        extra_groups=[],
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout
