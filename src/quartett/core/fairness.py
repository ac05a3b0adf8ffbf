"""Chance that anyone can verify.

The host draws a 32-byte secret and publishes its SHA-256, the commitment. Then every
seat hands in a nonce of 16 bytes. The key of the game is HMAC-SHA256(secret, nonces in
seat order): the host cannot steer it after committing, nor a player without the secret.
The chance event at place n of the log, events that were taken back included, is drawn from
the stream of blocks HMAC-SHA256(key, n, k) for k = 0, 1, …, with n and k as 8 bytes, big end
first. A number below m takes as many whole bytes as m − 1 needs, keeps its low bits, and draws
again while it is not below m: no floating point and no bias.
"""

import hashlib
import hmac
import secrets
import struct
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

SECRET_BYTES = 32
NONCE_BYTES = 16


def commitment(secret: bytes) -> str:
    """What is published before the nonces are handed in."""
    return hashlib.sha256(secret).hexdigest()


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def new_nonce() -> bytes:
    return secrets.token_bytes(NONCE_BYTES)


def game_key(secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """The key of a game's chance.

    >>> game_key(bytes(32), [bytes(16), bytes(16)]).hex()[:16]
    '33ad0a1c607ec03b'
    """
    return hmac.digest(secret, b"".join(nonces), "sha256")


class Secrets(Struct, frozen=True):
    """What a game's chance follows from: the host's secret, and a nonce of each seat."""

    secret: bytes
    nonces: tuple[bytes, ...]

    @classmethod
    def new(cls, players: int) -> "Secrets":
        return cls(new_secret(), tuple(new_nonce() for _ in range(players)))

    @classmethod
    def seeded(cls, seed: int | str, players: int) -> "Secrets":
        """Secrets that depend only on the seed, for games one wants to repeat."""
        nonces = (seeded(seed, f"nonce {seat}")[:NONCE_BYTES] for seat in range(players))
        return cls(seeded(seed, "secret"), tuple(nonces))

    @property
    def key(self) -> bytes:
        return game_key(self.secret, self.nonces)


class Stream:
    """The numbers of one chance event; it takes the place of `random.Random` in `State.sample`.

    >>> stream = Stream(bytes(32), 0)
    >>> [stream.randrange(6) for _ in range(8)]
    [5, 4, 4, 3, 3, 5, 3, 2]
    """

    __slots__ = ("_block", "_bytes", "_key", "_place")

    def __init__(self, key: bytes, place: int) -> None:
        self._key = key
        self._place = place
        self._block = 0
        self._bytes = b""

    def randrange(self, stop: int, /) -> int:
        if stop < 1:
            raise ValueError(f"no whole number from 0 is below {stop}")
        bits = (stop - 1).bit_length()
        mask = (1 << bits) - 1
        size = (bits + 7) // 8
        while True:
            while len(self._bytes) < size:
                self._bytes += self._next_block()
            number = int.from_bytes(self._bytes[:size], "big") & mask
            self._bytes = self._bytes[size:]
            if number < stop:
                return number

    def _next_block(self) -> bytes:
        inner, outer = _keyed(self._key)
        inner, outer = inner.copy(), outer.copy()
        inner.update(_NUMBERS(self._place, self._block))
        outer.update(inner.digest())
        self._block += 1
        return outer.digest()


def seeded(seed: int | str, purpose: str) -> bytes:
    """32 bytes that depend only on the seed and the purpose, for games one wants to repeat."""
    return hashlib.sha256(f"quartett {purpose} {seed}".encode()).digest()


_NUMBERS = struct.Struct(">QQ").pack


# The key goes into both hashes of HMAC once, not for every roll; a server has many games at once.
@lru_cache(maxsize=4096)
def _keyed(key: bytes) -> tuple["hashlib._Hash", "hashlib._Hash"]:
    if len(key) > hashlib.sha256().block_size:
        key = hashlib.sha256(key).digest()
    block = key.ljust(hashlib.sha256().block_size, b"\0")
    inner, outer = (bytes(byte ^ pad for byte in block) for pad in (0x36, 0x5C))
    return hashlib.sha256(inner), hashlib.sha256(outer)
