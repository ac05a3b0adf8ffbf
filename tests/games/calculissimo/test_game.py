"""The contract, whole games, and what must not leak."""

import random
from collections import Counter
from itertools import pairwise

import pytest

import quartett
from quartett import CHANCE, Bot, Event, IllegalAction
from quartett.core import fairness
from quartett.games.calculissimo import (
    Accept,
    Challenge,
    Exchange,
    Options,
    Pass,
    Play,
    State,
    View,
)
from quartett.games.calculissimo.board.moves.fast import find_plays
from quartett.games.calculissimo.board.tiles import count, left_over
from quartett.games.calculissimo.rules.draws import Lots, draw_start
from quartett.testing import Report, conform, leaks

GAME = quartett.game("calculissimo")


def test_it_conforms() -> None:
    report = conform(GAME, games=4, positions=3)
    assert report.changed["draw"] > 0
    assert report.changed["exchange"] > 0


def test_a_game_without_challenges_accepts_what_it_lists_and_nothing_else() -> None:
    """The conform suite cannot say so of this game, because challenge games accept more."""
    rng = random.Random(4)
    state = GAME.start(2, Options(start_player=0, edition="children"))
    plays: list[str] = []
    while not state.over and len(plays) < 60:
        if state.is_chance:
            state = state.apply(Event(CHANCE, state.sample(rng)))
            continue
        (seat,) = state.to_act
        listed = set(map(str, state.actions(seat)))
        for note in plays:
            if note not in listed:
                with pytest.raises(IllegalAction):
                    state.check(seat, GAME.parse(note))
        plays += rng.sample(sorted(listed), min(4, len(listed)))
        state = state.apply(Event(seat, state.random_action(seat, rng)))


class Wanderer(Bot):
    """Any play, all equally likely; now and then an exchange or a pass."""

    def choose(self, view: quartett.View, deadline: float) -> quartett.Action:
        assert isinstance(view, View)
        if view.phase == "answer":
            return self.rng.choice((Accept(), Challenge()))
        plays = find_plays(view.edition, view.board, view.rack)
        if len(plays) and self.rng.random() < 0.9:
            number = self.rng.randrange(len(plays))
            points = int(plays.points[number]) + self.rng.choice((0, 0, 0, 1))
            return Play(plays.tiles(number), points if view.options.challenge else None)
        return self.rng.choice((Exchange(view.rack), Pass())) if view.bag else Pass()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_hundred_random_games_end_replay_and_verify(players: int) -> None:
    for number in range(34):
        options = GAME.variants()[number % 4]
        bots = [Wanderer(number + seat) for seat in range(players)]
        record = quartett.play(GAME, bots, seed=number, options=options)
        assert record.result is not None
        assert not record.result.forfeits
        assert quartett.Record.parse("\n".join(record.lines())) == record
        assert all(finding.ok for finding in quartett.verify(record))


def test_tiles_shown_and_taken_back_do_not_leak_anything_else() -> None:
    """The conform suite plays only right plays; here wrong ones are challenged and taken back."""
    rng, report = random.Random(9), Report(changed=Counter(), hidden=Counter())
    options = Options(edition="children", challenge=True)
    taken_back = 0
    for number in range(6):
        bots = [Wanderer(10 * number + seat) for seat in range(3)]
        record = quartett.play(GAME, bots, seed=f"leak {number}", options=options)
        states = list(record.replay())
        taken_back += sum(event.action == Challenge() for event in record.events)
        for end in (len(states) // 3, 2 * len(states) // 3, len(states) - 1):
            leaks.check(GAME, states[: end + 1], record.events[:end], rng, report)
    assert taken_back > 20
    assert report.changed["draw"] > 100
    assert report.changed["exchange"] > 10


def test_tiles_are_neither_made_nor_lost() -> None:
    rng = random.Random(2)
    state = GAME.start(3)
    while not state.over:
        assert isinstance(state, State)
        on_board = sum(1 for tile in state.board if tile)
        on_racks = sum(len(rack) for rack in state.racks)
        assert on_board + on_racks + sum(state.bag) == 104
        if state.is_chance:
            state = state.apply(Event(CHANCE, state.sample(rng)))
        else:
            (seat,) = state.to_act
            state = state.apply(Event(seat, state.random_action(seat, rng)))


def test_all_tiles_go_back_when_a_small_bag_runs_out_in_the_draw_for_the_start() -> None:
    lots = Lots(2, count("++9"))
    for tile in "++":
        lots.draw(tile)
    assert (lots.leader, sum(lots.bag)) == (None, 3)
    start = draw_start(2, count("++9"), fairness.Stream(bytes(32), 0))
    assert start.drawn[-2:] in (("9", "+"), ("+", "9"))


@pytest.mark.parametrize("challenge", [False, True])
def test_a_play_shows_its_points_and_a_challenge_whether_it_stands(challenge: bool) -> None:
    """What everybody is told of a play is what the scores say after it."""
    bots = [Wanderer(seat) for seat in range(3)]
    options = Options(edition="children", challenge=challenge)
    record = quartett.play(GAME, bots, seed=7, options=options)
    states = [state for state in record.replay() if isinstance(state, State)]
    told = Counter[str]()
    for (before, after), event in zip(pairwise(states), record.events, strict=True):
        seen = [before.redact(event, viewer).shows for viewer in (None, 0, 1, 2)]
        match event.action:
            case Play(_, None):
                assert isinstance(event.actor, int)
                over = sum(map(left_over, after.racks[event.actor])) if after.over else 0
                earned = after.scores()[event.actor] + over - before.scores()[event.actor]
                assert seen == [earned] * 4
            case Play():
                assert seen == [None] * 4
            case Challenge():
                stands = before.board == after.board
                assert seen == [stands] * 4
                told[f"stands: {stands}"] += 1
        told[type(event.action).__name__] += 1
    assert told["Play"] > 3
    assert not challenge or (told["stands: True"] and told["stands: False"])
