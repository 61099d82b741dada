"""Yurichev's printed board: two solutions, which differ in four tiles; and how long it takes.

He reports about 4 seconds for a first solution on an Intel Atom N455, and two solutions by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from cpstudy import api
from cpstudy.puzzles import kind
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.study.agreement import Cell, Comparison, compared, exact_cell
from cpstudy.study.store import Store

# The printed array of types as a game ID, each tile in its first position; a free graph.
BOARD = (
    "16x8g:009baaabbab9990099b9009bbbbbf900bf9000b99f9bf9999fbabbb99bbba9fb0"
    "9b9bf9bb9bbb0aa00990bbfbfbbb9bb09b90bbfbffb0bfb09bbab99bbbbabb9"
)
SOLUTIONS, DIFFERING, SECONDS = 2, 4, "about 4"
_WAYS = ("smt", "cpsat", "search")


def instance(scale: str, store: Store) -> Iterator[tuple[str, Comparison]]:
    """How many solutions and how far apart, by his model and two others; seconds."""
    board = Pipes.decode(BOARD)
    solvers = kind("pipes").solvers
    for name in _WAYS:
        if not solvers[name].installed:
            told = Cell(name, SECONDS, f"{solvers[name].requires} is not installed")
            yield name, Comparison((told,), "not run", None, "")
            continue
        found = api.solve(board, name, limit=None)
        first, *others = (cast(bytes, solution) for solution in found.solutions)
        apart = [sum(a != b for a, b in zip(first, other, strict=True)) for other in others]
        yield (
            name,
            compared(
                [
                    exact_cell("solutions", len(found.solutions), SOLUTIONS),
                    exact_cell("tiles that differ", max(apart, default=0), DIFFERING),
                    Cell("seconds for all", SECONDS, f"{found.seconds:.3f}"),
                ]
            ),
        )
