"""Games on a Ray cluster: two real nodes on this machine, under strict time limits."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import quartett
from quartett.arena import Series
from quartett.arena.entrants import Entrant
from quartett.arena.spec import play_spec
from quartett.arena.workers import cluster, each, open_pool
from quartett.core import distribution
from quartett.core.errors import QuartettError
from tests.arena.processes import fails, run, succeeds
from tests.forks import LIMIT

NODES = Path(__file__).parent / "two_nodes.py"
GUESTS = Path(__file__).parent / "guests.py"
START_SECONDS = 150
WHERE = "(__import__('time').sleep(0.2), __import__('ray').get_runtime_context().get_node_id())[1]"


@pytest.fixture(autouse=True)
def limit() -> Iterator[None]:
    """A cluster that does not answer must fail a test, not hold up the suite."""

    def too_long(*_: object) -> None:
        raise TimeoutError(f"nothing happened for {LIMIT} s")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(LIMIT)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the cluster answers; all its processes carry a mark, and are gone afterwards."""
    mark = str(tmp_path_factory.mktemp("ray"))
    process = subprocess.Popen(
        [sys.executable, str(NODES)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "QUARTETT_TEST": mark},
    )
    assert process.stdin is not None and process.stdout is not None
    alarm = threading.Timer(START_SECONDS, process.kill)
    alarm.start()
    try:
        answer = process.stdout.readline().strip()
        alarm.cancel()
        assert answer, "the cluster did not start"
        yield answer
    finally:
        alarm.cancel()
        process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=20)
        for pid in marked(mark):
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def marked(mark: str) -> list[int]:
    """The processes of the cluster, by what it was started with."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if mark.encode() in entry.read_bytes():
                found.append(int(entry.parent.name))
    return found


def test_a_tournament_on_two_nodes_has_the_results_of_one_core(
    address: str, tmp_path: Path
) -> None:
    words = (
        "tournament", "calavera", "--bots", f"easy,medium,{GUESTS}:First", "--players", "2,3",
        "--games", "6", "-o", "sheet=short", "--seconds", str(LIMIT),
    )  # fmt: skip
    far = succeeds(*words, "--ray", address, "--out", "far", cwd=tmp_path)
    near = succeeds(*words, "--jobs", "1", "--out", "near", cwd=tmp_path)
    assert "forfeits:" not in far + near
    assert [line for line in far.splitlines() if line.startswith("fingerprint")] == [
        line for line in near.splitlines() if line.startswith("fingerprint")
    ]
    one, other = (tmp_path / name / "results.parquet" for name in ("far", "near"))
    assert one.read_bytes() == other.read_bytes()


def test_both_nodes_play_and_a_match_is_the_same_there(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    series = Series("calavera", (Entrant("medium"), Entrant("easy")), 6, 7, {"sheet": "short"})
    nothing = Series("nothing", series.entrants, 1, 1, {})
    with open_pool(None, address) as pool:
        assert pool.ahead == 4
        assert len(set(each(pool, eval, [(WHERE,)] * 8))) == 2
        far = {series.number(game): record for game, record in series.run_on(pool)}
        with pytest.raises(QuartettError, match=r"failed: .* by zero"):
            list(each(pool, divmod, [(1, 0)]))
        with pytest.raises(QuartettError, match="no game is called 'nothing'"):
            list(each(pool, play_spec, [nothing.task(0)]))
    assert far == {series.number(game): record for game, record in series.run(1)}
    ours = quartett.__version__
    monkeypatch.setattr(distribution, "__version__", "9.9.9")
    with (
        pytest.raises(QuartettError, match=f"has {ours}; every node needs Quartett 9.9.9"),
        open_pool(None, address),
    ):
        pass


def test_without_ray_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(QuartettError, match=r"pip install '.*\[ray\]'"), open_pool(1, "auto"):
        pass


def test_an_address_where_nobody_answers_is_one_line_and_code_2(tmp_path: Path) -> None:
    for address in ("127.0.0.1:1", "nonsense", "ray://127.0.0.1:1"):
        sentence = f"no Ray cluster answers at '{address}': "
        fails(sentence, "match", "calavera", "easy", "easy", "--ray", address, cwd=tmp_path)
    words = ("tournament", "calavera", "--bots", "easy,hard", "--ray", "127.0.0.1:1")
    assert run(*words, cwd=tmp_path).returncode == 2


class Failure(Exception):
    """Stands for `ray.exceptions.RayError`."""


class Answers:
    """Ray as far as a node is asked for its version: one answer, or failure, after the other."""

    exceptions = SimpleNamespace(GetTimeoutError=TimeoutError, RayError=Failure)
    util = SimpleNamespace(
        scheduling_strategies=SimpleNamespace(
            NodeAffinitySchedulingStrategy=lambda node, soft: (node, soft)
        )
    )

    def __init__(self, *answers: str | Exception) -> None:
        self._answers = iter(answers)

    def cluster_resources(self) -> dict[str, int]:
        return {"CPU": 1}

    def nodes(self) -> list[dict[str, object]]:
        one = {"NodeID": "n1", "NodeManagerAddress": "10.0.0.1"}
        return [{**one, "Alive": True, "Resources": {"CPU": 1}}]

    def remote(self, **_: object) -> Callable[[object], SimpleNamespace]:
        return lambda function: SimpleNamespace(remote=lambda: function)

    def get(self, answer: object, timeout: float) -> str:
        found = next(self._answers)
        if isinstance(found, Exception):
            raise found
        return found


DEAD = Failure("The worker died unexpectedly")


def test_a_worker_that_dies_while_it_is_asked_is_asked_again() -> None:
    assert cluster.Cluster(Answers(DEAD, quartett.__version__), None).ahead == 2


def test_only_a_node_without_quartett_is_said_to_have_none() -> None:
    lacking = Failure("RuntimeError: …\nModuleNotFoundError: No module named 'quartett'")
    with pytest.raises(QuartettError, match=r"10\.0\.0\.1 has no Quartett; every node needs"):
        cluster.Cluster(Answers(lacking), None)
    with pytest.raises(QuartettError, match=r"10\.0\.0\.1 has not answered: The worker died"):
        cluster.Cluster(Answers(DEAD, DEAD, DEAD), None)


def test_a_guest_s_file_travels_with_its_games(tmp_path: Path) -> None:
    here, there = tmp_path / "first.py", tmp_path / "elsewhere" / "first.py"
    here.write_text(GUESTS.read_text())
    series = Series("calavera", (Entrant("First", here, "First"), Entrant("easy")), 2, 1, {})
    sources = cluster._sources(series.task(0))
    assert sources == {str(here): GUESTS.read_bytes()}
    moved = Series("calavera", (Entrant("First", there, "First"), Entrant("easy")), 2, 1, {})
    away = {str(there): sources[str(here)]}
    outcome, record = cluster._work(play_spec, moved.task(0), away)
    assert outcome.forfeits == ()
    assert record == play_spec(*series.task(0))[1]
