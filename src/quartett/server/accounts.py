"""Who somebody is: a guest by a signed cookie, an account by a passphrase, a program by a token."""

import asyncio
import base64
import hashlib
import hmac
import secrets

from msgspec import Struct

from quartett.tables.seats import Person
from quartett.tables.setup import Language

ERASED = "erased"
"""The id of whoever was erased, in logs and lists."""
COOKIE = "quartett"
COOKIE_SECONDS = 400 * 86_400
"""The longest that browsers keep a cookie; it is renewed with every visit."""


class User(Person, frozen=True, kw_only=True):
    """A guest, an account or a program, as it is stored."""

    account: str | None = None
    """The name to log in with."""
    passphrase: str | None = None
    """Salted and hashed."""
    feed: str = ""
    """The secret part of the feed's address."""
    created: int = 0


class LoginSession(Struct, frozen=True):
    """A browser in which a user is logged in."""

    id: str
    created: int

    @property
    def public_id(self) -> str:
        """What the user is shown of it."""
        return hashlib.sha256(self.id.encode()).hexdigest()[:16]


class PushTarget(Struct, frozen=True, kw_only=True):
    """A browser of a user that wants notifications."""

    user: str
    endpoint: str
    p256dh: str
    auth: str
    language: Language = "en"


NO_PASSPHRASE = f"{'0' * 32}${'0' * 64}"
"""A passphrase that nobody has, so that a wrong name takes as long as a wrong passphrase."""


def new_id() -> str:
    """An id that nobody can guess: 100 bits."""
    return secrets.token_hex(13)[:25]


def new_table_id() -> str:
    """Short enough to read a link aloud, long enough not to be guessed: 60 bits."""
    return base64.b32encode(secrets.token_bytes(8))[:12].decode().lower()


def sent_cookie(header: str | None) -> str | None:
    """Our cookie among those that a browser sends.

    The first of several: it is the one with the longest path, where two servers share a host. Our
    values need no quotes; Python's own parser may take seconds to remove them.

    >>> sent_cookie("lang=de; quartett=abc; quartett=of-another-server")
    'abc'
    """
    for pair in (header or "").split(";"):
        name, _, value = pair.strip().partition("=")
        if name == COOKIE:
            return value
    return None


def session_id(key: bytes, cookie: str) -> str:
    """The session that a cookie belongs to; only a hash of the cookie is stored.

    Cookies of earlier versions were signed user ids; all of a user's belong to one session.
    """
    user_id = signed(key, cookie)
    return token_hash(cookie) if user_id is None else f"signed {user_id}"


def sign(key: bytes, user_id: str) -> str:
    """A cookie as earlier versions made it."""
    return f"{user_id}.{_signature(key, user_id)}"


def signed(key: bytes, cookie: str) -> str | None:
    """The user id in a cookie that we signed; None for any other."""
    user_id, _, signature = cookie.partition(".")
    if hmac.compare_digest(signature.encode(), _signature(key, user_id).encode()):
        return user_id
    return None


def token_hash(token: str) -> str:
    """What is stored of a token: it has 256 bits, so a plain hash does."""
    return hashlib.sha256(token.encode()).hexdigest()


async def hash_passphrase(passphrase: str) -> str:
    """Salted and slow (scrypt), in a thread of its own."""
    salt = secrets.token_bytes(16)
    digest = await asyncio.to_thread(_scrypt, passphrase, salt)
    return f"{salt.hex()}${digest.hex()}"


async def is_passphrase(passphrase: str, stored: str) -> bool:
    salt, _, digest = stored.partition("$")
    tried = await asyncio.to_thread(_scrypt, passphrase, bytes.fromhex(salt))
    return hmac.compare_digest(tried.hex(), digest)


def _scrypt(passphrase: str, salt: bytes) -> bytes:
    return hashlib.scrypt(
        passphrase.encode(), salt=salt, n=2**14, r=8, p=1, maxmem=64 * 2**20, dklen=32
    )


def _signature(key: bytes, user_id: str) -> str:
    digest = hmac.digest(key, b"cookie " + user_id.encode(), "sha256")
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
