"""Who I am, my games, and how I want to be told."""

import io
import secrets
import zipfile
from datetime import UTC, datetime

from litestar import Response, delete, get, post, put
from litestar.datastructures import Cookie
from msgspec.structs import replace

from quartett.server.accounts import (
    COOKIE,
    NOBODYS,
    User,
    clean,
    hash_passphrase,
    is_passphrase,
    new_id,
    token_hash,
)
from quartett.server.application import House
from quartett.server.http.answers import Credentials, Line, Me, Naming, Subscription, Token
from quartett.server.http.lines import line
from quartett.server.http.requests import (
    Asked,
    address_of,
    anybody,
    cookie,
    house_of,
    somebody,
    who,
)
from quartett.server.jobs import push
from quartett.server.jobs.notifications import feed
from quartett.server.store.contract import Push
from quartett.tables.errors import Refused

MINE = 200
EXPORTED = 5_000


@get("/api/me", summary="Who I am")
async def me(request: Asked) -> Response[Me]:
    user = await who(request)
    house = house_of(request)
    cookies = [cookie(house, user)] if user is not None and not user.program else []
    return Response(_me(house, user), cookies=cookies)


@put("/api/me/name", summary="Choose the name that others read", status_code=200)
async def rename(request: Asked, data: Naming) -> Response[Me]:
    user, cookies = await anybody(request)
    user = replace(user, name=clean(data.name))
    await house_of(request).store.change_user(user)
    return Response(_me(house_of(request), user), cookies=cookies)


@post("/api/accounts", summary="Turn the guest into an account", status_code=201)
async def register(request: Asked, data: Credentials) -> Response[Me]:
    house = house_of(request)
    house.limit("login", address_of(request.scope))
    user, cookies = await anybody(request)
    if user.program or user.account is not None:
        raise Refused("has_account", "This is an account already.")
    name = clean(data.name)
    hashed = await hash_passphrase(data.passphrase)
    user = replace(user, name=name, account=account_name(name), passphrase=hashed)
    if not await house.store.change_user(user):
        raise Refused("name_taken", "Somebody has an account of that name.", {"name": name})
    return Response(_me(house, user), cookies=cookies, status_code=201)


@post("/api/login", summary="Log in on this device", status_code=200)
async def login(request: Asked, data: Credentials) -> Response[Me]:
    house = house_of(request)
    house.limit("login", address_of(request.scope))
    user = await house.store.user_by("account", account_name(clean(data.name)))
    stored = user.passphrase if user is not None else None
    right = await is_passphrase(data.passphrase, stored or NOBODYS)
    if user is None or stored is None or not right:
        raise Refused("wrong_login", "There is no such name with this passphrase.", status=403)
    return Response(_me(house, user), cookies=[cookie(house, user)])


@post("/api/logout", summary="Forget this device", status_code=200)
async def logout(request: Asked) -> Response[Me]:
    house = house_of(request)
    gone = Cookie(COOKIE, path=house.settings.prefix or "/", value="", max_age=0, httponly=True)
    return Response(_me(house, None), cookies=[gone])


@get("/api/me/tables", summary="My games, running and over")
async def my_tables(request: Asked) -> list[Line]:
    user = await who(request)
    if user is None:
        return []
    rows = await house_of(request).store.tables_of(user.id, MINE)
    return [line(row, user) for row in rows if user.id in row.users]


@get("/api/me/export", summary="All my finished games as one file", media_type="application/zip")
async def export(request: Asked) -> Response[bytes]:
    user = await somebody(request)
    house = house_of(request)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for row in await house.store.tables_of(user.id, EXPORTED):
            if row.stage != "over" or user.id not in row.users:
                continue
            async with house.hall.reading(row.id) as (_, room):
                text = "\n".join(room.record().lines())
            archive.writestr(f"{row.game}-{row.id}.jsonl", text + "\n")
    headers = {"content-disposition": 'attachment; filename="quartett-games.zip"'}
    return Response(packed.getvalue(), headers=headers, media_type="application/zip")


@put("/api/me/push", summary="Tell this browser when it is my turn", status_code=204)
async def subscribe(request: Asked, data: Subscription) -> None:
    user = await somebody(request)
    house = house_of(request)
    push.check_endpoint(data.endpoint, house.settings.push_hosts)
    push.check_keys(data.keys.p256dh, data.keys.auth)
    await house.store.add_push(
        Push(
            user=user.id, endpoint=data.endpoint, p256dh=data.keys.p256dh,
            auth=data.keys.auth, language=data.language,
        )
    )  # fmt: skip


@delete("/api/me/push", summary="Tell it no more", status_code=204)
async def unsubscribe(request: Asked, endpoint: str) -> None:
    user = await somebody(request)
    await house_of(request).store.drop_push(user.id, endpoint)


@post("/api/programs", summary="A token for a program that plays", status_code=201)
async def add_program(request: Asked, data: Naming) -> Token:
    house = house_of(request)
    house.limit("program", address_of(request.scope))
    token = secrets.token_urlsafe(32)
    user = User(
        id=new_id(), name=clean(data.name), program=True,
        feed=secrets.token_urlsafe(24), created=await house.store.now(),
    )  # fmt: skip
    await house.store.add_user(user, token_hash(token))
    return Token(user.name, token)


@get("/feed/{secret:str}", summary="An Atom feed of my turns", media_type="application/atom+xml")
async def turns(request: Asked, secret: str) -> Response[str]:
    house = house_of(request)
    user = await house.store.user_by("feed", secret)
    if user is None:
        raise Refused("no_feed", "There is no such feed.", status=404)
    rows = await house.store.tables_of(user.id, MINE)
    base = str(request.base_url).rstrip("/") + house.settings.prefix + "/"
    return Response(feed(user, rows, base, _when), media_type="application/atom+xml")


def account_name(name: str) -> str:
    return name.casefold()


def _me(house: House, user: User | None) -> Me:
    key = house.notices.public_key if house.notices is not None else ""
    if user is None:
        return Me(None, None, None, key)
    name = user.name if user.account is not None else None
    return Me(user.name or None, name, f"feed/{user.feed}", key)


def _when(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="seconds")


ME = [
    me, rename, register, login, logout, my_tables, export, subscribe, unsubscribe,
    add_program, turns,
]  # fmt: skip
