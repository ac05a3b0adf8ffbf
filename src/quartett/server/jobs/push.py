"""Web push: messages that only the browser can read (RFC 8291), from a sender it can name."""

import base64
import json
import os
import time
import urllib.error
import urllib.request
from urllib.parse import urlsplit

from quartett.core.distribution import MissingExtra
from quartett.server.accounts import PushTarget
from quartett.tables.errors import Refused

try:
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
except ImportError:
    raise MissingExtra("web push needs cryptography", "encryption") from None

RECORD_BYTES = 4096
LIVES_SECONDS = 86_400
"""How long a push service keeps a message for a device that is off."""
GONE = (404, 410)


def new_key() -> str:
    """A key pair of the server's own, as text to keep."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return encode(number.to_bytes(32, "big"))


class Sender:
    """Sends under one key."""

    def __init__(self, key: str, contact: str) -> None:
        number = int.from_bytes(decode(key), "big")
        self._key = ec.derive_private_key(number, ec.SECP256R1())
        self._contact = contact
        self.public = encode(_point(self._key.public_key()))
        """What a page needs to subscribe."""

    def check(self, push: PushTarget, hosts: tuple[str, ...]) -> None:
        """Refuse a subscription that is not at a known push service."""
        check_endpoint(push.endpoint, hosts)
        check_keys(push.p256dh, push.auth)

    def send(self, push: PushTarget, message: dict[str, object]) -> bool:
        """Send it; False when the browser does not want it any more. It blocks."""
        request = urllib.request.Request(
            push.endpoint,
            data=seal(json.dumps(message).encode(), decode(push.p256dh), decode(push.auth)),
            headers={
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(LIVES_SECONDS),
                "Authorization": self._authorization(push.endpoint),
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=10):
                return True
        except urllib.error.HTTPError as error:
            return error.code not in GONE

    def _authorization(self, endpoint: str) -> str:
        """Who we are, signed, for this push service (RFC 8292)."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + 12 * 3600,
            "sub": self._contact,
        }
        head = {"typ": "JWT", "alg": "ES256"}
        body = ".".join(encode(json.dumps(part).encode()) for part in (head, claims))
        signature = self._key.sign(body.encode(), ec.ECDSA(hashes.SHA256()))
        r, s = decode_dss_signature(signature)
        token = f"{body}.{encode(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
        return f"vapid t={token}, k={self.public}"


def check_endpoint(endpoint: str, hosts: tuple[str, ...]) -> None:
    """We send to push services only, never to an address that a visitor makes up."""
    scheme, host = _address(endpoint)
    known = any(host == name or host.endswith("." + name) for name in hosts)
    if not known or (scheme != "https" and host != "127.0.0.1"):
        raise Refused("push_host", "That is not a push service we know.", status=400)


def _address(endpoint: str) -> tuple[str, str]:
    """The scheme and the host; empty where it is no address at all."""
    try:
        parts = urlsplit(endpoint)
        return parts.scheme, parts.hostname or ""
    except ValueError:
        return "", ""


def check_keys(p256dh: str, auth: str) -> None:
    """Refuse what no browser would send."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(p256dh))
        if len(decode(auth)) == 16:
            return
    except ValueError:
        pass
    raise Refused("push_keys", "These are not the keys of a push subscription.", status=400)


def seal(message: bytes, their_point: bytes, auth: bytes) -> bytes:
    """Encrypt for one browser, with a key used once."""
    own = ec.generate_private_key(ec.SECP256R1())
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), their_point)
    own_point = _point(own.public_key())
    shared = own.exchange(ec.ECDH(), theirs)
    salt = os.urandom(16)
    material = _hkdf(auth, shared, b"WebPush: info\x00" + their_point + own_point, 32)
    key = _hkdf(salt, material, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _hkdf(salt, material, b"Content-Encoding: nonce\x00", 12)
    sealed = AESGCM(key).encrypt(nonce, message + b"\x02", None)
    return salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(own_point)]) + own_point + sealed


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _hkdf(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    encoding = serialization.Encoding.X962
    return key.public_bytes(encoding, serialization.PublicFormat.UncompressedPoint)
