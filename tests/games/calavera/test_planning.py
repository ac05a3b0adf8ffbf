"""The bots' arrays do what the rules do, and the turn is reckoned exactly."""

import random
from itertools import combinations_with_replacement

import numpy as np
import pytest

import quartett
from quartett import CHANCE, Event
from quartett.core.arrays import Floats
from quartett.games.calavera import PADS, Mark, Roll, State
from quartett.games.calavera.bots.leaves import Leaves, Situation, code_of, foreseen
from quartett.games.calavera.bots.picks import pick_values
from quartett.games.calavera.bots.plain_network import PlainNetwork
from quartett.games.calavera.bots.positions import Positions, finished, positions, scores
from quartett.games.calavera.bots.results import counts_of, keeps_from, result_index, tables
from quartett.games.calavera.bots.turn_values import TurnValues, dice_to_reroll, plain_best_of
from quartett.games.calavera.bots.value import Network, features, own_sheet, trained
from quartett.games.calavera.dice import DICE, FACES, ROLLS, SKULL, Face, shown
from quartett.games.calavera.legal import LEGAL
from quartett.games.calavera.sheet import Pad
from tests.rules.calavera.table import table


def test_odds_of_every_keep_sum_to_one() -> None:
    t = tables()
    assert np.add.reduceat(t.odds, t.keep_starts) == pytest.approx(np.ones(924))


def test_the_fast_turn_agrees_with_the_plain_one() -> None:
    rng = np.random.default_rng(1)
    finals = rng.normal(size=len(result_index()))
    turn = TurnValues(finals)
    plain = dict(zip(result_index(), map(float, finals), strict=True))
    assert turn.result_values(2) == pytest.approx(list(plain_best_of(plain, 2).values()))


def test_a_turn_worth_its_skulls_is_known() -> None:
    """Who never rerolls sees a skull on each die once in six; who may, never rerolls for one."""
    t = tables()
    turn = TurnValues(-t.skulls.astype(float))
    assert turn.value(ROLLS) == pytest.approx(-1.0)
    most = TurnValues(t.skulls.astype(float))
    # Three skulls end the turn, so not every die can be rolled three times.
    assert 1.9 < most.value(ROLLS) < 6 * (1 - (5 / 6) ** 3)


def test_final_odds_are_those_of_the_best_play() -> None:
    rng = np.random.default_rng(2)
    turn = TurnValues(rng.normal(size=len(result_index())))
    for faces in (("orange",) * 6, ("skull", "rose", "green", "green", "pink", "black")):
        kept, worth = turn.best_keep(faces, 2)
        odds = turn.final_odds(kept, 2)
        assert odds.sum() == pytest.approx(1)
        assert odds @ turn.result_values(0) == pytest.approx(worth)


def test_dice_to_reroll_keeps_what_was_meant() -> None:
    rng = random.Random(1)
    for _ in range(200):
        faces = tuple(rng.choice(FACES) for _ in range(DICE))
        for kept in keeps_from(counts_of(faces)):
            dice = dice_to_reroll(faces, kept)
            stay = tuple(face for die, face in enumerate(faces) if die not in dice)
            assert counts_of(stay) == kept
            assert all(faces[die] != SKULL for die in dice)


def random_states(count: int, seed: int, sheet: str = "standard") -> list[State]:
    """Positions at the start of a turn, from random games of two to four players."""
    rng = random.Random(seed)
    game = quartett.game("calavera")
    found: list[State] = []
    while len(found) < count:
        state = game.start(rng.choice([2, 3, 4]), game.options({"sheet": sheet}))
        turns = []
        while not state.over:
            assert isinstance(state, State)
            if state.phase == "roll" and state.rolls == 0:
                turns.append(state)
            if state.is_chance:
                event = Event(CHANCE, state.sample(rng))
            else:
                event = Event(min(state.to_act), state.random_action(min(state.to_act), rng))
            state = state.apply(event)
        found.append(rng.choice(turns))
    return found


def score_of(there: Positions, seat: int, pad: Pad) -> Floats:
    """A value that rules and arrays can both tell."""
    told: Floats = scores(there, pad)[:, seat] + 0.01 * there.crosses[:, seat].sum(axis=1)
    return told


def true_score(state: State, seat: int) -> float:
    return state.scores()[seat] + 0.01 * sum(state.sheets[seat].crosses)


def after_picks(state: State, table: Situation, faces: tuple[Face, ...], used: int) -> State:
    """Let the others choose what the arrays foresee, by the rules."""
    for seat in sorted(state.to_act if state.phase == "pick" else ()):
        code = foreseen(table, seat, score_of)[result_index()[counts_of(faces)], used]
        options = list(state.actions(seat))
        marks = [a for a in options if isinstance(a, Mark) and code_of(a, faces) == code]
        assert marks or (code == 0 and len(options) == 1)
        state = state.apply(Event(seat, marks[0] if marks else options[0]))
    return state


@pytest.mark.parametrize("sheet", ["standard", "short"])
def test_leaves_are_worth_what_the_rules_make_of_them(sheet: str) -> None:
    rng = random.Random(4)
    for state in random_states(40, 3, sheet):
        around = Situation(state.sheets, state.active, state.pad)
        leaves = Leaves(around, score_of)
        for _ in range(6):
            faces = tuple(rng.choice(FACES) for _ in range(DICE))
            rolled = state.apply(Event(CHANCE, Roll(faces)))
            assert isinstance(rolled, State)
            if rolled.phase == "pick":
                end = after_picks(rolled, around, faces, -1)
                assert leaves.finals[result_index()[counts_of(faces)]] == pytest.approx(
                    true_score(end, state.active)
                )
                continue
            told = dict(leaves.of(faces))
            sheet_now = state.sheets[state.active]
            assert set(told) == set(
                LEGAL[shown(faces)].uses(sheet_now, state.pad, None, own_turn=True)
            )
            for action, worth in told.items():
                end = rolled.apply(Event(state.active, action))
                assert isinstance(end, State)
                used = -1 if end.used is None else [str(face) for face in FACES].index(end.used)
                end = after_picks(end, around, faces, used)
                assert worth == pytest.approx(true_score(end, state.active))


def test_picks_are_worth_what_the_rules_make_of_them() -> None:
    state = table("", "o2 g3 p3 b3", "o10", dice="sssoog")
    around = Situation(state.sheets, state.active, state.pad)
    actions = list(state.actions(1))
    worths = pick_values(around, 1, actions, state.faces, None, score_of)
    told = dict(zip(map(str, actions), worths, strict=True))
    assert told == pytest.approx({"o": 4.13, "g": 0.12})


def test_scores_and_ends_as_arrays_are_those_of_the_rules() -> None:
    for state in random_states(60, 5):
        there = positions(state.sheets, 1, state.active)
        assert tuple(scores(there, state.pad)[0]) == state.scores()
        assert not finished(there)[0]


def test_all_results_are_there_once() -> None:
    assert len(result_index()) == len(list(combinations_with_replacement(FACES, DICE))) == 462


def test_no_colour_matters_more_than_another_to_the_network() -> None:
    network = trained("standard", 2)
    assert network is not None
    one = table("o7 g3* p9 b1", "o2 g2 p5 b5").sheets
    other = table("b7 o3* g9 p1", "p2 b2 o5 g5").sheets
    pad = PADS["standard"]
    worth = [network(positions(sheets, 1, 0), 0, pad)[0] for sheets in (one, other)]
    assert worth[0] == pytest.approx(worth[1])


@pytest.mark.parametrize("sheet", PADS)
def test_the_network_is_the_same_in_plain_python(sheet: str) -> None:
    found = {players: trained(sheet, players) for players in (2, 3, 4)}
    networks = {players: (one, PlainNetwork(one._layers)) for players, one in found.items() if one}
    for state in random_states(60, 7, sheet):
        network, plain = networks[state.players]
        rows = features(positions(state.sheets, 1, state.active), 0, state.pad)
        assert plain(map(tuple, rows.tolist())) == pytest.approx(network._chances(rows), abs=1e-5)


def test_the_network_knows_the_end_exactly() -> None:
    pad = PADS["standard"]
    there = positions(table("o10* g10* p10* b10*", "o6").sheets, 1, 0)
    there.over[:] = True
    width = features(there, 0, pad).shape[1]
    network = Network({"w0": np.zeros((width, 1), np.float32), "b0": np.zeros(1, np.float32)})
    assert network(there, 0, pad) == pytest.approx([1.0], abs=0.001)
    assert network(there, 1, pad) == pytest.approx([0.0], abs=0.001)


def test_the_rule_of_thumb_fears_the_death_zone_and_likes_bonus_lines() -> None:
    pad = PADS["standard"]

    def worth(text: str) -> float:
        return float(own_sheet(positions(table(text, "").sheets, 1, 0), 0, pad)[0])

    assert worth("o12*") < worth("o9") < worth("o10*")
    assert worth("o3 g3 p3 b3 +4") > worth("o3 g3 p3 b2")
