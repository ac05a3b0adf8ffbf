"""One server and one browser for all; a window for each visitor."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.support.server import build_page, open_server
from tests.browser.support.visitor import FRUGAL, Visitor, launch, problems

Visit = Callable[..., Visitor]

FOLDER = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser on a busy machine may stumble once; the summary names what had to be repeated."""
    for item in items:
        if item.path.is_relative_to(FOLDER):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of our own, or the one that QUARTETT_ADDRESS names, which is then warm already."""
    build_page()
    if running := os.environ.get("QUARTETT_ADDRESS"):
        yield running
        return
    with open_server(Path(tmp_path_factory.mktemp("server"))) as url:
        yield url


@pytest.fixture(scope="package")  # its event loop must be gone before other tests run theirs
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = launch(playwright, FRUGAL)
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """Opens windows; whatever went wrong in one of them fails the test."""
    visitors: list[Visitor] = []

    def open_window(**wishes: object) -> Visitor:
        visitors.append(Visitor(browser, address, **wishes))  # type: ignore[arg-type]
        return visitors[-1]

    yield open_window
    for visitor in visitors:
        visitor.close()
    assert not problems(visitors)
