"""Two browsers at one table: by link, through a reload and a lost network, to the end."""

from playwright.sync_api import Route

from tests.browser.conftest import Visit
from tests.browser.support.players import calavera
from tests.browser.support.visitor import Visitor


def test_through_a_link_a_reload_and_a_lost_network(visit: Visit) -> None:
    ana, ben = visit(confirm=False), visit(size="phone", theme="dark", confirm=False)
    invite(ana)
    sit(ben, ana.find("#invite-link").input_value(), "Ben")
    ana.page.get_by_text("Everybody is here.").wait_for()
    ana.click(".start")
    players = [ana, ben]
    for one in players:
        one.page.wait_for_selector(".table")

    decisions(players, 4)
    ben.page.reload()
    ben.page.wait_for_selector(".table")
    decisions(players, 4)

    ben.lose_network()
    ben.page.get_by_text("No connection").wait_for()
    waits_alone(ana)
    ben.find_network()
    ben.page.get_by_text("No connection").wait_for(state="detached")
    decisions(players, 4)
    ben.shot("online-phone")
    talk(ana, ben)

    decisions(players, 400)
    results = [one.position["about"]["result"] for one in players]
    assert results[0] == results[1]
    rematch(ana, ben)


def invite(visitor: Visitor) -> None:
    """A table of the short sheet with a free seat."""
    visitor.go("new/calavera?for=friends")
    visitor.click("form summary")
    visitor.find("select:has(option[value='\"short\"'])").select_option('"short"')
    visitor.click("form .button.main")
    visitor.page.wait_for_selector("#invite-link")
    visitor.shot("waiting")


def sit(visitor: Visitor, link: str, name: str) -> None:
    visitor.page.goto(link)
    visitor.find("input[autocomplete=nickname]").fill(name)
    visitor.page.get_by_role("button", name="Sit here").click()
    visitor.page.get_by_text("It is about to begin").wait_for()


def decisions(players: list[Visitor], most: int) -> None:
    """Whoever is asked decides, until this many decisions are made or the game is over."""

    def asked() -> list[Visitor]:
        return [one for one in players if is_asked(one)]

    for _ in range(most):
        players[0].wait_until(
            lambda: asked() or all(one.is_over for one in players), "nobody is asked any more"
        )
        if not (deciding := asked()):
            return
        calavera(deciding[0])


def is_asked(visitor: Visitor) -> bool:
    return not visitor.is_over and visitor.find(".bar.live").count() > 0


def is_next(visitor: Visitor) -> bool:
    return visitor.position["seat"] in visitor.position["view"]["to_act"]


def waits_alone(visitor: Visitor) -> None:
    """The one who stayed plays on until it is the other's turn, and sees that they are gone."""
    visitor.page.get_by_text("not connected").first.wait_for()
    while is_asked(visitor):
        calavera(visitor)
        visitor.wait_until(lambda: is_asked(visitor) == is_next(visitor), "the page stands still")


def talk(ana: Visitor, ben: Visitor) -> None:
    ana.page.get_by_role("tab", name="Chat").click()
    ana.page.get_by_role("textbox", name="Write a message").fill("Good game, Ben!")
    ana.page.keyboard.press("Enter")
    ben.page.get_by_role("button", name="1 new message").click()
    ben.page.get_by_text("Good game, Ben!").first.wait_for()
    ben.page.keyboard.press("Escape")


def rematch(ana: Visitor, ben: Visitor) -> None:
    """One tap each: seats and names are kept, and the game begins when both have accepted."""
    before = ana.table
    ana.find("dialog[open] button", has_text="Rematch").click()
    ana.page.wait_for_url(lambda url: before not in url)
    ana.page.get_by_text("as soon as everyone has accepted").wait_for()
    ben.find("dialog[open] button", has_text="Go to the rematch").click()
    for one in (ana, ben):
        one.page.wait_for_selector(".table .players")
        assert [seat["mine"] for seat in one.position["about"]["seats"]] == [one is ana, one is ben]
    assert ben.position["about"]["seats"][1]["name"] == "Ben"


def test_a_page_older_than_its_server_loads_itself_again(visit: Visit) -> None:
    """A new version came while the page was open: parts it has not loaded yet are gone."""
    visitor = visit()
    visitor.go()

    def newer(route: Route) -> None:
        main = visitor.find('script[type="module"]').first.get_attribute("src") or ""
        route.fulfill(body=route.fetch().text().replace(main, "other.js"), content_type="text/html")

    visitor.page.route("**/assets/SettingsScreen*", lambda one: one.fulfill(status=404), times=1)
    visitor.page.route(visitor.address, newer, times=1)
    visitor.page.evaluate("location.hash = '#/settings'")
    visitor.page.wait_for_selector("main[data-screen='settings/'] select")
    visitor.problems = [one for one in visitor.problems if "404" not in one]
