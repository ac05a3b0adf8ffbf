"""Plans: who plays whom, who sits where, and what is refused."""

from collections import Counter
from pathlib import Path

import pytest

import quartett
from quartett.arena.entrants import Entrant, find_entrants
from quartett.arena.plan import Plan
from quartett.core.errors import BadTable, QuartettError

GUESTS = Path(__file__).parent / "guests.py"


def plan(*names: str, players: tuple[int, ...] = (2,), games: int = 4, game: str = "cubus") -> Plan:
    return Plan(game, tuple(map(Entrant, names)), players, games)


def test_every_group_of_every_number_of_players_plays() -> None:
    groups = plan("easy", "medium", "hard", "expert", players=(2, 3, 4)).groups
    assert len(groups) == 6 + 4 + 1
    assert Counter(map(len, groups)) == {2: 6, 3: 4, 4: 1}
    assert groups[0] == ("easy", "expert")


def test_comparisons_share_the_risk() -> None:
    three = plan("easy", "medium", "hard", players=(2, 3))
    assert three.comparisons == 3 + 3
    assert three.alpha == pytest.approx(0.05 / 6)


def test_games_are_rounded_up_to_whole_rounds() -> None:
    two = plan("easy", "medium", "hard", players=(2, 3), games=10)
    assert [two.rounds(group) for group in two.groups] == [5, 5, 5, 4]


def test_a_round_sits_everybody_everywhere_with_the_same_dice() -> None:
    one = plan("easy", "medium", "hard", players=(3,))
    tables = [one.spec(turn) for turn in one.turns(one.groups[0], 0)]
    for seat in range(3):
        assert {table.seats[seat].name for table in tables} == {"easy", "medium", "hard"}
    assert len({table.seed for table in tables}) == 1


def test_the_order_round_the_table_is_drawn_for_each_round() -> None:
    one = plan("easy", "medium", "hard", players=(3,))
    orders = Counter(
        "".join(entrant.name[0] for entrant in one.spec(next(one.turns(one.groups[0], n))).seats)
        for n in range(300)
    )
    assert len(orders) == 6 and min(orders.values()) > 25


def test_a_game_does_not_depend_on_who_else_is_in_the_tournament() -> None:
    few, many = plan("hard", "easy"), plan("medium", "easy", "hard", games=100)
    (turn, _) = few.turns(("easy", "hard"), 1)
    assert few.spec(turn) == many.spec(turn)


@pytest.mark.parametrize(
    ("sentence", "bad"),
    [
        ("two entrants are called 'easy'", plan("easy", "easy")),
        ("at least two entrants", plan("easy")),
        ("no comma and no slash, unlike 'a/b'", plan("a/b", "easy")),
        ("unlike '..'", plan("easy", "..")),
        ("Cubus is for 2 to 6 players, not 7", plan("easy", "hard", players=(7,))),
        ("needs as many entrants, and there are 2", plan("easy", "hard", players=(3,))),
        ("at least one game, not 0", plan("easy", "hard", games=0)),
        (
            "confidence is at least 0.5 and below 1, not 1.0",
            Plan("cubus", (Entrant("a"), Entrant("b")), (2,), 1, confidence=1.0),
        ),
        (
            "margin is at least 0 and below 0.5, not 0.5",
            Plan("cubus", (Entrant("a"), Entrant("b")), (2,), 1, margin=0.5),
        ),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(sentence: str, bad: Plan) -> None:
    with pytest.raises(BadTable, match=sentence):
        bad.check()


def entrant(word: str, *files: Path) -> Entrant:
    return find_entrants(quartett.game("calavera"), [word], files)[0]


def test_entrants_are_levels_files_and_names_of_one_s_own(tmp_path: Path) -> None:
    alone = tmp_path / "mine.py"
    alone.write_text("import quartett\nclass Zed(quartett.Bot):\n    def choose(self, v, d): ...\n")
    assert entrant("hard") == Entrant("hard")
    assert entrant("strong=hard").bot == "hard"
    assert entrant(f"{GUESTS}:First") == Entrant("First", GUESTS, "First")
    assert entrant(f"old={GUESTS}:first") == Entrant("old", GUESTS, "First")
    assert entrant(str(alone)) == Entrant("mine", alone, "Zed")
    assert entrant("zed", alone) == Entrant("zed", alone, "Zed")
    assert entrant("new=zed", alone) == Entrant("new", alone, "Zed")


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("", "LEVEL, FILE:CLASS or NAME=BOT, not ''"),
        ("=hard", "not '=hard'"),
        ("hard=", "not 'hard='"),
        ("harder", "has no bot 'harder'; there are beginner"),
        ("nowhere.py:Bot", "cannot read nowhere.py"),
        (f"{GUESTS}:None", "has no bot 'none'; there are Counts"),
        (str(GUESTS), "has no bot 'guests'; there are Counts"),
    ],
)
def test_bad_entrants_get_a_sentence(word: str, sentence: str) -> None:
    with pytest.raises(QuartettError, match=sentence):
        entrant(word)


def test_an_entrant_is_known_by_what_it_plays(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("x = 1")
    before = Entrant("mine", file, "X").identity()
    file.write_text("x = 2")
    assert Entrant("mine", file, "X").identity() != before
    assert Entrant("a", level="hard").identity() == Entrant("hard").identity()
