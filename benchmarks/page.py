"""What the page costs in a browser: opening it, and a turn on a 50×50 board of Pipes.

``python -m benchmarks.page`` prints milliseconds of Chromium's main thread, medians and 99 % of 500
turns of different tiles. Scripting is the time that the page's own code takes; rendering (style,
layout, paint up to the next frame) is told apart. A frame at 60 a second has 16.7 ms.
"""

from __future__ import annotations

import os
import shutil
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from cpstudy.web.sets import bundled_page

TURNS = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const scripting = [], frames = [];
  for (let turn = 0; turn < 500; turn++) {
    const tile = (turn * 997) % 2500;
    const begin = performance.now();
    cpstudy.session.play(["turn", tile, -1]);
    const end = performance.now();
    await frame();
    scripting.push(end - begin);
    frames.push(performance.now() - begin);
  }
  return [scripting, frames];
}"""


def row(what: str, values: list[float]) -> None:
    ordered = sorted(values)
    print(f"{what:28} {statistics.median(ordered):8.2f} {ordered[int(0.99 * len(ordered))]:8.2f}")


def main() -> None:
    browsers = ("chromium", "chromium-browser", "chromium-headless-shell")
    chromium = next(filter(None, map(shutil.which, browsers)), None)
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "page.html")
        file.write_text(bundled_page(), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        page = browser.new_page()
        shown, opening = [], []
        for _ in range(5):
            page.goto("about:blank")
            page.goto(file.as_uri())
            page.wait_for_selector("html[data-shown]")
            shown.append(page.evaluate("performance.now()"))
            page.wait_for_selector("html[data-ready]")
            opening.append(page.evaluate("performance.now()"))
        print(f"{file.stat().st_size / 1e6:.2f} MB\n{'ms':28} {'median':>8} {'99 %':>8}")
        row("until it is shown", shown)
        row("until all puzzles are there", opening)
        page.evaluate(
            "cpstudy.open(cpstudy.entries.find((e) => e.kind === 'pipes' && e.rows === 50))"
        )
        scripting, frames = page.evaluate(TURNS)
        row("a turn at 50x50, scripting", scripting)
        row("… until it is on the screen", frames)
        browser.close()


if __name__ == "__main__":
    main()
