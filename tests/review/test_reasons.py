"""What reviews give as a reason is true, and most mistakes have one."""

import pytest

import quartett
from quartett import Event, Record
from quartett.games.calavera.actions import Freeze
from quartett.games.calcory.rules import State as CalcoryState
from quartett.games.cubus.actions import Build
from quartett.games.cubus.rules import State as CubusState
from quartett.games.cubus.stacks.stack import points
from quartett.review import Decision, Review, review

ALWAYS_SAID = 0.6
"""The share of mistakes that come with a reason, at least."""


def of_game(id: str, seeds: range) -> list[tuple[Record, Review]]:
    records = [quartett.play(id, ["easy", "medium"], seed=seed) for seed in seeds]
    return [(record, review(record)) for record in records]


def wrong(found: list[tuple[Record, Review]], *reasons: str) -> list[tuple[Record, Decision]]:
    """The decisions that gave something away, for these reasons or any."""
    return [
        (record, one)
        for record, made in found
        for one in made.decisions
        if one.grade != "none" and (not reasons or one.reason in reasons)
    ]


@pytest.fixture(scope="module")
def calavera() -> list[tuple[Record, Review]]:
    return of_game("calavera", range(3))


@pytest.fixture(scope="module")
def calcory() -> list[tuple[Record, Review]]:
    return of_game("calcory", range(2))


@pytest.fixture(scope="module")
def cubus() -> list[tuple[Record, Review]]:
    return of_game("cubus", range(2))


@pytest.mark.parametrize("game", ["calavera", "calcory", "cubus"])
def test_most_mistakes_come_with_a_reason(game: str, request: pytest.FixtureRequest) -> None:
    found = wrong(request.getfixturevalue(game))
    assert len(found) > 10
    assert sum(bool(one.reason) for _, one in found) / len(found) > ALWAYS_SAID


@pytest.mark.parametrize("game", ["calavera", "calcory", "cubus"])
def test_numbers_in_a_reason_say_something(game: str, request: pytest.FixtureRequest) -> None:
    for _, one in wrong(request.getfixturevalue(game)):
        for name, fact in one.facts.items():
            if name in ("percent", "more", "less", "crosses"):
                assert isinstance(fact, int) and fact > 0, one.text


def test_calavera_s_reasons_hold(calavera: list[tuple[Record, Review]]) -> None:
    for record, one in wrong(calavera, "safe", "stuck", "fewer_skulls", "often", "seldom"):
        best, played = record.game.action(one.best), record.game.action(one.played)
        assert isinstance(best, Freeze) == (one.reason == "safe")
        assert one.reason != "stuck" or isinstance(played, Freeze)
        if one.reason == "fewer_skulls":
            assert int(one.facts["risk"]) < int(one.facts["instead"])
        rerolls = (one.played["do"] == "reroll", one.best["do"] == "reroll")
        if one.reason in ("often", "seldom"):
            assert rerolls == ((False, True) if one.reason == "often" else (True, False))


def test_calcory_s_cards_make_what_is_said(calcory: list[tuple[Record, Review]]) -> None:
    found = wrong(calcory, "thirteen", "known_bid", "too_much")
    assert len(found) > 10
    for record, one in found:
        state = list(record.replay())[one.place]
        assert isinstance(state, CalcoryState)
        total = state.view(one.seat).sum
        if one.reason == "too_much":
            assert total + int(one.facts["digit"]) > 13
            continue
        cards = [int(card) for card in str(one.facts["cards"]).split(" + ")]
        assert total + sum(cards) == one.facts.get("total", 13)
        assert len(cards) == one.facts["n"]


def test_cubus_counts_points_as_the_rules_do(cubus: list[tuple[Record, Review]]) -> None:
    found = wrong(cubus, "points", "leaves_less_fewer", "own_next_fewer", "saves_fewer")
    assert found
    for record, one in found:
        state = list(record.replay())[one.place]
        best, played = record.game.action(one.best), record.game.action(one.played)
        assert isinstance(state, CubusState)
        assert isinstance(best, Build) and isinstance(played, Build)
        more = points(state.stack, best.stack()) - points(state.stack, played.stack())
        assert more == one.facts.get("more", -int(one.facts.get("less", 0)))


def test_cubus_counts_the_cards_that_are_saved(cubus: list[tuple[Record, Review]]) -> None:
    def held(record: Record, one: Decision, form: dict[str, object]) -> int:
        """Cards in the hand after this."""
        state = list(record.replay())[one.place]
        after = state.apply(Event(one.seat, record.game.action(form)))
        assert isinstance(after, CubusState)
        return after.hands[one.seat].total

    found = wrong(cubus, "saves", "saves_fewer")
    assert found
    for record, one in found:
        saved = held(record, one, one.best) - held(record, one, one.played)
        assert saved == one.facts["kept"]
