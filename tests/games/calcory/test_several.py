"""Three and four players: who remembers what, whose turn comes next, and what that is worth."""

import math

import numpy as np
import pytest

from quartett import Event, game
from quartett.games.calcory import State
from quartett.games.calcory.bots.beliefs import Beliefs
from quartett.games.calcory.bots.search import Position
from quartett.games.calcory.bots.several.memories import Memories, memories, shown_first
from quartett.games.calcory.bots.several.network import Bid, End, Network, read_standings, trained
from quartett.games.calcory.bots.several.turn import Among, Ends, backs
from quartett.games.calcory.layout.cards import Place
from quartett.games.calcory.position import laid_out

CALCORY = game("calcory")
NOTHING = (0,) * 10
TAKEN = "a1 a2 a3 a2>a1"
"""On a table that begins with 256: the start player takes all three and puts the 5 on a1."""


def counts(digits: str) -> tuple[int, ...]:
    return tuple(digits.count(str(digit)) for digit in range(10))


def remembered(digits: str, notes: str, seat: int, players: int = 3) -> Memories:
    """What a seat thinks that all know, after these notes."""
    state, beliefs = watched(digits, notes, seat, players)
    view = state.view(seat)
    return memories(view, beliefs.knowledge(view))


def watched(digits: str, notes: str, seat: int, players: int = 3) -> tuple[State, Beliefs]:
    state, beliefs = laid_out(digits, players), Beliefs()
    for note in notes.split():
        event = Event(state.active, CALCORY.parse(note))
        beliefs.observe(state.redact(event, seat))
        state = state.apply(event)
    return state, beliefs


@pytest.mark.rule("CC-3", "CC-4")
def test_all_have_seen_what_anybody_turned() -> None:
    for seat in range(3):
        found = remembered("95 86", "a1 a2 a3 a4", seat)
        assert found.shown == counts("5689")
        assert (found.mine, found.sets) == (NOTHING, ())


@pytest.mark.rule("CC-9", "CC-13")
def test_what_one_put_back_is_its_own_and_a_set_for_each_of_the_others() -> None:
    mine = remembered("256", TAKEN, 0)
    assert (mine.shown, mine.mine, mine.sets) == (NOTHING, counts("5"), ())
    assert remembered("256", TAKEN, 1).sets == ((2, (2, 5, 6)),)  # two turns after this one
    assert remembered("256", TAKEN, 2).sets == ((1, (2, 5, 6)),)
    assert remembered("256", TAKEN, 3, players=4).sets == ((1, (2, 5, 6)),)


def test_a_card_put_back_is_no_secret_once_it_was_turned() -> None:
    for seat in range(3):
        found = remembered("256 9", f"{TAKEN} a1 a4", seat)
        assert (found.mine, found.sets) == (NOTHING, ())
        assert found.shown == counts("59")


def test_equal_cards_put_back_hide_nothing_from_the_others() -> None:
    notes = "a1 a2 . a3 a4 a5 a6 a1>a1"
    found = remembered("66 95 86", notes, 1)
    assert found.sets == ()
    assert found.shown == counts("56689")


def test_scores_and_bids_are_counted_from_the_seat_that_remembers() -> None:
    notes = f"{TAKEN} a4 a5 ."
    assert remembered("256 31", notes, 2).scores == (0, 2, 0)
    assert remembered("256 31", notes, 2).bidder == 2
    assert remembered("256 31", notes, 0).bidder == 1


def test_what_all_have_seen_is_turned_before_what_one_put_back() -> None:
    at = Memories(counts("557"), counts("57"), (), (0, 0, 0), 0)
    assert at.split(counts("55577")) == (counts("557"), counts("57"))
    assert at.split(counts("557")) == (counts("5"), counts("57"))
    assert at.split(counts("5")) == (NOTHING, counts("5"))


def test_of_equal_cards_the_expert_turns_the_one_that_all_have_seen() -> None:
    """Its own 5 lies at a1, and after a bust another at a4."""
    state, beliefs = watched("256 59", f"{TAKEN} a4 a5", 0)
    mind = beliefs.knowledge(state.view(0))
    assert mind.at(5) == Place(0, 0)
    assert shown_first(mind).at(5) == Place(0, 3)
    assert shown_first(mind).known == mind.known


def ends(bid: str, bidder: int, scores: tuple[int, ...]) -> tuple[Ends, Position]:
    """A turn with a 3 open, a 4 known to all and another's bid on the table."""
    at = Position(counts("4"), (), counts("12789"), (3,), tuple(map(int, bid)) or None, 1, 0)
    return Ends(Memories(counts("4"), NOTHING, (), scores, bidder)), at


@pytest.mark.rule("CC-11")
def test_a_single_card_that_the_next_player_takes_ends_the_game() -> None:
    for scores, won in {(6, 4, 5): 1.0, (6, 5, 5): 0.5, (6, 6, 5): 0.0, (6, 5, 6): 1 / 3}.items():
        found, at = ends("9", 1, scores)
        found.nothing(at.known, at, ())
        assert found.values() == [won]


@pytest.mark.rule("CC-10")
def test_the_next_player_takes_its_bid_and_the_one_after_it_moves() -> None:
    found, at = ends("75", 1, (3, 4, 5))
    found.nothing(at.known, at, ())
    (end,) = found.ends
    assert end.scores == (5, 3, 5)  # of seats 2, 0 and 1, which has taken a card more
    assert end.secrets == ((2, (7, 5)),)
    assert end.bid is None


@pytest.mark.rule("CC-7")
def test_a_bid_of_the_one_after_next_still_has_to_pass_the_next() -> None:
    found, at = ends("75", 2, (3, 4, 5))
    found.nothing(at.known, at, ())
    (end,) = found.ends
    assert end.bid == Bid(1, 12, 2)
    assert end.scores == (4, 5, 3)
    assert end.table[0] == counts("34")


@pytest.mark.rule("CC-9")
def test_cards_taken_leave_one_that_only_their_player_knows() -> None:
    found, at = ends("75", 2, (3, 4, 5))
    found.taken(at.known, at, (4, 9), 9)
    (end,) = found.ends
    assert end.scores == (4, 5, 4)
    assert end.table[0] == counts("457")  # the bid was turned down
    assert end.secrets == ((2, (9,)),)


def test_the_chances_of_all_seats_come_to_one() -> None:
    for players in (3, 4):
        table = counts("1245"), counts("0377899")
        end = End(table, ((1, (4, 9)),), tuple(range(players)), Bid(1, 9, 1))
        shares = trained(players)([end, end])
        assert shares.shape == (2, players)
        assert np.allclose(shares.sum(axis=1), 1)


def test_a_network_by_hand() -> None:
    """One hidden unit that reads how far seat 1 is ahead of seat 0, in fives."""
    end = End((NOTHING, NOTHING), (), (2, 7, 2))
    (standing,) = read_standings([(end.secrets, end.scores, 0)])
    lead = 53 + 10 * 3 + 3
    assert standing[lead - 53] == 1
    first = np.zeros((53 + len(standing) + 8 + 3, 1))
    first[lead] = 1
    weights = {"w0": first, "b0": np.zeros(1), "w1": np.array([[0.0, 1.0, 0.0]]), "b1": np.zeros(3)}
    e = math.e
    assert np.allclose(Network(weights)([end]), [[1 / (2 + e), e / (2 + e), 1 / (2 + e)]])


def test_who_leads_is_more_likely_to_win() -> None:
    for players in (3, 4):
        others = [4] * (players - 1)
        table = NOTHING, counts("123456789")
        leads = [End(table, (), (mine, *others)) for mine in range(9)]
        chances = list(trained(players)(leads)[:, 0])
        assert chances == sorted(chances)


def test_a_thirteen_that_all_know_is_taken() -> None:
    known = counts("5899")
    at = Position(known, (), NOTHING, (), None, 1, 0, players=3)
    best = Among(at, Memories(known, NOTHING, (), (4, 4, 4), 0)).plans()[0]
    assert (best.kind, best.digits) == ("hit", (5, 8))


def test_each_card_put_back_has_its_chance() -> None:
    state, beliefs = watched("256", "a1 a2 a3", 0)
    found = backs(state.view(0), beliefs.knowledge(state.view(0)))
    assert sorted(found) == [2, 5, 6]
    assert all(0 < chance < 1 for chance in found.values())
