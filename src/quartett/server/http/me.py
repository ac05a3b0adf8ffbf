"""The user: name, account, own games, notifications, programs."""

import io
import secrets
import zipfile

from litestar import Response, delete, get, post, put
from litestar.datastructures import Cookie
from msgspec.structs import replace

from quartett.server.accounts import (
    COOKIE,
    NO_PASSPHRASE,
    PushTarget,
    User,
    hash_passphrase,
    is_passphrase,
    new_id,
    token_hash,
)
from quartett.server.application import Application
from quartett.server.http.answers import Credentials, Me, Naming, Subscription, Token
from quartett.server.http.requests import (
    Asked,
    address_of,
    anybody,
    app_of,
    cookie,
    somebody,
    who,
)
from quartett.server.jobs import push
from quartett.tables.errors import Refused
from quartett.tables.seats import clean_name
from quartett.tables.summary import ListedTable

MINE = 200
EXPORTED = 5_000


@get("/api/me", summary="Who I am")
async def me(request: Asked) -> Response[Me]:
    user = await who(request)
    app = app_of(request)
    cookies = [cookie(app, user)] if user is not None and not user.program else []
    return Response(_me(app, user), cookies=cookies)


@put("/api/me/name", summary="Choose the name that others read", status_code=200)
async def rename(request: Asked, data: Naming) -> Response[Me]:
    user, cookies = await anybody(request)
    user = replace(user, name=clean_name(data.name))
    await app_of(request).repository.change_user(user)
    return Response(_me(app_of(request), user), cookies=cookies)


@post("/api/accounts", summary="Turn the guest into an account", status_code=201)
async def register(request: Asked, data: Credentials) -> Response[Me]:
    app = app_of(request)
    app.limit("login", address_of(request.scope))
    user, cookies = await anybody(request)
    if user.program or user.account is not None:
        raise Refused("has_account", "This is an account already.")
    name = clean_name(data.name)
    hashed = await hash_passphrase(data.passphrase)
    user = replace(user, name=name, account=account_name(name), passphrase=hashed)
    if not await app.repository.change_user(user):
        raise Refused("name_taken", "Somebody has an account of that name.", {"name": name})
    return Response(_me(app, user), cookies=cookies, status_code=201)


@post("/api/login", summary="Log in on this device", status_code=200)
async def login(request: Asked, data: Credentials) -> Response[Me]:
    app = app_of(request)
    app.limit("login", address_of(request.scope))
    user = await app.repository.user_by("account", account_name(clean_name(data.name)))
    stored = user.passphrase if user is not None else None
    right = await is_passphrase(data.passphrase, stored or NO_PASSPHRASE)
    if user is None or stored is None or not right:
        raise Refused("wrong_login", "There is no such name with this passphrase.", status=403)
    return Response(_me(app, user), cookies=[cookie(app, user)])


@post("/api/logout", summary="Forget this device", status_code=200)
async def logout(request: Asked) -> Response[Me]:
    app = app_of(request)
    gone = Cookie(COOKIE, path=app.settings.prefix or "/", value="", max_age=0, httponly=True)
    return Response(_me(app, None), cookies=[gone])


@get("/api/me/tables", summary="My games, running and over")
async def my_tables(request: Asked) -> list[ListedTable]:
    user = await who(request)
    if user is None:
        return []
    tables = await app_of(request).repository.tables_of(user.id, MINE)
    return [table.shown_to(user.id) for table in tables if user.id in table.users]


@get("/api/me/export", summary="All my finished games as one file", media_type="application/zip")
async def export(request: Asked) -> Response[bytes]:
    user = await somebody(request)
    app = app_of(request)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for summary in await app.repository.tables_of(user.id, EXPORTED):
            if summary.stage != "over" or user.id not in summary.users:
                continue
            async with app.tables.reading(summary.id) as (_, table):
                text = "\n".join(table.record().lines())
            archive.writestr(f"{summary.game}-{summary.id}.jsonl", text + "\n")
    headers = {"content-disposition": 'attachment; filename="quartett-games.zip"'}
    return Response(packed.getvalue(), headers=headers, media_type="application/zip")


@put("/api/me/push", summary="Tell this browser when it is my turn", status_code=204)
async def subscribe(request: Asked, data: Subscription) -> None:
    user = await somebody(request)
    app = app_of(request)
    push.check_endpoint(data.endpoint, app.settings.push_hosts)
    push.check_keys(data.keys.p256dh, data.keys.auth)
    await app.repository.add_push(
        PushTarget(
            user=user.id, endpoint=data.endpoint, p256dh=data.keys.p256dh,
            auth=data.keys.auth, language=data.language,
        )
    )  # fmt: skip


@delete("/api/me/push", summary="Tell it no more", status_code=204)
async def unsubscribe(request: Asked, endpoint: str) -> None:
    user = await somebody(request)
    await app_of(request).store.drop_push(user.id, endpoint)


@post("/api/programs", summary="A token for a program that plays", status_code=201)
async def add_program(request: Asked, data: Naming) -> Token:
    app = app_of(request)
    app.limit("program", address_of(request.scope))
    token = secrets.token_urlsafe(32)
    user = User(
        id=new_id(), name=clean_name(data.name), program=True,
        feed=secrets.token_urlsafe(24), created=await app.store.now(),
    )  # fmt: skip
    await app.repository.add_user(user, token_hash(token))
    return Token(user.name, token)


def account_name(name: str) -> str:
    return name.casefold()


def _me(app: Application, user: User | None) -> Me:
    key = app.notifications.public_key if app.notifications is not None else ""
    if user is None:
        return Me(None, None, None, key)
    name = user.name if user.account is not None else None
    return Me(user.name or None, name, f"feed/{user.feed}", key)


ME = [
    me, rename, register, login, logout, my_tables, export, subscribe, unsubscribe,
    add_program,
]  # fmt: skip
