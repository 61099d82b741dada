"""The clause-learning search on plain formulas against CaDiCaL and MiniCARD: Pipes of 20×20.

The formulas are the suite's encodings of boards by depth-first, Kruskal, Prim and Wilson in turn,
as drawn. Each solver searches for two solutions, so "unique" is proved; passing the formula to the
solver is "build". Times are CPU ms; the ratio compares the sum of search times with CaDiCaL's, on
the same boards. Effort on "contour" is heavy-tailed, so conflicts are limited there; boards that
any solver left undecided are excluded from the sums and counted.

Run with ``python -m benchmarks.cdcl [SIZE]``.
"""

import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import chain, islice
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.measuring import Series, keep
from cpstudy.api import generate
from cpstudy.cdcl.engine import Engine
from cpstudy.cdcl.session import CdclSession
from cpstudy.core.clock import UNLIMITED
from cpstudy.core.result import Stop
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.sat import SatSession
from cpstudy.encode.sessions import Enumeration, Session, enumerate_models
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.encodings.sat_trees import (
    build_binary,
    build_contour,
    build_levels,
    build_planar,
)

ALGORITHMS = ("depth-first", "kruskal", "prim", "wilson")
BUILD = {
    "planar": build_planar,
    "binary": build_binary,
    "levels": build_levels,
    "contour": build_contour,
}
BOARDS = {"planar": 60, "binary": 40, "levels": 20, "contour": 12}
CONFLICTS = 30_000
YARDSTICK = "cadical153"


def hand_to_ours(formula: Cnf, edges: int) -> Session:
    flat = np.fromiter(chain.from_iterable((*c, 0) for c in formula.clauses), np.int32)
    engine = Engine(formula.variables, arena=4 * len(flat))
    engine.add_flat(flat)
    return CdclSession(engine, edges, same_size=True)


def hand_to(name: str) -> Callable[[Cnf, int], Session]:
    return lambda formula, edges: SatSession(formula, edges, solver=name, same_size=True)


SOLVERS = {
    "cdcl": hand_to_ours,
    YARDSTICK: hand_to(YARDSTICK),
    "minicard": hand_to("minicard"),
}


def measure(
    name: str, formula: Cnf, edges: int, outcomes: dict[str, Enumeration]
) -> dict[str, float]:
    start = time.process_time()
    session = SOLVERS[name](formula, edges)
    built = time.process_time()
    # CaDiCaL is the reference: it runs without a limit.
    bound = None if name == YARDSTICK else CONFLICTS
    outcomes[name] = enumerate_models(session, 2, clock=UNLIMITED, iterations=bound)
    return {"build": built - start, "search": time.process_time() - built}


def rows(encoding: str, size: int) -> list[dict[str, Any]]:
    drawn = [generate("pipes", name, size, 10**6, seed=1) for name in ALGORITHMS]
    boards = islice((next(mazes)[0] for _ in iter(int, 1) for mazes in drawn), BOARDS[encoding])
    series = {name: Series() for name in SOLVERS}
    unsettled = dict.fromkeys(SOLVERS, 0)
    totals = dict.fromkeys(SOLVERS, 0.0)
    for index, puzzle in enumerate(boards):
        formula = BUILD[encoding](puzzle)
        edges = len(edge_table(puzzle).ends)
        outcomes: dict[str, Enumeration] = {}
        for name in SOLVERS:
            run = partial(measure, name, formula, edges, outcomes)
            if index == 0:
                run()  # loads machine code
            series[name].add(run)
        found = set()
        for name, outcome in outcomes.items():
            unsettled[name] += outcome.stop is Stop.ITERATIONS
            found.add(None if outcome.stop is Stop.ITERATIONS else len(outcome.solutions))
        assert len(found - {None}) == 1, puzzle.encode()
        if None not in found:
            for name in SOLVERS:
                totals[name] += series[name].samples[-1]["search"]
    return [
        {
            "size": size,
            "encoding": encoding,
            "solver": name,
            **series[name].medians(),
            "unsettled": unsettled[name],
            "search_s": round(totals[name], 3),
            "ratio": round(totals[name] / totals[YARDSTICK], 2),
        }
        for name in SOLVERS
    ]


def main() -> None:
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    found = [row for encoding in BUILD for row in rows(encoding, size)]
    keep("cdcl", found)

    table = Table(title=f"Formulas of Pipes {size}×{size}, median CPU ms; search against CaDiCaL")
    headings = (
        "encoding",
        "solver",
        "boards",
        "build",
        "search",
        "sum s",
        "× CaDiCaL",
        "unsettled",
    )
    for heading in headings:
        table.add_column(heading, justify="left" if heading in headings[:2] else "right")
    for entry in found:
        times = entry["median_ms"]
        table.add_row(
            *map(str, (entry["encoding"], entry["solver"], entry["samples"])),
            *(f"{times[phase]:.2f}" for phase in ("build", "search")),
            *map(str, (entry["search_s"], entry["ratio"], entry["unsettled"])),
        )
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
