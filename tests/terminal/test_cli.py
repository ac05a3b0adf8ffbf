"""The command line as a person and as a script uses it: real processes, real terminals."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import quartett
from quartett.terminal.encoding import similar
from tests.forks import quartett as run

QUARTETT = str(Path(sys.executable).parent / "quartett")


def fails(code: int, sentence: str, *words: str, cwd: Path | None = None) -> None:
    """The command ends with this code and one line of error, never a stack trace."""
    done = run(*words, cwd=cwd)
    assert done.returncode == code, done
    assert re.search(sentence, done.stderr), done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("quartett: ") and done.stderr.count("\n") == 1


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of four games, with its records."""
    folder = tmp_path_factory.mktemp("match")
    done = run(
        "match", "calavera", "hard", "easy", "-n", "4", "--seed", "7", "--out", "games", cwd=folder
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_games_lists_ours_and_the_outsider_s() -> None:
    listed = run("games").stdout
    assert re.search(
        r"calavera +2–4 +beginner, easy, medium, advanced, hard, expert, random +start_player",
        listed,
    )
    assert "highcard" in listed


def test_review_tells_luck_from_skill(folder: Path) -> None:
    files = sorted(str(path) for path in (folder / "games").glob("*.jsonl"))
    told = run("review", files[0])
    assert told.returncode == 0, told.stderr
    assert re.search(r"player +start +result +luck +skill", told.stdout)
    found = json.loads(run("review", files[0], "--json").stdout)
    for seat in found["seats"]:
        assert abs(seat["luck"] + seat["skill"] - seat["result"] + seat["start"]) < 1e-9
    many = run("review", *files[:2], "--parquet", "decisions.parquet", cwd=folder)
    assert re.search(r"easy +reroll +2 ", many.stdout), many
    assert (folder / "decisions.parquet").exists()


def test_help_has_an_example_everywhere() -> None:
    commands = ["games", "play", "match", "replay", "verify", "rules", "conform", "moves", "build"]
    listed = run("--help").stdout
    assert all(command in listed for command in commands)
    for command in commands:
        assert "Example" in run(command, "--help").stdout, command
    assert re.fullmatch(r"quartett \d+\.\d+\.\d+\n", run("--version").stdout)


def test_a_command_of_one_game_comes_from_that_game() -> None:
    assert "222/22   earns 6" in run("build", "22/21", "2L R T").stdout
    refused = run("moves", "calavera", "", "12")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "moves are found for calculissimo, not for calavera" in refused.stderr


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_rules_are_written_in_three_languages(language: str) -> None:
    text = run("rules", "calavera", "--lang", language).stdout
    assert text.startswith("# Calavera") and len(text) > 2000


def test_match_says_who_wins_and_writes_records(folder: Path) -> None:
    records = sorted(path.name for path in (folder / "games").iterdir())
    assert records == [f"calavera-00000{n}.jsonl" for n in range(1, 5)]
    again = run("match", "calavera", "hard", "easy", "-n", "4", "--seed", "7", "--jobs", "2")
    assert re.search(r"hard +4 +\d+\.\d% +\d+\.\d% – \d+\.\d% +\d+\.\d +\d+\.\d\d +0", again.stdout)


def test_verify_says_what_it_checked(folder: Path) -> None:
    done = run("verify", "games/calavera-000001.jsonl", cwd=folder)
    assert done.returncode == 0
    assert [line[0] for line in done.stdout.splitlines()] == ["✓"] * 4


def test_verify_reads_a_file_that_begins_with_a_byte_order_mark(folder: Path) -> None:
    """Some editors write one."""
    plain = (folder / "games/calavera-000001.jsonl").read_bytes()
    (folder / "marked.jsonl").write_bytes(b"\xef\xbb\xbf" + plain)
    assert run("verify", "marked.jsonl", cwd=folder).returncode == 0


def test_verify_catches_one_altered_roll(folder: Path) -> None:
    lines = (folder / "games/calavera-000002.jsonl").read_text().splitlines()
    place = next(n for n, line in enumerate(lines) if '"roll"' in line)
    form = json.loads(lines[place])
    form["faces"][0] = "rose" if form["faces"][0] == "orange" else "orange"
    (folder / "false.jsonl").write_text(
        "\n".join([*lines[:place], json.dumps(form), *lines[place + 1 :]])
    )
    done = run("verify", "false.jsonl", cwd=folder)
    assert done.returncode == 1 and "✗" in done.stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
def test_a_terminal_without_our_signs_shows_similar_ones(encoding: str, folder: Path) -> None:
    def said(*words: str) -> bytes:
        environment = {**os.environ, "PYTHONIOENCODING": encoding}
        command = [QUARTETT, *words]
        done = subprocess.run(
            command, input=b"", capture_output=True, check=False, env=environment, cwd=folder
        )
        assert b"Traceback" not in done.stderr
        return done.stdout

    checked = said("verify", "games/calavera-000001.jsonl").splitlines()
    assert [line[:1] for line in checked] == [b"+"] * 4
    assert re.search(
        rb"Your rack  2   5   9   9   [+]   [+]   -", said("play", "calculissimo", "--seed", "1")
    )


def test_every_sign_of_ours_has_a_similar_one() -> None:
    """A joker of Calculissimo is a question mark; nothing else becomes one."""
    source = Path(quartett.__file__).parent
    texts = [*(source / "terminal").glob("*.py"), *source.glob("games/*/*.py"), source / "cli.py"]
    signs = {sign for text in texts for sign in text.read_text(encoding="utf-8")}
    assert [sign for sign in sorted(signs - {"?"}) if "?" in similar(sign)] == []


def test_replay_shows_events_and_position(folder: Path) -> None:
    done = run("replay", "games/calavera-000001.jsonl", cwd=folder)
    assert done.returncode == 0
    assert "chance" in done.stdout and "mark orange" in done.stdout and "★" in done.stdout
    short = run("replay", "games/calavera-000001.jsonl", "--to", "3", "--seat", "1", cwd=folder)
    assert len(short.stdout) < len(done.stdout)


@pytest.mark.parametrize("words", [["replay", "games/calavera-000001.jsonl"], ["--help"]])
def test_a_reader_that_leaves_early_is_no_failure(words: list[str], folder: Path) -> None:
    process = subprocess.Popen(
        [QUARTETT, *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "COLUMNS": "140"},
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()  # before the first line, so that the first write finds nobody
    said = process.stderr.read()
    assert (process.wait(timeout=60), said) == (0, b"")
    process.stderr.close()


def test_replay_writes_a_picture(folder: Path) -> None:
    run("replay", "games/calavera-000001.jsonl", "--svg", "end.svg", cwd=folder)
    assert (folder / "end.svg").read_text().startswith("<svg")


def test_conform_from_the_command_line() -> None:
    done = run("conform", "highcard", "-n", "10")
    assert done.returncode == 0 and "High Card conforms: 30 games" in done.stdout


def test_bad_input_is_one_line_and_code_2(folder: Path, tmp_path: Path) -> None:
    whole = (folder / "games/calavera-000001.jsonl").read_text()
    (tmp_path / "cut.jsonl").write_text(whole[: len(whole) // 2])
    (tmp_path / "other.jsonl").write_text(whole.replace('"quartett":1', '"quartett":9', 1))
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "old.jsonl").write_text("kept")
    (tmp_path / "bad.py").write_text("import nothing_there")
    cases = [
        ("no game is called 'calavra'; did you mean calavera", ["play", "calavra"]),
        ("for 2 to 4 players, not 5", ["match", "calavera", *["easy"] * 5]),
        ("for 2 to 4 players, not 1", ["match", "calavera", "easy"]),
        (
            "for 2 to 4 players, not 6",
            ["play", "calavera", "--against", "easy,easy,easy,easy,easy"],
        ),
        ("has no bot 'harder'; there are beginner, easy", ["match", "calavera", "harder", "easy"]),
        ("has no bot 'no'", ["play", "calavera", "--against", "no"]),
        ("there are 2 seats, and no seat 3", ["play", "calavera", "--seat", "3"]),
        ("written name=value", ["play", "calavera", "-o", "short"]),
        ("bad options: Invalid enum value 'huge'", ["play", "calavera", "-o", "sheet=huge"]),
        ("line \\d+ is cut off", ["verify", "cut.jsonl"]),
        ("line \\d+ is cut off", ["replay", "cut.jsonl"]),
        ("of version 9", ["verify", "other.jsonl"]),
        ("cannot read none.jsonl", ["verify", "none.jsonl"]),
        (
            "already holds records",
            ["match", "calavera", "easy", "easy", "-n", "1", "--out", "games"],
        ),
        (
            "No module named 'nothing_there'",
            ["match", "calavera", "bad", "easy", "--code", "bad.py"],
        ),
        ("written in en, de, fr, not in 'tlh'", ["rules", "calavera", "--lang", "tlh"]),
        ("Missing argument 'GAME'", ["match"]),
        ("No such option: --nosuch", ["play", "--nosuch"]),
        ("No such command 'paly'", ["paly"]),
        ("Invalid value for '--seat'", ["play", "calavera", "--seat", "one"]),
        ("Invalid value for '--port'", ["serve", "--port", "http"]),
        ("has no rulebook", ["rules", "highcard"]),
    ]
    for sentence, words in cases:
        fails(2, sentence, *words, cwd=tmp_path)
    assert (tmp_path / "games" / "old.jsonl").read_text() == "kept"


def test_a_bot_of_one_s_own_plays_and_a_bad_one_forfeits(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(
        "import quartett\n"
        "class MyBot(quartett.Bot):\n"
        "    def choose(self, view, deadline):\n"
        "        return next(view.actions())\n"
    )
    words = ["match", "calavera", "mybot", "easy", "--code", "mybot.py", "-n", "2", "--out", "g"]
    done = run(*words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.search(r"mybot +2 .* 0$", done.stdout, re.MULTILINE)
    (tmp_path / "mybot.py").write_text(
        "import quartett\n"
        "class MyBot(quartett.Bot):\n"
        "    def choose(self, view, deadline):\n"
        "        raise ValueError('no idea')\n"
    )
    done = run(*words[:-1], "h", cwd=tmp_path)
    assert done.returncode == 0
    assert "mybot forfeits: ValueError: no idea" in done.stdout
    assert len(list((tmp_path / "h").iterdir())) == 2


def test_an_interrupted_match_keeps_what_is_done(tmp_path: Path) -> None:
    words = ["match", "calavera", "hard", "hard", "-n", "100000", "--jobs", "2", "--out", "games"]
    process = subprocess.Popen(
        [QUARTETT, *words],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A suite that runs in the background inherits that Ctrl-C is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    games = tmp_path / "games"
    while not list(games.glob("*.jsonl")):
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    assert "Interrupted; what was played counts." in out and "Traceback" not in err
    for record in games.glob("*.jsonl"):
        assert run("verify", str(record)).returncode == 0


def test_a_killed_match_leaves_no_process_behind(tmp_path: Path) -> None:
    words = ["match", "calavera", "hard", "hard", "-n", "100000", "--jobs", "2", "--out", "games"]
    process = subprocess.Popen([QUARTETT, *words], cwd=tmp_path, stdout=subprocess.DEVNULL)
    while not list((tmp_path / "games").glob("*.jsonl")):
        time.sleep(0.05)
    assert len(children_in(tmp_path)) >= 3
    process.kill()
    process.wait()
    for _ in range(200):
        if not children_in(tmp_path):
            break
        time.sleep(0.1)
    assert not children_in(tmp_path)
    for record in (tmp_path / "games").glob("calavera-*.jsonl"):
        assert run("verify", str(record)).returncode == 0


def children_in(folder: Path) -> list[str]:
    """The processes that work in this folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cwd"):
        with contextlib.suppress(OSError):
            if entry.readlink() == folder:
                found.append(entry.parent.name)
    return found


@pytest.mark.parametrize(
    "words",
    [
        (
            "match",
            "calavera",
            "n\udcffmes=easy",
            "easy",
            "-n",
            "1",
            "--jobs",
            "1",
            "--out",
            "games",
        ),
        ("match", "calavera", "easy", "easy", "-n", "1", "--seed", "\udcff"),
        ("tournament", "calavera", "--bots", "n\udcffmes=easy,hard", "--out", "cup"),
    ],
)
def test_an_argument_in_another_encoding_is_said_in_one_line(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    arguments = [os.fsencode(word) for word in (str(QUARTETT), *words)]
    done = subprocess.run(arguments, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == b"quartett: '\\udcff' is not text in UTF-8"
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_to_a_full_disk_fails_in_one_line(unbuffered: str) -> None:
    """Also where all of it is kept until the end."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [QUARTETT, "rules", "calavera"], stdout=full, stderr=subprocess.PIPE, check=False,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, b"quartett: No space left on device\n")
