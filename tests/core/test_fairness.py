"""Provable chance: the derivation anyone can repeat, and that nothing altered passes."""

import hashlib
import hmac
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quartett
from quartett import CHANCE, Event, Record
from quartett.core import fairness
from quartett.core.fairness import Stream
from quartett.core.record import Result

KEPT = Path(__file__).parent / "records"


def by_hand(secret: bytes, nonces: list[bytes], place: int, stop: int) -> int:
    """The derivation of the documentation, written again without the library."""
    key = hmac.new(secret, b"".join(nonces), hashlib.sha256).digest()
    bits = (stop - 1).bit_length()
    size = (bits + 7) // 8
    data = b"".join(
        hmac.new(key, place.to_bytes(8, "big") + k.to_bytes(8, "big"), hashlib.sha256).digest()
        for k in range(8)
    )
    for start in range(0, len(data), size):
        number = int.from_bytes(data[start : start + size], "big") & ((1 << bits) - 1)
        if number < stop:
            return number
    raise AssertionError("256 bytes gave no number")


@given(st.binary(min_size=32, max_size=32), st.integers(0, 10_000), st.integers(2, 46656))
def test_the_stream_is_the_documented_derivation(secret: bytes, place: int, stop: int) -> None:
    nonces = [bytes([seat]) * 16 for seat in range(3)]
    stream = Stream(fairness.game_key(secret, nonces), place)
    assert stream.randrange(stop) == by_hand(secret, nonces, place, stop)


@pytest.mark.parametrize("stop", [2, 3, 6, 7, 100, 257])
def test_numbers_are_unbiased(stop: int) -> None:
    stream = Stream(bytes(32), 5)
    draws = 600 * stop
    counts = Counter(stream.randrange(stop) for _ in range(draws))
    chi = sum((counts[n] - 600) ** 2 / 600 for n in range(stop))
    # Six standard deviations above the mean of the distribution: a fair stream stays below.
    assert chi < (stop - 1) + 6 * (2 * (stop - 1)) ** 0.5


def test_huge_ranges_are_drawn_whole() -> None:
    stream = Stream(bytes(32), 1)
    draws = [stream.randrange(10**60) for _ in range(50)]
    assert len(set(draws)) == 50 and max(draws) > 10**58


@pytest.mark.parametrize("stop", [0, -3])
def test_an_empty_range_is_an_error(stop: int) -> None:
    with pytest.raises(ValueError, match="no whole number"):
        Stream(bytes(32), 0).randrange(stop)


def test_one_is_certain_and_takes_nothing_from_the_stream() -> None:
    stream, other = Stream(bytes(32), 0), Stream(bytes(32), 0)
    assert stream.randrange(1) == 0
    assert stream.randrange(256) == other.randrange(256)


def test_every_seat_s_nonce_and_its_place_change_the_key() -> None:
    one, two = bytes(16), bytes([1]) * 16
    keys = {fairness.game_key(bytes(32), nonces) for nonces in ([one, two], [two, one], [one, one])}
    assert len(keys) == 3


def verdicts(record: Record) -> list[bool]:
    return [finding.ok for finding in quartett.verify(record)]


@pytest.fixture(scope="module")
def record() -> Record:
    return quartett.play("calavera", ["easy", "easy", "medium"], seed=3)


def test_a_fair_record_verifies_and_says_what_was_checked(record: Record) -> None:
    findings = list(quartett.verify(record))
    assert all(finding.ok for finding in findings)
    assert [f.text.split(":")[0] for f in findings] == [
        "the rules",
        "the result",
        "the commitment",
        "chance",
    ]


def test_every_single_altered_roll_is_caught(record: Record) -> None:
    rng = Random(1)
    states = list(record.replay())
    for place, event in enumerate(record.events):
        if event.actor != CHANCE:
            continue
        false = states[place].sample(rng)
        if false == event.action:
            continue
        altered = (*record.events[:place], Event(CHANCE, false), *record.events[place + 1 :])
        assert not all(verdicts(Record(record.head, altered, record.result))), f"event {place}"


def test_an_altered_choice_is_caught_by_the_rules_or_by_the_result(record: Record) -> None:
    assert record.result is not None
    scores = (record.result.scores[0] + 1, *record.result.scores[1:])
    better = Result(scores, record.result.winners, record.result.secret)
    assert not all(verdicts(Record(record.head, record.events, better)))
    winner = Result(record.result.scores, (0, 1, 2), record.result.secret)
    assert not all(verdicts(Record(record.head, record.events, winner)))


@pytest.mark.parametrize("secret", ["00" * 32, "zz", "", "00" * 31])
def test_another_secret_is_caught(record: Record, secret: str) -> None:
    assert record.result is not None
    other = Result(record.result.scores, record.result.winners, secret)
    assert not all(verdicts(Record(record.head, record.events, other)))


def test_a_running_game_verifies_as_far_as_it_goes(record: Record) -> None:
    running = Record(record.head, record.events[:20])
    assert verdicts(running) == [True, True]


def test_a_result_before_the_end_is_caught(record: Record) -> None:
    early = Record(record.head, record.events[:20], record.result)
    assert not all(verdicts(early))


def test_the_secret_is_not_in_a_running_record() -> None:
    match = quartett.Match("calavera", ["easy", "easy"], seed=1)
    for _, _ in zip(match.steps(), range(10), strict=False):
        assert match.record().result is None
    assert match._secrets.secret.hex() not in "\n".join(match.record().lines())


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_record_made_in_the_past_replays_to_the_same_scores(path: Path) -> None:
    kept = Record.load(path)
    *_, last = kept.replay()
    assert kept.result is not None
    assert last.scores() == kept.result.scores
    assert all(verdicts(kept))


def test_every_game_has_a_kept_record() -> None:
    ours = {"calavera", "calcory", "calculissimo", "cubus"}
    assert {Record.load(path).head.game for path in KEPT.glob("*.jsonl")} == ours
