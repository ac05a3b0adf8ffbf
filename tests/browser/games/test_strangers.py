"""What people can do about strangers from the page: hide, mute and report them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Route

from tests.browser.games.test_online import invite, sit
from tests.browser.support.server import DATABASE, build_page, open_server
from tests.browser.support.visitor import Visitor, problems
from tests.forks import quartett

THUMB = 44
WIDTH_HEIGHT = "one => [one.offsetWidth, one.offsetHeight]"


class Talk(NamedTuple):
    """Ana's table with Ben, and Eva, who watches; all may write."""

    ana: Visitor
    ben: Visitor
    eva: Visitor
    database: Path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("strangers")


@pytest.fixture(scope="module")
def crowded(folder: Path) -> Iterator[str]:
    """A server where spectators may write."""
    build_page()
    with open_server(folder, wishes=("--spectators-chat",)) as url:
        yield url


@pytest.fixture
def talk(browser: Browser, crowded: str, folder: Path) -> Iterator[Talk]:
    ana, eva = Visitor(browser, crowded), Visitor(browser, crowded)
    ben = Visitor(browser, crowded, size="phone")
    invite(ana)
    link = ana.find("#invite-link").input_value()
    sit(ben, link, "Ben")
    ana.page.get_by_text("Everybody is here.").wait_for()
    ana.click(".start")
    eva.page.goto(link)
    for one in (ana, eva):
        one.page.get_by_role("tab", name="Chat").click()
    ben.page.get_by_role("button", name="Chat").click()
    yield Talk(ana, ben, eva, folder / DATABASE)
    for one in (ana, ben, eva):
        one.close()
    assert not problems((ana, ben, eva))


def write(visitor: Visitor, text: str) -> None:
    visitor.page.get_by_role("textbox", name="Write a message").fill(text)
    visitor.page.keyboard.press("Enter")


def line(visitor: Visitor, text: str) -> Locator:
    """The line of the chat with this text."""
    return visitor.find(".lines .line", has_text=text)


def choose(visitor: Visitor, opener: Locator, *buttons: str) -> None:
    """Press these buttons of what opens, one after the other."""
    opener.press("Enter")
    for one in buttons:
        visitor.page.locator("dialog[open]").get_by_role("button", name=one).click()


def told(visitor: Visitor, text: str) -> None:
    """Wait until it is said, and leave by the keyboard."""
    visitor.page.locator("dialog[open] [role=status]", has_text=text).wait_for()
    visitor.page.keyboard.press("Escape")


def reads(visitor: Visitor) -> str:
    """All that is on the page, for the eye or the ear."""
    return visitor.find("body").inner_text()


def in_focus(opener: Locator) -> bool:
    found: bool = opener.evaluate("one => one === document.activeElement")
    return found


def test_who_is_hidden_is_not_read_until_shown_again(talk: Talk) -> None:
    ana, ben = talk.ana, talk.ben
    write(ben, "first rude words")
    opener = line(ana, "first rude words").get_by_role("button")
    choose(ana, opener, "Hide what Ben writes")
    line(ana, "(hidden)").wait_for()
    opener = line(ana, "(hidden)").get_by_role("button", name="Ben: hide or report")
    told(ana, "What Ben writes is now hidden from you.")
    ana.wait_until(lambda: in_focus(opener), "the focus is lost")
    assert "rude words" not in reads(ana)

    write(ben, "more rude words")
    ana.wait_until(lambda: line(ana, "(hidden)").count() == 2, "the second line is not there")
    assert "rude words" not in reads(ana)
    assert "more rude words" not in str(ana.frames)
    ana.shot("strangers-hidden")

    line(ana, "(hidden)").last.get_by_role("button", name="Show what Ben writes again").press(
        "Enter"
    )
    line(ana, "more rude words").wait_for()
    line(ana, "first rude words").wait_for()
    assert in_focus(line(ana, "more rude words").get_by_role("button"))
    write(ben, "sorry")
    line(ana, "sorry").wait_for()


def test_a_hidden_player_is_hidden_after_a_reload_and_shown_from_the_players(talk: Talk) -> None:
    ana, ben = talk.ana, talk.ben
    write(ben, "rude words")
    line(ana, "rude words").wait_for()
    card = ana.find(".players").get_by_role("button", name="Ben: hide or report")
    choose(ana, card, "Hide what Ben writes")
    told(ana, "What Ben writes is now hidden from you.")
    ana.wait_until(lambda: in_focus(card), "the focus is lost")
    ana.page.reload()
    ana.page.get_by_role("tab", name="Chat").click()
    line(ana, "(hidden)").wait_for()
    choose(ana, card, "Show what Ben writes again")
    told(ana, "You can read what Ben writes again.")
    line(ana, "rude words").wait_for()


def test_who_only_watches_hides_a_player(talk: Talk) -> None:
    """Without a name as yet: it makes them a guest, and their socket follows."""
    ben, eva = talk.ben, talk.eva
    write(ben, "first rude words")
    choose(eva, line(eva, "first rude words").get_by_role("button"), "Hide what Ben writes")
    told(eva, "What Ben writes is now hidden from you.")
    line(eva, "(hidden)").wait_for()
    write(ben, "more rude words")
    eva.wait_until(lambda: line(eva, "(hidden)").count() == 2, "the second line is not there")
    assert "rude words" not in reads(eva)
    assert "more rude words" not in str(eva.frames)


def test_the_owner_mutes_a_player(talk: Talk) -> None:
    ana, ben, eva, _ = talk
    write(ben, "so slow")
    choose(ana, line(ana, "so slow").get_by_role("button"), "Mute Ben at this table")
    told(ana, "Ben can’t write at this table any more.")
    write(ben, "so slow again")
    ben.page.get_by_text("The owner of this table has muted you.").wait_for()
    assert line(ana, "so slow again").count() == 0

    card = ana.find(".players").get_by_role("button", name="Ben: hide or report")
    choose(ana, card, "Let Ben write again")
    told(ana, "Ben can write at this table again.")
    ben.page.keyboard.press("Enter")
    line(ana, "so slow again").wait_for()

    write(ana, "thank you")
    for one in (ben, eva):  # they do not own the table
        opener = line(one, "thank you").get_by_role("button")
        opener.press("Enter")
        one.page.locator("dialog[open]").get_by_role("button", name="Report to").wait_for()
        assert one.page.get_by_role("button", name="Mute").count() == 0


def test_the_owner_mutes_a_spectator(talk: Talk) -> None:
    ana, _, eva, _ = talk
    named = eva.context.request.put(f"{eva.address}api/me/name", data={"name": "Eva"})
    assert named.ok
    eva.page.reload()
    eva.page.get_by_role("tab", name="Chat").click()
    write(eva, "look at me")
    choose(ana, line(ana, "look at me").get_by_role("button"), "Mute Eva at this table")
    told(ana, "Eva can’t write at this table any more.")
    write(eva, "look at me again")
    eva.page.get_by_text("The owner of this table has muted you.").wait_for()


def test_a_report_reaches_the_host(talk: Talk) -> None:
    ana, ben, _, database = talk
    write(ben, "something rude")
    opener = line(ana, "something rude").get_by_role("button")
    choose(ana, opener, "Report to the host…")
    field = ana.page.get_by_role("textbox", name="What happened?")
    ana.wait_until(lambda: in_focus(field), "the text is not in focus")
    field.fill("Ben is rude in the chat")

    refused_once(ana, lambda: ana.page.get_by_role("button", name="Send report").click())
    ana.page.get_by_text("That was too much at once. Wait a moment.").wait_for()
    assert "Ben is rude" not in reports(database)

    ana.page.get_by_role("button", name="Send report").click()
    ana.page.get_by_text("Your report has reached the host of this server.").wait_for()
    ana.page.keyboard.press("Enter")  # on “Close”
    ana.wait_until(lambda: in_focus(opener), "the focus is lost")
    assert f"table {ana.table}: " in reports(database)
    assert "Ben is rude in the chat" in reports(database)
    ana.problems = [one for one in ana.problems if "429" not in one]


def refused_once(visitor: Visitor, do: Callable[[], None]) -> None:
    """The server refuses the next report, as it does after ten in a minute."""
    refusal = '{"code":"too_fast","message":"Wait a while.","where":{}}'

    def refuse(route: Route) -> None:
        route.fulfill(status=429, content_type="application/json", body=refusal)

    visitor.page.route("**/report", refuse, times=1)
    with visitor.page.expect_response("**/report"):
        do()


def reports(database: Path) -> str:
    done = quartett("admin", "reports", "--database", str(database))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_of_it_has_room_for_a_thumb(talk: Talk) -> None:
    ana, ben = talk.ana, talk.ben
    write(ana, "hello")
    opener = line(ben, "hello").get_by_role("button")
    assert min(opener.evaluate(WIDTH_HEIGHT)) >= THUMB
    opener.tap()
    for one in ben.page.locator("dialog[open] li .button").all():
        assert min(one.evaluate(WIDTH_HEIGHT)) >= THUMB
    ben.page.get_by_role("button", name="Hide what Guest writes").tap()
    again = line(ben, "(hidden)").get_by_role("button", name="Show")
    again.wait_for()
    assert min(again.evaluate(WIDTH_HEIGHT)) >= THUMB
    assert ben.overhang == 0


def test_nobody_is_offered_it_about_themselves_or_at_a_table_of_bots(talk: Talk) -> None:
    ana, _, eva, _ = talk
    write(ana, "hello")
    line(eva, "hello").get_by_role("button").wait_for()
    line(ana, "hello").wait_for()
    assert line(ana, "hello").get_by_role("button").count() == 0
    assert ana.find(".players button").count() == 1
    ana.go()
    ana.play_now("calavera")
    assert ana.find(".players li").count() > 1
    assert ana.find(".players button").count() == 0
