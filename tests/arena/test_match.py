"""Matches: seats, seeds, forfeits, guests in processes of their own."""

import time
from pathlib import Path

import pytest

import quartett
from quartett import Bot, QuartettError
from quartett.arena import Entrant, Series, wilson
from quartett.arena.guest import Guest, guests
from quartett.arena.spec import play_spec
from quartett.core.event import Action, Seen
from quartett.core.state import View

GUESTS = Path(__file__).parent / "guests.py"


class Raising(Bot):
    def choose(self, view: View, deadline: float) -> Action:
        raise ValueError("I do not like\nthese dice")


class Rubbish(Bot):
    def choose(self, view: View, deadline: float) -> Action:
        return "o"  # type: ignore[return-value]


class Cheating(Bot):
    def choose(self, view: View, deadline: float) -> Action:
        return quartett.game("calavera").parse("*o")


class Blind(Bot):
    def observe(self, seen: Seen) -> None:
        raise RuntimeError("too much to see")

    def choose(self, view: View, deadline: float) -> Action:
        return next(view.actions())


class Late(Bot):
    def choose(self, view: View, deadline: float) -> Action:
        time.sleep(max(0.0, deadline - time.monotonic() + 0.01))
        return next(view.actions())


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        (Raising(), "ValueError: I do not like these dice (test_match.py, line 21)"),
        (Rubbish(), "answered 'o', which is not an action"),
        (Cheating(), "you may freeze only in your own turn"),
        (Blind(), "RuntimeError: too much to see (test_match.py, line 36)"),
    ],
)
def test_a_failing_bot_forfeits_and_the_record_is_kept(bot: Bot, why: str) -> None:
    record = quartett.play("calavera", [bot, "easy"], seed=1, forfeit=True)
    assert record.result is not None
    (forfeit,) = record.result.forfeits
    assert forfeit.seat == 0 and forfeit.why == why
    assert record.result.winners == (1,)
    assert all(finding.ok for finding in quartett.verify(record))
    assert quartett.Record.parse("\n".join(record.lines())) == record


def test_a_bot_that_is_late_forfeits() -> None:
    record = quartett.play("calavera", [Late(), "easy"], seed=1, seconds=0.05, forfeit=True)
    assert record.result is not None
    # On a busy machine the other one may be late as well.
    reasons = {forfeit.seat: forfeit.why for forfeit in record.result.forfeits}
    assert reasons[0] == "took more than 0.05 s"
    assert 0 not in record.result.winners


def test_what_a_bot_raises_is_raised_unless_it_shall_forfeit() -> None:
    with pytest.raises(ValueError, match="I do not like"):
        quartett.play("calavera", [Raising(), "easy"], seed=1)
    with pytest.raises(RuntimeError, match="too much"):
        quartett.play("calavera", [Blind(), "easy"], seed=1)
    with pytest.raises(quartett.IllegalAction, match="freeze only"):
        quartett.play("calavera", [Cheating(), "easy"], seed=1)


def test_when_all_forfeit_nobody_wins() -> None:
    record = quartett.play("calavera", [Raising(), Raising()], seed=1, forfeit=True)
    assert record.result is not None and record.result.winners == ()
    assert all(finding.ok for finding in quartett.verify(record))


def test_a_forfeit_cannot_be_hidden_from_verify() -> None:
    record = quartett.play("calavera", [Raising(), "easy"], seed=5, forfeit=True)
    result = record.result
    assert result is not None
    clean = quartett.core.record.Result(result.scores, result.winners, result.secret)
    states = list(record.replay())
    honest = states[-1].winners() == result.winners
    findings = quartett.verify(quartett.Record(record.head, record.events, clean))
    assert all(finding.ok for finding in findings) == honest


def test_bots_see_only_what_their_seat_may_see() -> None:
    shown: list[object] = []

    class Watching(Bot):
        def observe(self, seen: Seen) -> None:
            shown.append(seen)

        def choose(self, view: View, deadline: float) -> Action:
            shown.append(view)
            return next(view.actions())

    record = quartett.play("calavera", [Watching(), "easy", "easy"], seed=2)
    seen = [thing for thing in shown if isinstance(thing, Seen)]
    assert seen == list(record.seen(0))
    assert any(thing.action is None for thing in seen)


def test_seats_rotate_and_share_their_dice() -> None:
    series = Series("calavera", (Entrant("hard"), Entrant("easy")), 4, 7, {})
    played = [play_spec(*series.task(number)) for number in range(4)]
    assert [series.number(outcome) for outcome, _ in played] == [0, 1, 2, 3]
    assert [series.entrant(outcome, 0) for outcome, _ in played] == [0, 1, 0, 1]
    commits = [record.head.commit for _, record in played]
    assert commits[0] == commits[1] != commits[2] == commits[3]
    assert played[1][1].head.seats == ("easy", "hard")


def test_several_jobs_play_the_same_games() -> None:
    series = Series("calavera", (Entrant("medium"), Entrant("easy")), 6, 7, {"sheet": "short"})
    alone = {series.number(game): record for game, record in series.run(1)}
    together = {series.number(game): record for game, record in series.run(2)}
    assert alone == together and len(alone) == 6


def test_standings_count_shares_of_wins() -> None:
    series = Series("calavera", (Entrant("hard"), Entrant("easy")), 6, 7, {})
    standings = series.standings(outcome for outcome, _ in series.run())
    assert [standing.games for standing in standings] == [6, 6]
    assert sum(standing.wins for standing in standings) == pytest.approx(6)
    assert standings[0].decisions > 50 and standings[0].seconds > 0


def test_two_entrants_of_one_name_are_counted_apart() -> None:
    series = Series("highcard", (Entrant("random"),) * 2, 8, 7, {})
    outcomes = [outcome for outcome, _ in series.run()]
    first, second = series.standings(outcomes)
    rotated = sum(o.scores[o.fixture.turn] for o in outcomes)
    assert (first.games, second.games) == (8, 8) and first.points == rotated
    assert first.points + second.points == sum(sum(o.scores) for o in outcomes)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (5, 10, 0.237, 0.763), (0, 0, 0.0, 1.0)],
)
def test_wilson_intervals(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=0.001)


def test_guests_are_found_by_class_and_file() -> None:
    assert guests(GUESTS)["first"] == "First"
    with pytest.raises(QuartettError, match="cannot read nowhere"):
        guests(Path("nowhere.py"))


def test_a_file_with_one_bot_is_called_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "mybot.py"
    file.write_text("import quartett\nclass Zed(quartett.Bot):\n    def choose(self, v, d): ...\n")
    assert guests(file) == {"mybot": "Zed", "zed": "Zed"}
    file.write_text("x = 1")
    with pytest.raises(QuartettError, match=r"no class that derives from quartett.Bot"):
        guests(file)
    file.write_text("def :")
    with pytest.raises(QuartettError, match="SyntaxError"):
        guests(file)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Raises", "ZeroDivisionError"),
        ("Hangs", "gave no answer within 0.5 s"),
        ("Exits", "SystemExit"),
        ("Dies", "its process ended"),
        ("Rubbish", "not an action of Calavera"),
        ("Unborn", "RuntimeError: never"),
    ],
)
def test_a_guest_s_failure_harms_only_itself(name: str, why: str) -> None:
    entrants = (Entrant(name, GUESTS, name), Entrant("easy"))
    series = Series("calavera", entrants, 2, 1, {}, seconds=0.5)
    for outcome, _ in series.run():
        (forfeit,) = outcome.forfeits
        assert why in forfeit.why
        assert outcome.seats[forfeit.seat] == name
        assert name not in [outcome.seats[winner] for winner in outcome.winners]


def test_a_guest_plays_game_after_game_in_one_process() -> None:
    series = Series("calavera", (Entrant("First", GUESTS, "First"), Entrant("easy")), 4, 1, {})
    for outcome, _ in series.run():
        assert outcome.forfeits == ()
    one = Guest("calavera", GUESTS, "Counts", 1, 5.0)
    one.observe(Seen("chance", None))
    host = one._host
    one.close()
    two = Guest("calavera", GUESTS, "Counts", 2, 5.0)
    two.observe(Seen("chance", None))
    assert two._host is host
    two.close()


def test_a_class_is_as_good_as_a_bot() -> None:
    easy = quartett.bots.find_bot(quartett.game("calavera"), "easy")
    by_class, by_name = (quartett.play("calavera", [bot, "easy"], seed=3) for bot in (easy, "easy"))
    assert by_class.events == by_name.events
    assert by_class.head.seats == (easy.name, "easy")
