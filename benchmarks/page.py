"""The time of the page in a browser: opening it, and a turn on a 50×50 board of Pipes.

``python -m benchmarks.page`` prints milliseconds: medians and the worst of five openings, and the
99th percentile of 500 turns of different tiles. For the app (``--app``: only this, kept in
``results/page.json``) it measures from the start of ``cpstudy play`` until a running browser has
drawn a board (the frame after the board is in the page): wall time until the address is printed and
from there, and CPU time of the program and all browser processes. The page waits for a frame before
it unpacks the other kinds, and does not get one here. Scripting is the time of the page's own code;
rendering (style, layout, paint up to the next frame) is separate. At 60 frames a second, a frame
has 16.7 ms.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, sync_playwright

from benchmarks.measuring import keep
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

HELD = "window.frame = requestAnimationFrame.bind(window); window.requestAnimationFrame = () => 0;"


def row(what: str, values: list[float]) -> None:
    ordered = sorted(values)
    print(f"{what:28} {statistics.median(ordered):8.2f} {ordered[int(0.99 * len(ordered))]:8.2f}")


def cpu(process: int) -> float:
    """Milliseconds of CPU time of a process and its threads; 0 once it has ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def below(process: int) -> list[int]:
    """The descendants of a process."""
    children = [
        int(child)
        for task in Path(f"/proc/{process}/task").glob("*/children")
        for child in task.read_text().split()
    ]
    return [*children, *(one for child in children for one in below(child))]


def first_boards(browser: Browser) -> None:
    """The app's first board, in a new program each time, in a tab with empty storage."""
    board = f"#slitherlink;{quote(puzzles.kind('slitherlink').example, safe='')}"
    command = [sys.executable, "-m", "cpstudy", "play"]
    environment = {**os.environ, "BROWSER": "true"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package has its bytecode
    rows: dict[str, list[float]] = {
        "app: until its address": [],
        "… until a board is drawn": [],
        "… CPU, program": [],
        "… CPU, browser": [],
        "… CPU, both": [],
    }
    for _ in range(5):
        page = browser.new_context().new_page()
        page.add_init_script(HELD)
        before = {one: cpu(one) for one in below(os.getpid())}
        begin = time.perf_counter()
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True
        ) as program:
            assert program.stdout is not None
            address = program.stdout.readline().strip()
            started = time.perf_counter()
            page.goto(address + board, wait_until="commit")
            page.wait_for_selector("svg.board")
            page.evaluate("new Promise((done) => frame(() => setTimeout(done)))")
            drawn = time.perf_counter()
            ours = cpu(program.pid)
            theirs = sum(
                cpu(one) - before.get(one, 0.0)
                for one in below(os.getpid())
                if one != program.pid and one not in below(program.pid)
            )
            program.terminate()
        measured = (1000 * (started - begin), 1000 * (drawn - started), ours, theirs, ours + theirs)
        for values, value in zip(rows.values(), measured, strict=True):
            values.append(value)
        page.context.close()
    for what, values in rows.items():
        row(what, values)
    keep("page", ({"what": what, "ms": list(map(round, values))} for what, values in rows.items()))


def main() -> None:
    browsers = ("chromium-headless-shell", "chromium", "chromium-browser")
    chromium = next(filter(None, map(shutil.which, browsers)), None)
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "page.html")
        file.write_text(bundled_page(), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        if "--app" in sys.argv:
            first_boards(browser)
            return
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
