"""Every rule of docs/rules/ids.txt is named by a test, or the suite fails; long files run first."""

import gc
from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings

from quartett.bots.threads import use_one_thread
from tests.chance import next_seed, repeat

# A busy machine makes no test fail.
settings.register_profile("calm", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("calm")

# Two test processes on two cores: more threads in each only get in the way.
use_one_thread()

TESTS = Path(__file__).parent
IDS = TESTS.parent / "docs" / "rules" / "ids.txt"
LONGEST = [
    "browser/screens/test_by_ear.py",
    "browser/screens/test_screens.py",
    "browser/offline",
    "browser",
    "documentation",
    "arena/test_cluster.py",
    "arena/test_notebooks.py",
    "arena/test_resuming.py",
    "server/resilience/test_leaks.py",
    "server/resilience/test_kill.py",
    "games/cubus/test_solver.py",
    "games/calcory",
    "core/test_kernels.py",
    "install",
    "envs/jax",
    "engine",
    "peers",
    "games/test_levels.py",
    "games/calavera",
    "terminal",
    "review",
    "arena",
    "server",
    "envs",
    "games",
    "core",
]
"""What takes long, longest first: a worker that began such a file last would keep all waiting.
The browser's files stand together, since a browser ends when a test of another folder comes."""


@pytest.fixture(autouse=True)
def chance() -> None:
    """Games of this process are the same in every run."""
    repeat(next_seed())


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Examples in docstrings are those of src; to look for them here takes seconds."""
    return [one for one in (yield) if not isinstance(one, DoctestModule)]


def pytest_collection_finish() -> None:
    """What was imported stays; to look through it takes a quarter of a second each time."""
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=_rank)
    if _is_whole_suite(config):
        _check_rules(items)


def _rank(item: pytest.Item) -> int:
    """Files keep their order among those of the same rank, and tests theirs in a file."""
    name = item.path.relative_to(TESTS).as_posix() if item.path.is_relative_to(TESTS) else ""
    return next((rank for rank, begin in enumerate(LONGEST) if name.startswith(begin)), 99)


def _check_rules(items: list[pytest.Item]) -> None:
    named = {id for item in items for mark in item.iter_markers("rule") for id in mark.args}
    listed = set(IDS.read_text(encoding="utf-8").split())
    if missing := sorted(listed - named):
        raise pytest.UsageError(f"rules without a test: {', '.join(missing)}")
    if unknown := sorted(named - listed):
        raise pytest.UsageError(f"tests name rules that docs/rules/ids.txt does not: {unknown}")


def _is_whole_suite(config: pytest.Config) -> bool:
    """A chosen file or test need not cover everything."""
    return config.args == config.getini("testpaths") and not config.option.keyword
