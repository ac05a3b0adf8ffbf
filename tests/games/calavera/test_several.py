"""The network for three and four players: what it must not mix up, and what it must know."""

from pathlib import Path

import numpy as np
import pytest

import quartett
from quartett.games.calavera import PADS
from quartett.games.calavera.bots.leaves import SharedLeaves, Situation, shared
from quartett.games.calavera.bots.planners import chances
from quartett.games.calavera.bots.positions import Positions, lead, positions, scores
from quartett.games.calavera.bots.several import Several, leads, self_taught
from quartett.games.calavera.bots.value import trained
from tests.games.calavera.test_planning import random_states
from tests.rules.calavera.table import GAME, table

TABLES = [(sheet, players) for sheet in PADS for players in (3, 4)]


def network(sheet: str, players: int) -> Several:
    found = self_taught(sheet, players, 0.0)
    assert found is not None
    return found


def some(sheet: str, players: int, seed: int = 8) -> list[Positions]:
    states = random_states(24, seed, sheet)
    return [
        positions(state.sheets, 1, state.active) for state in states if state.players == players
    ]


@pytest.mark.parametrize(("sheet", "players"), TABLES)
def test_shares_are_those_of_the_program_that_taught_it(sheet: str, players: int) -> None:
    """Positions and their shares as `tools/training/calavera_several` computed them."""
    with np.load(Path(__file__).with_name("several.npz")) as file:
        names = ("crosses", "frozen", "bonus", "turn", "shares")
        crosses, frozen, bonus, turn, shares = (file[f"{sheet}-{players}.{n}"] for n in names)
    over = np.zeros(len(turn), bool)
    there = Positions(crosses.astype(int), frozen, bonus.astype(int), turn.astype(int), over)
    found = network(sheet, players).to_all(there, PADS[sheet]).T
    assert found == pytest.approx(shares, abs=1e-5)


@pytest.mark.parametrize(("sheet", "players"), TABLES)
def test_shares_of_all_seats_make_one_win(sheet: str, players: int) -> None:
    net = network(sheet, players)
    for there in some(sheet, players):
        shares = net.chances(there, scores(there, PADS[sheet]))
        assert shares.shape == (1, players)
        assert shares.sum() == pytest.approx(1) and (shares > 0).all()


@pytest.mark.parametrize(("sheet", "players"), TABLES)
def test_no_colour_matters_more_than_another(sheet: str, players: int) -> None:
    net, order = network(sheet, players), [2, 0, 3, 1]
    for there in some(sheet, players):
        other = there._replace(crosses=there.crosses[..., order], frozen=there.frozen[..., order])
        for seat in range(players):
            one, two = (net(both, seat, PADS[sheet])[0] for both in (there, other))
            assert one == pytest.approx(two, abs=1e-6)


def test_it_matters_who_else_waits_for_a_colour() -> None:
    """The same three sheets, but the second player's rows belong to other colours."""
    net, pad = network("standard", 3), PADS["standard"]
    one = table("o10 g3 p3 b3 +4", "o10 g3 p3 b3 +2", "o5 g5 p5 b5 +2").sheets
    other = table("o10 g3 p3 b3 +4", "o3 g10 p3 b3 +2", "o5 g5 p5 b5 +2").sheets
    worth = [net(positions(sheets, 1, 0), 0, pad)[0] for sheets in (one, other)]
    assert abs(worth[0] - worth[1]) > 0.001


@pytest.mark.parametrize(("sheet", "players"), TABLES)
def test_only_the_order_after_the_player_to_roll_counts(sheet: str, players: int) -> None:
    net, turned = network(sheet, players), [*range(1, players), 0]
    for there in some(sheet, players):
        moved = Positions(
            there.crosses[:, turned],
            there.frozen[:, turned],
            there.bonus[:, turned],
            (there.turn - 1) % players,
            there.over,
        )
        for place, seat in enumerate(turned):
            one, two = net(there, seat, PADS[sheet]), net(moved, place, PADS[sheet])
            assert one == pytest.approx(two)


def test_a_position_is_worth_the_same_among_others() -> None:
    net, pad = network("short", 4), PADS["short"]
    there = some("short", 4)
    together = Positions(*[np.concatenate(parts) for parts in zip(*there, strict=True)])
    alone = [net(one, 2, pad)[0] for one in there]
    assert net(together, 2, pad) == pytest.approx(alone, abs=1e-6)


@pytest.mark.parametrize("players", [3, 4])
def test_the_end_is_known_exactly(players: int) -> None:
    pad = PADS["standard"]
    sheets = ["o10* g10* p10* b10*", "o10* g10* p10* b10", *["o6"] * (players - 2)]
    there = positions(table(*sheets).sheets, 1, 0)
    there.over[:] = True
    net = network("standard", players)
    worth = [net(there, seat, pad)[0] for seat in range(players)]
    assert worth == pytest.approx([0.5, 0.5, *[0.0] * (players - 2)])


def test_leads_are_over_the_best_of_the_others() -> None:
    standing = np.random.default_rng(1).integers(0, 6, (200, 4))
    each = np.stack([lead(standing, seat) for seat in range(4)], axis=1)
    assert (leads(standing) == each).all()


def test_who_is_about_to_win_is_seen() -> None:
    pad = PADS["standard"]
    there = positions(table("o10* g10* p10* b10 +4 +5 +6", "o1", "o1").sheets, 1, 1)
    worth = [network("standard", 3)(there, seat, pad)[0] for seat in range(3)]
    assert worth[0] > 0.95 and max(worth[1:]) < 0.05


@pytest.mark.parametrize(("sheet", "players"), TABLES)
def test_the_expert_knows_it_and_lower_levels_do_not(sheet: str, players: int) -> None:
    state = GAME.start(players, GAME.options({"sheet": sheet}))
    assert isinstance(chances(state.view(None)), Several)
    assert not isinstance(trained(sheet, players), Several)


@pytest.mark.parametrize("players", [3, 4])
def test_the_expert_plays_the_same_game_twice(players: int) -> None:
    options = GAME.options({"sheet": "short"})
    one, two = (
        quartett.play(GAME, ["expert"] * players, seed=3, options=options) for _ in range(2)
    )
    assert one == two


def test_reviews_see_the_same_shares_for_all_seats() -> None:
    state = next(one for one in random_states(20, 5) if one.players == 4)
    net = network("standard", 4)
    there = positions(state.sheets, 1, state.active)
    each = [net(there, seat, state.pad)[0] for seat in range(4)]
    assert shared(there, state.pad, net, state.active)[:, 0] == pytest.approx(each)
    leaves = SharedLeaves(Situation(state.sheets, state.active, state.pad), net)
    assert leaves.best_shares()[state.active] == pytest.approx(leaves.finals)
