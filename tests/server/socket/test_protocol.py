"""The socket: hello, an unbroken count, commands that are safe to repeat, refusals with reasons."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.server.host import Host
from tests.server.player import Line, Visitor, new_cmd, opening_play

Scene = Callable[[Visitor, Line, str], Awaitable[None]]


def scene(host: Host, game: str, act: Scene, *seats: str, **more: Any) -> None:
    """Ana has seat 0 of a running table and sees what it may see."""
    ana = Visitor(host)
    more.setdefault("options", {"start_player": 0})
    table = ana.table(game, *(seats or ("me", "me")), start=True, **more)

    async def run() -> None:
        line = await ana.socket()
        await act(ana, line, table)
        await line.close()

    asyncio.run(run())


async def hello(line: Line, table: str, **more: Any) -> dict[str, Any]:
    await line.send(t="hello", table=table, seat=0, **more)
    return await line.hear("snapshot", "events")


def turn(at: int, place: tuple[int, int] = (0, 0), cmd: str = "", **more: Any) -> dict[str, Any]:
    action = {"do": "turn", "at": list(place)}
    return {"t": "act", "cmd": cmd or new_cmd(), "at": at, "action": action, **more}


def test_a_snapshot_has_everything(host: Host) -> None:
    async def act(_: Visitor, line: Line, table: str) -> None:
        told = await hello(line, table, legal=True, offers=True)
        assert told["t"] == "snapshot"
        assert (told["seat"], told["view"]["seat"]) == (0, 0)
        assert told["about"]["id"] == table
        assert {"do": "turn", "at": [0, 0]} in told["legal"]

    scene(host, "calcory", act)


def test_the_count_never_breaks_and_ones_own_entry_has_its_command(host: Host) -> None:
    async def act(_: Visitor, line: Line, table: str) -> None:
        seq = (await hello(line, table))["seq"]
        for column in range(2):
            cmd = new_cmd()
            await line.send(table=table, **turn(seq, (0, column), cmd))
            told = await line.hear("events")
            assert told["events"][0]["cmd"] == cmd
            assert [entry["seq"] for entry in told["events"]] == list(
                range(seq + 1, told["seq"] + 1)
            )
            seq = told["seq"]

    scene(host, "calcory", act)


def test_the_same_command_twice_gets_the_same_answer_and_happens_once(host: Host) -> None:
    async def act(_: Visitor, line: Line, table: str) -> None:
        seq = (await hello(line, table))["seq"]
        message = turn(seq, cmd="the-same-command")
        await line.send(table=table, **message)
        first = await line.hear("events")
        await line.send(table=table, **message)
        second = await line.hear("events")
        assert second["events"] == first["events"]
        assert second["seq"] == first["seq"]
        bad = turn(seq, (9, 9), "a-bad-command")
        await line.send(table=table, **bad)
        refused = await line.hear("rejected")
        await line.send(table=table, **bad)
        assert await line.hear("rejected") == refused

    scene(host, "calcory", act)


def test_a_repeated_command_is_known_after_a_restart(database: str) -> None:
    host = Host(database)
    with host:
        ana = Visitor(host)
        table = ana.table("calcory", "me", "me", start=True, options={"start_player": 0})
        message = turn(100, cmd="the-same-command")

        async def send() -> dict[str, Any]:
            line = await ana.socket()
            await hello(line, table)
            await line.send(table=table, **message)
            told = await line.hear("events")
            await line.close()
            return told

        first = asyncio.run(send())
        host.kill()
        host.start()
        second = asyncio.run(send())
    assert second["events"] == first["events"]


def test_a_stale_action_is_refused_and_the_client_shown_where_it_stands(host: Host) -> None:
    async def act(_: Visitor, line: Line, table: str) -> None:
        seq = (await hello(line, table))["seq"]
        await line.send(table=table, **turn(seq, (0, 0)))
        now = (await line.hear("events"))["seq"]
        await line.send(table=table, **turn(seq, (0, 1)))
        refused = await line.hear("rejected")
        assert (refused["code"], refused["seq"]) == ("stale", now)
        assert (await line.hear("snapshot"))["seq"] == now

    scene(host, "calcory", act)


def test_chat_does_not_make_an_action_stale(host: Host) -> None:
    async def act(_: Visitor, line: Line, table: str) -> None:
        seq = (await hello(line, table))["seq"]
        await line.send(t="chat", table=table, cmd=new_cmd(), text="  good   luck <b>all</b> ")
        said = (await line.hear("events"))["events"][0]
        assert (said["do"], said["name"], said["text"]) == ("said", "Ana", "good luck <b>all</b>")
        await line.send(table=table, **turn(seq))
        assert (await line.hear("events", "rejected"))["t"] == "events"

    scene(host, "calcory", act)


def test_choices_at_the_same_time_do_not_make_each_other_stale(host: Host) -> None:
    """Two players answer one dice throw: each knows only the position before both."""

    async def act(_: Visitor, line: Line, table: str) -> None:
        viewer = {}
        for seat in range(3):
            await line.send(t="hello", table=table, seat=seat, legal=True)
            viewer[seat] = await line.hear("snapshot")
        for _turn in range(60):
            acting = [seat for seat in range(3) if viewer[seat].get("legal")]
            at = viewer[acting[0]]["seq"]
            if len(acting) > 1:
                break
            action = viewer[acting[0]]["legal"][0]
            await line.send(
                t="act", table=table, cmd=new_cmd(), at=at, action=action, seat=acting[0]
            )
            assert (await line.hear("events", "rejected"))["t"] == "events"
            for seat in range(3):
                await line.send(t="hello", table=table, seat=seat, legal=True)
                viewer[seat] = await line.hear("snapshot")
        assert len(acting) == 2
        for seat in acting:
            action = viewer[seat]["legal"][0]
            await line.send(t="act", table=table, cmd=new_cmd(), at=at, action=action, seat=seat)
            assert (await line.hear("events", "rejected"))["t"] == "events"

    scene(host, "calavera", act, "me", "me", "me")


def test_who_comes_back_gets_exactly_what_was_missed(host: Host) -> None:
    async def act(ana: Visitor, line: Line, table: str) -> None:
        seq = (await hello(line, table))["seq"]
        await line.send(table=table, **turn(seq))
        await line.hear("events")
        again = await ana.socket()
        told = await hello(again, table, last=seq)
        assert [entry["seq"] for entry in told["events"]] == [seq + 1]
        told = await hello(again, table, last=seq + 1)
        assert (told["t"], told["events"]) == ("events", [])
        told = await hello(again, table, last=0)
        assert [entry["seq"] for entry in told["events"]] == list(range(1, seq + 2))
        told = await hello(again, table, last=seq + 100)
        assert told["t"] == "snapshot"
        await again.close()

    scene(host, "calcory", act)


def test_a_refusal_says_why_in_the_games_words(host: Host) -> None:
    async def act(_: Visitor, line: Line, table: str) -> None:
        seq = (await hello(line, table))["seq"]
        await line.send(table=table, **turn(seq, (7, 3)))
        assert (await line.hear("rejected"))["code"] == "malformed"
        await line.send(t="act", table=table, cmd=new_cmd(), at=seq, action={"do": "pass"})
        refused = await line.hear("rejected")
        assert (refused["code"], refused["seq"]) == ("can_turn", seq)
        assert "turn" in refused["message"]

    scene(host, "calcory", act)


def test_an_action_can_be_tried_without_doing_it(host: Host) -> None:
    ana = Visitor(host)

    async def attempt() -> None:
        line = await ana.socket()
        told, play = await opening_play(ana, line, options={"start_player": 0})
        table = told["table"]
        await line.send(t="try", table=table, id=1, action=play)
        tried = await line.hear("tried")
        assert (tried["id"], tried["code"]) == (1, None)
        await line.send(t="try", table=table, id=2, action={"do": "accept"})
        tried = await line.hear("tried")
        assert (tried["id"], bool(tried["message"])) == (2, True)
        await line.send(t="ping")
        await line.hear("pong")
        assert (await hello(line, table))["seq"] == told["seq"]
        await line.close()

    asyncio.run(attempt())


@pytest.mark.parametrize("game", ["calavera", "calcory", "calculissimo", "cubus"])
def test_a_hint_says_what_the_options_are_worth(host: Host, game: str) -> None:
    async def act(_: Visitor, line: Line, table: str) -> None:
        await hello(line, table)
        await line.send(t="hint", table=table, id=7)
        advice = await line.hear("advice", "rejected")
        assert (advice["t"], advice["id"]) == ("advice", 7)
        values = [option["value"] for option in advice["options"]]
        assert values == sorted(values, reverse=True)

    scene(host, game, act)


def test_two_hints_may_be_asked_for_at_a_time(host: Host) -> None:
    async def act(_: Visitor, line: Line, table: str) -> None:
        await hello(line, table)
        for id in (1, 2, 3):
            await line.send(t="hint", table=table, id=id)
        refused = await line.hear("rejected")
        assert (refused["code"], refused["id"]) == ("too_fast", 3)
        assert {(await line.hear("advice"))["id"] for _ in range(2)} == {1, 2}
        await line.send(t="hint", table=table, id=4)
        assert (await line.hear("advice"))["id"] == 4

    scene(host, "calavera", act)


def test_a_hint_after_an_undo_is_for_what_lies_there_now(host: Host) -> None:
    """As many events as before, but not the same: chance after an undo is drawn again."""
    ana, options = Visitor(host), {"start_player": 0}

    async def run() -> None:
        line = await ana.socket()
        faces = ["skull"] * 6
        while faces.count("skull") > 1:  # a third would end the turn
            table = ana.table("calavera", "me", "easy", start=True, practice=True, options=options)
            told = await hello(line, table)
            faces = told["view"]["faces"]
        dice = [next(die for die, face in enumerate(faces) if face != "skull")]
        for id in (1, 2):
            action = {"do": "reroll", "dice": dice}
            await line.send(t="act", table=table, cmd=new_cmd(), at=told["seq"], action=action)
            await line.hear("events")
            await line.send(t="hint", table=table, id=id)
            await line.send(t="ping")
            await line.hear("pong")
            if id == 1:
                await asyncio.to_thread(ana.do, table, "undo", seat=0)
                told = await line.hear("events")
        advice = {told["id"]: told for told in [await line.hear("advice") for _ in range(2)]}
        await line.send(t="hint", table=table, id=3)
        assert advice[2]["options"] == (await line.hear("advice"))["options"]

    asyncio.run(run())


def test_a_hint_is_for_a_game_that_goes_on(host: Host) -> None:
    ana, ben = Visitor(host), Visitor(host, "Ben")
    table = ana.table("calavera", "me", "open")

    async def refused() -> str:
        line = await ana.socket()
        await line.send(t="hint", table=table, id=1, seat=0)
        told = await line.hear("rejected", "advice")
        await line.close()
        return str(told["code"])

    assert asyncio.run(refused()) == "not_begun"
    ben.do(table, "sit", seat=1)
    ana.do(table, "start")
    ben.do(table, "resign", seat=1)
    assert asyncio.run(refused()) == "over"


def test_presence_says_who_is_there_and_how_many_watch(host: Host) -> None:
    async def act(_: Visitor, line: Line, table: str) -> None:
        await hello(line, table)
        assert (await line.hear("presence"))["seats"] == [0]
        stranger = await Visitor(host).socket()
        await stranger.send(t="hello", table=table)
        assert (await stranger.hear("snapshot"))["view"]["seat"] is None
        assert (await line.hear("presence"))["watching"] == 1
        await stranger.close()
        assert (await line.hear("presence"))["watching"] == 0

    scene(host, "calavera", act)


def test_a_stranger_neither_sees_what_a_seat_sees_nor_plays_it(host: Host) -> None:
    async def act(_: Visitor, line: Line, table: str) -> None:
        seq = (await hello(line, table))["seq"]
        stranger = await Visitor(host).socket()
        await stranger.send(t="hello", table=table, seat=0)
        assert (await stranger.hear("rejected"))["code"] == "not_your_seat"
        await stranger.send(table=table, **turn(seq, seat=0))
        assert (await stranger.hear("rejected"))["code"] == "not_your_seat"
        await stranger.send(t="hint", table=table, id=1, seat=0)
        assert (await stranger.hear("rejected"))["code"] == "not_your_seat"
        await stranger.send(t="try", table=table, id=1, seat=0, action={"do": "stop"})
        assert (await stranger.hear("rejected"))["code"] == "not_your_seat"
        await stranger.close()

    scene(host, "calcory", act)


@pytest.mark.parametrize(
    "frame",
    ["", "{", "[]", "null", '{"t":"fly"}', '{"t":"hello"}', '{"t":"hello","table":7}', "ü" * 9,
     '{"t":"act","table":"x","cmd":"short","at":0,"action":{}}', '{"t":"ping","more":1}',
     '{"t":"hello","table":"x","last":-1}', "[" * 9000, '{"t":"chat","table":"x"}'],
)  # fmt: skip
def test_a_frame_that_is_no_message_gets_a_clear_answer(host: Host, frame: str) -> None:
    async def act(_: Visitor, line: Line, table: str) -> None:
        await line.socket.send(frame)
        assert (await line.hear())["code"] == "malformed"
        await line.socket.send(frame.encode())
        assert (await line.hear())["code"] == "malformed"
        assert (await hello(line, table))["t"] == "snapshot"

    scene(host, "calcory", act)


def test_a_program_takes_a_seat_with_its_token(host: Host) -> None:
    ana = Visitor(host)
    table = ana.table("calavera", "me", "open", options={"start_player": 1})
    token = ana.post("/api/programs", {"name": "Robo"})["token"]
    robot = Visitor.__new__(Visitor)
    robot.host = host
    import httpx

    robot.http = httpx.Client(
        base_url=host.url, headers={"Authorization": f"Bearer {token}"}, timeout=30
    )
    about = robot.do(table, "sit", seat=1)
    assert (about["seats"][1]["program"], about["seats"][1]["name"]) == (True, "Robo")
    unknown = httpx.post(
        f"{host.url}/api/tables", json={}, headers={"Authorization": "Bearer nonsense"}
    )
    assert unknown.status_code in (400, 401)


@pytest.mark.parametrize("game", ["calculissimo", "cubus"])
def test_a_long_list_of_legal_actions_follows_by_itself(host: Host, game: str) -> None:
    async def act(_: Visitor, line: Line, table: str) -> None:
        told = await hello(line, table, legal=True)
        assert "legal" not in told
        told = await line.hear("events")
        assert told["events"] == []
        assert told["legal"]
        await line.send(
            t="act", table=table, cmd=new_cmd(), at=told["seq"], action=told["legal"][-1]
        )
        assert (await line.hear("events", "rejected"))["t"] == "events"

    scene(host, game, act)
