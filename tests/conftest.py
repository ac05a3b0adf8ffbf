"""Every rule of docs/rules/ids.txt is named by a test, or the suite fails."""

import os
from pathlib import Path

import pytest

# Two test processes on two cores: more threads in each only get in the way.
for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

IDS = Path(__file__).parent.parent / "docs" / "rules" / "ids.txt"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not _is_whole_suite(config):
        return
    named = {id for item in items for mark in item.iter_markers("rule") for id in mark.args}
    listed = set(IDS.read_text(encoding="utf-8").split())
    if missing := sorted(listed - named):
        raise pytest.UsageError(f"rules without a test: {', '.join(missing)}")
    if unknown := sorted(named - listed):
        raise pytest.UsageError(f"tests name rules that docs/rules/ids.txt does not: {unknown}")


def _is_whole_suite(config: pytest.Config) -> bool:
    """A chosen file or test need not cover everything."""
    return config.args == config.getini("testpaths") and not config.option.keyword
