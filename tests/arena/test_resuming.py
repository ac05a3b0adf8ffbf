"""A tournament that is killed goes on, and comes to the same results as one that is not."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

import quartett
from quartett.arena import command
from quartett.arena.entrants import Entrant
from quartett.arena.ledger import Ledger
from quartett.arena.plan import Plan
from quartett.arena.tournament import Tournament
from quartett.arena.workers import cores
from quartett.core.errors import QuartettError
from tests.arena.processes import QUARTETT, fails, processes_in, run, succeeds

NEWLINE = b"\n"
GUEST = Path(__file__).parent / "guests.py"
WORDS = (
    "tournament", "calavera", "--bots", f"easy,medium,random,{GUEST}:First", "--players", "2,3",
    "--games", "4", "-o", "sheet=short", "--records",
)  # fmt: skip


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same tournament, never interrupted, on one core."""
    folder = tmp_path_factory.mktemp("whole")
    succeeds(*WORDS, "--jobs", "1", "--out", "cup", cwd=folder)
    return folder / "cup"


def begun(folder: Path, *words: str) -> "subprocess.Popen[bytes]":
    """A tournament under way, once a few more games are over."""
    before = lines(folder / "cup")
    process = subprocess.Popen(
        [QUARTETT, *WORDS, "--out", "cup", *words],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    for _ in wait():
        if lines(folder / "cup") >= before + 5:
            return process
        assert process.poll() is None
    process.kill()
    raise AssertionError("no game was played")


def wait() -> Iterator[None]:
    for _ in range(8000):
        yield
        time.sleep(0.03)


def lines(folder: Path) -> int:
    try:
        return (folder / "results.jsonl").read_bytes().count(b"\n")
    except OSError:
        return 0


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_killed_tournament_goes_on_to_the_same_results(
    jobs: str, whole: Path, tmp_path: Path
) -> None:
    for _ in range(2):
        process = begun(tmp_path, "--jobs", jobs)
        process.kill()
        process.wait()
        for _ in wait():
            if not processes_in(tmp_path):
                break
        kept = (tmp_path / "cup" / "results.jsonl").read_bytes()
        assert not (tmp_path / "cup" / "report.html").exists()
        # A record is written just before its line: at most one game was lost on the way.
        assert len(records(tmp_path / "cup")) - kept.count(NEWLINE) <= 1
    said = succeeds(*WORDS, "--jobs", jobs, "--out", "cup", cwd=tmp_path)
    assert f"{kept.count(NEWLINE)} games were played before; going on." in said
    after = (tmp_path / "cup" / "results.jsonl").read_bytes()
    complete = kept[: kept.rfind(b"\n") + 1]
    assert after.startswith(complete)  # nothing that was over was played again
    for name in ("results.parquet", "tournament.json"):
        assert (tmp_path / "cup" / name).read_bytes() == (whole / name).read_bytes(), name
    assert records(tmp_path / "cup") == records(whole)


def records(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in (folder / "records").rglob("*.jsonl")
    }


def test_every_record_of_a_tournament_is_fair(whole: Path) -> None:
    kept = sorted((whole / "records").rglob("*.jsonl"))
    assert len(kept) == 6 * 4 + 4 * 6  # three seats rotate twice
    for path in kept[::12]:
        record = quartett.Record.load(path)
        assert all(finding.ok for finding in quartett.verify(record))


def test_ctrl_c_keeps_what_was_played_and_says_how_to_go_on(whole: Path, tmp_path: Path) -> None:
    process = begun(tmp_path, "--jobs", "2")
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == 130
    page = (tmp_path / "cup" / "report.html").read_text()
    assert "It is not over." in page
    succeeds(*WORDS, "--out", "cup", cwd=tmp_path)
    name = "results.parquet"
    assert (tmp_path / "cup" / name).read_bytes() == (whole / name).read_bytes()
    assert "It is not over." not in (tmp_path / "cup" / "report.html").read_text()


def test_two_at_once_do_not_mix(tmp_path: Path) -> None:
    process = begun(tmp_path, "--jobs", "1")
    process.send_signal(signal.SIGSTOP)  # or it might be over by then
    fails("another process is playing the tournament in cup", *WORDS, "--out", "cup", cwd=tmp_path)
    process.kill()
    process.wait()


PLAN = Plan("calavera", (Entrant("easy"), Entrant("random")), (2,), 4, options={"sheet": "short"})


def play(plan: Plan, folder: Path) -> Tournament:
    with Ledger(folder, plan) as ledger, cores(1) as pool:
        tournament = Tournament(plan, ledger.read())
        for result, _ in tournament.play(pool):
            before = lines(folder)
            ledger.append(result)
            assert lines(folder) == before + 1  # at once, for whoever reads it after a kill
            tournament.enter(result)
    return tournament


def test_half_a_line_is_cut_off_and_its_game_played_again(tmp_path: Path) -> None:
    whole = play(PLAN, tmp_path).outcomes
    file = tmp_path / "results.jsonl"
    text = file.read_bytes()
    for cut in (1, 20, len(text.splitlines()[-1])):
        file.write_bytes(text[:-cut])
        again = play(PLAN, tmp_path)
        assert [one.scores for one in again.outcomes] == [one.scores for one in whole]
        assert file.read_bytes().count(b"\n") == 4


def test_more_games_and_more_entrants_keep_what_was_played(tmp_path: Path) -> None:
    play(PLAN, tmp_path)
    before = (tmp_path / "results.jsonl").read_bytes()
    entrants = (*PLAN.entrants, Entrant("medium"))
    larger = Plan("calavera", entrants, (2,), 6, options=PLAN.options)
    assert len(play(larger, tmp_path).outcomes) == 3 * 6
    after = (tmp_path / "results.jsonl").read_bytes()
    assert after.startswith(before) and after.count(b"\n") == 3 * 6


@pytest.mark.parametrize(
    ("sentence", "other"),
    [
        ("with seed '1', not '2'", Plan("calavera", PLAN.entrants, (2,), 4, "2", PLAN.options)),
        ("with options", Plan("calavera", PLAN.entrants, (2,), 4, "1", {})),
        ("with game 'calavera', not 'calcory'", Plan("calcory", PLAN.entrants, (2,), 4)),
        (
            "easy is not the bot that played as easy",
            Plan("calavera", (Entrant("easy", level="hard"), Entrant("random")), (2,), 4, "1",
                 PLAN.options),
        ),
    ],
)  # fmt: skip
def test_another_tournament_in_the_folder_is_refused(
    sentence: str, other: Plan, tmp_path: Path
) -> None:
    play(PLAN, tmp_path)
    before = (tmp_path / "results.jsonl").read_bytes()
    with pytest.raises(QuartettError, match=sentence):
        Ledger(tmp_path, other)
    assert (tmp_path / "results.jsonl").read_bytes() == before


def test_a_bot_that_changes_while_it_plays_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(GUEST.read_text())
    bots = (Entrant("mine", file, "First"), Entrant("easy"))
    plan = Plan("calavera", bots, (2,), 2, options={"sheet": "short"})
    result = play(plan, tmp_path / "cup").outcomes[0]
    with Ledger(tmp_path / "cup", plan) as ledger:
        file.write_text(GUEST.read_text() + "# better now")
        with pytest.raises(QuartettError, match=r"mine.py has changed since"):
            ledger.append(result)
    assert lines(tmp_path / "cup") == 2


def test_a_folder_that_is_none_of_ours_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "tournament.json").write_text("[]")
    with pytest.raises(QuartettError, match=r"tournament.json does not describe a tournament"):
        Ledger(tmp_path, PLAN)
    (tmp_path / "tournament.json").unlink()
    (tmp_path / "results.jsonl").write_text('{"by":1}\n')
    with Ledger(tmp_path, PLAN) as ledger, pytest.raises(QuartettError, match="line 1: not a res"):
        list(ledger.read())
    (tmp_path / "file").write_text("")
    with pytest.raises(QuartettError, match="cannot write to"):
        Ledger(tmp_path / "file", PLAN)


def test_bad_input_is_one_line_and_code_2(tmp_path: Path) -> None:
    begin = ("tournament", "calavera", "--bots")
    (tmp_path / "file").write_text("")
    fails("a game of 3 needs as many entrants", *begin, "easy,hard", "--players", "3", cwd=tmp_path)
    fails("for 2 to 4 players, not 9", *begin, "easy,hard", "--players", "2,9", cwd=tmp_path)
    fails("written 2,3,4, not 'two'", *begin, "easy,hard", "--players", "two", cwd=tmp_path)
    fails("two entrants are called 'easy'", *begin, "easy,easy", cwd=tmp_path)
    fails("has no bot 'harder'", *begin, "easy,harder", cwd=tmp_path)
    fails("cannot read my.py", *begin, "easy,my.py:Bot", cwd=tmp_path)
    fails("cannot write to file", *begin, "easy,hard", "--out", "file", cwd=tmp_path)
    fails("bad options", *begin, "easy,hard", "-o", "sheet=huge", cwd=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]
    assert run(*begin, "easy,hard", "--games", "0", cwd=tmp_path).returncode == 2


def test_help_has_examples(tmp_path: Path) -> None:
    assert "Examples: quartett tournament calavera" in succeeds(
        "tournament", "--help", cwd=tmp_path
    )


@pytest.mark.parametrize("library", ["openskill.models", "pyarrow"])
def test_what_is_not_installed_is_said_before_anything_is_played(
    library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(QuartettError, match=r"pip install '.*\[arena\]'"):
        command.run(PLAN, tmp_path / "cup", cores(1), False, Console())
    assert not (tmp_path / "cup").exists()
