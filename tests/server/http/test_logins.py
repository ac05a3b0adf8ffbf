"""Where one is logged in, and how that ends."""

import asyncio
import sqlite3
import time
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from quartett.server.accounts import sign
from tests.server.host import Host
from tests.server.player import Visitor

SESSIONS = "/api/me/sessions"


def with_cookie(host: Host, cookie: str) -> httpx.Client:
    return httpx.Client(base_url=host.url, cookies={"quartett": cookie}, timeout=30)


def name_of(host: Host, cookie: str) -> str | None:
    with with_cookie(host, cookie) as client:
        name: str | None = client.get("/api/me").json()["name"]
        return name


def account(host: Host, name: str) -> tuple[Visitor, Visitor]:
    """An account that is logged in on two devices."""
    one, two = Visitor(host, name), Visitor(host, None)
    one.post("/api/accounts", {"name": name, "passphrase": "correct horse"})
    two.post("/api/login", {"name": name, "passphrase": "correct horse"})
    return one, two


def test_the_cookie_of_who_logged_out_is_dead_and_that_of_other_devices_is_not(host: Host) -> None:
    phone, desk = account(host, "Dora")
    cookie = phone.http.cookies["quartett"]
    assert name_of(host, cookie) == "Dora"
    phone.post("/api/logout")
    assert name_of(host, cookie) is None
    assert desk.get("/api/me")["name"] == "Dora"


def test_of_two_cookies_the_one_for_this_path_counts(host: Host) -> None:
    """Browsers send the one with the longest path first; another server may be at the root."""
    ana = Visitor(host)
    own = ana.cookies["Cookie"]
    both = {"Cookie": f"{own}; quartett=of-another-server"}
    assert httpx.get(f"{host.url}/api/me", headers=both).json()["name"] == "Ana"


def test_a_cookie_with_quotes_holds_nobody_up(host: Host) -> None:
    """Python 3.11.7 takes 0.2 s to remove them."""
    with httpx.Client(base_url=host.url) as client:

        def seconds(cookie: str) -> float:
            began = time.monotonic()
            answer = client.get("/api/me", headers={"Cookie": f'quartett="{cookie}"'})
            assert answer.json()["name"] is None
            return time.monotonic() - began

        plain, odd = (min(seconds(c * 7_000) for _ in range(10)) for c in ("ab", '\\"'))
    assert odd < 20 * plain


def test_a_cookie_is_renewed_without_another_session(host: Host) -> None:
    ana = Visitor(host)
    cookie = ana.http.cookies["quartett"]
    for _ in range(3):
        ana.get("/api/me")
    assert ana.http.cookies["quartett"] == cookie
    assert len(ana.get(SESSIONS)) == 1


def test_another_device_can_be_logged_out(host: Host) -> None:
    phone, desk = account(host, "Emil")
    (other,) = [one for one in desk.get(SESSIONS) if not one["current"]]
    stranger = Visitor(host)
    assert stranger.http.delete(f"{SESSIONS}/{other['id']}").status_code == 404
    assert desk.http.delete(f"{SESSIONS}/{other['id']}").status_code == 204
    assert phone.get("/api/me")["name"] is None
    assert desk.get("/api/me")["name"] == "Emil"


def test_a_new_passphrase_logs_out_everywhere_else(host: Host) -> None:
    phone, desk = account(host, "Fay")
    change = {"old": "not the one", "new": "battery staple"}
    assert desk.http.put("/api/me/passphrase", json=change).status_code == 403
    desk.put("/api/me/passphrase", {**change, "old": "correct horse"})
    assert phone.get("/api/me")["name"] is None
    assert desk.get("/api/me")["name"] == "Fay"
    old = {"name": "Fay", "passphrase": "correct horse"}
    assert phone.http.post("/api/login", json=old).status_code == 403
    assert phone.post("/api/login", {**old, "passphrase": "battery staple"})["name"] == "Fay"


def test_the_socket_of_who_was_logged_out_is_closed(host: Host) -> None:
    phone, desk = account(host, "Gus")

    async def watch() -> int | None:
        line = await phone.socket()
        await line.send(t="ping")
        await line.hear("pong")
        await asyncio.to_thread(desk.http.delete, SESSIONS)
        with pytest.raises(ConnectionClosed) as closed:
            await line.hear("nothing")
        return closed.value.rcvd.code if closed.value.rcvd else None

    assert asyncio.run(watch()) == 4401


def test_a_token_can_be_revoked_by_its_maker_and_by_the_program_itself(host: Host) -> None:
    ana, ben = Visitor(host, "Ana"), Visitor(host, "Ben")
    for revoked_by in ("maker", "program"):
        made = ana.post("/api/programs", {"name": "Robo"})
        robo = httpx.Client(
            base_url=host.url, headers={"Authorization": f"Bearer {made['token']}"}, timeout=30
        )
        address = f"/api/programs/{made['id']}"
        assert robo.get("/api/me").json()["name"] == "Robo"
        assert made["id"] in [one["id"] for one in ana.get("/api/programs")]
        assert ben.http.delete(address).status_code == 404
        who = ana.http if revoked_by == "maker" else robo
        assert who.delete(address).status_code == 204
        assert robo.put("/api/me/name", json={"name": "Again"}).status_code == 401
        assert made["id"] not in [one["id"] for one in ana.get("/api/programs")]


def test_cookies_of_earlier_versions_are_good_until_their_user_logs_out(tmp_path: Path) -> None:
    path = tmp_path / "quartett.db"
    host = Host(str(path))
    with host:
        Visitor(host, "Old")
    with sqlite3.connect(path) as connection:
        (user,) = connection.execute("SELECT id FROM users").fetchone()
        (key,) = connection.execute("SELECT value FROM meta WHERE name = 'cookie key'").fetchone()
        connection.execute("DROP TABLE sessions")
        connection.execute("DROP TABLE programs")
        connection.execute("PRAGMA user_version = 3")
    cookie = sign(bytes.fromhex(key), user)
    with host:
        assert name_of(host, cookie) == "Old"
        with with_cookie(host, cookie) as client:
            client.post("/api/logout")
        assert name_of(host, cookie) is None


def test_cookies_are_stored_hashed(tmp_path: Path) -> None:
    with Host(str(tmp_path / "quartett.db")) as host:
        cookie = Visitor(host).http.cookies["quartett"]
    stored = b"".join(file.read_bytes() for file in tmp_path.glob("quartett.db*"))
    assert cookie.encode() not in stored
