"""What the expert makes of the others' turns: which tiles they may have kept."""

import random

import numpy as np
import pytest

from quartett import CHANCE, Event, Seen, game
from quartett.games.calculissimo import Play
from quartett.games.calculissimo.actions import Accept, HiddenDraw, Pass
from quartett.games.calculissimo.board.moves.fast import find_plays
from quartett.games.calculissimo.board.tiles import KIND, count, of_rack, without
from quartett.games.calculissimo.bots.judgement import kept_after
from quartett.games.calculissimo.bots.simulation import Memory, Unseen
from quartett.games.calculissimo.bots.simulation.unseen import Likelihood
from quartett.games.calculissimo.rules import State
from quartett.games.calculissimo.rules.position import arrange

ROW_8 = "///////.....6:2+9"


def test_what_somebody_drew_is_remembered_and_what_was_done_with_it() -> None:
    memory, play = Memory(), Play(((7, 5, "6"), (7, 6, "+"), (7, 7, "2")))
    memory.observe(Seen(1, play))
    memory.observe(Seen(CHANCE, HiddenDraw(1), 3))
    memory.observe(Seen(1, Accept()))  # somebody else's play
    assert (memory.drawn, memory.last) == ({1: 3}, {1: play})
    memory.observe(Seen(1, Pass()))
    assert (memory.drawn, memory.last) == ({1: 0}, {})


@pytest.mark.parametrize("players", [2, 3])
def test_a_turn_is_seen_as_it_was(players: int) -> None:
    """Boards, bags and tiles kept, worked out from what a seat sees, in a game of random turns."""
    rng, checked = random.Random(players), 0
    state = game("calculissimo").start(players=players)
    memories = [Memory() for _ in range(players)]
    turns: dict[Play, tuple[State, int]] = {}
    while not state.over:
        assert isinstance(state, State)
        if state.is_chance:
            event = Event(CHANCE, state.sample(rng))
        else:
            seat = state.active
            unseen = Unseen(state.view(seat), memories[seat])
            for found in unseen.rests:
                if found.play is not None:
                    then, kept = turns[found.play]
                    assert unseen._before(found.play) == (then.board, sum(then.bag))
                    assert found.end - found.begin == kept
                    checked += 1
            action = state.random_action(seat, rng)
            if isinstance(action, Play):
                turns[action] = state, len(state.racks[seat]) - len(action.tiles)
            event = Event(seat, action)
        for seat, memory in enumerate(memories):
            memory.observe(state.redact(event, seat))
        state = state.apply(event)
    assert checked > 10


def test_a_play_is_judged_as_all_plays_of_the_rack_are() -> None:
    rng = random.Random(4)
    laid, bag = "2+5", "112345678899++−×÷"
    for _ in range(6):
        kept = rng.sample(bag, 2)
        state = arrange(ROW_8, "".join([*laid, *kept]), "123")
        view = state.view(0)
        plays = find_plays(view.edition, view.board, view.rack)
        values = plays.points + kept_after(view, plays)
        for number in rng.sample(range(len(plays)), 3):
            play = Play(plays.tiles(number))
            rest = without(view.rack, [of_rack(tile) for _, _, tile in play.tiles])
            likelihood = Likelihood(view, view.board, play, view.bag)
            missed = values.max() - values[number]
            assert likelihood.missed(np.array(count(rest))) == pytest.approx(missed, abs=0.05)
            assert (likelihood.chance(np.array(count(rest))) == 1.0) == (missed < 0.05)


def after_a_first_play(challenge: bool = False) -> Unseen:
    """The other has laid 6÷2+9, kept one tile, and drawn five."""
    state = arrange(ROW_8, "4-+3781", "2578?3", challenge=challenge)
    memory = Memory()
    laid = ((7, 5, "6"), (7, 6, "÷"), (7, 7, "2"), (7, 8, "+"), (7, 9, "9"))
    memory.observe(Seen(1, Play(laid)))
    memory.observe(Seen(CHANCE, HiddenDraw(1), 5))
    return Unseen(state.view(0), memory)


def test_whoever_had_a_better_tile_would_have_played_it() -> None:
    unseen = after_a_first_play()
    (rest,) = unseen.rests
    chances = unseen._judged(rest, np.eye(len(KIND), dtype=np.int64), np.ones(len(KIND), np.int64))
    assert chances[KIND["1"]] > 5 * chances[KIND["×"]]  # 6×9 is more than 48


def test_likely_tiles_are_dealt_more_often() -> None:
    unseen, times = after_a_first_play(), KIND["×"] + 1
    dealt = unseen.shuffles(random.Random(5), 400)
    assert (dealt[:, 0] == times).sum() < 0.3 * (dealt[:, 1] == times).sum()
    for shuffle in dealt:
        assert sorted(shuffle) == sorted(unseen.tiles)


def test_where_a_play_may_be_wrong_only_the_value_of_tiles_counts() -> None:
    unseen = after_a_first_play(challenge=True)
    (rest,) = unseen.rests
    chances = unseen._judged(rest, np.eye(len(KIND), dtype=np.int64), np.ones(len(KIND), np.int64))
    assert chances[KIND["9"]] > chances[KIND["1"]] > chances[KIND["÷"]] > 0.5


def test_what_time_does_not_allow_is_not_judged_and_all_is_as_likely() -> None:
    unseen = after_a_first_play()
    unseen.until = 0.0
    deals = np.tile(unseen.tiles, (3, 1))
    assert (unseen._likely(deals) == 1 / 3).all()
