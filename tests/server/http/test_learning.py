"""Reviews, statistics and exercises of a server's users."""

import sqlite3
from collections.abc import Mapping
from pathlib import Path

import pytest

from quartett.review.practice import MOST
from tests.server.host import Host
from tests.server.http.test_tables import finish
from tests.server.player import Visitor

pytest.importorskip("fsrs")


@pytest.fixture(scope="module")
def played(host: Host) -> tuple[Visitor, str]:
    ana = Visitor(host)
    table = ana.table("calavera", "me", "easy", start=True, options={"start_player": 0})
    finish(ana, table, 0)
    return ana, table


def test_a_review_is_kept_and_gives_the_same_again(played: tuple[Visitor, str]) -> None:
    ana, table = played
    once = ana.get(f"/api/tables/{table}/review")
    assert ana.get(f"/api/tables/{table}/review") == once
    for seat in once["seats"]:
        assert abs(seat["luck"] + seat["skill"] - seat["result"] + seat["start"]) < 1e-9


def test_a_part_of_a_review_is_a_beginning_of_it(host: Host) -> None:
    ana = Visitor(host)
    table = ana.table("calavera", "me", "easy", start=True)
    finish(ana, table, 0)
    for _ in range(100):
        part = ana.get(f"/api/tables/{table}/review?partial=true")
        if len(part["steps"]) == part["events"]:
            break
    whole = ana.get(f"/api/tables/{table}/review")
    assert part == whole


def test_statistics_are_one_s_own(host: Host, played: tuple[Visitor, str]) -> None:
    ana, table = played
    ana.get(f"/api/tables/{table}/review")
    (found,) = ana.get("/api/me/statistics")["games"]
    assert (found["game"], found["levels"].keys()) == ("calavera", {"easy"})
    assert found["reviewed"] >= 1 and found["history"][0]["table"] == table
    assert Visitor(host).get("/api/me/statistics") == {"games": []}


def test_a_game_shared_on_one_device_is_nobody_s_win_and_nobody_s_mistakes(host: Host) -> None:
    ana = Visitor(host)
    table = ana.table("calavera", "me", "me", start=True, options={"sheet": "short"})
    finish(ana, table, 0, 1)
    review = ana.get(f"/api/tables/{table}/review")
    assert any(
        step["decision"]["grade"] == "blunder" for step in review["steps"] if step["decision"]
    )
    assert ana.get("/api/me/statistics") == {"games": []}
    assert ana.get("/api/me/exercises") == []


def test_mistakes_are_exercises_until_they_are_right(
    host: Host, played: tuple[Visitor, str]
) -> None:
    ana, table = played
    review = ana.get(f"/api/tables/{table}/review")
    due = ana.get("/api/me/exercises?limit=50")
    wrong = [
        step["decision"]
        for step in review["steps"]
        if step["decision"] and step["decision"]["grade"] in ("mistake", "blunder")
    ]
    mine = sorted(
        (one for one in wrong if one["seat"] == 0), key=lambda one: -float(one["regret"])
    )[:MOST]
    assert mine, "whoever plays at random makes mistakes"
    assert {one["place"] for one in due if one["table"] == table} == {one["place"] for one in mine}
    assert Visitor(host).get("/api/me/exercises") == []
    one = mine[0]
    body = {"table": table, "place": one["place"], "action": one["played"]}
    wrong_again = ana.http.post("/api/me/exercises", json=body).json()
    assert wrong_again["decision"]["grade"] == one["grade"]
    right = ana.http.post("/api/me/exercises", json={**body, "action": one["best"]}).json()
    assert right["decision"]["grade"] == "none" and right["due"] > wrong_again["due"]
    left = ana.get("/api/me/exercises?limit=50")
    assert one["place"] not in {other["place"] for other in left if other["table"] == table}


def test_nobody_answers_the_exercises_of_another(host: Host, played: tuple[Visitor, str]) -> None:
    _, table = played
    ben = Visitor(host)
    ben.table("calavera", "me", "easy")
    body = {"table": table, "place": 3, "action": {"do": "skip"}}
    answer = ben.http.post("/api/me/exercises", json=body)
    assert (answer.status_code, answer.json()["code"]) == (404, "no_exercise")


def test_a_dropped_table_takes_its_review_along(tmp_path: Path) -> None:
    from quartett.server.store.sqlite import prepare

    with sqlite3.connect(tmp_path / "a.db", isolation_level=None) as connection:
        prepare(connection, "a.db")
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    assert {"reviews", "exercises"} <= names


def test_a_decision_is_played_again_by_anybody_who_may_read_the_review(
    host: Host, played: tuple[Visitor, str]
) -> None:
    ana, table = played
    review = ana.get(f"/api/tables/{table}/review")
    place = next(step["place"] for step in review["steps"] if step["decision"])
    seat = review["steps"][place]["decision"]["seat"]
    kinds = [{"kind": "me"} if one == seat else {"kind": "bot", "level": "easy"} for one in (0, 1)]
    asked = {"game": "calavera", "seats": kinds, "origin": {"table": table, "place": place}}
    before = ana.get("/api/me/statistics")
    for visitor in (ana, Visitor(host)):
        about = visitor.http.post("/api/tables", json=asked).json()
        assert about["stage"] == "playing" and about["practice"]
        assert about["origin"] == {"table": table, "place": place}
    finish(ana, ana_again(ana, asked), seat)
    assert ana.get("/api/me/statistics") == before
    assert ana.get(f"/api/tables/{table}/review") == review
    unknown = {**asked, "origin": {"table": "nowhere", "place": place}}
    assert ana.http.post("/api/tables", json=unknown).status_code == 404


def ana_again(ana: Visitor, asked: Mapping[str, object]) -> str:
    return str(ana.http.post("/api/tables", json=asked).json()["id"])
