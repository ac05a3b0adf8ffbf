"""The files for hosts: what they start can be started like this, and systemd reads the unit."""

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import typer
import yaml  # type: ignore[import-untyped]
from tools.architecture.imports import ROOT

from quartett.cli import app

UNIT = (ROOT / "deploy" / "quartett.service").read_text(encoding="utf-8")
IMAGE = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
COMPOSED = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))


def started() -> dict[str, list[str]]:
    """The arguments of `quartett`, by file."""
    unit = re.search(r"^ExecStart=\S+/quartett (.*)$", UNIT, re.MULTILINE)
    image = re.search(r"^CMD (.*)$", IMAGE, re.MULTILINE)
    assert unit is not None and image is not None
    return {
        "unit": unit[1].split(),
        "image": json.loads(image[1]),
        "compose": shlex.split(COMPOSED["services"]["quartett"]["command"]),
    }


@pytest.mark.parametrize("file", ["unit", "image", "compose"])
def test_a_server_is_started_with_options_that_there_are(file: str) -> None:
    name, *options = started()[file]
    assert name == "serve"
    serve = typer.main.get_command(app).get_command(None, name)  # type: ignore[attr-defined]
    assert serve.make_context(name, options).params["host"] in ("127.0.0.1", "0.0.0.0")


def test_what_is_composed_is_there() -> None:
    services = COMPOSED["services"]
    build = services["quartett"]["build"]
    assert (ROOT / "deploy" / build["context"] / build["dockerfile"]).resolve().exists()
    named = {volume.split(":")[0] for one in services.values() for volume in one.get("volumes", [])}
    assert named == COMPOSED["volumes"].keys()
    needed = {name for one in services.values() for name in one.get("depends_on", ())}
    assert needed <= services.keys()
    assert "postgresql://quartett@database/" in str(services["quartett"]["environment"])


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_reads_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "quartett.service"
    unit.write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", UNIT, flags=re.MULTILINE))
    command = ["systemd-analyze", "verify", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
