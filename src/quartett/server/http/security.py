"""Security headers, and which pages may send requests."""

from collections.abc import Iterable

from quartett.tables.errors import Refused

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
        " form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


def check_origin(origin: str | None, host: str | None, allowed: Iterable[str]) -> None:
    """A page may use the server it came from; programs send no Origin at all."""
    if origin is None or origin in allowed:
        return
    if host is not None and origin.partition("://")[2] == host:
        return
    raise Refused("origin", "Pages from other addresses may not talk to this server.", status=403)
