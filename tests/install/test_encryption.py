"""Without cryptography: the server runs, and says what notifications and encrypted backups need."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.ports import free_port

SUBSCRIPTION = {
    "endpoint": "https://fcm.googleapis.com/x",
    "keys": {"p256dh": "AA", "auth": "AA"},
    "language": "de",
}


@pytest.fixture
def without(tmp_path: Path) -> dict[str, str]:
    """An environment in which cryptography cannot be imported."""
    (tmp_path / "absent").mkdir()
    (tmp_path / "absent" / "cryptography.py").write_text("raise ImportError('cryptography')")
    return {**os.environ, "PYTHONPATH": str(tmp_path / "absent")}


@pytest.fixture
def server(tmp_path: Path, without: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Its address, and what it said when it was open."""
    port = str(free_port())
    command = [sys.executable, "-m", "quartett", "serve", "--port", port, "--no-warm-up"]
    where = ["--database", str(tmp_path / "quartett.db")]
    with subprocess.Popen(
        [*command, *where], env=without, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        said = ""
        while "Notifications" not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        yield f"http://127.0.0.1:{port}", said
        process.terminate()


def test_the_server_runs_without_notifications(server: tuple[str, str]) -> None:
    address, said = server
    assert "Notifications need: pip install " in said and "[encryption]'" in said
    with httpx.Client(base_url=address, transport=httpx.HTTPTransport(retries=5)) as client:
        assert client.put("/api/me/name", json={"name": "Ana"}).json()["push_key"] == ""
        table = {"game": "cubus", "seats": [{"kind": "me"}, {"kind": "me"}], "start": True}
        assert client.post("/api/tables", json=table).status_code == 201
        refused = client.put("/api/me/push", json=SUBSCRIPTION)
        assert (refused.status_code, refused.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_encrypted_backups_say_what_they_need(
    command: str, tmp_path: Path, without: dict[str, str]
) -> None:
    words = [command, str(tmp_path / "copies"), "--key", str(tmp_path / "key")]
    done = subprocess.run(
        [sys.executable, "-m", "quartett", *words, "--database", str(tmp_path / "quartett.db")],
        env=without, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode != 0 and "Traceback" not in done.stderr
    assert "encrypted backups need cryptography; install it with: pip install " in done.stderr
