"""What a host does about people: limits of chat, `quartett admin`."""

import asyncio
import json
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from quartett.core.record import Record
from quartett.core.verify import verify
from tests.forks import quartett
from tests.server.host import Host
from tests.server.jobs.kept import Kept, admin, said, seated, soon
from tests.server.player import Visitor, new_cmd


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("chat")
    with Host(str(folder / "quartett.db"), "--limits") as running:
        yield running


def test_one_user_cannot_flood_a_table(limited: Host) -> None:
    ana = Visitor(limited)
    table = ana.table("calavera", "me", "open")
    codes: list[int] = []
    while 429 not in codes and len(codes) < 300:  # on a slow machine it takes a few more
        body = {"do": "say", "cmd": new_cmd(), "text": f"{len(codes)}"}
        answer = ana.http.post(f"/api/tables/{table}/commands", json=body)
        codes.append(answer.status_code)
    assert codes[:10] == [200] * 10 and 429 in codes

    async def over_the_socket() -> str:
        line = await ana.socket()
        await line.send(t="hello", table=table, seat=0)
        for _ in range(20):
            await line.send(t="chat", table=table, cmd=new_cmd(), text="again")
        code: str = (await line.hear("rejected"))["code"]
        await line.close()
        return code

    assert asyncio.run(over_the_socket()) == "too_fast"


def test_a_table_keeps_so_many_messages_and_no_more(host: Host) -> None:
    ana = Visitor(host)
    table = ana.table("calavera", "me", "open")

    async def fill() -> str:
        line = await ana.socket()
        await line.send(t="hello", table=table, seat=0)
        for number in range(501):
            await line.send(t="chat", table=table, cmd=new_cmd(), text=f"{number}")
        code: str = (await line.hear("rejected"))["code"]
        await line.close()
        return code

    assert asyncio.run(fill()) == "chat_full"
    assert len(said(ana, table)) == 500


def test_only_players_write_unless_the_host_allows_it(host: Host, tmp_path: Path) -> None:
    table = Visitor(host).table("calavera", "me", "open")
    assert Visitor(host, "Eva").refused(table, "say", text="hello") == "not_at_table"
    with Host(str(tmp_path / "q.db"), "--spectators-chat") as open_to_all:
        table = Visitor(open_to_all).table("calavera", "me", "open")
        Visitor(open_to_all, "Eva").do(table, "say", text="hello")


def test_the_host_closes_a_table(kept: Kept) -> None:
    ana, _, table = seated(kept)

    async def follow() -> str:
        line = await ana.socket()
        await line.send(t="hello", table=table, seat=0)
        await line.hear("snapshot")
        await asyncio.to_thread(admin, kept, "close", table, "--why", "spam")
        code: str = (await line.hear("rejected"))["code"]
        await line.close()
        return code

    assert asyncio.run(follow()) == "closed"
    assert ana.http.get(f"/api/tables/{table}").status_code == 404
    assert table not in [line["id"] for line in ana.get("/api/me/tables")]
    assert f"close {table} spam" in admin(kept, "log")


def test_the_host_bans_a_person(kept: Kept) -> None:
    ana, _, table = seated(kept)

    async def follow() -> None:
        line = await ana.socket()
        await asyncio.to_thread(admin, kept, "ban", f"{table}:0")
        with pytest.raises(ConnectionClosed):
            while True:
                await line.hear()

    asyncio.run(follow())
    answer = ana.http.get("/api/me/tables")
    assert (answer.status_code, answer.json()["code"]) == (403, "banned")
    admin(kept, "unban", f"{table}:0")
    soon(lambda: ana.http.get("/api/me/tables").status_code == 200)


@pytest.mark.parametrize(
    "wrong",
    [
        ("ban", "address:192.0.2.0/24"),
        ("ban", "address:somewhere"),
        ("ban", "address:"),
        ("ban", "address:192.0.2.1", "--days", "-1"),
        ("ban", "address:192.0.2.1", "--days", "nan"),
        ("ban", "address:192.0.2.1", "--days", "1e300"),
        ("ban", "table:²"),
    ],
)
def test_a_ban_that_would_keep_nobody_out_is_refused(kept: Kept, wrong: tuple[str, ...]) -> None:
    failed = quartett("admin", *wrong, "--database", kept.database)
    assert failed.returncode == 2
    assert failed.stderr.startswith("quartett: ") and failed.stderr.count("\n") == 1


def test_a_banned_address_keeps_no_socket(kept: Kept) -> None:
    ana, _, table = seated(kept)

    async def follow() -> None:
        line = await ana.socket()
        await line.send(t="hello", table=table)
        await asyncio.to_thread(admin, kept, "ban", "address:127.0.0.1")
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                await line.hear()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401

    try:
        asyncio.run(follow())
    finally:
        admin(kept, "unban", "address:127.0.0.1")
    soon(lambda: ana.http.get("/api/me").status_code == 200)


def test_a_ban_ends_by_the_address_that_it_printed(kept: Kept) -> None:
    assert "Banned 2001:db8:1:2::/64" in admin(kept, "ban", "address:2001:db8:1:2::5")
    admin(kept, "unban", "address:2001:db8:1:2::/64")


def test_an_export_that_cannot_be_written_is_said_in_one_line(kept: Kept) -> None:
    _, _, table = seated(kept)
    failed = quartett("admin", "export", f"{table}:0", "/proc/no.zip", "--database", kept.database)
    assert failed.returncode == 2
    assert failed.stderr.startswith("quartett: cannot write /proc/no.zip")


def test_a_person_is_exported_and_erased(kept: Kept, tmp_path: Path) -> None:
    ana, ben, table = seated(kept)
    ben.post("/api/accounts", {"name": "Benedict", "passphrase": "correct horse"})
    ben.do(table, "say", text="remember me")
    copy = tmp_path / "ben.zip"
    admin(kept, "export", "benedict", str(copy))
    with zipfile.ZipFile(copy) as archive:
        entries = json.loads(archive.read("entries.json"))
        assert "remember me" in str(entries)
        assert "passphrase" not in str([archive.read(name) for name in archive.namelist()])

    async def follow() -> None:
        line = await ben.socket()
        await line.send(t="hello", table=table, seat=1)
        await asyncio.to_thread(admin, kept, "delete", "benedict")
        with pytest.raises(ConnectionClosed):
            while True:
                await line.hear()

    asyncio.run(follow())
    soon(lambda: said(ana, table) == [""])
    assert ben.http.get("/api/me").json()["account"] is None
    soon(lambda: ana.get(f"/api/tables/{table}")["seats"][1]["name"] == "")
    ana.do(table, "resign", seat=0)
    record = Record.parse(ana.http.get(f"/api/tables/{table}/record").text)
    assert all(finding.ok for finding in verify(record))
    assert "erase" in admin(kept, "log")
    if not kept.database.startswith("postgres"):
        with sqlite3.connect(kept.database) as connection:
            left = "\n".join(connection.iterdump())
        assert "remember me" not in left and "benedict" not in left
