"""A new version while somebody plays: nothing is lost, and what cannot go on says so."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.support.site import Guest, first_visit, make_site, static_host
from tests.browser.support.visitor import LIMIT, SECONDS

NEWER = "0123456789ab"
"""How the engine of the later version is called."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_site(tmp_path)


@pytest.fixture
def guest(browser: Browser, folder: Path) -> Iterator[Guest]:
    with static_host(folder) as address, first_visit(browser, address) as one:
        yield one


def release(site: Path) -> str:
    """Another version of the engine takes the place of the one that is served; its name."""
    manifest, worker = site / "engine" / "manifest.json", site / "sw.js"
    made = json.loads(manifest.read_text())
    before: str = made["version"]
    shutil.move(site / "engine" / before, site / "engine" / NEWER)
    manifest.write_text(json.dumps({**made, "version": NEWER}))
    worker.write_text(worker.read_text().replace(before, NEWER))
    return before


def folder_of_engine(page: Page) -> str:
    """The version that a page's engine was loaded from."""
    names: list[str] = [worker.evaluate("self.name") for worker in page.workers]
    (loaded,) = [name for name in names if not name.startswith("image ")]
    return loaded.rstrip("/").split("/")[-1]


def update(page: Page) -> None:
    """The browser looks for a new service worker, as it does now and then, and takes it."""
    page.evaluate(UPDATE)


UPDATE = """async () => {
  const registration = await navigator.serviceWorker.ready;
  const changed = new Promise(done =>
    navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  await registration.update();
  await changed;
}"""


def test_a_game_goes_on_with_its_version_and_then_with_the_new_one(
    guest: Guest, folder: Path
) -> None:
    guest.play_now("calavera")
    guest.play_a_little()
    table, old = guest.table, release(folder / "some" / "path")
    update(guest.page)
    guest.play_a_little()  # the open page and its engine stay as they are, with the old files
    assert folder_of_engine(guest.page) == old
    other = guest.context.new_page()
    other.goto(guest.page.url)
    other.wait_for_selector(".bar.live", timeout=LIMIT * SECONDS)
    assert folder_of_engine(other) == NEWER
    seen = guest.position["seq"]
    guest.play_a_little()  # two versions at one table: each reads what the other wrote
    other.wait_for_selector(".bar.live", timeout=LIMIT * SECONDS)
    other.close()
    guest.page.reload()
    guest.wait_for_engine()
    assert folder_of_engine(guest.page) == NEWER
    guest.at_turn_or_over()
    assert guest.table == table
    assert guest.position["seq"] >= seen


def test_an_older_service_worker_serves_a_page_that_works(guest: Guest, folder: Path) -> None:
    old = release(folder / "some" / "path")
    guest.context.set_offline(True)
    guest.page.reload()  # nothing of the new version has arrived
    guest.play_now("calavera")
    guest.play_a_little()
    assert folder_of_engine(guest.page) == old
    guest.context.set_offline(False)
    guest.page.reload()
    guest.wait_for_engine()
    guest.at_turn_or_over()
    guest.play_a_little()


def test_what_a_newer_version_saved_is_left_alone_and_said(guest: Guest) -> None:
    guest.play_now("calavera")
    guest.at_turn_or_over()
    before = guest.page.evaluate(LATER, guest.table)
    guest.page.reload()
    guest.page.get_by_text("A newer version of Quartett is in use").first.wait_for()
    assert guest.untranslated() == []
    assert guest.page.evaluate(COUNT, guest.table) == before
    guest.problems.clear()


def test_a_newer_database_in_another_tab_is_said(guest: Guest) -> None:
    guest.play_now("calavera")
    guest.at_turn_or_over()
    other = guest.context.new_page()
    other.goto(guest.address + "icon-192.png")  # of this origin, with no code of ours
    other.evaluate(UPGRADE)
    guest.find(".choices .offered, .bar .buttons .button.main").first.click()
    guest.page.get_by_text("A newer version of Quartett is in use").first.wait_for()
    assert other.evaluate(COUNT, guest.table) > 0
    guest.problems.clear()


def test_a_damaged_engine_is_said_and_not_waited_for(browser: Browser, folder: Path) -> None:
    (runtime,) = folder.rglob("pyodide.asm.wasm.gz")
    runtime.write_bytes(runtime.read_bytes()[:-100_000])
    with static_host(folder) as address:
        guest = Guest(browser, address)
        guest.go()
        guest.click("article[data-game=calavera] .ways .main")
        guest.page.get_by_text("The game engine couldn’t be loaded").first.wait_for()
        guest.close()


def test_a_host_that_fails_is_asked_again_for_what_playing_offline_needs(
    browser: Browser, folder: Path
) -> None:
    (runtime,) = folder.rglob("pyodide.asm.wasm.gz")
    away = runtime.rename(folder / "away")
    with static_host(folder) as address:
        guest = Guest(browser, address)
        guest.page.add_init_script(ANSWERS)
        guest.go()
        guest.page.wait_for_function("() => window.answers?.includes('engine not kept')")
        away.rename(runtime)
        guest.wait_until_kept()
        guest.close()


ANSWERS = """navigator.serviceWorker.addEventListener("message", ({ data }) =>
  (window.answers ??= []).push(data));"""


LATER = """table => new Promise(done => {
  const open = indexedDB.open("quartett");
  open.onsuccess = () => {
    const change = open.result.transaction(["tables", "events"], "readwrite");
    const tables = change.objectStore("tables");
    const range = IDBKeyRange.bound([table, 0], [table, Infinity]);
    const rows = change.objectStore("events").count(range);
    tables.get(table).onsuccess = ({ target: { result } }) =>
      tables.put({ ...result, saved: result.saved.replace('"format":1', '"format":2') });
    change.oncomplete = () => { open.result.close(); done(rows.result); };
  };
})"""
COUNT = """table => new Promise(done => {
  const open = indexedDB.open("quartett");
  open.onsuccess = () => {
    const range = IDBKeyRange.bound([table, 0], [table, Infinity]);
    const rows = open.result.transaction("events").objectStore("events").count(range);
    rows.onsuccess = () => { open.result.close(); done(rows.result); };
  };
})"""
UPGRADE = """() => new Promise(done => {
  const open = indexedDB.open("quartett", 2);
  open.onsuccess = () => { open.result.close(); done(); };
})"""
