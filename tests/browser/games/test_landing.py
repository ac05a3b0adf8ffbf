"""A move is seen where it lands: what flies, slides and stays, and what it says about itself."""

import re
from typing import Any

from quartett.bots import LEVELS
from tests.browser.conftest import Visit
from tests.browser.games.test_beginning import about
from tests.browser.games.test_defects import dice_at_first_roll
from tests.browser.games.test_ending import middle
from tests.browser.games.test_online import invite, sit
from tests.browser.games.test_table import at_turn, menu
from tests.browser.support.players import calavera, calculissimo, cubus
from tests.browser.support.visitor import LIVE, OVER, Visitor

WATCH = """selector => {
  window.seen = [];
  const note = node => {
    const [way] = node.getAnimations();
    const frames = way?.effect.getKeyframes() ?? [];
    window.seen.push({ text: node.textContent, last: frames.at(-1)?.transform ?? "" });
  };
  const look = nodes => nodes.forEach(node => {
    if (node.nodeType !== 1) return;
    if (node.matches(selector)) requestAnimationFrame(() => note(node));
    look([...node.children]);
  });
  new MutationObserver(changes => changes.forEach(one => look([...one.addedNodes])))
    .observe(document.body, { childList: true, subtree: true });
}"""
"""Notes elements that appear, with where their flight ends."""
NEVER_LAND = """() => {
  const later = setTimeout;
  window.setTimeout = (act, wait, ...rest) => wait === 1000 ? 0 : later(act, wait, ...rest);
}"""
"""Dice tumble for a second, and the page never learns that they lie."""
LEAVES = 4
"""How many games are left to a bot before a win is given up on."""


def test_points_fly_to_the_score_of_who_made_them(visit: Visit) -> None:
    visitor = at_turn(visit(motion=True, pace="normal", confirm=False), "calculissimo")
    visitor.page.evaluate(WATCH, ".flight")
    play_until(visitor, lambda: bool(seen(visitor)))
    first = seen(visitor)[0]
    assert re.fullmatch(r"[+−]\d+", first["text"])
    scores = [middle(visitor, f".players li:nth-child({seat}) .score") for seat in (1, 2)]
    end = tuple(float(part) for part in re.findall(r"(-?[\d.]+)px", first["last"]))
    assert any(abs(end[0] - x) < 30 and abs(end[1] - y) < 30 for x, y in scores)


def test_what_dice_allow_is_offered_when_they_lie_or_at_a_press(visit: Visit) -> None:
    visitor = at_turn(visit(motion=True, pace="normal", confirm=False), "calavera")
    visitor.page.evaluate(NEVER_LAND)
    roll_again(visitor)
    assert visitor.find(".choices .offered").count() == 0
    visitor.click(".tray .below")
    visitor.page.wait_for_selector(".choices .offered")


def test_at_an_instant_pace_no_die_tumbles(visit: Visit) -> None:
    visitor = at_turn(visit(motion=True, pace="instant", confirm=False), "calavera")
    roll_again(visitor)
    assert visitor.find(".choices .offered").count()
    assert visitor.find(".tumbling").count() == 0


def roll_again(visitor: Visitor) -> None:
    """For a roll that leaves something to choose."""
    while True:
        visitor.click(".tray .below")  # whatever tumbles has been seen
        if visitor.position["offers"]["dice"]:
            visitor.moves_on(lambda: visitor.page.keyboard.press("r"))
            visitor.page.wait_for_selector(LIVE)
            if any(one["action"]["do"] != "skip" for one in visitor.position["offers"]["choices"]):
                return
        else:
            calavera(visitor)
        assert visitor.at_turn_or_over()


def test_boxes_slide_in_and_cards_fly_to_hands(visit: Visit) -> None:
    visitor = at_cubus(visit(motion=True, pace="normal", confirm=False))
    visitor.page.evaluate(WATCH, ".dealt")
    slid = 0
    for _ in range(12):
        assert visitor.at_turn_or_over()
        cubus(visitor)
        slid += visitor.find(".scene .arrives").count()
        if slid and seen(visitor):
            break
    assert slid
    flown = [one["last"] for one in seen(visitor)]
    assert flown
    assert all("translate" in one for one in flown)


def test_nothing_flies_for_who_wants_no_motion(visit: Visit) -> None:
    visitor = at_cubus(visit(pace="normal", confirm=False))
    visitor.page.evaluate(WATCH, ".dealt, .flight, .arrives")
    for _ in range(3):
        assert visitor.at_turn_or_over()
        cubus(visitor)
    assert visitor.at_turn_or_over()
    assert seen(visitor) == []


def test_anothers_calculation_is_shown_step_by_step(visit: Visit) -> None:
    visitor = at_turn(visit(confirm=False), "calculissimo")
    watched = visitor.find(".watched")
    play_until(visitor, lambda: watched.count() > 0)
    visitor.shot("calculissimo-watched")
    text = watched.inner_text()
    entries = [entry for frame in visitor.frames for entry in frame.get("events", ())]
    other = [one for one in entries if one.get("do") == "play" and one["by"] != 0][-1]
    assert f"{other['shows']}" in text.replace("\u202f", "").replace(",", "")
    assert "=" in text


def test_dice_are_thrown_by_a_sweep(visit: Visit) -> None:
    visitor = at_turn(visit(), "calavera")
    dice_at_first_roll(visitor)
    x, y = middle(visitor, ".die >> nth=2")
    mouse = visitor.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 20, y - 90)
    visitor.moves_on(mouse.up)
    assert visitor.find(".die.held").count() == 0


def test_a_reaction_is_seen_beside_its_player(visit: Visit) -> None:
    ana, ben = visit(), visit()
    invite(ana)
    sit(ben, ana.find("#invite-link").input_value(), "Ben")
    ana.click(".start")
    for one in (ana, ben):
        one.page.wait_for_selector(".table")
    ana.page.get_by_role("tab", name="Chat").click()
    ana.page.get_by_role("button", name="Well played").click()
    ben.find(".players li:first-child .reacted").wait_for()
    ben.find("[aria-live=polite] p", has_text="Well played").wait_for(state="attached")
    assert ana.page.get_by_role("img", name="Well played").count() == 1


def test_after_a_win_the_next_level_is_one_tap(visit: Visit) -> None:
    """A bot plays for us, a level above the others, so that it wins sooner or later."""
    visitor = at_turn(visit(), "calculissimo")
    for _ in range(LEAVES):
        menu(visitor, "Leave the table")
        visitor.page.get_by_role("button", name="Yes, let a bot take over").click()
        visitor.page.wait_for_selector(OVER)
        if "You win" in visitor.find(OVER).inner_text():
            break
        assert visitor.find(".harder").count() == 0
        leads_on(visitor, "dialog[open] .main")
        visitor.at_turn_or_over()
    won_against = LEVELS.index(about(visitor)["seats"][1]["level"])
    leads_on(visitor, "dialog[open] .harder")
    assert about(visitor)["seats"][1]["level"] == LEVELS[won_against + 1]


def test_turning_points_of_cubus_are_pictures(visit: Visit) -> None:
    visitor = at_turn(visit(), "cubus")
    menu(visitor, "Leave the table")
    visitor.page.get_by_role("button", name="Yes, let a bot take over").click()
    visitor.page.wait_for_selector(OVER)
    visitor.page.wait_for_selector("dialog[open] svg[role=img]")
    better = visitor.find("dialog[open] ol li", has_text="Better")
    better.first.wait_for()
    visitor.shot("cubus-turning-points")
    for point in better.all():
        assert point.locator(".signs svg").count() >= 2


def at_cubus(visitor: Visitor) -> Visitor:
    """Not the first game: there one may not pass while any rebuild is possible."""
    visitor.context.add_init_script("localStorage.setItem('quartett.played.cubus', 'yes')")
    return at_turn(visitor, "cubus")


def leads_on(visitor: Visitor, button: str) -> None:
    """A button that leads to another table."""
    before = visitor.table
    visitor.click(button)
    visitor.page.wait_for_url(lambda url: before not in url)
    visitor.wait_until(lambda: about(visitor)["id"] == visitor.table, "the other table is not told")
    visitor.page.wait_for_selector(".table .stage")


def play_until(visitor: Visitor, done: Any, most: int = 10) -> None:
    for _ in range(most):
        if visitor.at_turn_or_over() and done():
            return
        assert not visitor.is_over
        calculissimo(visitor)
    raise AssertionError("it was never seen")


def seen(visitor: Visitor) -> list[dict[str, str]]:
    found: list[dict[str, str]] = visitor.page.evaluate("window.seen")
    return found
