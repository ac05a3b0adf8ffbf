"""Answers as a browser or a program gets them: methods, addresses, files, compression."""

import asyncio
import re
import socket
from collections.abc import Iterator

import httpx
import pytest

import quartett
from quartett.hosting.pages import built_page, page_files, page_folder
from quartett.server.command import _listen
from tests.server.figures import failures
from tests.server.host import Host

PAGE = built_page()
HTML = {"accept": "text/html"}


@pytest.fixture(scope="module")
def client(host: Host) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=host.url, headers={"accept-encoding": "identity"}) as opened:
        yield opened


@pytest.mark.parametrize("path", ["/api/games", "/", "/metrics", "/feed/none"])
def test_head_is_get_without_its_body_and_no_failure(
    host: Host, client: httpx.Client, path: str
) -> None:
    head = client.head(path)
    got = client.get(path)
    assert (head.status_code, head.content) == (got.status_code, b"")
    assert head.headers["content-type"] == got.headers["content-type"]
    assert failures(host) == 0


@pytest.mark.parametrize("path", ["/api/games/", "//api//games", "/api/games//"])
def test_slashes_too_many_mean_nothing(host: Host, client: httpx.Client, path: str) -> None:
    assert client.get(host.url + path).content == client.get("/api/games").content


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_nothing_is_under_api_but_the_api(client: httpx.Client, method: str) -> None:
    answer = client.request(method, "/api/nothing", headers=HTML)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_who_types_a_wrong_address_is_shown_the_page(client: httpx.Client) -> None:
    answer = client.get("/nothing", headers=HTML)
    assert (answer.status_code, answer.headers["location"]) == (302, "/#/nowhere")
    answer = client.get("/nothing")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("name", ["a b", "evil.example/<", "x@y", "ü"])
def test_what_is_no_name_of_a_host_is_refused(client: httpx.Client, name: str) -> None:
    answer = client.get("/api/games", headers=[(b"host", name.encode())])
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    for good in ("games.example.org", "my_server:8000", "[::1]:80", "127.0.0.1"):
        assert client.get("/api/health/live", headers={"host": good}).status_code == 200


def test_a_body_that_is_announced_too_large_is_refused_before_it_comes(host: Host) -> None:
    with socket.create_connection(("127.0.0.1", host.port), timeout=60) as connection:
        head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 70000\r\n\r\n"
        connection.sendall(head)
        assert connection.recv(100).startswith(b"HTTP/1.1 413 ")


def test_long_answers_are_compressed_for_those_who_can_read_it(client: httpx.Client) -> None:
    plain = client.get("/api/games")
    packed = client.get("/api/games", headers={"accept-encoding": "gzip"})
    assert len(plain.content) >= 1000 and "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.content)
    assert packed.content == plain.content
    short = client.get("/api/health/live", headers={"accept-encoding": "gzip"})
    assert len(short.content) < 1000 and "content-encoding" not in short.headers


def test_the_page_and_its_files_are_shown(client: httpx.Client) -> None:
    assert PAGE is not None
    index = client.get("/")
    assert index.content == (PAGE / "index.html").read_bytes()
    assert index.headers["content-type"] == "text/html; charset=utf-8"
    (script,) = re.findall(r'src="\./(assets/index-[^"]+\.js)"', index.text)
    found = client.get(f"/{script}")
    assert found.content == (PAGE / script).read_bytes()
    assert found.headers["content-type"] == "text/javascript; charset=utf-8"
    assert client.get("/assets").status_code == 404
    assert client.post("/").status_code == 405


def test_what_a_game_brings_for_the_page_is_shown(client: httpx.Client) -> None:
    game = quartett.game("goofspiel")
    folder, files = page_folder(game), page_files(game)
    assert folder is not None and files
    for name in files:
        assert client.get(f"/games/goofspiel/{name}").content == (folder / name).read_bytes()
    assert client.get("/games/goofspiel/none.js").status_code == 404


def test_a_file_that_a_browser_has_is_not_sent_again(client: httpx.Client) -> None:
    etag = client.get("/sw.js").headers["etag"]
    again = client.get("/sw.js", headers={"if-none-match": etag})
    assert (again.status_code, again.content) == (304, b"")


def test_what_is_compressed_already_is_sent_as_it_is(client: httpx.Client) -> None:
    assert PAGE is not None
    library = next(PAGE.rglob("library.gz"))
    address = f"/{library.relative_to(PAGE).as_posix()}"
    answer = client.get(address, headers={"accept-encoding": "gzip"})
    assert answer.content == library.read_bytes()
    assert "content-encoding" not in answer.headers
    assert answer.headers["content-type"] == "application/gzip"


@pytest.mark.parametrize(
    "path", ["/..%2f..%2fpyproject.toml", "/%2e%2e/pyproject.toml", "/" + "a" * 500, "/games/cubus"]
)
def test_files_outside_the_page_are_not_found(host: Host, client: httpx.Client, path: str) -> None:
    assert client.get(path).status_code == 404
    assert failures(host) == 0


def test_answers_are_not_held_back_until_the_last_is_acknowledged() -> None:
    """By asyncio's own loop: uvloop does it in any case."""
    found = asyncio.Queue[int]()

    def look(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        opened = writer.get_extra_info("socket")
        found.put_nowait(opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    async def run() -> int:
        async with await asyncio.start_server(look, sock=_listen("127.0.0.1", 0)) as server:
            _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            writer.close()
            return await found.get()

    assert asyncio.run(run()) == 1
