"""Handlers: their signatures say what a request must hold, and the document says the same."""

import asyncio
from typing import Annotated, Any

import httpx
import pytest
from msgspec import Meta, Struct
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request

from quartett.core.errors import QuartettError
from quartett.server.http.openapi import document
from quartett.server.http.requests import refused
from quartett.server.http.routing import Reply, delete, get, post, put, routes


class Cup(Struct, frozen=True, forbid_unknown_fields=True):
    size: Annotated[int, Meta(ge=1, le=9)]
    colour: str = "white"


@get("/cups/{cup_id}", summary="A cup")
async def cup(cup_id: str, size: Annotated[int, Meta(ge=1, le=9)] = 3, full: bool = False) -> Cup:
    return Cup(size, f"{cup_id} {full}")


@get("/cups", summary="Some cups")
async def cups(request: Request, colour: Annotated[str, Meta(max_length=5)]) -> list[Cup]:
    return [Cup(len(request.headers["x-size"]), colour)]


@post("/cups", summary="A new cup", status=201, body_bytes=40)
async def make(data: Cup) -> Reply[Cup]:
    return Reply(data, headers={"x-made": "yes"}, cookies=["a=1", "b=2"])


@put("/cups", summary="Perhaps", status=200)
async def change(data: Cup | None) -> Reply[str]:
    return Reply("busy" if data is None else "done", status=503 if data is None else None)


@delete("/cups/{cup_id}", summary="Break it", status=204)
async def smash(cup_id: str) -> None:
    if cup_id == "none":
        raise QuartettError("there is no such cup")


@get("/text", summary="Words", media_type="text/plain; version=1")
async def text() -> str:
    return "plain"


HANDLERS = [cup, cups, make, change, smash, text]
APP = Starlette(
    routes=routes(HANDLERS),
    exception_handlers=dict.fromkeys((HTTPException, QuartettError), refused),
)


def ask(method: str, path: str, **more: Any) -> httpx.Response:
    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(APP)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return await client.request(method, path, **more)

    return asyncio.run(asked())


def test_parameters_come_from_the_path_and_from_the_query() -> None:
    assert ask("GET", "/cups/red").json() == {"size": 3, "colour": "red False"}
    assert ask("GET", "/cups/red?size=4&full=1").json() == {"size": 4, "colour": "red True"}
    assert ask("GET", "/cups/a%20b?size=1&size=2").json() == {"size": 2, "colour": "a b False"}
    answer = ask("GET", "/cups?colour=blue&other=1", headers={"x-size": "xx"})
    assert answer.json() == [{"size": 2, "colour": "blue"}]


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/cups/red?size=0", "size"),
        ("/cups/red?size=10", "size"),
        ("/cups/red?size=", "size"),
        ("/cups/red?size=two", "size"),
        ("/cups/red?full=maybe", "full"),
        ("/cups", "colour"),
        ("/cups?colour=purple", "colour"),
    ],
)
def test_a_query_of_another_kind_or_size_is_refused_with_its_place(path: str, place: str) -> None:
    answer = ask("GET", path)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert place in answer.json()["message"]


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"{}", b'{"size":"3"}', b'{"size":0}', b'{"size":1,"lid":1}', b'{"\xff":1}'],
)
def test_a_body_must_be_what_the_type_says_and_nothing_else(body: bytes) -> None:
    answer = ask("POST", "/cups", content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_a_body_has_a_limit_whether_its_length_is_announced_or_not() -> None:
    async def parts() -> Any:
        for _ in range(10):
            yield b'{"s":1} '

    fits = b'{"size":9,"colour":"' + b"x" * 18 + b'"}'
    assert (len(fits), ask("POST", "/cups", content=fits).status_code) == (40, 201)
    assert ask("POST", "/cups", content=fits + b" ").status_code == 413
    assert ask("POST", "/cups", content=parts()).status_code == 413


def test_a_reply_carries_status_headers_and_cookies() -> None:
    made = ask("POST", "/cups", json={"size": 2})
    assert (made.status_code, made.json()) == (201, {"size": 2, "colour": "white"})
    assert made.headers["x-made"] == "yes"
    assert made.headers.get_list("set-cookie") == ["a=1", "b=2"]
    assert ask("PUT", "/cups", json=None, content=b"null").status_code == 503
    done = ask("PUT", "/cups", json={"size": 2})
    assert (done.status_code, done.content) == (200, b'"done"')


def test_nothing_is_an_answer_without_content() -> None:
    answer = ask("DELETE", "/cups/red")
    assert (answer.status_code, answer.content) == (204, b"")
    assert "content-type" not in answer.headers


def test_what_is_not_json_is_sent_as_it_is() -> None:
    answer = ask("GET", "/text")
    assert answer.text == "plain"
    assert answer.headers["content-type"] == "text/plain; version=1; charset=utf-8"


def test_refusals_have_a_code_and_a_sentence() -> None:
    answer = ask("DELETE", "/cups/none")
    assert (answer.status_code, answer.json()["message"]) == (400, "there is no such cup")
    assert ask("GET", "/plates").json()["code"] == "not_found"


def test_a_path_says_which_methods_it_has() -> None:
    wrong = ask("PATCH", "/cups")
    assert (wrong.status_code, wrong.json()["code"]) == (405, "wrong_method")
    options = ask("OPTIONS", "/cups")
    assert options.status_code == 204
    assert wrong.headers["allow"] == options.headers["allow"] == "GET, POST, PUT, OPTIONS"


def test_the_document_is_made_from_the_signatures() -> None:
    made = document(HANDLERS)
    one = made["paths"]["/cups/{cup_id}"]["get"]
    assert one["summary"] == "A cup"
    assert one["parameters"] == [
        {"name": "cup_id", "in": "path", "required": True, "schema": {"type": "string"}},
        {"name": "size", "in": "query", "required": False,
         "schema": {"type": "integer", "minimum": 1, "maximum": 9, "default": 3}},
        {"name": "full", "in": "query", "required": False,
         "schema": {"type": "boolean", "default": False}},
    ]  # fmt: skip
    cup = {"application/json": {"schema": {"$ref": "#/components/schemas/Cup"}}}
    assert one["responses"]["200"]["content"] == cup
    new = made["paths"]["/cups"]["post"]
    assert new["requestBody"] == {"required": True, "content": cup}
    assert new["responses"]["201"]["content"] == cup
    assert made["components"]["schemas"]["Cup"]["required"] == ["size"]
    assert "content" not in made["paths"]["/cups/{cup_id}"]["delete"]["responses"]["204"]
    words = made["paths"]["/text"]["get"]["responses"]["200"]["content"]
    assert words == {"text/plain; version=1": {"schema": {"type": "string"}}}
