"""What `quartett verify` does: re-derive everything a record claims."""

from collections.abc import Iterator

from msgspec import Struct

from quartett.core import fairness
from quartett.core.driver import draw
from quartett.core.errors import QuartettError, RecordError
from quartett.core.event import CHANCE
from quartett.core.record import Record, Result, winners
from quartett.core.state import State


class Finding(Struct, frozen=True):
    """One thing that was checked: whether it holds, and a sentence that says so."""

    ok: bool
    text: str


def verify(record: Record) -> Iterator[Finding]:
    """Check a record, line of argument by line of argument; stops at the first that fails."""
    try:
        states = list(record.replay())
    except QuartettError as error:
        yield Finding(False, f"the rules: {error}")
        return
    yield Finding(True, f"the rules: all {len(record.events)} events are legal")
    if record.result is None:
        yield Finding(True, "the game is not over: no result and no secret to check yet")
        return
    yield _check_result(record.result, states[-1])
    yield from _check_chance(record, record.result, states)


def _check_result(result: Result, last: State) -> Finding:
    given_up = {forfeit.seat for forfeit in result.forfeits}
    if not last.over and len(given_up) < last.players - 1:
        return Finding(False, "the result: the record has one, but the game is not over")
    if result.scores != last.scores():
        return Finding(False, f"the result: scores {result.scores}, replayed {last.scores()}")
    expected = winners(last, result.forfeits)
    if result.winners != expected:
        return Finding(False, f"the result: winners {result.winners}, replayed {expected}")
    forfeits = "".join(f"; seat {f.seat} forfeited at event {f.at}" for f in result.forfeits)
    return Finding(True, f"the result: scores and winners are those of the last state{forfeits}")


def _check_chance(record: Record, result: Result, states: list[State]) -> Iterator[Finding]:
    try:
        secret = _bytes(result.secret, fairness.SECRET_BYTES, "secret")
        nonces = [_bytes(nonce, fairness.NONCE_BYTES, "nonce") for nonce in record.head.nonces]
    except RecordError as error:
        yield Finding(False, str(error))
        return
    if fairness.commitment(secret) != record.head.commit:
        yield Finding(False, "the commitment: it is not the SHA-256 of the secret")
        return
    yield Finding(True, "the commitment: it is the SHA-256 of the secret")
    key = fairness.game_key(secret, nonces)
    rolls = 0
    streams = record.stream_places()
    for place, (state, event) in enumerate(zip(states, record.events, strict=False)):
        stream = next(streams)
        if event.actor != CHANCE or place < record.head.given:
            continue
        rolls += 1
        expected = draw(state, key, stream)
        if event != expected:
            derived = f"event {place} is {event.action}, derived {expected.action}"
            yield Finding(False, f"chance: {derived}")
            return
    after = " after the given position" if record.head.given else ""
    follow = f"chance: all {rolls} chance events{after} follow from the secret and the nonces"
    yield Finding(True, follow + _given(record) + _taken_back(result))


def _given(record: Record) -> str:
    """What led to the position proves nothing: say so."""
    given = record.head.given
    return f"; the first {given} events were given and prove nothing" if given else ""


def _taken_back(result: Result) -> str:
    """A host that claims undos nobody asked for could choose among streams: say so."""
    if not result.undone:
        return ""
    places = ", ".join(str(step.at) for step in result.undone)
    count = result.undone[-1].events
    events = "1 event was" if count == 1 else f"{count} events were"
    return f"; {events} taken back, before event {places}"


def _bytes(text: str, length: int, what: str) -> bytes:
    try:
        value = bytes.fromhex(text)
    except ValueError:
        value = b""
    if len(value) != length:
        raise RecordError(f"the {what} is not {length} bytes in hexadecimal digits")
    return value
