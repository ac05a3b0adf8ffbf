"""The suite passes what is right, and catches what is wrong."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from highcard import Fold, HighCard, HighCardState, HighCardView, Keep
from msgspec.structs import force_setattr

import quartett
from quartett import CHANCE, Action, Event, Options, Rng, Seen, State, View
from quartett.core.record import Record
from quartett.testing import NonConformant, conform


@pytest.mark.parametrize("id", ["calavera", "highcard"])
def test_the_games_conform(id: str) -> None:
    game = quartett.game(id)
    report = conform(game, games=30)
    assert report.games == 30 * len(game.players)
    assert report.twins > 500
    assert sum(report.changed.values()) > 25


class Broken(HighCard):
    """High Card with one fault; the state class has it."""

    state: type[HighCardState] = HighCardState

    def begin(self, players: int, options: Options) -> HighCardState:
        return self.state(players, (0,) * players)


def faulty(**faults: Any) -> type[HighCardState]:
    """A state whose methods are replaced, and whose successors are of the same kind."""

    def apply(self: HighCardState, event: Event) -> HighCardState:
        after = HighCardState.apply(self, event)
        return made(after.players, after.points, after.cards, after.answers, after.round)

    made: type[HighCardState] = type(
        "Faulty", (HighCardState,), {"apply": apply, **faults}, frozen=True
    )
    return made


def catches(sentence: str, state: type[HighCardState], game: type[Broken] = Broken) -> None:
    broken = type("Broken", (game,), {"state": state})()
    with replayed_as(broken), pytest.raises(NonConformant, match=sentence):
        conform(broken, games=20)


@contextmanager
def replayed_as(game: Broken) -> Iterator[None]:
    """Records name their game by its id; here that means this one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Record, "game", game)
        yield


def test_a_sound_state_made_the_same_way_passes() -> None:
    sound = type("Sound", (Broken,), {"state": faulty()})()
    with replayed_as(sound):
        conform(sound, games=20)


def test_what_a_game_raises_is_said_with_the_game_to_see_it_again() -> None:
    def scores(self: HighCardState) -> tuple[int, ...]:
        if self.round > 1:
            raise ZeroDivisionError("no points")
        return self.points

    catches(
        r"ZeroDivisionError: no points \(test_conform.py, line \d+\)\nin highcard, .* seed '0/2/0'",
        faulty(scores=scores),
    )


def test_a_method_that_returns_nothing_is_caught() -> None:
    catches(r"(?s)AttributeError: 'NoneType' .*\nin highcard", faulty(apply=lambda *_: None))


def test_a_state_changed_in_place_is_caught() -> None:
    def view(self: HighCardState, seat: int | None) -> HighCardView:
        force_setattr(self, "points", tuple(p + 1 for p in self.points))
        return HighCardState.view(self, seat)

    catches("a state changed", faulty(view=view))


def test_an_illegal_action_that_is_accepted_is_caught() -> None:
    def check(self: HighCardState, actor: int | str, action: Action) -> None:
        if actor == CHANCE or type(action) not in (Keep, Fold):
            HighCardState.check(self, actor, action)

    catches("is accepted from seat", faulty(check=check))


def test_a_listed_action_that_is_refused_is_caught() -> None:
    def actions(self: HighCardState, seat: int) -> Iterator[Action]:
        yield from HighCardState.actions(self, seat)
        if seat in self.to_act:
            yield self.sample(quartett.core.fairness.Stream(bytes(32), 0))

    catches("lists other actions than the state|but (is )?refused", faulty(actions=actions))


def test_a_hidden_value_in_a_view_is_caught() -> None:
    def view(self: HighCardState, seat: int | None) -> HighCardView:
        true = HighCardState.view(self, seat)
        return replace_card(true, max(self.cards, default=None))

    catches("the view after event .* a secret", faulty(view=view))


def test_a_state_that_hides_something_and_denies_it_is_caught() -> None:
    catches("hides nothing, but the view of seat 0", faulty(hides=property(lambda self: False)))


def replace_card(view: HighCardView, card: int | None) -> HighCardView:
    fields = {name: getattr(view, name) for name in view.__struct_fields__}
    return HighCardView(**{**fields, "card": card})


def test_a_hidden_value_in_an_event_is_caught() -> None:
    everything = faulty(redact=lambda _, event, __: Seen(event.actor, event.action))
    catches("the event .* a secret", everything)


def test_a_game_without_end_is_caught() -> None:
    endless = faulty(over=property(lambda self: False))
    broken = type("Endless", (Broken,), {"state": endless})()
    with pytest.raises(NonConformant, match="goes on after 500 events"):
        conform(broken, games=1, max_events=500)


def test_wrong_winners_are_caught() -> None:
    catches("winners are", faulty(winners=lambda self: (0,) if self.over else ()))


def test_probabilities_that_do_not_sum_to_one_are_caught() -> None:
    catches("do not sum to 1", faulty(outcomes=lambda self: list(HighCardState.outcomes(self))[1:]))


def test_chance_outside_the_log_is_caught() -> None:
    import random

    catches(
        "the same numbers gave|fair record does not verify",
        faulty(sample=lambda self, rng: HighCardState.sample(self, random.Random())),
    )


def test_notation_that_does_not_read_back_is_caught() -> None:
    class Mute(Broken):
        def parse(self, text: str) -> Action:
            return Keep()

    catches("reads back as", HighCardState, Mute)


def test_a_leak_test_that_proves_nothing_is_caught() -> None:
    class Lazy(Broken):
        def resample(
            self, start: State, log: Sequence[Event], seat: int | None, rng: Rng
        ) -> list[Event]:
            return list(log)

    catches("resample. never changed one", HighCardState, Lazy)


def test_a_crash_on_malformed_input_is_caught() -> None:
    class Crashing(Broken):
        def parse(self, text: str) -> Action:
            if not text:
                raise KeyError(text)
            return super().parse(text)

    catches(r"game.parse\(''\) raised KeyError", HighCardState, Crashing)


def test_the_fault_says_how_to_see_it_again() -> None:
    broken = type("Broken", (Broken,), {"state": faulty(winners=lambda self: (0,))})()
    with pytest.raises(NonConformant, match=r"in highcard, 2 players, .*seed '5/2/0'"):
        conform(broken, games=1, seed=5)


def test_views_of_outsiders_are_views() -> None:
    assert issubclass(HighCardView, View)
