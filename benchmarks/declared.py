"""Declared kinds against clingo with noqx's rules: verdicts with uniqueness, on the same boards.

    git clone https://github.com/T0nyX1ang/noqx FOLDER      # outside the tree; none of it is ours
    python -m benchmarks.declared --noqx FOLDER boards.txt

``boards.txt`` has text forms, one a line, of declared kinds that noqx supports. For each board, our
first row and clingo find up to two solutions, one after the other in this process; caches are
emptied first. A time is the CPU seconds of everything: for ours the model, the clauses, cuts and
searches; for theirs the program's text, grounding and solving (with noqx's settings). Imports do
not count. Differing verdicts are printed, and count for neither. The output is a line for each
kind: boards, both medians in milliseconds, the median and the geometric mean of the ratios (ours /
theirs), and the boards that each left undecided; then the geometric mean over the kinds. Rows are
kept in results/declared.json. noqx lacks Killer Sudoku and Futoshiki, and its Binairo requires all
lines to differ.
"""

import argparse
import statistics
import sys
import time
from collections import defaultdict
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.measuring import keep
from cpstudy import Budget, api
from cpstudy.core.puzzle_urls import stated_by
from cpstudy.declared import clauses, model, solving
from cpstudy.declared.puzzle import Declared

MODULES = {"numberlink": "numlin", "star_battle": "starbattle"}
PARAMETERS: dict[str, dict[str, Any]] = {
    "heyawake": {"fast_mode": False},
    "fillomino": {"fast_mode": False},
    "lits": {"invlitso": False},
    "numberlink": {"visit_all": False, "no_2x2": False},
}
SIDES = {"n": "top", "w": "left", "e": "right", "s": "bottom"}


def point(cell, direction="center", label="normal"):
    return (*cell, direction, label)


def filled(puzzle: Declared, theirs: Any) -> Any:
    """The board in noqx's format."""
    b = puzzle.board
    theirs.row, theirs.col, theirs.param = (
        puzzle.rows,
        puzzle.columns,
        PARAMETERS.get(puzzle.kind, {}),
    )
    for block in puzzle.blocks:
        tokens = b.clues(block.name)
        if block.mark == "regions":
            of = b[block.name]
            for (r, c), (row, column) in b.edges:
                if of[r, c] != of[row, column]:
                    theirs.edge[point((row, column), "left" if r == row else "top")] = True
        elif block.name == "stars":
            theirs.param = {"stars": tokens[0, 0]}
        elif block.over in ("left", "right", "top", "bottom"):
            beyond = {"left": -1, "top": -1, "right": puzzle.columns, "bottom": puzzle.rows}[
                block.over
            ]
            for (_, k), token in tokens.items():
                cell = (k, beyond) if block.over in ("left", "right") else (beyond, k)
                theirs.text[point(cell)] = int(token)
        else:
            for cell, token in tokens.items():
                FILL.get(puzzle.kind, plain)(theirs, cell, token)
    return theirs


def plain(theirs, cell, token):
    theirs.text[point(cell)] = int(token) if token.isdigit() else token


def akari(theirs, cell, token):
    theirs.surface[point(cell)] = 2
    if token != "#":
        plain(theirs, cell, token)


def yajilin(theirs, cell, token):
    if token == "#":
        theirs.text[point(cell)] = "?"
    else:
        theirs.text[point(cell, label=f"arrow_{SIDES[token[-1]]}")] = int(token[:-1])


def binairo(theirs, cell, token):
    theirs.symbol[point(cell)] = "circle_M__1" if token == "1" else "circle_M__2"


def tents(theirs, cell, token):
    theirs.symbol[point(cell)] = "tents__1"


def kakuro(theirs, cell, token):
    theirs.symbol[point(cell)] = "kakuro"
    down, _, right = token.partition("-")
    for number, corner in ((down, "bottom_left"), (right, "top_right")):
        if number.isdigit():
            theirs.text[point(cell, label=f"corner_{corner}")] = int(number)


FILL = {"akari": akari, "yajilin": yajilin, "binairo": binairo, "tents": tents, "kakuro": kakuro}


def ours(puzzle: Declared, seconds: float) -> tuple[float, int | None]:
    for kept in (clauses._kept, model._kept, solving._cpsat):
        kept.cache_clear()
    start = time.process_time()
    result = api.solve(puzzle, budget=Budget(seconds=seconds))
    known = result.exhausted or len(result.solutions) > 1
    return time.process_time() - start, len(result.solutions) if known else None


def theirs(puzzle: Declared, seconds: float) -> tuple[float, int | None]:
    clingo = import_module("clingo")
    name = MODULES.get(puzzle.kind, puzzle.kind)
    manager = import_module("noqx.manager")
    if name not in manager.modules:
        manager.load_solver("solver", name)
    board = filled(puzzle, import_module("noqx.puzzle").Puzzle(name, ""))
    start = time.process_time()
    program = manager.modules[name].solve(board)
    control = clingo.Control(logger=lambda *_: None)
    control.configuration.asp.trans_ext, control.configuration.asp.eq = "dynamic", 1
    control.configuration.solve.models = 2
    control.add(program=program)
    control.ground()
    with control.solve(async_=True) as handle:
        known = handle.wait(seconds)
        handle.cancel()
    found = int(control.statistics["summary"]["models"]["enumerated"])
    return time.process_time() - start, found if known or found > 1 else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("boards", type=Path)
    parser.add_argument("--noqx", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=60, help="for each verdict")
    given = parser.parse_args()
    sys.path.insert(0, str(given.noqx))
    rows: dict[str, list[tuple[float, float]]] = defaultdict(list)
    open_: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for line in given.boards.read_text("utf-8").split():
        said = stated_by(line)
        puzzle = api.puzzle(said.kind if said else "", line)
        if puzzle.kind not in rows:  # a warm-up for costs that only the first board has
            ours(puzzle, given.seconds), theirs(puzzle, given.seconds)
        (mine, found), (other, right) = ours(puzzle, given.seconds), theirs(puzzle, given.seconds)
        for place, count in enumerate((found, right)):
            open_[puzzle.kind][place] += count is None
        if None not in (found, right) and found != right:
            print(f"differs: {found} and {right} solutions: {line}")
            continue
        rows[puzzle.kind].append((mine, other))
    print("kind         boards  ours ms  clingo ms  median  mean  open")
    means, kept = [], []
    for kind, pairs in rows.items():
        ratios = [mine / other for mine, other in pairs]
        means.append(statistics.geometric_mean(ratios))
        medians = [1000 * statistics.median(column) for column in zip(*pairs, strict=True)]
        print(
            f"{kind:<13}{len(pairs):>6}{medians[0]:>9.1f}{medians[1]:>11.1f}"
            f"{statistics.median(ratios):>8.2f}{means[-1]:>6.2f}  {open_[kind][0]} {open_[kind][1]}"
        )
        names = (
            "kind",
            "boards",
            "ours_ms",
            "clingo_ms",
            "median",
            "mean",
            "ours_open",
            "clingo_open",
        )
        values = kind, len(pairs), *medians, statistics.median(ratios), means[-1], *open_[kind]
        kept.append(
            {n: round(v, 3) if n != "kind" else v for n, v in zip(names, values, strict=True)}
        )
    print(f"geometric mean over {len(means)} kinds: {statistics.geometric_mean(means):.2f}")
    keep("declared", kept)


if __name__ == "__main__":
    main()
