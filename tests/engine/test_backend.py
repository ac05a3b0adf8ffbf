"""Tables on one device: the same requests and messages as at a server, each move saved first."""

import gc
import json
import random
import re
import weakref
from pathlib import Path
from typing import Any

import msgspec
import pytest

import quartett
from quartett.bots import levels
from quartett.browser.backend import BOT_PAUSE_MS, BOT_SECONDS, LOCAL
from quartett.core.verify import verify
from quartett.server.settings import Settings
from tests.engine.device import Disk, DiskFull, Tab

GAMES = ["calavera", "calcory", "calculissimo", "cubus"]
TURN = {"do": "turn", "at": [0, 0]}
"""In Calcory the first player may always turn a card, whatever chance brings."""
FRIENDS = {"game": "calavera", "seats": [{"kind": "me"}, {"kind": "open"}]}
WEB = Path(__file__).parents[2] / "web" / "src"


@pytest.fixture
def tab() -> Tab:
    return Tab(Disk())


def act(tab: Tab, table: str, rng: random.Random) -> None:
    """Any legal action of the seat that follows, chosen from its view alone."""
    position = tab.position
    game = quartett.game(position["about"]["game"] if "about" in position else GAME[table])
    view = msgspec.convert(position["view"], type(game.start(2).view(0)))
    action = msgspec.to_builtins(view.random_action(rng))
    cmd = f"command-{position['seq']}"
    tab.frame(t="act", table=table, cmd=cmd, at=position["seq"], action=action)


GAME: dict[str, str] = {}


def begin(tab: Tab, game: str, *seats: str, **more: Any) -> str:
    table = tab.table(game, *seats, **more)
    GAME[table] = game
    tab.frame(t="hello", table=table, seat=0, last=0, offers=True)
    return table


def play_out(tab: Tab, table: str, rng: random.Random, most: int = 3000) -> None:
    for _ in range(most):
        if tab.ask(f"tables/{table}")["stage"] == "over":
            return
        if 0 in tab.position["view"]["to_act"]:
            act(tab, table, rng)
            assert tab.rejected is None, tab.heard[-1]
        else:
            assert tab.play_bot(table)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_a_bot_whose_record_verifies(tab: Tab, game: str) -> None:
    table = begin(tab, game, "me", "easy")
    play_out(tab, table, random.Random(1))
    record = quartett.Record.parse(tab.ask(f"tables/{table}/record"))
    assert all(finding.ok for finding in verify(record))
    seqs = [e["seq"] for one in tab.heard if one["t"] == "events" for e in one["events"]]
    assert seqs == list(range(1, len(tab.disk.logs[table]) + 1))
    assert tab.disk.lines[table]["stage"] == "over"


def test_a_closed_tab_loses_nothing(tab: Tab) -> None:
    table = begin(tab, "calavera", "me", "easy")
    rng = random.Random(2)
    for _ in range(6):
        if not tab.play_bot(table):
            act(tab, table, rng)
    before = tab.position["view"]
    again = Tab(tab.disk)
    again.frame(t="hello", table=table, seat=0, last=0, offers=True)
    assert again.position["view"] == before
    play_out(again, table, rng)


def test_nothing_is_sent_that_could_not_be_saved(tab: Tab) -> None:
    table = begin(tab, "calcory", "me", "easy", options={"start_player": 0})
    heard, log = len(tab.heard), len(tab.disk.logs[table])
    tab.disk.full = True
    with pytest.raises(DiskFull):
        act(tab, table, random.Random(1))
    assert len(tab.heard) == heard
    assert len(tab.disk.logs[table]) == log
    tab.disk.full = False
    act(tab, table, random.Random(1))  # the same move again, and the page still hears of it
    assert tab.heard[-1]["events"][0]["seq"] == log + 1


def test_two_tabs_at_one_game_see_the_same_and_neither_plays_twice() -> None:
    disk = Disk()
    one, other = Tab(disk, "one"), Tab(disk, "other")
    table = begin(one, "calcory", "me", "easy", options={"start_player": 1})
    other.frame(t="hello", table=table, seat=0, last=0, offers=True)
    bots = one.due(table)["bots"][0]
    form = one.engine.think(table, bots["seat"])
    assert other.due(table)["bots"][0] == bots
    one.bot_move(table, bots["seat"], bots["since"], form)
    late = other.bot_move(table, bots["seat"], bots["since"], form)
    assert late["refused"]["code"] == "stale"
    rng = random.Random(3)
    for turn in range(3000):
        tab = (one, other)[turn % 2]
        tab.catch_up(table)
        if tab.ask(f"tables/{table}")["stage"] == "over":
            break
        if not tab.play_bot(table):
            act(tab, table, rng)
    one.catch_up(table)
    other.catch_up(table)
    assert one.position["view"] == other.position["view"]
    assert one.position["view"]["over"]


def test_an_act_in_the_other_tab_makes_this_one_stale() -> None:
    disk = Disk()
    one, other = Tab(disk), Tab(disk)
    table = begin(one, "calcory", "me", "me", options={"start_player": 0})
    other.frame(t="hello", table=table, seat=0, last=0, offers=True)
    old = other.position
    act(one, table, random.Random(1))
    at = old["seq"]
    other.frame(t="act", table=table, cmd="command-old", at=at, action=TURN, seat=0)
    codes = [one["code"] for one in other.heard if one["t"] == "rejected"]
    assert codes == ["stale"]
    assert other.position["seq"] == len(disk.logs[table])


def test_the_same_command_again_gets_the_first_answer(tab: Tab) -> None:
    table = begin(tab, "calcory", "me", "me", options={"start_player": 0})
    seq = tab.position["seq"]
    action = TURN
    for _ in range(2):
        tab.frame(t="act", table=table, cmd="command-same", at=seq, action=action, seat=0)
    done = [
        e
        for one in tab.heard
        if one["t"] == "events"
        for e in one["events"]
        if e.get("cmd") == "command-same"
    ]
    assert len({e["seq"] for e in done}) == 1
    assert len(done) == 2
    assert [row[2] for row in tab.disk.logs[table]].count("0123456789ab:command-same") == 1


def test_damaged_games_are_refused_and_kept(tab: Tab) -> None:
    table = begin(tab, "calavera", "me", "easy")
    log, saved = tab.disk.logs[table], tab.disk.saved[table]
    broken = {
        "gap": (saved, [row for row in log if row[0] != 3]),
        "text": (saved, [[*row[:3], row[3][:-4]] for row in log]),
        "rules": (saved, [*log, [len(log) + 1, 1, None, '{"by":0,"do":"freeze","row":"black"}']]),
        "setup": (saved[:-9], log),
        "note": (saved, [*log, [len(log) + 1, 1, None, '{"by":"house","do":"sang"}']]),
    }
    for name, (setup, rows) in broken.items():
        said = json.loads(Tab(tab.disk).engine.catch_up(table, setup, json.dumps(rows)))
        assert said["refused"]["code"] == "damaged", name


def test_a_game_of_a_newer_version_is_left_alone(tab: Tab) -> None:
    table = begin(tab, "calavera", "me", "easy")
    newer = tab.disk.saved[table].replace('"format":1', '"format":2')
    assert newer != tab.disk.saved[table]
    said = json.loads(Tab(tab.disk).engine.catch_up(table, newer, "[]"))
    assert said["refused"]["code"] == "newer_version"


def test_time_without_an_open_page_counts_for_nobody(tab: Tab) -> None:
    clock = {"turn": 30, "game": None, "answer": None}
    table = begin(tab, "calavera", "me", "me", clock=clock, options={"start_player": 0})
    last = tab.now
    later = Tab(tab.disk)
    later.now = last + 3_600_000
    later.frame(t="hello", table=table, seat=0, last=0)
    later.pause(table, last)
    later.time_out(table)
    assert not [one for one in tab.disk.logs[table] if '"late"' in one[3]]
    later.now += 31_000
    later.time_out(table)
    assert [one for one in tab.disk.logs[table] if '"late"' in one[3]]


def test_a_review_grows_until_it_is_whole(tab: Tab, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begin(tab, "calcory", "me", "easy", options={"start_player": 0, "max_turns": 6})
    play_out(tab, table, random.Random(5))
    monkeypatch.setattr("quartett.browser.requests.PART_SECONDS", 0.0)
    ask = f"tables/{table}/review"
    parts = [len(tab.ask(f"{ask}?partial=true")["steps"]) for _ in range(3)]
    assert 0 < parts[0] < parts[1] < parts[2]
    whole = tab.ask(ask)
    assert len(whole["steps"]) > parts[2]
    assert tab.ask(f"{ask}?partial=true") == whole


def test_undo_hints_puzzle_and_review(tab: Tab) -> None:
    table = begin(
        tab, "calcory", "me", "easy", practice=True, options={"start_player": 0, "max_turns": 12}
    )
    tab.frame(t="hint", table=table, id=7, seat=0)
    assert tab.heard[-1]["t"] == "advice"
    assert tab.heard[-1]["options"]
    act(tab, table, random.Random(4))
    status, about = tab.request(
        "POST", f"tables/{table}/commands", {"do": "undo", "cmd": "undo-0001", "seat": 0}
    )
    assert (status, about["stage"]) == (200, "playing")
    play_out(tab, table, random.Random(5))
    assert tab.ask(f"tables/{table}/review")["steps"]
    assert tab.ask(f"tables/{table}/views?first=0&count=5")["places"] > 5
    assert tab.ask(f"tables/{table}/events?after=0")[0]["seq"] == 1
    status, next_table = tab.request(
        "POST", f"tables/{table}/commands", {"do": "rematch", "cmd": "again-0001"}
    )
    assert next_table["next"] in tab.disk.saved


def test_a_record_comes_in_and_goes_out(tab: Tab) -> None:
    text = "\n".join(quartett.play("calcory", ["easy", "easy"], seed=3).lines()) + "\n"
    status, about = tab.request("POST", "records", {"text": text})
    assert (status, about["stage"]) == (201, "over")
    assert Tab(tab.disk).ask(f"tables/{about['id']}/record") == text


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("POST", "tables", FRIENDS, "needs_server"),
        ("POST", "accounts", {"name": "Ana", "passphrase": "long enough"}, "needs_server"),
        ("GET", "tables/local-nothere", None, "no_table"),
        ("POST", "tables", {"game": "chess", "seats": [{"kind": "me"}]}, "no_game"),
        ("POST", "tables", {"seats": 3}, "malformed"),
        ("POST", "records", {"text": "hello"}, "bad_record"),
        ("PUT", "me/name", {"name": "\u200b"}, "name_hidden"),
        ("GET", "tables/local-x/views?first=minus", None, "no_table"),
    ],
)  # fmt: skip
def test_refusals_say_why(tab: Tab, method: str, path: str, body: object, code: str) -> None:
    status, problem = tab.request(method, path, body)
    assert status >= 400
    assert problem["code"] == code


def test_a_malformed_frame_is_answered(tab: Tab) -> None:
    tab.heard += [
        json.loads(text)
        for _, text in json.loads(tab.engine.frame("page", '{"t":"sing"}', 0))["frames"]
    ]
    assert tab.rejected == "malformed"


def test_a_game_that_nobody_follows_leaves_memory(tab: Tab) -> None:
    first = begin(tab, "calavera", "me", "easy")
    tab.frame(t="bye", table=first)
    for _ in range(5):
        table = begin(tab, "calavera", "me", "easy")
        tab.frame(t="bye", table=table)
    assert tab.engine.known(first) == -1


def test_a_closed_game_is_released_with_its_review(tab: Tab) -> None:
    first = begin(tab, "calcory", "me", "easy", options={"start_player": 0, "max_turns": 4})
    play_out(tab, first, random.Random(5))
    assert tab.ask(f"tables/{first}/review")["steps"]
    opened = tab.engine._backend.tables.find(first)
    assert opened.review is not None
    kept = [weakref.ref(one) for one in (opened, opened.table, opened.review)]
    del opened
    tab.frame(t="bye", table=first)
    for _ in range(4):
        tab.frame(t="bye", table=begin(tab, "calcory", "me", "easy"))
    gc.collect()
    assert [one() for one in kept] == [None, None, None]
    assert tab.engine._jobs == {}


def test_the_page_knows_tables_of_this_device_by_their_id() -> None:
    source = (WEB / "lib" / "net" / "hosts.ts").read_text(encoding="utf-8")
    assert re.findall(r'const LOCAL = "(.*)"', source) == [LOCAL]


def test_all_levels_of_all_games_are_offered(tab: Tab) -> None:
    offered = {one["id"]: [level["level"] for level in one["levels"]] for one in tab.ask("games")}
    for game in GAMES:
        assert offered[game] == [*levels(quartett.game(game))]


def test_bots_have_the_time_that_a_server_gives_them() -> None:
    assert Settings(database="").bot_seconds == BOT_SECONDS
    assert Settings(database="").bot_pause * 1000 == BOT_PAUSE_MS


def test_a_finished_game_is_played_again_from_a_decision(tab: Tab) -> None:
    table = begin(tab, "calavera", "me", "easy")
    play_out(tab, table, random.Random(3))
    events = quartett.Record.parse(tab.ask(f"tables/{table}/record")).events
    place = [n for n, event in enumerate(events) if event.actor == 0][2]
    new = begin(tab, "calavera", "me", "easy", origin={"table": table, "place": place})
    assert tab.ask(f"tables/{new}")["origin"] == {"table": table, "place": place}
    play_out(tab, new, random.Random(4))
    record = quartett.Record.parse(tab.ask(f"tables/{new}/record"))
    assert record.head.given == place and record.events[:place] == events[:place]
    assert all(finding.ok for finding in verify(record))
