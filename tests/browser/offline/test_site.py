"""The site without a server: on a plain static host, under a sub-path, then without a network."""

import contextlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from playwright.sync_api import Browser, BrowserContext

from quartett.rulebook import LANGUAGES
from tests.browser.games.test_games import begin, check_fairness, watch_again
from tests.browser.support.players import PLAYERS, play_out
from tests.browser.support.site import Guest, make_site, static_host
from tests.browser.support.visitor import FLAGS, LIMIT, SECONDS, chromium_path, problems

WHOLE = list(PLAYERS) if os.environ.get("QUARTETT_WHOLE_GAMES") else ["calavera"]
"""All four take minutes: with QUARTETT_WHOLE_GAMES=1. The page's part of each game is tested at
the server, the engine's in tests/engine."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with static_host(make_site(tmp_path_factory.mktemp("site"))) as address:
        yield address


@pytest.fixture(scope="module")
def device(browser: Browser, site: str) -> Iterator[BrowserContext]:
    """After a first visit, when the network is gone."""
    guest = Guest(browser, site, confirm=False)
    guest.go()
    guest.wait_until_kept()
    guest.wait_for_image()
    guest.context.set_offline(True)
    guest.page.close()
    assert guest.problems == []
    yield guest.context
    guest.context.close()


@pytest.fixture
def guest(browser: Browser, site: str, device: BrowserContext) -> Iterator[Guest]:
    """Somebody at that device, on which no game was played yet."""
    one = Guest(browser, site, device=device)
    one.go()
    yield one
    one.page.evaluate(FORGET)
    one.close()
    assert not problems([one])


@pytest.mark.parametrize("game", WHOLE)
def test_a_whole_game_of_each_without_a_network(guest: Guest, site: str, game: str) -> None:
    requests = guest.note_requests()
    guest.page.reload()
    begin(guest, game)
    assert play_out(guest, PLAYERS[game]) > 3
    check_fairness(guest)
    watch_again(guest)
    assert [url for url in requests if not url.startswith((site, "data:", "blob:"))] == []


def test_a_reload_goes_on_where_the_game_was(guest: Guest) -> None:
    guest.play_now("calavera")
    guest.play_a_little()
    before = saved(guest, guest.table)
    guest.page.reload()
    guest.page.wait_for_selector(".table")
    guest.at_turn_or_over()
    assert saved(guest, guest.table)[: len(before)] == before
    assert guest.position["seq"] >= len(before)
    PLAYERS["calavera"](guest)
    guest.go("mine")
    guest.find("main a[href*='table/local-']").first.wait_for()


def test_later_visits_begin_with_pythons_memory_as_it_was(guest: Guest) -> None:
    secrets = set()
    for _ in range(2):
        guest.go()
        guest.page.reload()
        guest.wait_for_image(is_used=True)
        guest.play_now("calavera")
        guest.play_a_little()
        secrets |= set(re.findall(r'"commit":"(\w+)"', str(saved(guest, guest.table))))
    assert len(secrets) == 2  # chance is not kept with it
    guest.page.evaluate(HALVE)
    guest.page.reload()  # Python starts over, and so does the keeping
    guest.wait_for_image()


def test_two_at_one_device(guest: Guest) -> None:
    guest.go("new/calcory?for=here")
    guest.click("form summary")
    guest.find("input[type=number]").first.fill("6")
    guest.click("form .button.main")
    guest.page.wait_for_selector(".table")
    for _ in range(100):
        guest.page.wait_for_selector(".pass .button, .bar.live, dialog[open] .winner")
        if guest.is_over:
            return
        if guest.find(".pass .button").count():
            guest.click(".pass .button")
            guest.page.wait_for_selector(".pass", state="detached")  # or one would press it again
        else:
            PLAYERS["calcory"](guest)
    raise AssertionError("the game does not end")


def test_all_there_is_to_read_is_there_after_one_visit(guest: Guest) -> None:
    """Rules and lessons, in languages too that the visit did not show."""
    for language in LANGUAGES:
        guest.page.evaluate("now => localStorage.setItem('quartett.language', now)", language)
        guest.page.reload()
        guest.page.wait_for_selector(f"html[lang={language}]")
        for game in PLAYERS:
            guest.go(f"rules/{game}")
            guest.page.wait_for_selector(".book h2")
            guest.go(f"learn/{game}")
            guest.page.wait_for_selector(".say")
            assert guest.untranslated() == []


def test_a_game_is_reviewed_without_a_network(guest: Guest) -> None:
    begin(guest, "calavera")
    guest.play_a_little()
    guest.resign()
    guest.find("dialog[open] a", has_text="Review").click()
    guest.page.wait_for_selector(".review .list li > button")  # it grows while one reads


def test_two_tabs_follow_one_game(guest: Guest) -> None:
    begin(guest, "calavera")
    guest.at_turn_or_over()
    other = guest.context.new_page()
    other.goto(guest.page.url)
    other.wait_for_selector(".bar.live", timeout=LIMIT * SECONDS)
    guest.play_a_little()
    guest.resign()
    other.wait_for_selector("dialog[open] .winner", timeout=LIMIT * SECONDS)
    other.close()
    log = saved(guest, guest.table)
    assert [row["seq"] for row in log] == list(range(1, len(log) + 1))


def test_a_killed_browser_loses_nothing(browser: Browser, site: str, tmp_path: Path) -> None:
    table, seen = play_and_die(browser, site, tmp_path)
    again = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=chromium_path(), args=FLAGS, offline=True
    )
    try:
        page = again.new_page()
        page.goto(f"{site}#/table/{table}")
        page.wait_for_selector(".bar.live", timeout=LIMIT * SECONDS)
        rows = page.evaluate(READ, table)
        assert [row["body"] for row in rows][: len(seen)] == seen
    finally:
        again.close()


def test_full_storage_is_said_and_the_move_is_not_made(guest: Guest) -> None:
    guest.play_now("calavera")
    guest.at_turn_or_over()
    before = len(saved(guest, guest.table))
    engine = guest.page.workers[0]
    engine.evaluate(FILL)
    guest.find(".choices .offered, .bar .buttons .button.main").first.click()
    guest.page.get_by_text("no room left on this device").first.wait_for()
    assert len(saved(guest, guest.table)) == before
    engine.evaluate("() => { IDBObjectStore.prototype.add = self.plainAdd; }")
    guest.play_a_little()
    assert len(saved(guest, guest.table)) > before


def test_a_damaged_game_is_said_to_be_damaged_and_kept(guest: Guest) -> None:
    guest.play_now("calavera")
    guest.at_turn_or_over()
    table = guest.table
    guest.page.evaluate(BREAK, table)
    guest.page.reload()
    guest.page.get_by_text("This saved game is damaged").first.wait_for()
    assert saved(guest, table)
    guest.problems.clear()


def test_friends_need_a_server(guest: Guest) -> None:
    guest.go("new/calavera?for=friends")
    guest.page.get_by_text("This needs a server").wait_for()
    assert guest.untranslated() == []


def test_a_bot_that_is_weaker_without_a_server_says_so(guest: Guest) -> None:
    for game, reason in (("calavera", "too large to download"), ("calculissimo", "at sight")):
        guest.go(f"new/{game}")
        guest.page.get_by_label("Level of the bot in seat 2").select_option("expert")
        guest.page.get_by_text(reason).wait_for()


FILL = """() => {
  self.plainAdd = IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
FORGET = """() => new Promise(done => {
  localStorage.clear();
  const open = indexedDB.open("quartett");
  open.onsuccess = () => {
    const change = open.result.transaction(open.result.objectStoreNames, "readwrite");
    for (const name of open.result.objectStoreNames) change.objectStore(name).clear();
    change.oncomplete = () => { open.result.close(); done(); };
  };
})"""
HALVE = """async () => {
  const cache = await caches.open("memory of quartett");
  const [key] = await cache.keys();
  const found = await cache.match(key);
  const bytes = await found.clone().arrayBuffer();
  await cache.put(key, new Response(bytes.slice(0, bytes.byteLength / 2), found));
}"""
READ = """table => new Promise(done => {
  const open = indexedDB.open("quartett");
  open.onsuccess = () => {
    const range = IDBKeyRange.bound([table, 0], [table, Infinity]);
    const rows = open.result.transaction("events").objectStore("events").getAll(range);
    rows.onsuccess = () => { open.result.close(); done(rows.result); };
  };
})"""
BREAK = """table => new Promise(done => {
  const open = indexedDB.open("quartett");
  open.onsuccess = () => {
    const change = open.result.transaction("events", "readwrite");
    change.objectStore("events").delete([table, 2]);
    change.oncomplete = () => { open.result.close(); done(); };
  };
})"""


def saved(guest: Guest, table: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = guest.page.evaluate(READ, table)
    return rows


def play_and_die(browser: Browser, site: str, profile: Path) -> tuple[str, list[str]]:
    """Begin a game in a browser of its own and kill it; the table, and what its page had seen."""
    ours = browser.browser_type.launch_persistent_context(
        profile, executable_path=chromium_path(), args=FLAGS
    )
    page = ours.new_page()
    page.goto(site)
    page.wait_for_function(
        "document.documentElement.dataset.offline === 'ready'", timeout=LIMIT * SECONDS
    )
    page.click("article[data-game=calavera] .ways .main")
    page.wait_for_selector(".bar.live", timeout=LIMIT * SECONDS)
    table = page.url.split("/table/")[1]
    seen = [row["body"] for row in page.evaluate(READ, table)]
    kill(profile)
    return table, seen


def kill(profile: Path) -> None:
    """No time for anything: as when a battery dies."""
    ours = [one for one in psutil.process_iter(["cmdline"]) if _uses(one, profile)]
    for process in ours:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(ours, timeout=LIMIT)
    (profile / "SingletonLock").unlink(missing_ok=True)


def _uses(process: psutil.Process, profile: Path) -> bool:
    return f"--user-data-dir={profile}" in (process.info["cmdline"] or ())
