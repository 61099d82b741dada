"""A real browser for the page: Debian's Chromium, driven by Playwright.

If either is missing, these tests are skipped with that reason. Every page that a test opens is
watched: a request that leaves it, an error on the console or an exception fails the test.

A tab with separate storage costs the browser a process, and five times the time of loading a page.
So tabs are reused: each test gets a tab with empty storage, no open page, no pressed button and the
settings that the test requests.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cpstudy.web.page import page_of
from cpstudy.web.sets import kinds_with_a_page
from tests.web.rules import brought_along

# The headless shell is the same engine without windows and needs a sixth less CPU time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
MISSING = "no browser: Debian's chromium and the package playwright are needed"
DESK = {"width": 1280, "height": 720}


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason=MISSING)
    if CHROMIUM is None:
        pytest.skip(MISSING)
    with api.sync_playwright() as playwright:
        # Emulating a graphics card takes a twelfth of the time. Chromium's own sandbox does not
        # start for root, as in containers.
        arguments = ["--disable-gpu"] + ["--no-sandbox"] * (os.geteuid() == 0)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


class Tabs:
    """The browser's unused pages. Each has its own storage.

    folder: holds the empty page on which unused tabs wait. It is a file, like the pages of the
    tests, because all files share one storage.
    """

    def __init__(self, chromium: Any, folder: Path) -> None:
        self.browser, self.empty = chromium, folder / "empty.html"
        self.empty.write_text("<!doctype html><title>empty</title>", encoding="utf-8")
        self.free: dict[bool, list[Any]] = {False: [], True: []}

    def take(
        self,
        *,
        has_touch: bool = False,
        viewport: Any = DESK,
        color_scheme: Any = "light",
        reduced_motion: Any = "reduce",
    ) -> Any:
        """Return a page with these settings; the caller must return it with ``give_back``."""
        if self.free[has_touch]:
            page = self.free[has_touch].pop()
        else:
            page = self.browser.new_context(offline=True, has_touch=has_touch).new_page()
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)
        return page

    def give_back(self, page: Any) -> None:
        page.goto(self.empty.as_uri())
        for button in ("left", "right"):
            page.mouse.up(button=button)
        page.mouse.move(0, 0)
        has_touch = page.evaluate("localStorage.clear(), navigator.maxTouchPoints > 0")
        self.free[has_touch].append(page)


@pytest.fixture(scope="session")
def tabs(chromium: Any, tmp_path_factory: Any) -> Tabs:
    return Tabs(chromium, tmp_path_factory.mktemp("tabs"))


class Watched:
    """Opens pages made of entries, from a file, offline; ``faults`` collects their errors."""

    def __init__(self, tabs: Tabs, folder: Path) -> None:
        self.tabs, self.folder = tabs, folder
        self.faults: list[str] = []
        self.pages: list[Any] = []
        self.loaded = 0
        self.events = {
            "console": lambda message: self.faults.append(f"console: {message.text}"),
            "pageerror": lambda error: self.faults.append(f"exception: {error}"),
            "request": self._requested,
        }

    def open(
        self, entries: list[dict[str, Any]], fragment: str = "", page: Any = None, **settings: Any
    ) -> Any:
        """Open a page of the entries at a fragment and return it. page: reuse this page and its
        storage; settings: those of a new page, e.g. ``color_scheme="dark"``.
        """
        return self.show(page_of(entries), fragment, page, **settings)

    def show(self, text: str, fragment: str = "", page: Any = None, **settings: Any) -> Any:
        """Open the given text of a page; the other arguments are as in :meth:`open`."""
        file = self.folder / "page.html"
        file.write_text(text, encoding="utf-8")
        if page is None:
            page = self.tabs.take(**settings)
            self.pages.append(page)
            for event, result in self.events.items():
                page.on(event, result)
        # A new number each time: the same address with another fragment would not be loaded again.
        self.loaded += 1
        page.goto(f"{file.as_uri()}?{self.loaded}{fragment}")
        page.wait_for_selector("html[data-ready]")
        return page

    def close(self) -> None:
        """Return the pages to the tabs; an error during this counts as a fault."""
        for page in self.pages:
            self.tabs.give_back(page)
            for event, result in self.events.items():
                page.remove_listener(event, result)

    def _requested(self, request: Any) -> None:
        ours = (self.folder.as_uri(), self.tabs.empty.as_uri(), "blob:")
        if not request.url.startswith(ours):
            self.faults.append(f"request: {request.url}")


@contextmanager
def watched(tabs: Tabs, folder: Path) -> Iterator[Watched]:
    """Yield an opener of pages; at the end, return the pages and assert that they had no fault."""
    pages = Watched(tabs, folder)
    yield pages
    pages.close()
    assert pages.faults == []


@pytest.fixture
def browser(tabs: Tabs, tmp_path: Path) -> Iterator[Watched]:
    with watched(tabs, tmp_path) as pages:
        yield pages


@pytest.fixture(scope="session")
def _judging(tabs: Tabs, tmp_path_factory: Any) -> Iterator[Watched]:
    with watched(tabs, tmp_path_factory.mktemp("judge")) as pages:
        pages.open([one for name in kinds_with_a_page() for one in brought_along(name, 1)])
        yield pages


@pytest.fixture
def judge(_judging: Watched) -> Iterator[Any]:
    """A page with all kinds, for tests that only query its rules and leave it unchanged."""
    (page,) = _judging.pages
    yield page
    faults, _judging.faults = _judging.faults, []
    assert faults == []
