"""Where listing legal actions takes its time, they follow the position."""

import asyncio

import pytest

from tests.server.host import Host
from tests.server.player import Visitor, at_random, play


@pytest.mark.parametrize("game", ["calculissimo", "cubus"])
def test_the_position_comes_first_and_the_actions_after_it(host: Host, game: str) -> None:
    ana = Visitor(host)
    table = ana.table(game, "me", "me", start=True, options={"start_player": 0})

    async def look() -> None:
        line = await ana.socket()
        await line.send(t="hello", table=table, seat=0, legal=True)
        first = await line.hear("snapshot")
        assert 0 in first["view"]["to_act"] and "legal" not in first
        then = await line.hear("events")
        assert then["seq"] == first["seq"] and then["events"] == []
        assert then["view"] == first["view"] and then["legal"]
        await line.close()

    asyncio.run(look())


def test_a_game_is_played_with_listed_actions(host: Host) -> None:
    ana = Visitor(host)
    table = ana.table("calculissimo", "me", "easy", start=True)

    async def whole() -> None:
        line = await ana.socket()
        over = await play(line, table, 0, at_random(1))
        assert over["about"]["stage"] == "over"
        await line.close()

    asyncio.run(whole())
