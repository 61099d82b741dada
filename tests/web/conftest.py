"""A real browser for the page: Debian's Chromium by Playwright.

Where either is missing these tests are skipped, and say so. Every page that a test opens is
watched: a request that leaves it, an error on the console and an exception each fail the test.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cpstudy.web.page import page_of

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
MISSING = "no browser: Debian's chromium and the package playwright are needed"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason=MISSING)
    if CHROMIUM is None:
        pytest.skip(MISSING)
    with api.sync_playwright() as playwright:
        # Chromium's own sandbox does not start for root, as in containers.
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


class Watched:
    """Opens pages made of entries, from a file, offline; ``faults`` is what went wrong on them."""

    def __init__(self, chromium: Any, folder: Path) -> None:
        self.browser, self.folder = chromium, folder
        self.faults: list[str] = []
        self.contexts: list[Any] = []

    def open(
        self, entries: list[dict[str, Any]], fragment: str = "", page: Any = None, **settings: Any
    ) -> Any:
        """A page of the entries at a fragment. page: the one to go on in (its storage is kept);
        settings: of a new browser context, e.g. ``color_scheme="dark"``.
        """
        return self.show(page_of(entries), fragment, page, **settings)

    def show(self, text: str, fragment: str = "", page: Any = None, **settings: Any) -> Any:
        """A page that is made already; the rest as of :meth:`open`."""
        file = self.folder / "page.html"
        file.write_text(text, encoding="utf-8")
        if page is None:
            page = self.context(**settings).new_page()
            page.on("console", lambda message: self.faults.append(f"console: {message.text}"))
            page.on("pageerror", lambda error: self.faults.append(f"exception: {error}"))
            page.on("request", self._requested)
        page.goto("about:blank")  # the same file with another fragment would not be loaded again
        page.goto(file.as_uri() + fragment)
        page.wait_for_selector("html[data-ready]")
        return page

    def context(self, **settings: Any) -> Any:
        settings.setdefault("reduced_motion", "reduce")
        self.contexts.append(self.browser.new_context(offline=True, **settings))
        return self.contexts[-1]

    def _requested(self, request: Any) -> None:
        if not request.url.startswith((self.folder.as_uri(), "about:", "blob:")):
            self.faults.append(f"request: {request.url}")


@contextmanager
def watched(chromium: Any, folder: Path) -> Iterator[Watched]:
    """Pages that are closed at the end, and had no fault."""
    pages = Watched(chromium, folder)
    yield pages
    for context in pages.contexts:
        context.close()
    assert pages.faults == []


@pytest.fixture
def browser(chromium: Any, tmp_path: Path) -> Iterator[Watched]:
    with watched(chromium, tmp_path) as pages:
        yield pages
