"""Make the documentation's pictures of the page again: ``make pictures``.

They are screenshots of the page in a browser (Debian's Chromium by Playwright).
"""

from __future__ import annotations

import io
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from cpstudy.web.page import write_page
from cpstudy.web.sets import bundled_page

PICTURES = Path(__file__).parent / "pictures"
# The film of a game: milliseconds a frame, and the number of frames after a move.
PACE, FRAMES = 60, 4

SOLVED = """() => {
  const { session } = cpstudy;
  const next = () => session.kind.hint(session.entry, session.position());
  for (let hint = next(); hint; hint = next()) session.play(hint.move);
}"""


def picture(tab: Any, name: str) -> None:
    """Write a screenshot to a file."""
    tab.wait_for_timeout(900)
    shown = Image.open(io.BytesIO(tab.screenshot()))
    few = shown.convert("P", palette=Image.Palette.ADAPTIVE, colors=128)
    few.save(PICTURES / f"{name}.png", optimize=True)


def film(tab: Any, name: str, act: Callable[[int], bool]) -> None:
    """Write frames of the board to an animated file until ``act(number)`` returns False."""
    frames = []
    number = 0
    while act(number):
        for _ in range(FRAMES):
            data = tab.locator(".place").screenshot()
            frames.append(Image.open(io.BytesIO(data)).convert("P", palette=Image.Palette.ADAPTIVE))
            tab.wait_for_timeout(PACE // 2)
        number += 1
    frames += frames[-1:] * 20
    first, *others = frames
    first.save(PICTURES / f"{name}.gif", save_all=True, append_images=others, duration=PACE, loop=0)


def hinted(tab: Any) -> Callable[[int], bool]:
    """Return a function that plays the deduction's next move; it returns False at the end."""

    def act(_: int) -> bool:
        return bool(
            tab.evaluate(
                "(() => { const s = cpstudy.session; if (s.status.complete) return false;"
                "s.play(s.kind.hint(s.entry, s.position()).move); return true; })()"
            )
        )

    return act


def main() -> None:
    """Write the pictures."""
    browsers = ("chromium", "chromium-browser", "chromium-headless-shell")
    chromium = next(filter(None, map(shutil.which, browsers)), None)
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        file = write_page(bundled_page(), Path(folder, "page.html"))
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)

        def opened(kind: str, rows: int = 0, **settings: Any) -> Any:
            """Open the first bundled puzzle of a kind with at least this number of rows."""
            tab = browser.new_context(**settings).new_page()
            tab.goto(file.as_uri())
            tab.wait_for_selector("html[data-ready]")
            tab.evaluate(
                "([kind, rows]) => cpstudy.open(cpstudy.entries.find("
                "(entry) => entry.kind === kind && entry.rows >= rows))",
                [kind, rows],
            )
            return tab

        wide = {"width": 1180, "height": 780}
        tab = opened("pipes", 7, viewport=wide)
        tab.get_by_role("tab", name="Deduction").click()
        tab.get_by_role("slider").fill("60")
        picture(tab, "deduction")
        tab = opened("nurikabe", 7, viewport=wide, color_scheme="dark")
        for _ in range(20):
            hinted(tab)(0)
        for name in ("Hint", "Which rule?", "What follows?"):
            tab.get_by_role("button", name=name, exact=True).click()
        picture(tab, "hint")
        tab = opened("edge_matching", 5, viewport=wide)
        tab.get_by_role("tab", name="Search").click()
        tab.locator(".panel input[type=range]").first.fill("120")
        picture(tab, "search")
        tab = opened("hexpipes", 9, viewport=wide | {"height": 1060})
        for _ in range(40):
            hinted(tab)(0)
        picture(tab, "hexagons")
        phone = {"width": 390, "height": 844}
        for scheme in ("light", "dark"):
            tab = opened("slitherlink", 7, viewport=wide, color_scheme=scheme)
            filmed = "(entry) => entry.kind === 'slitherlink' && entry.film"
            tab.evaluate(f"cpstudy.open(cpstudy.entries.find({filmed}))")
            tab.get_by_role("tab", name="Clause learning").click()
            for _ in range(4):
                tab.get_by_role("button", name="Next conflict").click()
            tab.get_by_role("button", name="Next ▶").click()
            picture(tab, f"page-learning-{scheme}")
            tab = opened("slitherlink", 7, viewport=phone, color_scheme=scheme)
            picture(tab, f"page-board-{scheme}")
            tab.evaluate("cpstudy.showHome()")
            picture(tab, f"page-home-{scheme}")
            tab = opened("masyu", 8, viewport=phone, color_scheme=scheme)
            tab.evaluate(SOLVED)
            picture(tab, f"page-finish-{scheme}")
        tab = opened("pipes", 5, viewport=wide)
        film(tab, "game", hinted(tab))
        browser.close()


if __name__ == "__main__":
    main()
