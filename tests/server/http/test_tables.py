"""The life of a table, over REST as a page does it."""

import asyncio
import io
import zipfile

import pytest

from quartett.core.record import Record
from quartett.core.verify import verify
from tests.server.host import Host
from tests.server.player import Visitor, at_random, new_cmd, play


def finish(visitor: Visitor, table: str, *seats: int) -> None:
    """Play these seats at random to the end, each on a socket of its own."""

    async def one(seat: int) -> None:
        line = await visitor.socket()
        await play(line, table, seat, at_random(seat))
        await line.close()

    async def every() -> None:
        await asyncio.gather(*(one(seat) for seat in seats))

    asyncio.run(every())


def test_a_guest_joins_by_link_without_signing_up(host: Host) -> None:
    ana, ben = Visitor(host, "Ana"), Visitor(host, "Ben")
    table = ana.table("calavera", "me", "open")
    about = ben.do(table, "sit", seat=1)
    assert [seat["name"] for seat in about["seats"]] == ["Ana", "Ben"]
    assert [seat["mine"] for seat in about["seats"]] == [False, True]
    assert ben.do(table, "start")["stage"] == "playing"


def test_a_guest_without_a_name_has_none_on_the_wire(host: Host) -> None:
    guest, ben = Visitor(host, name=None), Visitor(host, "Ben")
    table = guest.table("cubus", "me", "open", "easy", listed=True)
    assert guest.get("/api/me")["name"] is None
    seats = guest.get(f"/api/tables/{table}")["seats"]
    assert [(seat["kind"], seat["name"]) for seat in seats[:2]] == [("person", ""), ("open", "")]
    line = next(line for line in ben.get("/api/tables") if line["id"] == table)
    assert (line["names"][:2], line["free"]) == (["", None], 1)
    ben.do(table, "sit", seat=1)
    assert guest.get("/api/me/tables")[0]["names"][:2] == ["", "Ben"]
    guest.do(table, "start")
    guest.do(table, "say", text="Hello!")
    said = [entry for entry in guest.get(f"/api/tables/{table}/events") if entry["do"] == "said"]
    assert [entry["name"] for entry in said] == [""]


def test_a_private_table_is_not_listed_and_a_listed_one_is(host: Host) -> None:
    ana, ben = Visitor(host), Visitor(host)
    private, listed = (
        ana.table("cubus", "me", "open"),
        ana.table("cubus", "me", "open", listed=True),
    )
    shown = [line["id"] for line in ben.get("/api/tables")]
    assert listed in shown
    assert private not in shown
    ben.do(listed, "sit", seat=1)
    ana.do(listed, "start")
    assert listed not in [line["id"] for line in ben.get("/api/tables")]


def test_seats_are_taken_left_freed_and_given_to_bots(host: Host) -> None:
    ana, ben = Visitor(host, "Ana"), Visitor(host, "Ben")
    table = ana.table("calcory", "me", "open", "open")
    ben.do(table, "sit", seat=1)
    assert ana.refused(table, "sit", seat=1) == "taken"
    assert ben.refused(table, "free", seat=0) == "not_owner"
    ben.do(table, "leave", seat=1)
    assert table not in [line["id"] for line in ben.get("/api/me/tables")]
    ben.do(table, "sit", seat=2, name="Benjamin")
    ana.do(table, "free", seat=2)
    assert ben.refused(table, "bot", seat=2, level="hard") == "not_owner"
    assert ana.refused(table, "bot", seat=2, level="godlike") == "no_such_bot"
    assert ana.refused(table, "start") == "seats_free"
    ana.do(table, "bot", seat=1, level="easy")
    about = ana.do(table, "bot", seat=2, level="hard")
    assert [seat["kind"] for seat in about["seats"]] == ["person", "bot", "bot"]
    assert ana.do(table, "start")["stage"] == "playing"
    assert ana.refused(table, "sit", seat=1) == "begun"


def test_a_seat_that_is_not_ones_own_cannot_be_used(host: Host) -> None:
    ana, ben = Visitor(host, "Ana"), Visitor(host, "Ben")
    table = ana.table("calavera", "me", "medium", start=True)
    assert {ben.refused(table, what, seat=0) for what in ("leave", "back", "undo", "resign")} == {
        "not_your_seat"
    }
    assert ben.refused(table, "resign", seat=9) == "no_such_seat"
    assert ben.refused("nowhere12345", "start") == "no_table"


def test_a_bot_stands_in_for_who_leaves_until_they_come_back(host: Host) -> None:
    ana = Visitor(host)
    table = ana.table("calavera", "me", "easy", start=True, options={"start_player": 0})
    left = ana.do(table, "leave", seat=0, level="easy")["seats"][0]
    assert (left["kind"], left["away"], left["level"]) == ("person", True, "easy")
    assert ana.refused(table, "leave", seat=0) == "away"
    back = ana.do(table, "back", seat=0)["seats"][0]
    assert (back["away"], back["level"]) == (False, None)
    assert ana.refused(table, "back", seat=0) == "not_away"


def test_one_browser_holds_several_seats(host: Host) -> None:
    ana = Visitor(host)
    table = ana.table("calculissimo", "me", "me", options={"start_player": 0})
    ana.do(table, "start")
    finish(ana, table, 0, 1)
    assert ana.get(f"/api/tables/{table}")["stage"] == "over"


@pytest.mark.parametrize("game", ["calavera", "calcory", "calculissimo", "cubus"])
def test_a_finished_game_gives_a_record_that_verifies(host: Host, game: str) -> None:
    ana = Visitor(host)
    table = ana.table(game, "open", "easy")
    nonce = "0123456789abcdef" * 2
    ana.do(table, "sit", seat=0, nonce=nonce)
    ana.do(table, "start")
    early = ana.http.get(f"/api/tables/{table}/record")
    assert (early.status_code, early.json()["code"]) == (409, "not_over")
    finish(ana, table, 0)
    text = ana.http.get(f"/api/tables/{table}/record").text
    record = Record.parse(text)
    assert record.head.nonces[0] == nonce
    assert all(finding.ok for finding in verify(record))
    exported = ana.http.get("/api/me/export").content
    with zipfile.ZipFile(io.BytesIO(exported)) as archive:
        assert text.encode() in [archive.read(name) for name in archive.namelist()]
    review = ana.get(f"/api/tables/{table}/review")
    assert record.result is not None
    assert tuple(review["steps"][-1]["scores"]) == record.result.scores
    assert len(review["steps"]) == review["events"] == len(record.events)


def test_the_nonce_of_a_bot_follows_from_the_commitment(host: Host) -> None:
    import hashlib

    ana = Visitor(host)
    table = ana.table("calavera", "me", "easy")
    commit = ana.get(f"/api/tables/{table}")["commit"]
    ana.do(table, "start")
    ana.do(table, "resign", seat=0)
    record = Record.parse(ana.http.get(f"/api/tables/{table}/record").text)
    expected = hashlib.sha256(f"quartett nonce {commit} 1".encode()).hexdigest()[:32]
    assert (record.head.commit, record.head.nonces[1]) == (commit, expected)


def test_undo_against_bots_happens_at_once_and_takes_their_moves_back_too(host: Host) -> None:
    ana = Visitor(host)
    options = {"start_player": 0}
    table = ana.table("calcory", "me", "easy", start=True, options=options, practice=True)
    assert ana.get(f"/api/tables/{table}")["practice"]

    async def turn_two() -> None:
        line = await ana.socket()
        await line.send(t="hello", table=table, seat=0, legal=True)
        told = await line.hear("snapshot")
        assert told["view"]["turned"] == []
        first = {"do": "turn", "at": [0, 0]}
        await line.send(t="act", table=table, cmd=new_cmd(), at=told["seq"], action=first)
        told = await line.hear("events")
        card = told["view"]["turned"][0]
        await asyncio.to_thread(ana.do, table, "undo", seat=0)
        told = await line.hear("events")
        assert [entry["do"] for entry in told["events"]] == ["offered", "undone"]
        assert told["view"]["turned"] == []
        await line.send(t="act", table=table, cmd=new_cmd(), at=told["seq"], action=first)
        told = await line.hear("events")
        assert told["view"]["turned"] == [card]
        await line.close()

    assert ana.refused(table, "undo", seat=0) == "nothing_to_undo"
    asyncio.run(turn_two())


def test_people_must_all_agree_to_an_undo(host: Host) -> None:
    ana, ben, cleo = (Visitor(host, name) for name in ("Ana", "Ben", "Cleo"))
    table = ana.table("calcory", "me", "open", "open", options={"start_player": 0})
    ben.do(table, "sit", seat=1)
    cleo.do(table, "sit", seat=2)
    ana.do(table, "start")

    async def turn_one() -> None:
        line = await ana.socket()
        await line.send(t="hello", table=table, seat=0)
        at = (await line.hear("snapshot"))["seq"]
        action = {"do": "turn", "at": [5, 9]}
        await line.send(t="act", table=table, cmd=new_cmd(), at=at, action=action)
        await line.hear("events")
        await line.close()

    asyncio.run(turn_one())
    place = len(_moves(ana, table)) - 1
    assert ana.do(table, "undo", seat=0)["undo"] == {"seat": 0, "place": place, "waiting": [1, 2]}
    assert ben.refused(table, "undo", seat=1) == "undo_offered"
    assert ben.do(table, "answer", seat=1, yes=True)["undo"]["waiting"] == [2]
    assert cleo.do(table, "answer", seat=2, yes=False)["undo"] is None
    assert len(_moves(ana, table)) == place + 1
    assert cleo.refused(table, "answer", seat=2, yes=True) == "no_offer"
    ana.do(table, "undo", seat=0)
    ben.do(table, "answer", seat=1, yes=True)
    cleo.do(table, "answer", seat=2, yes=True)
    views = ana.http.get(f"/api/tables/{table}/views").json()
    assert views["code"] == "remember"
    assert "undone" in [entry.get("do") for entry in ana.get(f"/api/tables/{table}/events")]


def _moves(visitor: Visitor, table: str) -> list[object]:
    entries = visitor.get(f"/api/tables/{table}/events")
    return [entry for entry in entries if entry["by"] != "house"]


def test_who_resigns_loses_and_the_record_says_so(host: Host) -> None:
    ana = Visitor(host, "Ana")
    table = ana.table("calavera", "me", "easy", start=True)
    about = ana.do(table, "resign", seat=0)
    assert (about["stage"], about["result"]["winners"]) == ("over", [1])
    record = Record.parse(ana.http.get(f"/api/tables/{table}/record").text)
    assert record.result is not None
    assert [forfeit.seat for forfeit in record.result.forfeits] == [0]
    assert all(finding.ok for finding in verify(record))


def test_with_three_the_others_play_on_without_who_resigned(host: Host) -> None:
    ana, ben = Visitor(host, "Ana"), Visitor(host, "Ben")
    table = ana.table("calavera", "me", "open", "easy")
    ben.do(table, "sit", seat=1)
    ana.do(table, "start")
    assert ana.do(table, "resign", seat=0)["stage"] == "playing"
    assert ana.refused(table, "back", seat=0) == "resigned"
    finish(ben, table, 1)
    result = ana.get(f"/api/tables/{table}")["result"]
    assert 0 not in result["winners"]


def test_a_rematch_is_one_table_whoever_asks(host: Host) -> None:
    ana, ben = Visitor(host, "Ana"), Visitor(host, "Ben")
    table = ana.table("calavera", "me", "open", "hard")
    ben.do(table, "sit", seat=1)
    ana.do(table, "start")
    assert ana.refused(table, "rematch") == "not_over"
    ana.do(table, "resign", seat=0)
    ben.do(table, "resign", seat=1)
    again = ana.do(table, "rematch")["next"]
    assert ben.do(table, "rematch")["next"] == again
    about = ben.get(f"/api/tables/{again}")
    assert [seat["kind"] for seat in about["seats"]] == ["person", "open", "bot"]
    assert about["commit"] != ben.get(f"/api/tables/{table}")["commit"]


def test_my_games_are_there_on_any_device_with_the_account(host: Host) -> None:
    ana = Visitor(host, "Ana")
    table = ana.table("cubus", "me", "easy", start=True, options={"start_player": 0})
    me = ana.post("/api/accounts", {"name": "Ana from Lyon", "passphrase": "correct horse"})
    assert me["account"] == "Ana from Lyon"
    phone = Visitor(host, "somebody")
    wrong = phone.http.post("/api/login", json={"name": "Ana from Lyon", "passphrase": "wrong one"})
    assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong_login")
    phone.post("/api/login", {"name": "ana FROM lyon", "passphrase": "correct horse"})
    line = next(line for line in phone.get("/api/me/tables") if line["id"] == table)
    assert (line["stage"], line["seats"]) == ("playing", [0])
    taken = Visitor(host).http.post(
        "/api/accounts", json={"name": "Ana From Lyon", "passphrase": "another phrase"}
    )
    assert taken.json()["code"] == "name_taken"
    phone.post("/api/logout")
    assert phone.get("/api/me")["name"] is None
    assert phone.get("/api/me/tables") == []


def test_a_table_that_cannot_be_is_refused_with_the_reason(host: Host) -> None:
    ana = Visitor(host)
    for body, code in (
        ({"game": "chess", "seats": [{}, {}]}, "no_game"),
        ({"game": "cubus", "seats": [{}]}, "bad_table"),
        ({"game": "cubus", "seats": [{}, {}], "options": {"knocking": 7}}, "bad_table"),
        ({"game": "cubus", "seats": [{}, {}], "options": {"start_player": 5}}, "bad_table"),
        ({"game": "cubus", "seats": [{}] * 17}, "malformed"),
        ({"game": "cubus", "seats": [{}, {}], "clock": {"turn": -1}}, "malformed"),
        ({"game": "cubus", "seats": [{"kind": "bot", "level": "none"}, {}]}, "no_such_bot"),
        ({"seats": []}, "malformed"),
        ([], "malformed"),
    ):
        answer = ana.http.post("/api/tables", json=body)
        assert (answer.status_code // 100, answer.json()["code"]) == (4, code), answer.text


def test_a_table_that_cannot_begin_at_once_is_not_set_up(host: Host) -> None:
    ana = Visitor(host, "Ana")
    body = {"game": "cubus", "seats": [{"kind": "me"}, {"kind": "open"}], "start": True}
    refused = ana.http.post("/api/tables", json={**body, "listed": True})
    assert (refused.status_code, refused.json()["code"]) == (409, "seats_free")
    assert ana.get("/api/me/tables") == []


def test_earlier_positions_can_be_looked_at(host: Host) -> None:
    ana = Visitor(host)
    table = ana.table("calavera", "me", "easy", start=True, options={"start_player": 0})
    past = ana.get(f"/api/tables/{table}/views", seat=0)
    assert past["places"] == len(past["views"]) == len(past["events"]) + 1
    assert past["views"][0]["phase"] != past["views"][-1]["phase"]
    one = ana.get(f"/api/tables/{table}/views", seat=0, first=1, count=1)
    assert (one["views"], one["events"]) == ([past["views"][1]], [past["events"][0]])
    assert ana.http.get(f"/api/tables/{table}/views?seat=1").json()["code"] == "not_your_seat"
