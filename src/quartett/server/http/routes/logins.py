"""Accounts, where one is logged in, and programs with their tokens."""

import secrets

from msgspec.structs import replace
from starlette.requests import Request

from quartett.hosting.answers import (
    Credentials,
    Me,
    Naming,
    PassphraseChange,
    ProgramInfo,
    SessionInfo,
    Token,
)
from quartett.server.accounts import (
    NO_PASSPHRASE,
    User,
    hash_passphrase,
    is_passphrase,
    new_id,
    token_hash,
)
from quartett.server.http.requests import (
    address_of,
    anybody,
    app_of,
    cookie,
    cookie_of,
    somebody,
    who,
)
from quartett.server.http.routes.me import me_of
from quartett.server.http.routing import Reply, delete, get, post, put
from quartett.tables.errors import Refused
from quartett.tables.seats import clean_name


@post("/api/accounts", summary="Turn the guest into an account", status=201)
async def register(request: Request, data: Credentials) -> Reply[Me]:
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
    return Reply(me_of(app, user), cookies=cookies)


@post("/api/login", summary="Log in on this device")
async def login(request: Request, data: Credentials) -> Reply[Me]:
    app = app_of(request)
    app.limit("login", address_of(request.scope))
    user = await app.repository.user_by("account", account_name(clean_name(data.name)))
    stored = user.passphrase if user is not None else None
    right = await is_passphrase(data.passphrase, stored or NO_PASSPHRASE)
    if user is None or stored is None or not right:
        raise Refused("wrong_login", "There is no such name with this passphrase.", status=403)
    return Reply(me_of(app, user), cookies=[cookie(app, await app.new_session(user))])


@post("/api/logout", summary="Forget this device")
async def logout(request: Request) -> Reply[Me]:
    app = app_of(request)
    user, session = await who(request), _session(request)
    if user is not None and session is not None:
        await app.end_session(user, session)
    return Reply(me_of(app, None), cookies=[cookie(app, "", seconds=0)])


@put("/api/me/passphrase", summary="Change the passphrase; all other devices are logged out")
async def change_passphrase(request: Request, data: PassphraseChange) -> Reply[Me]:
    app = app_of(request)
    app.limit("login", address_of(request.scope))
    user = await somebody(request)
    if not await is_passphrase(data.old, user.passphrase or NO_PASSPHRASE):
        raise Refused("wrong_login", "This is not your passphrase.", status=403)
    user = replace(user, passphrase=await hash_passphrase(data.new))
    await app.repository.change_user(user)
    await _end_others(request, user)
    return Reply(me_of(app, user))


@get("/api/me/sessions", summary="Where I am logged in")
async def sessions(request: Request) -> list[SessionInfo]:
    user, current = await somebody(request), _session(request)
    return [
        SessionInfo(one.public_id, one.created, one.id == current)
        for one in await app_of(request).repository.sessions(user.id)
    ]


@delete("/api/me/sessions", summary="Log out everywhere else", status=204)
async def end_sessions(request: Request) -> None:
    await _end_others(request, await somebody(request))


@delete("/api/me/sessions/{session_id}", summary="Log out there", status=204)
async def end_session(request: Request, session_id: str) -> None:
    user, app = await somebody(request), app_of(request)
    for one in await app.repository.sessions(user.id):
        if one.public_id == session_id:
            await app.end_session(user, one.id)
            return
    raise Refused("no_session", "You are not logged in there.", status=404)


@post("/api/programs", summary="A token for a program that plays", status=201)
async def add_program(request: Request, data: Naming) -> Token:
    app = app_of(request)
    app.limit("program", address_of(request.scope))
    token = secrets.token_urlsafe(32)
    user = User(
        id=new_id(), name=clean_name(data.name), program=True,
        feed=secrets.token_urlsafe(24), created=await app.store.now(),
    )  # fmt: skip
    maker = await who(request)
    await app.repository.add_user(user, token_hash(token))
    if maker is not None:
        await app.store.add_program(user.id, maker.id)
    return Token(user.name, token, user.id)


@get("/api/programs", summary="The programs I asked tokens for")
async def programs(request: Request) -> list[ProgramInfo]:
    user = await somebody(request)
    return [ProgramInfo(*one) for one in await app_of(request).store.programs(user.id)]


@delete("/api/programs/{program_id}", summary="Revoke a program's token", status=204)
async def revoke_program(request: Request, program_id: str) -> None:
    """By the person who created it, or by the program itself."""
    user, app = await somebody(request), app_of(request)
    own = {id for id, _, _ in await app.store.programs(user.id)}
    if program_id not in own and not (user.program and program_id == user.id):
        raise Refused("no_program", "You have no such program.", status=404)
    program = await app.repository.user_by("id", program_id)
    if program is not None:
        await app.revoke_token(program)


def _session(request: Request) -> str | None:
    return app_of(request).session_of(cookie_of(request))


async def _end_others(request: Request, user: User) -> None:
    app, current = app_of(request), _session(request)
    for one in await app.repository.sessions(user.id):
        if one.id != current:
            await app.end_session(user, one.id)


def account_name(name: str) -> str:
    return name.casefold()


LOGINS = [
    register, login, logout, change_passphrase, sessions, end_sessions, end_session,
    add_program, programs, revoke_program,
]  # fmt: skip
