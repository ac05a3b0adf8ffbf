"""What people do about each other: mute, block and report, by a seat or by what was said."""

import asyncio
import sqlite3
from typing import Any

import psycopg
import pytest

from tests.server.host import Host
from tests.server.jobs.kept import Kept, admin, said, seated, soon
from tests.server.player import Visitor


def test_the_owner_mutes_a_seat(kept: Kept) -> None:
    ana, ben, table = seated(kept)
    refused = ben.http.post(f"/api/tables/{table}/mute", json={"seat": 0})
    assert refused.json()["code"] == "not_owner"
    assert ana.http.post(f"/api/tables/{table}/mute", json={"seat": 1}).status_code == 204
    assert ben.refused(table, "say", text="hello") == "muted"
    ana.http.post(f"/api/tables/{table}/mute", json={"seat": 1, "on": False})
    ben.do(table, "say", text="hello")


def test_who_is_blocked_is_not_read(kept: Kept) -> None:
    ana, ben, table = seated(kept)
    assert ana.http.post(f"/api/tables/{table}/block", json={"seat": 1}).status_code == 204

    async def listen() -> dict[str, Any]:
        line = await ana.socket()
        await line.send(t="hello", table=table, seat=0)
        await line.hear("snapshot")
        await asyncio.to_thread(ben.do, table, "say", text="rude words")
        heard = await line.hear("events")
        await line.close()
        assert not any(b"rude words" in frame for frame in line.heard)
        return heard

    assert asyncio.run(listen())["events"][0]["do"] == "said"
    assert said(ana, table) == [""]
    assert said(ben, table) == ["rude words"]


def test_a_socket_that_is_open_follows_what_its_user_blocks(kept: Kept) -> None:
    ana, ben, table = seated(kept)

    async def listen() -> list[str]:
        heard = []
        line = await ana.socket()
        await line.send(t="hello", table=table, seat=0)
        await line.hear("snapshot")
        for on in (True, False):
            body = {"seat": 1, "on": on}
            await asyncio.to_thread(ana.http.post, f"/api/tables/{table}/block", json=body)
            await asyncio.to_thread(ben.do, table, "say", text="rude words")
            heard.append((await line.hear("events"))["events"][0]["text"])
        await line.close()
        return heard

    assert asyncio.run(listen()) == ["", "rude words"]


def test_a_report_reaches_the_host(kept: Kept) -> None:
    ana, _, table = seated(kept)
    body = {"seat": 1, "text": "rude in chat"}
    assert ana.http.post(f"/api/tables/{table}/report", json=body).status_code == 204
    assert f"table {table}: " in admin(kept, "reports")


def watched(kept: Host) -> tuple[Visitor, Visitor, str, int]:
    """Ana's table, where Eva, who has no seat, has written something."""
    ana, eva = Visitor(kept, "Ana"), Visitor(kept, "Eva")
    table = ana.table("calavera", "me", "open", "easy")
    eva.do(table, "say", text="hello from outside")
    return ana, eva, table, last_said(ana, table)


def last_said(visitor: Visitor, table: str) -> int:
    """The `seq` of the last message."""
    log: list[dict[str, Any]] = visitor.get(f"/api/tables/{table}/events")
    return max(int(entry["seq"]) for entry in log if entry.get("do") == "said")


def answer(visitor: Visitor, table: str, what: str, **body: Any) -> tuple[int, str]:
    """The status and the code with which the server answers."""
    given = visitor.http.post(f"/api/tables/{table}/{what}", json=body)
    return given.status_code, given.json()["code"] if given.content else ""


def test_a_spectator_is_muted_by_what_they_said(crowded: Kept) -> None:
    ana, eva, table, said_at = watched(crowded)
    assert answer(eva, table, "mute", said=said_at) == (403, "not_owner")
    assert answer(ana, table, "mute", said=said_at) == (204, "")
    assert eva.refused(table, "say", text="again") == "muted"
    assert answer(ana, table, "mute", said=said_at, on=False) == (204, "")
    eva.do(table, "say", text="again")


def test_a_spectator_is_blocked_by_what_they_said(crowded: Kept) -> None:
    ana, eva, table, said_at = watched(crowded)
    assert answer(ana, table, "block", said=said_at) == (204, "")
    assert said(ana, table) == [""]
    assert said(eva, table) == ["hello from outside"]
    assert answer(ana, table, "block", said=said_at, on=False) == (204, "")
    assert said(ana, table) == ["hello from outside"]


def test_who_has_no_seat_may_block_and_report(crowded: Kept) -> None:
    ana, eva, table, _ = watched(crowded)
    ana.do(table, "say", text="rude words")
    rude = last_said(eva, table)
    assert answer(eva, table, "block", seat=0) == (204, "")
    assert said(eva, table) == ["hello from outside", ""]
    assert answer(eva, table, "report", said=rude, text="rude to spectators") == (204, "")
    assert "rude to spectators" in admin(crowded, "reports")


def test_who_has_not_said_who_they_are_may_block_and_report(kept: Kept) -> None:
    """They become a guest with it, whom the same browser is from then on."""
    _, ben, table = seated(kept)
    ben.do(table, "say", text="rude words")
    stranger = Visitor(kept, None)
    assert answer(stranger, table, "block", seat=2) == (404, "no_such_seat")
    assert not stranger.http.cookies
    assert answer(stranger, table, "block", seat=1) == (204, "")
    assert said(stranger, table) == [""]
    assert stranger.get(f"/api/tables/{table}/person", seat=1)["blocked"] is True
    assert answer(Visitor(kept, None), table, "report", seat=1, text="seen by all") == (204, "")
    assert "seen by all" in admin(kept, "reports")


def test_a_spectator_is_reported_by_what_they_said(crowded: Kept) -> None:
    ana, _, table, said_at = watched(crowded)
    assert answer(ana, table, "report", said=said_at, text="shouts at us") == (204, "")
    line = next(one for one in admin(crowded, "reports").splitlines() if table in one)
    assert line.endswith("shouts at us")


def test_a_message_of_long_ago_names_its_writer(crowded: Kept) -> None:
    """Of a long log the process has the last entries in memory only."""
    ana, eva, table, said_at = watched(crowded)
    for number in range(70):
        ana.do(table, "say", text=f"{number}")
    assert answer(ana, table, "block", said=said_at) == (204, "")
    assert said(ana, table)[0] == ""
    assert said(eva, table)[0] == "hello from outside"


def test_a_hidden_message_says_that_it_is_hidden(kept: Kept) -> None:
    """An empty text alone is also what is left of somebody who was erased."""
    ana, ben, table = seated(kept)
    ben.do(table, "say", text="rude words")
    answer(ana, table, "block", seat=1)
    assert [entry.get("hidden") for entry in messages(ana, table)] == [True]
    assert [entry.get("hidden") for entry in messages(ben, table)] == [None]


def messages(visitor: Visitor, table: str) -> list[dict[str, Any]]:
    log: list[dict[str, Any]] = visitor.get(f"/api/tables/{table}/events")
    return [entry for entry in log if entry.get("do") == "said"]


@pytest.mark.parametrize("what", ["mute", "block", "report"])
def test_nobody_does_it_to_themselves_or_to_a_bot(crowded: Kept, what: str) -> None:
    ana, _, table, _ = watched(crowded)
    ana.do(table, "say", text="that was me")
    more = {"text": "I report"} if what == "report" else {}
    nobody = (409, "nobody_there")
    assert answer(ana, table, what, said=last_said(ana, table), **more) == nobody
    assert answer(ana, table, what, seat=0, **more) == nobody  # oneself
    assert answer(ana, table, what, seat=1, **more) == nobody  # free
    assert answer(ana, table, what, seat=2, **more) == nobody  # a bot


@pytest.mark.parametrize("what", ["mute", "block", "report"])
def test_a_person_is_named_in_exactly_one_way(crowded: Kept, what: str) -> None:
    ana, _, table, said_at = watched(crowded)
    more = {"text": "I report"} if what == "report" else {}
    for body in ({}, {"seat": 1, "said": said_at}, {"seat": None}):
        given = ana.http.post(f"/api/tables/{table}/{what}", json={**body, **more})
        assert given.status_code == 400
        assert "`said`" in given.json()["message"] and given.json()["code"] == "malformed"


@pytest.mark.parametrize("what", ["mute", "block", "report"])
def test_an_entry_that_is_no_message_names_nobody(crowded: Kept, what: str) -> None:
    ana, _, table, said_at = watched(crowded)
    more = {"text": "I report"} if what == "report" else {}
    assert answer(ana, table, what, said=1, **more) == (404, "no_message")  # somebody sat down
    assert answer(ana, table, what, said=said_at + 1, **more) == (404, "no_message")
    assert answer(ana, table, what, said=0, **more) == (400, "malformed")
    elsewhere = ana.table("calavera", "me", "open")
    assert answer(ana, elsewhere, what, said=said_at, **more) == (404, "no_message")


def test_one_reads_what_one_has_set_about_a_person(crowded: Kept) -> None:
    ana, eva, table, said_at = watched(crowded)
    ben = Visitor(crowded, "Ben")
    person = f"/api/tables/{table}/person"
    assert ana.get(person, said=said_at) == {"blocked": False, "muted": False}
    answer(ana, table, "mute", said=said_at)
    answer(ana, table, "block", said=said_at)
    assert ana.get(person, said=said_at) == {"blocked": True, "muted": True}
    assert ben.get(person, said=said_at) == {"blocked": False, "muted": None}
    assert eva.get(person, seat=0) == {"blocked": False, "muted": None}
    assert ana.http.get(person).json()["code"] == "malformed"
    assert ana.http.get(person, params={"seat": 0}).json()["code"] == "nobody_there"
    assert Visitor(crowded, None).get(person, seat=0) == {"blocked": False, "muted": None}


def test_who_was_erased_is_nobody(kept: Kept) -> None:
    ana, ben, table = seated(kept)
    ben.do(table, "say", text="remember me")
    said_at = last_said(ana, table)
    admin(kept, "delete", f"{table}:1")
    soon(lambda: ana.get(f"/api/tables/{table}")["seats"][1]["name"] == "")
    assert answer(ana, table, "block", said=said_at) == (409, "nobody_there")
    assert answer(ana, table, "block", seat=1) == (409, "nobody_there")


def ids(kept: Kept) -> list[str]:
    """All users of the server."""
    if kept.database.startswith("postgres"):
        with psycopg.connect(kept.database) as connection:
            return [str(one) for (one,) in connection.execute("SELECT id FROM users")]
    with sqlite3.connect(kept.database) as file:
        return [str(one) for (one,) in file.execute("SELECT id FROM users")]


def test_nobody_reads_the_id_of_another(crowded: Kept) -> None:
    """What the server answers about a person has no value in common with who they are."""
    ana, _, table, said_at = watched(crowded)
    known = ids(crowded)
    answers = [
        ana.http.get(f"/api/tables/{table}/person", params={"said": said_at}).text,
        ana.http.get(f"/api/tables/{table}/events").text,
        ana.http.post(f"/api/tables/{table}/block", json={"said": 1}).text,
        ana.http.post(f"/api/tables/{table}/mute", json={"seat": 2}).text,
    ]
    assert known and not [one for one in known if any(one in text for text in answers)]
