"""The page's types are those of the server."""

from pathlib import Path

from quartett.core.registry import game as find_game
from quartett.server.http.typescript import game_types, page_types

WIRE = Path(__file__).parents[3] / "web" / "src" / "wire.ts"


def test_the_pages_types_are_not_stale() -> None:
    renew = "quartett types > web/src/wire.ts"
    assert WIRE.read_text(encoding="utf-8") == page_types(), f"run: {renew}"


def test_what_is_never_sent_has_no_type() -> None:
    sat = page_types().split("export interface Sat {")[1].split("}")[0]
    assert "user" not in sat
    assert "nonce" not in sat


def test_a_game_from_outside_gets_types_of_its_own() -> None:
    game = find_game("highcard")
    types = game_types(game)
    assert types.startswith(f"export namespace {game.name} {{")
    assert "export type Action = " in types
    assert game.name not in page_types()
