"""What a seat may know, and nothing else."""

import random
from collections import Counter

import msgspec
import pytest
from msgspec.structs import replace

import quartett
from quartett import CHANCE, Event, Seen, game
from quartett.games.calcory import Options, Return, State
from quartett.games.calcory.position import laid_out, played
from quartett.games.calcory.rules import begin
from quartett.testing import NonConformant, conform

CALCORY = game("calcory")


@pytest.mark.rule("CC-13")
def test_a_view_holds_no_face_down_card() -> None:
    state = laid_out("58 34")
    for seat in (None, 0, 1):
        view = msgspec.to_builtins(state.view(seat))
        assert view["turned"] == view["taken"] == view["own"] == ()
        assert set(view) == {
            *("seat", "players", "to_act", "over", "scores", "winners", "options", "phase"),
            *("rows", "columns", "active", "turns", "table", "turned", "bid", "taken", "own"),
        }


@pytest.mark.rule("CC-13")
def test_a_view_holds_no_memory() -> None:
    fresh, bust = laid_out("99 88"), played(laid_out("99 88"), "a1 a2")
    assert bust.view(1).turned == ()
    assert bust.view(1).table == fresh.view(1).table


@pytest.mark.rule("CC-13")
def test_a_seat_knows_the_card_it_put_back_and_nobody_else_does() -> None:
    state = played(laid_out("58"), "a1 a2 a2>a1")
    assert [(lying.at, lying.card.digit) for lying in state.view(0).own] == [((0, 0), 8)]
    assert state.view(1).own == state.view(None).own == ()


@pytest.mark.rule("CC-13")
def test_it_knows_it_only_as_long_as_the_card_lies_there() -> None:
    state = played(laid_out("58 5 31 1"), "a1 a2 a2>a1")
    turned_back = played(state, "a4 a5 . a6 . a5>a5")  # player 1 underbids a 4
    assert len(turned_back.view(0).own) == 1
    gone = played(state, "a1 a3")
    assert gone.view(0).own == ()
    replaced = played(gone, "a3>a1")
    assert replaced.view(0).own == ()
    assert [lying.card.digit for lying in replaced.view(1).own] == [5]


@pytest.mark.rule("CC-13")
def test_a_bust_does_not_end_what_one_knows_of_ones_own_card() -> None:
    state = played(laid_out("58 9"), "a1 a2 a2>a1 a1 a3")
    assert [lying.card.digit for lying in state.view(0).own] == [8]


@pytest.mark.rule("CC-13")
def test_piles_are_sizes_only() -> None:
    state = played(laid_out("2 5 6"), "a1 a2 a3 a3>a3")
    assert state.view(0).scores == (2, 0)
    assert "5]" not in str(msgspec.to_builtins(state.view(1)))


@pytest.mark.rule("CC-13")
def test_the_deal_is_shown_to_nobody() -> None:
    state = CALCORY.start(2, CALCORY.Options(start_player=0))
    deal = Event(CHANCE, state.sample(random.Random(3)))
    for seat in (None, 0, 1):
        assert state.redact(deal, seat).wire() == {"by": "chance", "do": "deal"}


@pytest.mark.rule("CC-13")
def test_before_the_deal_the_table_is_empty() -> None:
    assert set(begin(2, Options(start_player=0)).view(0).table) == {"empty"}


@pytest.mark.rule("CC-13")
def test_twins_deal_every_unseen_place_anew() -> None:
    """Two hundred twins of a short log: every place but those shown has held every digit."""
    rng, start = random.Random(0), CALCORY.start(2, CALCORY.Options(start_player=0))
    state = start.apply(deal := Event(CHANCE, start.sample(rng)))
    log = [deal, *(Event(0, CALCORY.parse(note)) for note in ("a1", "a2"))]
    assert isinstance(state, State)
    seen: list[set[int]] = [set() for _ in range(60)]
    for _ in range(200):
        twin = CALCORY.resample(start, log, 1, rng)[0].action
        for index, card in enumerate(twin.cards):  # type: ignore[attr-defined]
            seen[index].add(card.digit)
    assert [len(digits) for digits in seen[:2]] == [1, 1]
    assert min(len(digits) for digits in seen[2:]) >= 8


@pytest.mark.rule("CC-13")
def test_twins_return_every_card_of_the_set_until_it_is_shown() -> None:
    rng, start = random.Random(0), CALCORY.start(2, CALCORY.Options(start_player=0))
    dealt = laid_out("2 5 6 9")
    log = [Event(CHANCE, CALCORY.parse(_deal(dealt)))]
    log += [Event(0, CALCORY.parse(note)) for note in ("a1", "a2", "a3", "a3>a1")]
    assert _returned(start, log, 1, rng) == {"a1>a1", "a2>a1", "a3>a1"}
    assert _returned(start, log, None, rng) == {"a1>a1", "a2>a1", "a3>a1"}
    assert _returned(start, log, 0, rng) == {"a3>a1"}
    shown = [*log, *(Event(1, CALCORY.parse(note)) for note in ("a1", "a4"))]
    assert _returned(start, shown, 1, rng) == {"a3>a1"}


@pytest.mark.rule("CC-13")
def test_a_running_games_record_shows_a_seat_no_more_than_its_game() -> None:
    match = quartett.Match("calcory", ["random", "random"], seed=5)
    for count, _ in enumerate(match.steps()):
        if count == 30:
            break
    record = match.record()
    for seat in (None, 0, 1):
        assert all("cards" not in seen.wire() for seen in record.seen(seat))
        hidden = [seen for seen in record.seen(seat) if isinstance(seen.action, Return)]
        assert all(seen.actor == seat for seen in hidden)


def _leaky_view(state: State, seat: int | None) -> quartett.View:
    everybodys = tuple(index for index, _ in state.returned)
    return replace(TRUE_VIEW(state, seat), own=state._lying(everybodys))


def _leaky_redact(_state: State, event: Event, _seat: int | None) -> Seen:
    return Seen(event.actor, event.action)


def _leaky_turn(state: State, event: Event, _seat: int | None) -> Seen:
    return Seen(event.actor, None, state.cards) if event.actor != CHANCE else Seen(CHANCE, None)


TRUE_VIEW = State.view


@pytest.mark.rule("CC-13")
@pytest.mark.parametrize(
    ("name", "leak"), [("view", _leaky_view), ("redact", _leaky_redact), ("redact", _leaky_turn)]
)
def test_a_leak_is_caught(name: str, leak: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(State, name, leak)
    with pytest.raises(NonConformant, match="a secret"):
        conform(CALCORY, games=4)


def _deal(state: State) -> str:
    return ":" + "".join(f"{'rygbv'[card[0]]}{card[1]}" for card in state.cards if card)


def _returned(
    start: quartett.State, log: list[Event], seat: int | None, rng: random.Random
) -> set[str]:
    seen: Counter[str] = Counter()
    for _ in range(60):
        seen[str(CALCORY.resample(start, log, seat, rng)[4].action)] += 1
    return set(seen)
