"""The four levels: honest, repeatable, and each better than the one before."""

import random

import pytest

import quartett
from quartett import CHANCE, Action, Event
from quartett.arena import Entrant, Series
from quartett.bots import LEVELS, Bot, find_bot
from quartett.core.state import View as AnyView
from quartett.games.calavera import Mark, Reroll, View
from tests.rules.calavera.table import GAME, table


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_a_name_and_a_sentence(level: str) -> None:
    bot = find_bot(GAME, level)
    assert bot.name and bot.character.endswith(".")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("sheet", ["standard", "short"])
def test_every_level_plays_whole_games_without_a_fault(
    level: str, players: int, sheet: str
) -> None:
    options = GAME.options({"sheet": sheet})
    record = quartett.play(GAME, [level] * players, seed=1, options=options)
    assert record.result is not None and record.result.forfeits == ()


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_makes_the_same_choices(level: str) -> None:
    one, two = (quartett.play(GAME, [level, "easy"], seed=9) for _ in range(2))
    assert one == two


@pytest.mark.parametrize(
    ("better", "worse"), [("medium", "easy"), ("hard", "medium"), ("expert", "medium")]
)
def test_a_level_beats_one_below_over_forty_games(better: str, worse: str) -> None:
    """A coin would reach 28 of 40 wins once in a hundred times; benchmarks measure the ladder."""
    series = Series("calavera", (Entrant(better), Entrant(worse)), 40, "ladder", {})
    first, _ = series.standings(outcome for outcome, _ in series.run())
    assert first.wins >= 28


@pytest.mark.parametrize(
    ("sheet", "players"),
    [("short", 2), ("short", 3), ("short", 4), ("standard", 3), ("standard", 4)],
)
def test_easy_beats_chance_where_rows_fill_quickly(sheet: str, players: int) -> None:
    """Rows are short, or crosses come in the turns of many others: it must see the end coming."""
    names = (Entrant("easy"), *[Entrant("random")] * (players - 1))
    series = Series("calavera", names, 60, "short", {"sheet": sheet})
    standings = series.standings(outcome for outcome, _ in series.run())
    easy, *chance = (standing.wins for standing in standings)
    assert easy >= 1.2 * 60 / players and easy > max(chance)


def view_of(note: str, *sheets: str, roll: int = 1, pad: str = "standard") -> View:
    return table(*sheets, dice=note, roll=roll, pad=pad).view(0)


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_reckoners_take_a_certain_win(level: str) -> None:
    """Freezing the last row ends the game ahead."""
    view = view_of("rrrooo", "o10* g10* p10* b10 +4 +5 +6", "o1")
    assert str(find_bot(GAME, level)(1).choose(view, float("inf"))) == "*b"


def test_the_expert_does_not_end_a_game_it_would_lose() -> None:
    view = view_of("rroogg", "o11* g13* p13* b6", "o10 g10 p10 b10 +4 +5 +6", roll=3)
    assert str(find_bot(GAME, "expert")(1).choose(view, float("inf"))) != "*b"


def test_easy_stops_and_goes_on_by_whim() -> None:
    view = view_of("oogpbr", "", "")
    chosen = {str(find_bot(GAME, "easy")(seed).choose(view, 0)) for seed in range(40)}
    assert len(chosen) > 3


def liked_by_easy(view: View) -> str:
    """What it chooses most often; now and then a whim takes something else."""
    chosen = [str(find_bot(GAME, "easy")(seed).choose(view, 0)) for seed in range(60)]
    return max(set(chosen), key=chosen.count)


@pytest.mark.parametrize(
    ("row", "dice", "liked"),
    [("o4", "rrgggb", "g"), ("o5", "rrgggb", "g"), ("o6", "rrgggb", "*o"), ("o7", "rrrggb", "*o")],
)
def test_easy_freezes_a_short_row_at_the_last_moment(row: str, dice: str, liked: str) -> None:
    assert liked_by_easy(view_of(dice, row, "", roll=3, pad="short")) == liked


def test_easy_shies_from_the_death_zone_unless_a_long_row_is_filled_by_two() -> None:
    assert liked_by_easy(view_of("oooogb", "o6 g1 b3", "", roll=3, pad="short")) in ("g", "b")
    assert liked_by_easy(view_of("oooogb", "o9 g1 b3", "", "", roll=3)) in ("g", "b")
    assert liked_by_easy(view_of("oooogb", "o9 g1 b3", "", roll=3)) == "o"


class Blind(Bot):
    """How `easy` has always played the standard sheet for two, where it was measured."""

    def choose(self, view: AnyView, deadline: float) -> Action:
        assert isinstance(view, View)
        options = view.uses()
        liked = max(options, key=lambda action: (self.crosses(view, action), self.rng.random()))
        if view.can_reroll and self.rng.random() < 0.65 and isinstance(liked, Mark):
            rest = [i for i, face in enumerate(view.faces) if face not in (liked.use, "skull")]
            if rest:
                return Reroll(tuple(rest))
        if self.rng.random() < 0.25:
            return options[self.rng.randrange(len(options))]
        return liked

    def crosses(self, view: View, action: Action) -> int:
        return view.faces.count(action.use) if isinstance(action, Mark) else 0


def test_easy_plays_the_standard_sheet_for_two_as_it_was_measured() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        state = GAME.start(2, GAME.options({}))
        pairs = [(Blind(seed), find_bot(GAME, "easy")(seed)) for _ in range(2)]
        while not state.over:
            if state.is_chance:
                state = state.apply(Event(CHANCE, state.sample(rng)))
                continue
            seat = min(state.to_act)
            blind, easy = (bot.choose(state.view(seat), 0) for bot in pairs[seat])
            assert easy == blind
            # Half of the positions are of games that it would not play itself.
            other = state.random_action(seat, rng)
            state = state.apply(Event(seat, easy if seed % 2 else other))
