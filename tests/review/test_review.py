"""Luck and skill explain the result, decisions are judged by what was known, best play is free."""

import json
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pyarrow.parquet
import pytest

import quartett
from quartett import CHANCE, Event, QuartettError, Record
from quartett.core.record import Forfeit, Result
from quartett.games.calavera.actions import Freeze, Reroll
from quartett.games.calcory.actions import Return, Turn
from quartett.games.calcory.layout.cards import Place
from quartett.games.cubus.bots import values as judging
from quartett.review import Judgement, Review, Reviewing, judge_of, review
from quartett.review.practice import mistakes
from quartett.review.report import THRESHOLDS
from quartett.review.sentences import REASONS, sentence
from quartett.review.tables import mean_regret, rows, write_parquet
from quartett.rulebook import LANGUAGES

WEB = Path(__file__).parents[2] / "web" / "src"
TABLES = [
    ("calavera", ("easy", "expert"), {}),
    ("calavera", ("easy", "medium", "hard"), {"sheet": "short"}),
    ("calcory", ("easy", "hard"), {}),
    ("calcory", ("easy", "medium", "hard"), {}),
    ("calculissimo", ("easy", "hard"), {}),
    ("calculissimo", ("easy", "medium", "hard"), {"challenge": True}),
    ("cubus", ("easy", "hard"), {}),
    ("cubus", ("easy", "medium", "hard"), {"last_build": "contest", "dismantling": "after"}),
    ("cubus", ("easy", "medium"), {"dismantling": "alone"}),
    ("highcard", ("random", "random"), {}),
]


@pytest.fixture(scope="module", params=TABLES, ids=lambda table: f"{table[0]}-{len(table[1])}")
def reviewed(request: pytest.FixtureRequest) -> tuple[Record, Review]:
    id, bots, options = request.param
    game = quartett.game(id)
    record = quartett.play(game, bots, seed=5, options=game.options(options))
    return record, review(record)


def test_luck_and_skill_are_result_less_start(reviewed: tuple[Record, Review]) -> None:
    record, found = reviewed
    assert record.result is not None
    for seat in found.seats:
        winners = record.result.winners
        assert seat.result == (1 / len(winners) if seat.seat in winners else 0.0)
        assert abs(seat.luck + seat.skill - (seat.result - seat.start)) < 1e-9
        assert abs(seat.own + seat.others - seat.skill) < 1e-9
        assert abs(seat.own + sum(kind.regret for kind in seat.kinds.values())) < 1e-9


def test_every_step_explains_its_change(reviewed: tuple[Record, Review]) -> None:
    record, found = reviewed
    assert [step.place for step in found.steps] == list(range(len(record.events)))
    before = found.start
    for step in found.steps:
        assert abs(sum(step.chances) - 1) < 1e-6
        for seat, share in enumerate(step.chances):
            assert abs(before[seat] + step.luck[seat] + step.skill[seat] - share) < 1e-9
        before = step.chances


def test_every_decision_has_a_kind_and_a_grade(reviewed: tuple[Record, Review]) -> None:
    record, found = reviewed
    made = [place for place, event in enumerate(record.events) if event.actor != CHANCE]
    assert [one.place for one in found.decisions] == made
    for one in found.decisions:
        assert one.kind and one.regret >= 0 and one.text
        assert (one.grade == "none") == (one.regret < THRESHOLDS["small"])
        assert one.exact or one.error > 0 or one.regret == 0
        record.game.action(one.best)


def test_the_best_action_is_legal(reviewed: tuple[Record, Review]) -> None:
    record, found = reviewed
    states = list(record.replay())
    for one in found.decisions:
        states[one.place].check(one.seat, record.game.action(one.best))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_and_reason_has_a_text(reviewed: tuple[Record, Review], language: str) -> None:
    record, found = reviewed
    file = WEB / "games" / record.head.game / "messages" / f"{language}.json"
    if not file.exists():  # a game from outside says it by itself
        return
    texts = json.loads(file.read_text(encoding="utf-8"))
    codes = {f"kind.{one.kind}" for one in found.decisions}
    codes |= {f"reason.{one.reason}" for one in found.decisions if one.reason}
    assert codes <= texts.keys()
    shared = json.loads((WEB / "messages" / f"{language}.json").read_text(encoding="utf-8"))
    assert {f"review.grade.{one.grade}" for one in found.decisions} <= shared.keys()


@pytest.mark.parametrize("id", ["calavera", "calcory", "calculissimo", "cubus"])
def test_the_terminal_knows_every_reason_of_the_page(id: str) -> None:
    texts = json.loads((WEB / "games" / id / "messages" / "en.json").read_text(encoding="utf-8"))
    codes = {key.removeprefix("reason.") for key in texts if key.startswith("reason.")}
    assert codes <= REASONS.keys()


def test_a_sentence_says_how_much_and_why() -> None:
    played, best = Reroll((0, 1)), Freeze("pink")
    judged = Judgement("reroll", best, 0.62, 0.56, reason="curse", facts={"percent": 1})
    said = sentence(quartett.game("calavera"), played, best, judged)
    assert said == (
        "“freeze pink” wins 6 more games in 100 than “reroll dice 1, 2”: "
        "rerolling brings three skulls 1 time in 100"
    )


def test_chance_is_fair() -> None:
    """The luck of all outcomes of a roll, weighed by their probabilities, is nothing."""
    record = quartett.play("calavera", ["easy", "easy"], seed=3)
    judge = judge_of(record.game, record)
    states = list(record.replay())
    places = [n for n, state in enumerate(states) if state.is_chance]
    for state in (states[place] for place in places[1:40:9]):
        before = judge.value(state).shares[0]
        after = [
            (judge.value(state.apply(Event(CHANCE, action))).shares[0], float(probability))
            for action, probability in state.outcomes()
        ]
        # The network counts in single precision: rounding depends on how many positions it gets.
        assert abs(sum(share * p for share, p in after) - before) < 1e-7


def test_perfect_dismantling_shows_no_mistake_and_no_luck() -> None:
    game = quartett.game("cubus")
    options = game.Options(dismantling="alone")
    for seed in range(3):
        found = review(quartett.play(game, ["expert", "expert"], seed=seed, options=options))
        assert found.exact
        assert all(one.exact and one.regret == 0 for one in found.decisions)
        assert all(seat.luck == seat.skill == 0 for seat in found.seats)


@pytest.mark.parametrize("both_start", [True, False])
@pytest.mark.parametrize("starter", [0, 1])
def test_what_two_expect_of_a_cube_is_the_mean_over_its_placings(
    both_start: bool, starter: int
) -> None:
    game = quartett.game("cubus")
    options = game.Options(dismantling="alone", both_start=both_start, start_player=starter)
    state = game.start(2, options)
    judge = judging.judge(state)
    placings = list(islice(state.outcomes(), 7, None, 91))
    starts = [judge.value(state.apply(Event(CHANCE, a))).shares[starter] for a, _ in placings]
    said = judge.value(state)
    assert len(placings) == 20 and said.error == 0
    if both_start:
        assert starts == [0.5] * 20 and said.shares == (0.5, 0.5)
    else:
        assert sum(starts) / 20 == pytest.approx(said.shares[starter], abs=0.05)
        assert said.shares[starter] == 10 / 1820


def test_the_first_wrong_box_decides_a_dismantling() -> None:
    game = quartett.game("cubus")
    options = game.Options(dismantling="alone")
    found = review(quartett.play(game, ["easy", "expert"], seed=1, options=options))
    (loser, winner) = found.seats
    assert loser.own == -0.5 and winner.own == 0
    (one,) = found.worst()
    assert one.grade == "blunder" and one.reason == "certain"


def test_the_expert_for_two_makes_no_mistake_in_calavera() -> None:
    found = review(quartett.play("calavera", ["expert", "expert"], seed=2))
    assert all(one.grade == "none" for one in found.decisions)
    assert all(abs(seat.revised) < 0.05 for seat in found.seats)


def test_an_unknown_card_is_luck_a_known_one_is_not() -> None:
    record = quartett.play("calcory", ["hard", "hard"], seed=1)
    seen: set[Place] = set()
    put_back: set[Place] = set()
    luck = {True: 0, False: 0}
    for step in review(record).steps:
        action = record.events[step.place].action
        if isinstance(action, Return):
            put_back.add(Place(*action.to))
        if isinstance(action, Turn) and (place := Place(*action.at)) not in put_back:
            assert (step.chance is None) == (place in seen)
            luck[place in seen] += 1
            seen.add(place)
    assert min(luck.values()) > 5


def test_a_decision_is_judged_by_what_the_seat_knew() -> None:
    """Two deals that differ only in cards nobody has seen get the same judgement."""
    record = quartett.play("calcory", ["medium", "medium"], seed=4)
    game, start = record.game, record.start()
    place = next(n for n, event in enumerate(record.events) if event.actor != CHANCE) + 6
    seat = int(record.events[place].actor)
    other = game.resample(start, record.events[:place], seat, random.Random(1))
    assert tuple(other) != record.events[:place]
    judged = []
    for log in (record.events[:place], other):
        judge, state = judge_of(game, record), start
        for event in log:
            judge.observe(state, event)
            state = state.apply(event)
        judged.append(judge.decision(state, seat, record.events[place].action))
    assert judged[0] == judged[1]


def test_who_forfeits_has_lost_by_skill() -> None:
    record = quartett.play("calavera", ["expert", "easy"], seed=2)
    assert record.result is not None and record.result.winners == (0,)
    forfeits = (Forfeit(0, 10, "gave up"),)
    result = Result(record.result.scores, (1,), record.result.secret, forfeits)
    found = review(Record(record.head, record.events, result))
    assert found.seats[0].result == 0
    before = review(record)
    assert abs(found.seats[0].luck - before.seats[0].luck) < 1e-9
    assert abs(found.seats[0].skill - before.seats[0].skill + 1) < 1e-9


def test_a_game_that_is_not_over_is_reviewed_so_far() -> None:
    record = quartett.play("calavera", ["easy", "easy"], seed=2)
    found = review(Record(record.head, record.events[:20]))
    assert 0 < found.seats[0].result < 1
    for seat in found.seats:
        assert abs(seat.luck + seat.skill - (seat.result - seat.start)) < 1e-9


def test_a_review_grows_step_by_step() -> None:
    record = quartett.play("calavera", ["easy", "easy"], seed=2)
    reviewing = Reviewing(record)
    steps: Iterator[object] = reviewing.steps()
    for _ in range(5):
        next(steps)
    part = reviewing.review()
    assert not part.is_complete and len(part.steps) == 5
    for _ in steps:
        pass
    assert reviewing.review().is_complete and reviewing.review().steps[:5] == part.steps


def test_a_review_has_a_picture_and_a_table() -> None:
    found = review(quartett.play("calavera", ["easy", "expert"], seed=1))
    drawn = found.plot(1)._repr_svg_()
    assert drawn.startswith("<svg")
    luck = f"{found.seats[1].luck:+.2f} wins".replace("-", "−")
    assert f"<title>{luck}</title>" in drawn
    rows = found.table()
    assert len(rows) == len(found.decisions)
    assert {row["name"] for row in rows} == {"easy", "expert"}


def test_many_games_tell_what_a_bot_gives_away(tmp_path: Path) -> None:
    bots = ["easy", "expert"]
    found = rows(
        (str(seed), review(quartett.play("calavera", bots, seed=seed))) for seed in range(2)
    )
    means = {(one.name, one.kind): one for one in mean_regret(found)}
    assert means["easy", "reroll"].a_game > 0.05 > means["expert", "reroll"].a_game
    for (name, kind), one in means.items():
        lost = [row["regret"] for row in found if (row["name"], row["kind"]) == (name, kind)]
        assert one.games == 2 and one.decisions == len(lost)
        assert abs(one.a_game * 2 - sum(lost)) < 1e-9
    write_parquet(tmp_path / "decisions.parquet", found)
    assert pyarrow.parquet.read_table(tmp_path / "decisions.parquet").to_pylist() == found
    (tmp_path / "folder").mkdir()
    with pytest.raises(QuartettError, match="cannot write"):
        write_parquet(tmp_path / "folder", found)
    assert {path.name for path in tmp_path.iterdir()} == {"decisions.parquet", "folder"}


def test_a_stand_in_s_decisions_are_not_one_s_own() -> None:
    record = quartett.play("calavera", ["random", "easy"], seed=4)
    whole = review(record)
    own = [one for one in whole.decisions if one.seat == 0]
    stood_in = [one.place for one in own[: len(own) // 2]]
    reviewing = Reviewing(record, stood_in=stood_in)
    list(reviewing.steps())
    found = reviewing.review()
    before, after = whole.seats[0], found.seats[0]
    lost = sum(one.regret for one in own[: len(own) // 2])
    assert lost > 0.01
    assert after.own == pytest.approx(before.own + lost)
    assert after.others == pytest.approx(before.others - lost)
    assert (after.luck, after.skill) == (before.luck, before.skill)
    assert sum(kind.decisions for kind in after.kinds.values()) == len(own) - len(stood_in)
    assert {one.place for one in mistakes(found, 0)}.isdisjoint(stood_in)
    assert {one.place for one in mistakes(whole, 0)} & set(stood_in)
