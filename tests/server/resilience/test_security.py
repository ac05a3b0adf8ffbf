"""Who is kept out, what is kept in, and what browsers are told."""

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.host import Host
from tests.server.player import Visitor, new_cmd

EVIL = "https://evil.example"


def test_other_peoples_pages_may_not_talk_to_us(host: Host) -> None:
    posted = httpx.post(
        f"{host.url}/api/tables", json={"game": "cubus", "seats": [{}]}, headers={"Origin": EVIL}
    )
    assert (posted.status_code, posted.json()["code"]) == (403, "origin")
    for odd in ("null", "http://[", "]", f"{host.url}.evil.example", f"{host.url}/"):
        assert httpx.post(f"{host.url}/api/logout", headers={"Origin": odd}).status_code == 403
    assert httpx.post(f"{host.url}/api/logout", headers={"Origin": host.url}).status_code == 200

    async def knock() -> None:
        with pytest.raises(InvalidStatus) as refused:
            await connect(host.socket_url, additional_headers={"Origin": EVIL})
        assert refused.value.response.status_code == 403
        own = await connect(host.socket_url, additional_headers={"Origin": host.url})
        await own.close()

    asyncio.run(knock())


def test_a_cookie_is_http_only_lax_and_cannot_be_guessed(host: Host) -> None:
    answer = httpx.put(f"{host.url}/api/me/name", json={"name": "Ana"})
    cookie = answer.headers["set-cookie"]
    assert {"httponly", "samesite=lax"} <= {part.strip().lower() for part in cookie.split(";")}
    value = answer.cookies["quartett"]
    for forged in (value[::-1], f"{value}0", value[:-1], "", "."):
        me = httpx.get(f"{host.url}/api/me", cookies={"quartett": forged}).json()
        assert me["name"] is None


@pytest.mark.parametrize("path", ["/api/games", "/api/nothing", "/metrics", "/api/tables/none"])
def test_every_answer_has_strict_headers(host: Host, path: str) -> None:
    headers = httpx.get(host.url + path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    # WebAssembly may be compiled, for the engine in the browser; no text is run as a script.
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert "server" not in headers


def test_no_secret_leaves_before_the_game_is_over(host: Host) -> None:
    ana = Visitor(host)
    table = ana.table("calavera", "me", "me", start=True)

    async def listen() -> list[bytes]:
        line = await ana.socket()
        await line.send(t="hello", table=table, seat=0, last=0)
        await line.hear("events")
        await line.send(t="hello", table=table)
        await line.hear("snapshot")
        await asyncio.to_thread(ana.do, table, "resign", seat=0)
        before = list(line.heard)
        await line.hear("events")
        await line.close()
        return before

    heard = asyncio.run(listen())
    about = ana.get(f"/api/tables/{table}")
    secret = about["result"]["secret"]
    assert len(secret) == 64
    assert not any(secret.encode() in frame for frame in heard)
    users = [frame for frame in heard if b'"user"' in frame or b'"nonce"' in frame]
    assert users == []


def test_names_and_chat_are_bounded_and_kept_as_text(host: Host) -> None:
    ana = Visitor(host)
    for name in ("", "x" * 25, "\u200b\u0007", "   "):
        assert ana.http.put("/api/me/name", json={"name": name}).status_code == 400
    assert ana.put("/api/me/name", {"name": "<b> Ana\t\n </b>"})["name"] == "<b> Ana </b>"
    table = ana.table("cubus", "me", "open")
    assert ana.refused(table, "say", text="x" * 501) == "malformed"
    assert ana.refused(table, "sit", seat=1, name="x" * 25) == "malformed"


def test_huge_bodies_and_frames_are_refused(host: Host) -> None:
    ana = Visitor(host)
    huge = ana.http.post("/api/tables", content=b"[" + b"1," * 200_000 + b"1]")
    assert huge.status_code in (400, 413)

    async def send_huge() -> None:
        line = await ana.socket()
        with pytest.raises(ConnectionClosed) as closed:
            await line.socket.send("x" * 17_000)
            await line.hear()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009

    asyncio.run(send_huge())


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("limited")
    with Host(str(folder / "quartett.db"), "--limits") as running:
        yield running


def _is_refused_after(burst: int, seconds: float, ask: Callable[[], httpx.Response]) -> None:
    """After this many at once; one more is allowed each time this many seconds have passed."""
    began = time.monotonic()
    for asked in range(10 * burst):
        answer = ask()
        if answer.status_code == 429:
            assert answer.json()["code"] == "too_fast"
            assert asked >= burst - 1  # one may have been used before
            return
        assert asked <= burst + (time.monotonic() - began) / seconds
    raise AssertionError("never refused")


def test_one_address_cannot_ask_without_end(limited: Host) -> None:
    url = limited.url
    login = {"name": "nobody", "passphrase": "no passphrase"}
    _is_refused_after(10, 10, lambda: httpx.post(f"{url}/api/login", json=login))
    ana = Visitor(limited)
    setup = {"game": "cubus", "seats": [{}, {}]}
    _is_refused_after(60, 20, lambda: ana.http.post("/api/tables", json=setup))
    name = {"name": "Ana"}
    _is_refused_after(60, 30, lambda: httpx.put(f"{url}/api/me/name", json=name))


def test_a_socket_that_floods_is_told_and_then_closed(limited: Host) -> None:
    async def flood() -> list[str]:
        socket = await connect(limited.socket_url)
        codes: list[str] = []
        with pytest.raises(ConnectionClosed) as closed:
            for _ in range(2_000):  # without waiting, so that a slow machine floods too
                await socket.send('{"t":"ping"}')
            while True:
                codes.append(str(await asyncio.wait_for(socket.recv(), 120)))
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008
        return codes

    codes = asyncio.run(flood())
    assert any("pong" in code for code in codes)
    assert any("too_fast" in code for code in codes)


def test_nothing_secret_is_written_to_the_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    host = Host(str(tmp_path / "quartett.db")).start(log)
    ana = Visitor(host)
    token = ana.post("/api/programs", {"name": "Robo"})["token"]
    ana.post("/api/accounts", {"name": "Ana", "passphrase": "correct horse"})
    table = ana.table("calavera", "me", "me", start=True)
    ana.refused(table, "sit", seat=0)

    async def nonsense() -> None:
        line = await ana.socket()
        action = {"do": "mark", "use": "correct horse", "row": token}
        await line.send(t="act", table=table, cmd=new_cmd(), at=99, action=action, seat=0)
        await line.hear("rejected")
        await line.close()

    asyncio.run(nonsense())
    ana.do(table, "resign", seat=0)
    secret = ana.get(f"/api/tables/{table}")["result"]["secret"]
    host.stop()
    written = log.read_text()
    cookie = ana.http.cookies["quartett"]
    assert not any(word in written for word in (token, "correct horse", secret, cookie))


def test_tokens_and_passphrases_are_stored_hashed(tmp_path: Path) -> None:
    path = tmp_path / "quartett.db"
    with Host(str(path)) as host:
        ana = Visitor(host)
        token = ana.post("/api/programs", {"name": "Robo"})["token"]
        ana.post("/api/accounts", {"name": "Ana", "passphrase": "correct horse"})
    stored = b"".join(file.read_bytes() for file in tmp_path.glob("quartett.db*"))
    assert token.encode() not in stored
    assert b"correct horse" not in stored


def test_who_is_turned_away_cannot_fill_the_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    host = Host(str(tmp_path / "quartett.db")).start(log)

    async def knock() -> None:
        for _ in range(5):
            with pytest.raises(InvalidStatus):
                await connect(host.socket_url, additional_headers={"Origin": EVIL})
            with pytest.raises(InvalidStatus):
                await connect(host.socket_url, additional_headers={"Authorization": "Bearer no"})

    asyncio.run(knock())
    host.stop()
    assert log.read_text().count("\n") == 1


def test_a_name_at_a_seat_is_checked_too(host: Host) -> None:
    ana = Visitor(host)
    table = ana.table("cubus", "open", "open")
    assert ana.refused(table, "sit", seat=0, name="A\u202ena") == "name_hidden"
    assert ana.refused(table, "sit", seat=1, name="\u0007") == "name_hidden"
