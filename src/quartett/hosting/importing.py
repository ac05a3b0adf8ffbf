"""A record from elsewhere as a finished table, to replay and review like one's own games."""

from collections.abc import Collection

from quartett.core.errors import QuartettError
from quartett.core.event import Seat
from quartett.core.record import Record
from quartett.core.verify import verify
from quartett.tables import entries as log
from quartett.tables.entries import Move
from quartett.tables.errors import Refused
from quartett.tables.seats import Person, clean_name
from quartett.tables.setup import Clock, Language, Origin, TableSetup
from quartett.tables.table import Draft, Table

ELSEWHERE = "record"
"""Who holds the seats of an imported game that nobody here played."""
NAME_LENGTH = 24


def read_record(text: str) -> Record:
    """A record of a finished game; one that fails any check of `quartett verify` is refused."""
    try:
        record = Record.parse(text)
        wrong = next((finding.text for finding in verify(record) if not finding.ok), None)
    except QuartettError as error:
        raise bad_record(str(error)) from None
    if wrong is not None:
        raise bad_record(wrong)
    if record.result is None:
        raise bad_record("the game is not over")
    return record


def imported(
    record: Record,
    owner: Person,
    mine: Collection[Seat],
    table_id: str,
    now: int,
    language: Language = "en",
) -> tuple[Table, Draft]:
    """A table whose record is this one, and its log; `mine` are the owner's seats."""
    head, result = record.head, record.result
    assert result is not None
    setup = TableSetup(
        id=table_id,
        game=head.game,
        players=head.players,
        options=head.options,
        clock=Clock(),
        listed=False,
        language=language,
        owner=owner.id,
        created=now,
        secret=result.secret,
        practice=head.practice,
        origin=Origin("", head.given) if head.given else None,
        imported=True,
    )
    seated: Draft = [
        (log.Sat(seat, _shown(name), owner.id if seat in mine else ELSEWHERE, nonce), None)
        for seat, (name, nonce) in enumerate(zip(head.seats, head.nonces, strict=True))
    ]
    ended = log.Ended(result.scores, result.winners, result.secret, result.forfeits)
    begun = log.Begun(head.commit, head.nonces)
    return Table(setup), [*seated, (begun, None), *_moves(record), (ended, None)]


def _shown(name: str) -> str:
    """Names come from the record: one that would not be allowed here is not shown."""
    try:
        return clean_name(name[:NAME_LENGTH])
    except Refused:
        return ""


def _moves(record: Record) -> Draft:
    """The events; where some were taken back, a note keeps chance's streams counted."""
    assert record.result is not None
    steps, before = {step.at: step.events for step in record.result.undone}, 0
    draft: Draft = []
    for place, event in enumerate(record.events):
        if place in steps:
            draft.append((log.Undone(place, steps[place] - before), None))
            before = steps[place]
        draft.append((Move.of(event), None))
    return draft


def bad_record(why: str) -> Refused:
    sentence = f"This is not the record of a finished game: {why}"
    return Refused("bad_record", sentence, {"why": why}, 400)
