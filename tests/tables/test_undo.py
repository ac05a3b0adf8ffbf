"""Taking back: everybody agrees, nothing seen is seen again, and `verify` can follow."""

import random

import pytest
from msgspec.structs import replace

from quartett.core.event import CHANCE, Event
from quartett.core.record import Record, TakenBack
from quartett.core.registry import game_ids
from quartett.core.verify import verify
from quartett.games.calavera.actions import Reroll
from quartett.tables import commands as ask
from quartett.tables import entries as log
from quartett.tables.decisions import rematch
from quartett.tables.entries import Entry, Move
from quartett.tables.viewing.summary import summary
from quartett.tables.viewing.viewer import table_info
from tests.tables.desk import ANA, BEN, CLEO, Desk

TURN = {"do": "turn", "at": [0, 0]}


def last_roll(desk: Desk) -> Event:
    return next(event for event in reversed(desk.table.events) if event.actor == CHANCE)


def test_a_card_that_was_seen_stays_seen_unless_the_table_is_for_practice() -> None:
    desk = Desk("calcory", "me", "easy")
    desk.act(ANA, TURN)
    assert desk.refusal(ANA, ask.Undo, 0) == "undo_revealed"
    practice = Desk("calcory", "me", "easy", practice=True)
    practice.act(ANA, TURN)
    practice.do(ANA, ask.Undo, 0)
    assert practice.state.view(0).turned == ()  # type: ignore[attr-defined]


def test_a_roll_that_was_seen_stays_unless_the_table_is_for_practice() -> None:
    desk = Desk("calavera", "me", "easy")
    desk.act(ANA, Reroll((5,)))
    assert desk.refusal(ANA, ask.Undo, 0) == "undo_revealed"


def test_what_showed_nothing_may_be_taken_back_alone() -> None:
    """An exchange of tiles in Calculissimo draws, a pass with challenges shows nothing."""
    desk = Desk("calculissimo", "me", "easy")
    desk.act(ANA, {"do": "pass"})
    desk.do(ANA, ask.Undo, 0)
    assert desk.table.waiting == (0,)


def test_what_a_bot_did_with_hidden_tiles_is_something_seen() -> None:
    desk = Desk("calculissimo", "me", "easy")
    desk.act(ANA, {"do": "pass"})
    desk.write([(Move.of(Event(1, desk.table.game.action({"do": "pass"}))), None)])
    assert desk.refusal(ANA, ask.Undo, 0) == "undo_revealed"


def test_two_seats_of_one_person_are_one_person() -> None:
    desk = Desk("calcory", "me", "me")
    desk.act(ANA, TURN, 0)
    assert desk.refusal(ANA, ask.Undo, 0) == "undo_revealed"


def test_chance_after_an_undo_is_neither_what_was_seen_nor_the_same_for_other_dice() -> None:
    """With 12 undos, equal numbers at every place would be one case in 6 to the 12th."""
    desk = Desk("calavera", "me", "easy", practice=True)
    rolls = []
    for _ in range(12):
        desk.act(ANA, Reroll((3, 4, 5)))
        rolls.append(last_roll(desk))
        desk.do(ANA, ask.Undo, 0)
    assert len({str(roll) for roll in rolls}) > 6


def test_every_event_ever_drawn_has_a_stream_of_its_own() -> None:
    desk = Desk("calavera", "me", "easy", practice=True)
    rng, places = random.Random(3), []
    for _ in range(20):
        places.append(desk.table.place)
        desk.play_on(rng, rng.randint(1, 4))
        if any(event.actor == 0 for event in desk.table.events):
            desk.do(ANA, ask.Undo, 0)
    drawn = sum(isinstance(entry.what, Move) for entry in desk.log)
    assert desk.table.place == drawn
    assert places == sorted(set(places))


@pytest.mark.parametrize("game", game_ids())
def test_a_record_with_undos_verifies_and_reads_back(game: str) -> None:
    desk = Desk(game, "me", "me", practice=True)
    rng, undos = random.Random(11), 0
    while desk.table.stage == "playing":
        desk.play_on(rng, 3)
        own = any(event.actor == 0 for event in desk.table.events)
        if undos < 6 and own and desk.table.stage == "playing":
            desk.do(ANA, ask.Undo, 0)
            undos += 1
    record = desk.table.record()
    assert record.result is not None and record.result.undone and record.head.practice
    findings = list(verify(record))
    assert all(finding.ok for finding in findings), findings
    assert "were taken back" in findings[-1].text
    assert Record.parse("\n".join(record.lines())) == record
    assert desk.folded_again().record() == record
    if any(event.actor == CHANCE for event in record.events[record.result.undone[0].at :]):
        silent = replace(record, result=replace(record.result, undone=()))
        assert not all(finding.ok for finding in verify(silent))


def test_one_event_that_was_taken_back_is_told_as_one() -> None:
    desk, rng = Desk("calcory", "me", "me", practice=True), random.Random(1)
    while len(desk.table.events) < 4:
        desk.play_on(rng, 1)
    desk.do(ANA, ask.Undo, 0)
    while desk.table.stage == "playing":
        desk.play_on(rng, 3)
    record = desk.table.record()
    assert record.result is not None
    (undone,) = record.result.undone
    assert undone.events == 1
    told = list(verify(record))[-1].text
    assert told.endswith(f"; 1 event was taken back, before event {undone.at}")


def test_a_log_from_before_keeps_the_chance_it_had() -> None:
    """Its undos count nothing: the places of its events were those of what stands."""
    desk = Desk("calavera", "me", "easy", practice=True)
    desk.act(ANA, Reroll((5,)))
    place = len(desk.table.events) - 2
    old = Entry(seq=desk.table.seq + 1, ms=desk.now, what=log.Undone(place))
    desk.table.fold(old)
    assert (desk.table.place, desk.table.undone) == (place, [])


def test_several_undos_are_counted_together() -> None:
    desk = Desk("calavera", "me", "easy", practice=True)
    place = len(desk.table.events)
    for _ in range(3):
        desk.act(ANA, Reroll((5,)))
        desk.do(ANA, ask.Undo, 0)
    assert desk.table.undone == [TakenBack(place, 6)]


def test_every_other_person_is_asked_though_a_bot_stands_in() -> None:
    """A rival may not put a bot on a seat and then take back what it costs the owner."""
    desk = Desk("calcory", "me", "open", "open", others=(BEN, CLEO))
    desk.act(ANA, TURN)
    desk.do(BEN, ask.Leave, 1)
    desk.do(ANA, ask.Undo, 0)
    assert desk.table.offer is not None and desk.table.offer.waiting == (1, 2)
    desk.do(CLEO, ask.Answer, 2, True)
    assert desk.table.offer is not None and len(desk.table.events) > 0
    desk.do(BEN, ask.Answer, 1, True)
    assert desk.table.offer is None
    assert isinstance(desk.log[-1].what, log.Undone)


def test_who_gave_up_is_not_asked() -> None:
    desk = Desk("calcory", "me", "open", "open", others=(BEN, CLEO))
    desk.act(ANA, TURN)
    desk.do(BEN, ask.Resign, 1)
    desk.do(ANA, ask.Undo, 0)
    assert desk.table.offer is not None and desk.table.offer.waiting == (2,)


def test_the_table_says_that_it_is_for_practice_and_so_does_its_rematch() -> None:
    desk = Desk("calavera", "me", "easy", practice=True)
    assert table_info(desk.table, None).practice
    desk.do(ANA, ask.Resign, 0)
    assert summary(desk.table).practice and rematch(desk.table, ANA).practice
