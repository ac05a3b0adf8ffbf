"""What a tournament leaves behind: a page that needs nothing else, and tables for other tools."""

import re
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pyarrow.parquet
import pytest

from quartett.arena.entrants import Entrant
from quartett.arena.plan import Plan
from quartett.arena.report import charts
from quartett.arena.report.page import report, write_report
from quartett.arena.report.parquet import write_parquet
from quartett.arena.results import fingerprint
from quartett.arena.tournament import Tournament
from quartett.core.record import Forfeit
from tests.arena.test_tournament import made_up

NAMES = ("a<b>", "b&co", "a bot with a rather long name")
PLAN = Plan("calavera", tuple(map(Entrant, NAMES)), (2, 3), 30)


@pytest.fixture(scope="module")
def tournament() -> Tournament:
    strengths = dict(zip(NAMES, (1.0, 0.4, 0.0), strict=True))
    return Tournament(PLAN, made_up(PLAN, strengths))


def pictures(page: str) -> list[ElementTree.Element]:
    return [ElementTree.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", page, re.DOTALL)]


def test_the_page_is_one_file_with_all_its_plots(tournament: Tournament, tmp_path: Path) -> None:
    write_report(tmp_path / "report.html", tournament)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert not re.search(r"(src|href)=|https?://|@import|url\(|<script", page)
    assert len(pictures(page)) == 1 + 1 + 2 + 2 + len(tournament.comparisons)
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_names_are_text_not_markup(tournament: Tournament) -> None:
    page = report(tournament)
    assert "a&lt;b&gt;" in page and "b&amp;co" in page and "a<b>" not in page
    assert "a bot with a rat…" in page  # short in plots, whole in tables
    assert "<td>a bot with a rather long name</td>" in page


def test_the_page_says_what_the_results_say(tournament: Tournament) -> None:
    page = report(tournament)
    assert "3 bots in 4 groups of 2 and 3 players, 120 games." in page
    assert fingerprint(tournament.outcomes) in page
    for one in tournament.comparisons:
        better = one if one.share >= 0.5 else one.turned()
        assert f"<td>{better.share:.1%}</td>" in page


def test_one_of_a_kind_is_singular(tournament: Tournament) -> None:
    titles = re.findall(r"<title>(.*?)</title>", report(tournament))
    assert any(title.endswith(": once") for title in titles)
    assert not [title for title in titles if re.search(r"(?<!to )(?<!-)\b1 (times|points)", title)]


def test_both_kinds_of_light_are_cared_for(tournament: Tournament) -> None:
    assert "prefers-color-scheme: dark" in report(tournament)


def test_forfeits_are_told(tournament: Tournament) -> None:
    assert "Forfeits" not in report(tournament)
    failing = [
        msgspec.structs.replace(one, forfeits=(Forfeit(0, 3, "took <too> long"),))
        for one in tournament.outcomes
    ]
    page = report(Tournament(PLAN, failing))
    assert "took &lt;too&gt; long" in page and "The first 100 of 120." in page


def test_a_tournament_of_one_round_has_a_page() -> None:
    plan = Plan("calavera", tuple(map(Entrant, "ab")), (2,), 2)
    one = Tournament(plan, made_up(plan, {"a": 1.0, "b": 0.0}))
    assert len(pictures(report(one))) == 5
    alike = [msgspec.structs.replace(game, scores=(0, 0)) for game in one.outcomes]
    assert "<svg" in report(Tournament(plan, alike))


def test_ticks_are_round_numbers_and_inside() -> None:
    axis = charts.Axis(0.13, 0.87, percent=True)
    assert [axis.said(tick) for tick in axis.ticks()] == ["20 %", "40 %", "60 %", "80 %"]
    assert charts.Axis(-5, 5).said(-5.0) == "−5"
    assert all(charts.LABEL <= axis.x(tick) <= charts.WIDTH for tick in axis.ticks())


def test_labels_of_lines_do_not_cover_each_other() -> None:
    places = charts._spread([50.0, 49.0, 51.0, 200.0], apart=16)
    assert sorted(places) == [49.0, 65.0, 81.0, 200.0] and places[1] == 49.0


def test_parquet_has_a_row_for_every_seat(tournament: Tournament, tmp_path: Path) -> None:
    write_parquet(tmp_path, PLAN, tournament.outcomes)
    table = pyarrow.parquet.read_table(tmp_path / "results.parquet")
    assert table.num_rows == 90 * 2 + 30 * 3
    rows = table.to_pylist()
    assert sum(row["win"] for row in rows) == pytest.approx(120)
    first = tournament.outcomes[0]
    assert [row["bot"] for row in rows[:2]] == list(first.seats)
    assert [row["score"] for row in rows[:2]] == list(first.scores)
    assert [row["place"] for row in rows[:2]] == list(first.places)
    about = table.schema.metadata
    assert about[b"quartett.fingerprint"].decode() == fingerprint(tournament.outcomes)
    times = pyarrow.parquet.read_table(tmp_path / "times.parquet")
    assert times.column_names == ["game", "seat", "seconds", "slowest"]
    assert times.num_rows == table.num_rows
