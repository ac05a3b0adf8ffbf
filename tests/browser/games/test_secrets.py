"""What a browser does not get, its user cannot see: spectators, and players who share a device."""

import json

from tests.browser.conftest import Visit
from tests.browser.support.players import calculissimo
from tests.browser.support.visitor import Visitor


def test_spectator_gets_no_secret(visit: Visit) -> None:
    player, watcher = visit(confirm=False), visit(size="tablet", theme="dark")
    player.go("new/calculissimo")
    player.click("form .button.main")
    player.page.wait_for_selector(".table")
    watcher.go(f"table/{player.table}")
    watcher.page.wait_for_selector(".table")
    for _ in range(3):
        player.at_turn_or_over()
        calculissimo(player)
    player.at_turn_or_over()
    wait_for_entry(watcher, player.position["seq"])
    watcher.shot("spectator")

    player.page.get_by_text("1 spectator").wait_for()
    views = [frame["view"] for frame in watcher.frames if frame.get("view")]
    assert views
    assert all(view["rack"] == [] and view["racks"] is None for view in views)
    draws = [entry for entry in entries(watcher) if entry.get("do") == "draw"]
    assert draws
    assert all("tiles" not in draw and isinstance(draw["shows"], int) for draw in draws)
    assert watcher.find(".rack").count() == 0
    assert watcher.find(".bar.live").count() == 0
    # The player did get them: the test would see them if they were there.
    assert any(frame.get("view") and frame["view"]["rack"] for frame in player.frames)
    assert not any("offers" in frame and frame["offers"] for frame in watcher.frames)


def test_hot_seat_hides_what_the_other_may_not_see(visit: Visit) -> None:
    visitor = visit(confirm=False)
    visitor.go("new/calculissimo?for=here")
    names = visitor.find("input[maxlength='24']")
    names.nth(0).fill("Ana")
    names.nth(1).fill("Ben")
    visitor.click("form .button.main")
    visitor.page.wait_for_selector(".table")
    seats = []
    for _ in range(4):
        take_device(visitor)
        visitor.page.wait_for_selector(".bar.live")
        seat = visitor.position["seat"]
        seats.append(seat)
        assert tiles_told_of(visitor, ("Ana", "Ben")[seat])
        assert tiles_told_of(visitor, ("Ana", "Ben")[1 - seat]) == []
        calculissimo(visitor)
        visitor.page.wait_for_selector(".pass")
        visitor.shot("hot-seat-pass")
        assert visitor.find(".rack, .board, aside").count() == 0
    assert seats in ([0, 1, 0, 1], [1, 0, 1, 0])


def tiles_told_of(visitor: Visitor, name: str) -> list[str]:
    """The tiles that the history says this player drew."""
    rows = visitor.page.locator("aside li", has_text=f"{name} draws")
    return rows.locator(".signs").all_inner_texts()


def take_device(visitor: Visitor) -> None:
    visitor.page.wait_for_selector(".pass, .bar.live")
    if visitor.find(".pass").count():
        visitor.page.get_by_role("button", name="I am ").click()


def entries(visitor: Visitor) -> list[dict[str, object]]:
    told = [frame["events"] for frame in visitor.frames if frame["t"] == "events"]
    return [json.loads(json.dumps(entry)) for events in told for entry in events]


def wait_for_entry(visitor: Visitor, seq: int) -> None:
    visitor.wait_until(lambda: visitor.position["seq"] >= seq, "the spectator hears nothing")
