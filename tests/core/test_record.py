"""Records: written, read, replayed, and refused in one clear line."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import quartett
from quartett import IllegalAction, Record, RecordError, UnknownGame
from quartett.core.record import Forfeit
from quartett.core.verify import verify


@pytest.fixture(scope="module")
def record() -> Record:
    return quartett.play("calavera", ["easy", "medium"], seed=3)


@pytest.fixture(scope="module")
def lines(record: Record) -> list[str]:
    return list(record.lines())


def test_the_form_is_the_documented_one(lines: list[str]) -> None:
    head, first, last = json.loads(lines[0]), json.loads(lines[1]), json.loads(lines[-1])
    assert list(head) == ["quartett", "game", "players", "options", "seats", "commit", "nonces"]
    assert head["quartett"] == 1 and head["game"] == "calavera" and head["players"] == 2
    assert first["by"] == "chance" and first["do"] == "start"
    assert list(last) == ["scores", "winners", "secret"]


def test_a_record_reads_back(record: Record, tmp_path: Path) -> None:
    record.save(tmp_path / "game.jsonl")
    assert Record.load(tmp_path / "game.jsonl") == record
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]


def test_every_prefix_is_a_state(record: Record, lines: list[str]) -> None:
    states = list(record.replay())
    for cut in range(0, len(record.events), 7):
        *_, end = Record.parse("\n".join(lines[: cut + 1])).replay()
        assert end == states[cut]


def test_views_and_events_as_a_seat_saw_them(record: Record) -> None:
    views, states = list(record.view(1)), list(record.replay())
    assert views == [state.view(1) for state in states]
    assert len(list(record.seen(None))) == len(record.events)


@pytest.mark.parametrize("seat", [2, -1, "0"])
def test_a_seat_that_is_not_there_sees_nothing(record: Record, seat: Any) -> None:
    """Not what a spectator saw: who counts seats from 1 would not notice."""
    for look in (record.view, record.seen):
        with pytest.raises(IllegalAction, match="there is no seat"):
            list(look(seat))


def test_the_same_seed_plays_the_same_game(record: Record) -> None:
    assert quartett.play("calavera", ["easy", "medium"], seed=3) == record
    assert quartett.play("calavera", ["easy", "medium"], seed=4).events != record.events


def test_without_a_seed_every_game_is_another() -> None:
    one, two = (quartett.play("calavera", ["easy", "easy"]) for _ in range(2))
    assert one.head.commit != two.head.commit
    assert all(finding.ok for finding in quartett.verify(one))


def changed(lines: list[str], number: int, **fields: object) -> str:
    form = json.loads(lines[number])
    form.update(fields)
    form = {name: value for name, value in form.items() if value is not Ellipsis}
    return "\n".join([*lines[:number], json.dumps(form), *lines[number + 1 :]])


def forfeited(lines: list[str], seat: int = 0, at: int = 3) -> str:
    return changed(lines, len(lines) - 1, forfeits=[{"seat": seat, "at": at, "why": "resigned"}])


def test_bad_records_are_refused_in_one_line_that_names_the_place(lines: list[str]) -> None:
    cases = {
        "the record is empty": "",
        "line 9 is cut off": "\n".join([*lines[:8], lines[8][:-5]]),
        "line 1 is cut off": lines[0][:-1],
        "the record is of version 2; this Quartett reads version 1": changed(lines, 0, quartett=2),
        "it has no field `quartett`": changed(lines, 0, quartett=...),
        "line 1: Object missing required field `commit`": changed(lines, 0, commit=...),
        "line 1: Object contains unknown field `extra`": changed(lines, 0, extra=1),
        "2 players need as many seats": changed(lines, 0, seats=["a"]),
        "line 3: an event names its actor": changed(lines, 2, by=...),
        "line 3: `by` is a seat or 'chance', not 'bob'": changed(lines, 2, by="bob"),
        "line 3: `by` is a seat or 'chance', not True": changed(lines, 2, by=True),
        "line 3: not an action of Calavera": changed(lines, 2, do="dance"),
        "line 2 is not an object": "\n".join([lines[0], "[]", *lines[2:]]),
        "the last line: Expected `array`": changed(lines, len(lines) - 1, scores=5),
        "the last line has 3 scores for 2 players": changed(
            lines, len(lines) - 1, scores=[1, 2, 3]
        ),
        "the last line: seat 2 forfeits; the seats are 0 to 1": forfeited(lines, seat=2),
        "the last line: seat -1 forfeits": forfeited(lines, seat=-1),
        "the last line: there is no event 9999; there are": forfeited(lines, at=9999),
        "the last line: there is no event -1": changed(
            lines, len(lines) - 1, undone=[{"at": -1, "events": 1}]
        ),
        "line 2 is cut off or not JSON": lines[0] + "\n" + "[" * 5000,
    }
    for sentence, text in cases.items():
        with pytest.raises(RecordError) as caught:
            Record.parse(text)
        assert sentence in str(caught.value), sentence
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x1c", "\r", "\n"])
def test_names_may_hold_what_ends_a_line_elsewhere(separator: str, tmp_path: Path) -> None:
    match = quartett.Match("calavera", ["easy", "easy"], seats=[f"one{separator}two", "b"])
    for _ in match.steps():
        pass
    match.record().save(tmp_path / "game.jsonl")
    assert Record.load(tmp_path / "game.jsonl") == match.record()


def test_empty_lines_at_the_end_and_other_line_ends_do_no_harm(
    record: Record, lines: list[str]
) -> None:
    assert Record.parse("\n".join([*lines, "", ""])) == record
    assert Record.parse("\r\n".join([*lines, ""])) == record
    with pytest.raises(RecordError, match="the record is empty"):
        Record.parse("\n\n")


def test_a_record_that_cannot_be_encoded_leaves_nothing_behind(
    record: Record, tmp_path: Path
) -> None:
    head = replace(record.head, seats=("\ud800", "b"))
    with pytest.raises(UnicodeEncodeError):
        replace(record, head=head).save(tmp_path / "game.jsonl")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_a_file_is_for_whom_other_new_files_are(record: Record, tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        record.save(tmp_path / "game.jsonl")
    finally:
        os.umask(before)
    assert (tmp_path / "game.jsonl").stat().st_mode & 0o777 == 0o640


def test_a_record_of_an_unknown_game_says_which_there_are(lines: list[str]) -> None:
    with pytest.raises(UnknownGame, match=r"no game is called 'calavra'; did you mean calavera?"):
        Record.parse(changed(lines, 0, game="calavra"))


def test_an_illegal_event_is_named_when_replayed(lines: list[str]) -> None:
    record = Record.parse("\n".join([*lines[:3], *lines[4:]]))
    with pytest.raises(RecordError, match=r"event \d+ .* is against the rules"):
        list(record.replay())


def test_files_that_cannot_be_read_or_written(record: Record, tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"cannot read .*: No such file"):
        Record.load(tmp_path / "none.jsonl")
    with pytest.raises(RecordError, match=r"cannot read .*: Is a directory"):
        Record.load(tmp_path)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match="not text"):
        Record.load(tmp_path / "binary")
    with pytest.raises(RecordError, match="cannot write"):
        record.save(tmp_path / "no" / "folder.jsonl")


@contextmanager
def full_disk() -> Iterator[None]:
    """The system refuses to write more than 1 kB to any file, as a full disk would; to the log of
    the tests, too, so only for a moment."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_loses_nothing(record: Record, tmp_path: Path) -> None:
    target = tmp_path / "game.jsonl"
    target.write_text("what was there before")
    with pytest.raises(RecordError, match="cannot write"), full_disk():
        record.save(target)
    assert target.read_text() == "what was there before"
    assert list(tmp_path.iterdir()) == [target]


def test_a_file_is_replaced_whole(record: Record, tmp_path: Path) -> None:
    """Whoever reads the old file while it is replaced reads the old file to its end."""
    target = tmp_path / "game.jsonl"
    target.write_text("what was there before")
    with target.open() as before:
        record.save(target)
        assert before.read() == "what was there before"
    assert Record.load(target) == record


def test_a_game_may_end_early_only_when_all_but_one_gave_up() -> None:
    record = quartett.play("calavera", ["easy", "easy", "easy"], seed=4)
    assert record.result is not None
    *_, last = replace(record, events=record.events[:9]).replay()
    resigned = tuple(Forfeit(seat, 9, "resigned") for seat in (0, 2))
    result = replace(record.result, scores=last.scores(), winners=(1,), forfeits=resigned)
    early = replace(record, events=record.events[:9], result=result)
    assert all(finding.ok for finding in verify(early))
    alone = replace(early, result=replace(result, forfeits=resigned[:1]))
    assert not all(finding.ok for finding in verify(alone))
