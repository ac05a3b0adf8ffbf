"""A finished game reviewed: from its end to every decision."""

import base64
import csv
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Route

from quartett.rulebook import LANGUAGES
from tests.browser.conftest import Visit
from tests.browser.games.test_games import begin
from tests.browser.support.players import PLAYERS, play_out
from tests.browser.support.visitor import Visitor

COLOURS = """async data => {
  const image = new Image();
  image.src = data;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  return [0, image.width / 2].map(left => {
    const { data } = context.getImageData(left, 0, image.width / 2, image.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
}"""
TURNS = 3
"""Turns played before giving up: enough decisions to walk through."""


def test_a_review_is_read_by_keyboard_from_the_end_of_the_game(visit: Visit) -> None:
    visitor = reviewed(visit(size="small", confirm=False), "calavera")
    curve = visitor.find(".summary svg[role=img]").get_attribute("aria-label") or ""
    assert re.search(r"\d%.*Luck .*\d wins?, skill .*\d wins?", curve)
    items = visitor.find(".list li > button")
    assert items.count() >= 2
    items.nth(0).focus()
    visitor.page.keyboard.press("ArrowDown")
    visitor.page.keyboard.press("Enter")
    visitor.wait_until(lambda: is_current(items.nth(1)), "Enter does not choose")
    visitor.page.wait_for_selector(".position .board > *")
    played = visitor.find(".list li.current .text").inner_text().split("Played: ")[1]
    sentence = visitor.find(".position .sentence")
    visitor.wait_until(
        lambda: played.split("\n")[0] in sentence.inner_text(), "another position is shown"
    )
    visitor.page.keyboard.press("ArrowLeft")
    visitor.wait_until(lambda: is_current(items.nth(0)), "the arrow does not choose")
    assert visitor.overhang == 0
    assert visitor.untranslated() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_fits_a_phone(visit: Visit, language: str) -> None:
    visitor = over(visit(size="small", language=language, confirm=False), "calcory")
    visitor.click("dialog[open] a[href*='review/']")
    visitor.page.wait_for_selector(".summary table tbody tr")
    visitor.page.wait_for_selector(".position .board > *")
    assert visitor.overhang == 0
    visitor.go("statistics")
    visitor.page.wait_for_selector(".panel table tbody tr")
    assert visitor.overhang == 0
    assert visitor.untranslated() == []


def test_a_build_that_moves_boxes_is_drawn_itself(visit: Visit) -> None:
    """A ghost can only stand where boxes are added."""
    visitor = over(visit(confirm=False), "cubus")
    built = [[5, 5, 3], [6, 5, 1], [5, 6, 1]]  # nothing is left where boxes stood

    def answer(route: Route) -> None:
        response = route.fetch(url=route.request.url.removesuffix("?partial=true"), timeout=0)
        review = response.json()
        for step in review["steps"]:
            if decision := step["decision"]:
                decision["best"] = {"do": "build", "cells": built, "open": [], "boxes": 0}
                decision["regret"], decision["grade"] = 0.1, "blunder"
        route.fulfill(response=response, json=review)

    visitor.page.route("**/review?partial=true", answer)
    visitor.find("dialog[open] a", has_text="Review").click()
    visitor.find(".position .flag", has_text="The stack after this build").wait_for()
    drawn = visitor.find(".position .stack [role]").first.get_attribute("aria-label") or ""
    assert "5 boxes" in drawn.replace("\u00a0", " ")
    visitor.find(".position .marks button", has_text="Played").click()
    visitor.find(".position .flag").wait_for(state="detached")


def is_current(item: Locator) -> bool:
    return item.get_attribute("aria-current") == "true"


def test_a_review_shows_as_much_as_there_is(visit: Visit) -> None:
    """The server has nothing first, then half of it; the page asks again by itself."""
    visitor = over(visit(confirm=False), "calavera")
    held: list[Route] = []
    parts = [0.0, 0.5]

    def answer(route: Route) -> None:
        if not parts:
            held.append(route)
            return
        part = parts.pop(0)
        # All of it, however slowly it is made; of which a part is shown.
        response = route.fetch(url=route.request.url.removesuffix("?partial=true"), timeout=0)
        review = response.json()
        review["steps"] = review["steps"][: int(review["events"] * part)]
        review["seats"] = review["seats"] if part else []
        route.fulfill(response=response, json=review)

    visitor.page.route("**/review?partial=true", answer)
    visitor.find("dialog[open] a", has_text="Review").click()
    progress = visitor.find(".review header [role=status]")
    progress.wait_for()
    visitor.wait_until(lambda: held, "the page does not ask again")
    half, whole = map(int, re.findall(r"\d+", progress.inner_text()))
    assert half == whole // 2
    held[0].continue_()
    progress.wait_for(state="detached")


def test_a_decision_is_played_again_against_bots(visit: Visit) -> None:
    visitor = reviewed(visit(confirm=False), "calavera")
    reviewed_at = visitor.page.url.split("/review/")[1].split("?")[0]
    visitor.find(".position button", has_text="Play it better").click()
    visitor.page.wait_for_selector(".table")
    assert visitor.at_turn_or_over() and visitor.table != reviewed_at
    about = visitor.position["about"]
    assert about["practice"] and about["origin"]["table"] == reviewed_at
    events = visitor.position["seq"]
    PLAYERS["calavera"](visitor)
    assert visitor.at_turn_or_over() and visitor.position["seq"] > events
    visitor.go("statistics")
    assert visitor.find(".panel dd").first.inner_text() == "1"


def test_a_picture_of_the_end_is_shared_and_the_link_copied(visit: Visit) -> None:
    visitor = over(visit(size="small", theme="dark", confirm=False), "calavera")
    share = visitor.find("dialog[open] .ways .button", has_text="Share a picture")
    assert coloured(visitor, shared(visitor, share)) == [True, True]
    visitor.find("dialog[open] a", has_text="Review").click()
    share = visitor.find(".review header .button", has_text="Share a picture")
    assert coloured(visitor, shared(visitor, share)) == [True, True]
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.find(".review header .button", has_text="Copy link").click()
    visitor.find(".review header .button", has_text="Copied").wait_for()
    copied = visitor.page.evaluate("navigator.clipboard.readText()")
    assert copied == visitor.page.url.split("?")[0]


def shared(visitor: Visitor, button: Locator) -> bytes:
    """The file that a click on the button writes."""
    with visitor.page.expect_download() as download:
        button.click()
    picture = download.value.path().read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    size = [int.from_bytes(picture[at : at + 4], "big") for at in (16, 20)]
    assert size == [2400, 1260]
    return picture


def coloured(visitor: Visitor, picture: bytes) -> list[bool]:
    """Whether each half, the board and the scores, has many colours: neither is blank."""
    data = base64.b64encode(picture).decode()
    counts = visitor.page.evaluate(COLOURS, f"data:image/png;base64,{data}")
    return [count > 20 for count in counts]


def test_a_mistake_is_practised_until_it_is_right(visit: Visit) -> None:
    """Somebody who never rolls again makes mistakes; the statistics count the game."""
    visitor = visit(size="small", confirm=False)
    begin(visitor, "calavera")
    play_out(visitor, PLAYERS["calavera"])
    table = visitor.table
    visitor.find("dialog[open] a", has_text="Review").click()
    visitor.page.wait_for_selector(".review .list")
    visitor.page.wait_for_selector(".review header [role=status]", state="detached")
    found = visitor.page.request.get(f"{visitor.address}api/tables/{table}/review").json()
    visitor.go("statistics")
    assert figures(visitor)["Games"] == "1"
    assert re.fullmatch(r"\d+\.?\d* ± \d\.?\d*", figures(visitor)["Strength"])
    assert re.fullmatch(r"[+−]?\d+\.?\d* wins?", figures(visitor)["Luck so far"])
    with visitor.page.expect_download() as download:
        visitor.find("button", has_text="Download as JSON").click()
    exported = json.loads(download.value.path().read_text())
    assert exported["games"][0]["history"][0]["table"] == table
    with visitor.page.expect_download() as download:
        visitor.find("button", has_text="Games as CSV").click()
    names, *games = csv.reader(download.value.path().read_text().splitlines())
    (game,) = (dict(zip(names, row, strict=True)) for row in games)
    assert (game["game"], game["table"]) == ("calavera", table)
    assert float(game["luck"]) == exported["games"][0]["history"][0]["luck"]
    visitor.find("a", has_text="Practise my mistakes").click()
    visitor.page.wait_for_selector(".practice .board > *")
    due = exercises(visitor)
    solve(visitor, found["steps"][due[0]]["decision"]["best"])
    visitor.find(".practice .sentence", has_text="Right").wait_for()
    assert exercises(visitor) == due[1:]
    visitor.find(".practice button", has_text="Next").click()
    left = f"{len(due) - 1} exercise" if due[1:] else "Nothing to practise"
    visitor.find(".practice", has_text=left).wait_for()
    assert visitor.untranslated() == []


def figures(visitor: Visitor) -> dict[str, str]:
    visitor.page.wait_for_selector(".panel dd")
    names = visitor.find(".panel dt").all_inner_texts()
    return dict(zip(names, visitor.find(".panel dd").all_inner_texts(), strict=True))


def exercises(visitor: Visitor) -> list[int]:
    """The places of those that are due."""
    found = visitor.page.request.get(f"{visitor.address}api/me/exercises").json()
    return [one["place"] for one in found]


def solve(visitor: Visitor, best: dict[str, Any]) -> None:
    """Do this action of Calavera on the board."""
    if best["do"] != "reroll":
        kind = best["do"] if best["do"] == "freeze" else "own"
        kind = "rose" if best.get("use") == "rose" else kind
        visitor.click(f".choices .cell.{kind}.{best['row']}")
        return
    for index in range(6):
        die = visitor.find(f".die[data-at='0,{index}']")
        held, stays = die.get_attribute("aria-pressed"), index not in best["dice"]
        if held is not None and (held == "true") != stays:
            die.click()
    visitor.click(".practice .bar .buttons .button.main")


def reviewed(visitor: Visitor, game: str) -> Visitor:
    """In front of the whole review of a game that was given up after a few turns."""
    over(visitor, game).find("dialog[open] a", has_text="Review").click()
    visitor.page.wait_for_selector(".review .list")
    visitor.page.wait_for_selector(".review header [role=status]", state="detached")
    return visitor


def over(visitor: Visitor, game: str) -> Visitor:
    begin(visitor, game)
    visitor.at_turn_or_over()
    for _ in range(TURNS):
        PLAYERS[game](visitor)
        assert visitor.at_turn_or_over()
    visitor.resign()
    visitor.page.wait_for_selector("dialog[open] .winner")
    return visitor
