"""The waiting times of ``cpstudy play``: a verdict, a hint, a new puzzle, by kind.

``python -m benchmarks.page_answers [KIND…]`` prints seconds. *verdict*: CPU time and wall time of
the program, the largest of three pasted boards, the bundled ones nearest to 10×10; for a declared
kind, one of 10×10 from its generator. *hint*: until the page's script has found the first one.
*new* (only with ``--new``): CPU time, the median and the largest of three puzzles of 10×10, medium,
or of the kind's own sizes, until one is found or the generator gives up. The engines are loaded
before, as the page's server loads them.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import sync_playwright

from cpstudy import api, puzzles
from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.errors import InputError
from cpstudy.web.page import page_of, unpacked
from cpstudy.web.questions import answer
from cpstudy.web.sets import kept, kinds_with_a_page

SIDE, LEAST = 10, 8
SECONDS = 20.0
SEEDS = (1, 2, 3)

HINT = """([entry]) => {
  const kind = cpstudy.known.find((kind) => kind.name === entry.kind);
  if (!kind.hint) return null;
  const begin = performance.now();
  kind.hint(entry, kind.start(entry));
  return performance.now() - begin;
}"""


def timed(ask: Callable[[], Any]) -> tuple[float, float, Any]:
    """The CPU and wall seconds of an answer, and the answer."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = ask()
    return time.process_time() - cpu, time.perf_counter() - wall, result


def boards(name: str) -> list[str]:
    """The texts of puzzles to paste."""
    there = unpacked(kept(name))
    there.sort(key=lambda one: abs(one["rows"] - SIDE) + abs(one["columns"] - SIDE))
    texts = [one["text"] for one in there[:3]]
    generators = puzzles.kind(name).generators
    if puzzles.kind(name).name not in puzzles.DECLARED or not generators:
        return texts
    clock, row = Clock(SECONDS), next(iter(generators))
    try:
        board, _ = next(api.generate(name, row, (SIDE, SIDE), 1, 1, unique=True, clock=clock))
    except (OutOfTimeError, InputError, StopIteration):
        return texts
    return [board.encode()]


def new(name: str) -> str:
    kind = puzzles.kind(name)
    if kind.generating is None:
        return "-"
    usual = kind.generating.usual
    rows, columns = (SIDE, SIDE) if usual is None or max(usual.size) >= LEAST else usual.size
    question = {"ask": "new", "kind": name, "rows": rows, "columns": columns, "level": "medium"}
    found = [timed(lambda seed=seed: answer({**question, "seed": seed})) for seed in SEEDS]
    spent = [seconds for seconds, _, _ in found]
    faults = sum("fault" in result for *_, result in found)
    words = f"{statistics.median(spent):.2f} {max(spent):.2f}"
    return f"{words} ({rows}x{columns}{f', {faults} not found' if faults else ''})"


def main(names: list[str], makes: bool) -> None:
    for name in ("pipes", "slitherlink", "sudoku", "akari"):
        answer({"ask": "read", "kind": name, "text": puzzles.kind(name).example})
    browsers = ("chromium-headless-shell", "chromium", "chromium-browser")
    chromium = next(filter(None, map(shutil.which, browsers)), None)
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        page = browser.new_page()
        page.set_content(page_of([unpacked(kept("pipes"))[0]], served=True))
        page.wait_for_selector("html[data-ready]")
        print(f"{'kind':16}{'board':>8}{'verdict':>9}{'wall':>7}{'hint':>8}{'  new' * makes}")
        for name in names:
            asked = [{"ask": "read", "kind": name, "text": text} for text in boards(name)]
            result = [timed(lambda question=question: answer(question)) for question in asked]
            seconds, wall, found = max(result, key=lambda one: one[0])
            entry = found["entries"][0]
            hint = page.evaluate(HINT, [entry])
            shown = "-" if hint is None else f"{hint / 1000:.3f}"
            size = f"{entry['columns']}x{entry['rows']}"
            made = f"  {new(name)}" if makes else ""
            print(f"{name:16}{size:>8}{seconds:9.2f}{wall:7.2f}{shown:>8}{made}", flush=True)
        browser.close()


if __name__ == "__main__":
    given = [name for name in sys.argv[1:] if name != "--new"]
    main(given or kinds_with_a_page(), "--new" in sys.argv)
