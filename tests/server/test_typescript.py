"""The page's types are those of the server."""

from pathlib import Path

from quartett.server.http.typescript import typescript

WIRE = Path(__file__).parents[2] / "web" / "src" / "wire.ts"


def test_the_pages_types_are_not_stale() -> None:
    renew = "python -m quartett.server.http.typescript web/src/wire.ts"
    assert WIRE.read_text(encoding="utf-8") == typescript(), f"run: {renew}"


def test_what_stays_in_the_house_has_no_type() -> None:
    sat = typescript().split("export interface Sat {")[1].split("}")[0]
    assert "user" not in sat
    assert "nonce" not in sat
