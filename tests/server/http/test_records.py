"""Games that were played without this server become games of an account, once and verified."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import quartett
from quartett.hosting.importing import imported, read_record
from quartett.server.http.routes.records import KEPT, check_room
from quartett.tables.errors import Refused
from quartett.tables.seats import Person
from quartett.tables.viewing.summary import summary
from tests.server.host import Host
from tests.server.player import Visitor

ADDRESS = "/api/me/records"


@pytest.fixture(scope="module")
def text() -> str:
    return "\n".join(quartett.play("calcory", ["easy", "easy"], seed=3).lines()) + "\n"


@pytest.fixture
def ana(host: Host) -> Visitor:
    return account(host, "Ana")


def account(host: Host, name: str) -> Visitor:
    visitor = Visitor(host, name)
    answer = visitor.http.post("/api/accounts", json={"name": name, "passphrase": "long enough"})
    if answer.status_code == 409:
        visitor.post("/api/login", {"name": name, "passphrase": "long enough"})
    return visitor


def sent(visitor: Visitor, text: str, *seats: int) -> tuple[int, Any]:
    answer = visitor.http.post(ADDRESS, json={"text": text, "seats": seats or (0,)})
    return answer.status_code, answer.json()


def test_a_game_is_kept_once_and_marked(ana: Visitor, text: str) -> None:
    status, about = sent(ana, text)
    assert (status, about["stage"], about["imported"]) == (201, "over", True)
    assert [seat["mine"] for seat in about["seats"]] == [True, False]
    again = sent(ana, text.replace(":", ": ", 1))  # the same game, written a little differently
    assert again == (status, about)
    mine = [line for line in ana.get("/api/me/tables") if line["id"] == about["id"]]
    assert [line["imported"] for line in mine] == [True]
    assert ana.http.get(f"/api/tables/{about['id']}/record").text == text


def test_it_counts_for_no_statistics(ana: Visitor, text: str) -> None:
    before = ana.get("/api/me/statistics")
    assert sent(ana, text)[0] == 201
    assert ana.get("/api/me/statistics") == before


def test_it_can_be_reviewed_and_nobody_else_gets_exercises(ana: Visitor, text: str) -> None:
    about = sent(ana, text)[1]
    review = ana.http.get(f"/api/tables/{about['id']}/review", timeout=300)
    assert review.status_code == 200, review.text


def test_the_same_game_of_two_accounts_is_two_tables(host: Host, ana: Visitor, text: str) -> None:
    bea = account(host, "Bea")
    assert sent(ana, text, 0)[1]["id"] != sent(bea, text, 1)[1]["id"]


def test_a_guest_is_asked_for_an_account(host: Host, text: str) -> None:
    status, problem = sent(Visitor(host, "Guest"), text)
    assert (status, problem["code"]) == (403, "needs_account")


def swapped_winner(lines: list[dict[str, Any]]) -> None:
    lines[-1]["winners"] = [1 - seat for seat in lines[-1]["winners"]] or [0]


def more_points(lines: list[dict[str, Any]]) -> None:
    lines[-1]["scores"][0] += 1


def other_secret(lines: list[dict[str, Any]]) -> None:
    lines[-1]["secret"] = "0" * len(lines[-1]["secret"])


def missing_move(lines: list[dict[str, Any]]) -> None:
    del lines[3]


def unfinished(lines: list[dict[str, Any]]) -> None:
    del lines[-1]


def other_game(lines: list[dict[str, Any]]) -> None:
    lines[0]["game"] = "calavera"


def no_game(lines: list[dict[str, Any]]) -> None:
    lines[0]["game"] = "chess"


def newer_version(lines: list[dict[str, Any]]) -> None:
    lines[0]["quartett"] = 99


BREAKS = [
    swapped_winner, more_points, other_secret, missing_move, unfinished, other_game, no_game,
    newer_version,
]  # fmt: skip


@pytest.mark.parametrize("damage", BREAKS, ids=lambda one: str(one.__name__))
def test_what_does_not_verify_is_refused(
    ana: Visitor, text: str, damage: Callable[[list[dict[str, Any]]], None]
) -> None:
    before = ana.get("/api/me/tables")
    lines = [json.loads(line) for line in text.splitlines()]
    damage(lines)
    status, problem = sent(ana, "\n".join(map(json.dumps, lines)) + "\n")
    assert (status, problem["code"]) == (400, "bad_record")
    assert problem["where"]["why"]
    assert ana.get("/api/me/tables") == before


@pytest.mark.parametrize("junk", ["", "hello", "[" * 50_000, '{"quartett":1}\n' * 3, "\x00" * 99])
def test_junk_is_refused(ana: Visitor, junk: str) -> None:
    status, problem = sent(ana, junk)
    assert (status, problem["code"]) == (400, "bad_record")


def test_what_is_too_long_or_has_no_seat_is_refused(ana: Visitor, text: str) -> None:
    assert sent(ana, text + " " * 200_000)[0] == 400
    assert ana.http.post(ADDRESS, json={"text": text + " " * 999_999}).status_code == 413
    assert sent(ana, text, 5)[1]["code"] == "bad_record"
    assert ana.http.post(ADDRESS, json={"text": text, "seats": []}).status_code == 400


def test_hidden_characters_in_names_are_not_shown(ana: Visitor) -> None:
    record = quartett.play("calcory", ["easy", "easy"], seed=4)
    lines = [json.loads(line) for line in record.lines()]
    lines[0]["seats"] = ["Ana\u202e", "B" * 60]
    status, about = sent(ana, "\n".join(map(json.dumps, lines)) + "\n")
    assert status == 201, about
    assert [seat["name"] for seat in about["seats"]] == ["", "B" * 24]


def test_the_number_of_games_is_limited(text: str) -> None:
    table, _ = imported(read_record(text), Person(id="0" * 16, name="Ana"), (0,), "t", 0)
    kept = [summary(table)] * KEPT
    check_room(kept[1:])
    with pytest.raises(Refused, match="at most 500"):
        check_room(kept)
