"""Your turn: by web push, sealed so that only the browser reads it, and by a feed."""

import asyncio
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from quartett.core.event import Event
from quartett.games.calavera.actions import Mark
from quartett.server.accounts import PushTarget, User
from quartett.server.jobs.notifications import Notifications
from quartett.server.jobs.push import Sender, check_endpoint, check_keys, decode, encode, new_key
from quartett.server.metrics import Metrics
from quartett.server.repository import Repository
from quartett.server.sessions.manager import TableManager
from quartett.server.sessions.presence import PresenceTracker
from quartett.server.sessions.session import TableSession
from quartett.server.store.sqlite import SqliteStore
from quartett.tables import entries as log
from quartett.tables.errors import Refused
from tests.server.host import Host
from tests.server.player import Visitor, new_cmd
from tests.tables.test_table import begun, roll, write

AUTH = bytes(range(16))


class PushService(HTTPServer):
    """What a browser's maker runs: it takes what it is sent."""

    def __init__(self, status: int = 201) -> None:
        self.status = status
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.arrived = threading.Event()
        super().__init__(("127.0.0.1", 0), _Taker)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/push/me"

    def wait(self) -> None:
        """Until something has come; the time only ends a test that hangs."""
        assert self.arrived.wait(60), "nothing was sent"


class _Taker(BaseHTTPRequestHandler):
    server: PushService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append(({k.lower(): v for k, v in self.headers.items()}, body))
        self.server.arrived.set()
        self.send_response(self.server.status)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    encoding, kind = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    return key.public_key().public_bytes(encoding, kind)


def unseal(sealed: bytes, key: ec.EllipticCurvePrivateKey) -> Any:
    """What the browser does (RFC 8188 and 8291)."""
    salt, length = sealed[:16], sealed[20]
    theirs, body = sealed[21 : 21 + length], sealed[21 + length :]
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
    shared = key.exchange(ec.ECDH(), public)

    def hkdf(salt: bytes, material: bytes, info: bytes, size: int) -> bytes:
        return HKDF(hashes.SHA256(), size, salt, info).derive(material)

    material = hkdf(AUTH, shared, b"WebPush: info\x00" + point(key) + theirs, 32)
    content_key = hkdf(salt, material, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = hkdf(salt, material, b"Content-Encoding: nonce\x00", 12)
    padded = AESGCM(content_key).decrypt(nonce, body, None)
    return json.loads(padded.rstrip(b"\x00")[:-1])


def test_only_the_browser_can_read_a_message_and_the_sender_can_be_checked() -> None:
    service, browser = PushService(), ec.generate_private_key(ec.SECP256R1())
    sender = Sender(new_key(), "mailto:host@example.org")
    push = PushTarget(
        user="u", endpoint=service.endpoint, p256dh=encode(point(browser)), auth=encode(AUTH)
    )
    assert sender.send(push, {"title": "Your turn"})
    headers, body = service.got[0]
    assert unseal(body, browser) == {"title": "Your turn"}
    assert headers["content-encoding"] == "aes128gcm"
    token = headers["authorization"].split("t=")[1].split(",")[0]
    signed, _, signature = token.rpartition(".")
    r, s = decode(signature)[:32], decode(signature)[32:]
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(sender.public))
    proof = encode_dss_signature(int.from_bytes(r, "big"), int.from_bytes(s, "big"))
    public.verify(proof, signed.encode(), ec.ECDSA(hashes.SHA256()))
    claims = json.loads(decode(signed.split(".")[1]))
    assert claims["aud"] == service.endpoint.removesuffix("/push/me")


def test_a_browser_that_is_gone_is_told_so() -> None:
    service, browser = PushService(410), ec.generate_private_key(ec.SECP256R1())
    push = PushTarget(
        user="u", endpoint=service.endpoint, p256dh=encode(point(browser)), auth=encode(AUTH)
    )
    assert not Sender(new_key(), "mailto:a@b.c").send(push, {})


@pytest.mark.parametrize(
    "endpoint",
    ["http://fcm.googleapis.com/x", "https://evil.example/fcm.googleapis.com",
     "https://fcm.googleapis.com.evil.example/", "https://169.254.169.254/latest", "https://",
     "http://s]D@", "https://["],
)  # fmt: skip
def test_we_send_to_push_services_only(endpoint: str) -> None:
    with pytest.raises(Refused):
        check_endpoint(endpoint, ("fcm.googleapis.com",))
    check_endpoint("https://fcm.googleapis.com/fcm/send/abc", ("fcm.googleapis.com",))


def test_keys_that_are_none_are_refused() -> None:
    good = encode(point(ec.generate_private_key(ec.SECP256R1())))
    check_keys(good, encode(AUTH))
    for p256dh, auth in ((good, "AA"), ("AAAA", encode(AUTH)), ("ü", "ü"), ("", "")):
        with pytest.raises(Refused):
            check_keys(p256dh, auth)


def subscribe(visitor: Visitor, service: PushService, browser: Any) -> dict[str, Any]:
    body = {
        "endpoint": service.endpoint,
        "keys": {"p256dh": encode(point(browser)), "auth": encode(AUTH)},
        "language": "de",
    }
    assert visitor.http.put("/api/me/push", json=body).status_code == 204
    return body


def test_of_several_processes_one_tells_and_only_who_looks_at_none(postgres: str) -> None:
    service, browser = PushService(), ec.generate_private_key(ec.SECP256R1())
    order = ("--push-host", "127.0.0.1")
    with Host(postgres, *order) as one, Host(postgres, *order) as two:
        ana, ben = Visitor(one, "Ana"), Visitor(two, "Ben")
        subscribe(ben, service, browser)

        async def start(looks: bool) -> None:
            table = ana.table("calcory", "me", "open", options={"start_player": 1})
            ben.do(table, "sit", seat=1)
            line, far = await ana.socket(), await ben.socket()
            await line.send(t="hello", table=table, seat=0)
            if looks:
                await far.send(t="hello", table=table, seat=1)
                while (await line.hear("presence"))["seats"] != [0, 1]:
                    pass
            ana.do(table, "start")  # and it is Ben's turn
            await asyncio.to_thread(service.wait)
            await asyncio.sleep(1)  # for what should not come
            await line.close()
            await far.close()

        asyncio.run(start(looks=False))
        assert len(service.got) == 1
        asyncio.run(start(looks=True))
        assert len(service.got) == 1


def test_who_is_not_looking_is_told_when_it_is_their_turn(database: str) -> None:
    service, browser = PushService(), ec.generate_private_key(ec.SECP256R1())
    with Host(database, "--push-host", "127.0.0.1") as host:
        ana = Visitor(host)
        body = subscribe(ana, service, browser)
        table = ana.table("calcory", "me", "easy", start=True, options={"start_player": 0})
        service.wait()
        message = unseal(service.got[0][1], browser)
        feed = ana.http.get("/" + ana.get("/api/me")["feed"])
        refused = ana.http.put("/api/me/push", json={**body, "endpoint": "https://evil.example/"})
    assert message == {"title": "Du bist am Zug: Calcory", "table": table, "game": "calcory"}
    assert refused.json()["code"] == "push_host"
    links = [link.get("href") for link in ElementTree.fromstring(feed.content).iter(LINK)]
    assert f"{host.url}/#/table/{table}" in links


def test_who_plays_a_bot_is_told_every_time_it_has_moved(tmp_path: Path) -> None:
    service, browser = PushService(), ec.generate_private_key(ec.SECP256R1())

    async def run() -> None:
        store = await SqliteStore.open(str(tmp_path / "quartett.db"))
        repository = Repository(store)
        tables = TableManager(repository, Metrics())
        notifications = Notifications(
            tables, PresenceTracker(tables), Sender(new_key(), "mailto:host@example.org")
        )
        key, auth = encode(point(browser)), encode(AUTH)
        await repository.add_user(User(id="ana", name="Ana", feed="feed", created=1))
        await repository.add_push(
            PushTarget(user="ana", endpoint=service.endpoint, p256dh=key, auth=auth)
        )
        session = TableSession("table")
        session.table = begun(log.Put(1, "easy", "Bot", "00" * 16))
        for seat in (0, 1):  # Ana moves, then the bot
            notifications.notify(session, ours=True)
            write(
                session.table,
                Event(seat, Mark("orange", "orange")),
                roll("orange", "orange", "green"),
            )
        notifications.notify(session, ours=True)
        await asyncio.gather(*notifications._tasks)
        await store.close()

    asyncio.run(run())
    assert len(service.got) == 2


def test_a_move_on_a_socket_calls_who_is_not_looking(database: str) -> None:
    service, browser = PushService(), ec.generate_private_key(ec.SECP256R1())

    async def act(ana: Visitor, table: str) -> None:
        line = await ana.socket()
        await line.send(t="hello", table=table, seat=0, legal=True)
        while (told := await line.hear("snapshot", "events"))["view"]["to_act"] != [1]:
            if told.get("legal"):
                action = told["legal"][0]  # there are three rolls at most
                await line.send(t="act", table=table, cmd=new_cmd(), at=told["seq"], action=action)
        await line.close()

    with Host(database, "--push-host", "127.0.0.1") as host:
        ana, ben = Visitor(host, "Ana"), Visitor(host, "Ben")
        subscribe(ben, service, browser)
        table = ana.table("calavera", "me", "open", options={"start_player": 0})
        ben.do(table, "sit", seat=1)
        ana.do(table, "start")
        asyncio.run(act(ana, table))
        service.wait()
        assert unseal(service.got[0][1], browser)["table"] == table


LINK = "{http://www.w3.org/2005/Atom}link"
