"""The levels: honest, repeatable, and each better than the one before."""

import pytest

import quartett
from quartett.arena import Entrant, Series
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
    ("better", "worse"), [("medium", "beginner"), ("hard", "medium"), ("expert", "medium")]
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
def test_the_weakest_beats_chance_where_rows_fill_quickly(sheet: str, players: int) -> None:
    """Rows are short, or crosses come in the turns of many others: it must see the end coming."""
    names = (Entrant("beginner"), *[Entrant("random")] * (players - 1))
    series = Series("calavera", names, 60, "short", {"sheet": sheet})
    standings = series.standings(outcome for outcome, _ in series.run())
    weakest, *chance = (standing.wins for standing in standings)
    assert weakest >= 1.2 * 60 / players and weakest > max(chance)


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


def chosen_by(level: str, view: View) -> list[str]:
    return [str(find_bot(GAME, level)(seed).choose(view, 0)) for seed in range(60)]


def test_the_beginner_hurries_and_overlooks() -> None:
    """With little to gain it rolls again now and then; what it uses is not always the best."""
    chosen = chosen_by("beginner", view_of("oogpbr", "", ""))
    again = sum(note.startswith("~") or "/" in note for note in chosen)
    assert len(set(chosen)) > 3 and again < 40


def test_easy_overlooks_little() -> None:
    chosen = chosen_by("easy", view_of("ooogpb", "", "", roll=3))
    assert 45 < chosen.count("o") < 60


@pytest.mark.parametrize("level", ["beginner", "easy"])
@pytest.mark.parametrize("pad", ["standard", "short"])
def test_the_weakest_shy_from_the_death_zone(level: str, pad: str) -> None:
    row = "o9 g1 b3" if pad == "standard" else "o6 g1 b3"
    chosen = chosen_by(level, view_of("oooogb", row, "", roll=3, pad=pad))
    assert max(set(chosen), key=chosen.count) in ("g", "b")
