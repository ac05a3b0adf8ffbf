"""The four levels: honest, repeatable, and each better than the one before."""

import pytest

import quartett
from quartett.arena import Entrant, Series, Standing, count
from quartett.bots import LEVELS, find_bot
from quartett.games.calavera import View
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
    standings = [Standing(better), Standing(worse)]
    for played in Series("calavera", (Entrant(better), Entrant(worse)), 40, "ladder", {}).run():
        count(standings, played)
    assert standings[0].wins >= 28


def view_of(note: str, *sheets: str, roll: int = 1) -> View:
    return table(*sheets, dice=note, roll=roll).view(0)


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
