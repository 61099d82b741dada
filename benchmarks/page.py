"""What the page costs in a browser: opening it, and a turn on a 50×50 board of Pipes.

``python -m benchmarks.page`` prints milliseconds, medians and the worst of five openings, 99 % of
500 turns of different tiles. Of the app: from the start of ``cpstudy play`` until its address is
printed, from opening that until a board is drawn (the frame after it stands in the page), and
both. Scripting is the time that the page's own code takes; rendering (style,
layout, paint up to the next frame) is distinguished. A frame at 60 a second has 16.7 ms.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, sync_playwright

from cpstudy import puzzles
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


@contextmanager
def app() -> Iterator[tuple[str, float]]:
    """``cpstudy play`` in a program of its own: its address, and milliseconds until then."""
    command = [sys.executable, "-m", "cpstudy", "play"]
    begin = time.perf_counter()
    environment = {**os.environ, "BROWSER": "true"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True
    ) as program:
        assert program.stdout is not None
        address = program.stdout.readline().strip()
        yield address, 1000 * (time.perf_counter() - begin)
        program.terminate()


def first_boards(browser: Browser) -> None:
    """The app's first board, started anew each time, in a tab without anything stored."""
    board = f"#slitherlink;{quote(puzzles.kind('slitherlink').example, safe='')}"
    started, drawn = [], []
    for _ in range(5):
        with app() as (address, seconds):
            page = browser.new_context().new_page()
            page.goto(address + board, wait_until="commit")
            page.wait_for_selector("svg.board")
            page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            started.append(seconds)
            drawn.append(float(page.evaluate("performance.now()")))
            page.context.close()
    row("app: until its address", started)
    row("… until a board is drawn", drawn)
    row("… both", [one + other for one, other in zip(started, drawn, strict=True)])


def main() -> None:
    browsers = ("chromium-headless-shell", "chromium", "chromium-browser")
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
        first_boards(browser)
        page.evaluate(
            "cpstudy.open(cpstudy.entries.find((e) => e.kind === 'pipes' && e.rows === 50))"
        )
        scripting, frames = page.evaluate(TURNS)
        row("a turn at 50x50, scripting", scripting)
        row("… until it is on the screen", frames)
        browser.close()


if __name__ == "__main__":
    main()
