"""An edge-matching puzzle as the page reads it, with the courses of its searches.

The page plays searches back. So an entry has the first placements of every method, and their total
number if a short search finds it.
"""

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Any

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.result import Stop
from cpstudy.core.solving import Solver, solve
from cpstudy.puzzles.edge_matching.courses import course
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Placement
from cpstudy.puzzles.edge_matching.search.methods import METHODS, NOTHING
from cpstudy.puzzles.edge_matching.solvers import SOLVERS

# Placements that are played back, and placements that are counted, on boards of up to _CELLS cells;
# fewer on larger boards, because the cost of a placement grows with the square of the cells.
_SHOWN = 2_000
_COUNTED = 200_000
_CELLS = 36

# (size, inner, outer colours) of the page's own puzzles: small ones; larger ones on the ridge where
# one solved board is expected, with few inner colours where scans thrash, with many colours.
_SEED = 2016
_SMALL = ((3, 2, 2), (4, 3, 3), (4, 2, 4))
_LARGE = ((5, 4, 3), (5, 2, 5), (5, 12, 6), (6, 5, 3), (6, 2, 7), (6, 9, 5))


def board(puzzle: EdgeMatching) -> dict[str, Any]:
    """Return sizes, whether 0 is the frame, and the pieces as (top, right, bottom, left).

    ``places``, only if placements are given or pieces may not be turned: ``fixed`` and
    ``forbidden`` as [piece, cell, quarters], where null means any turn; ``turning``: whether pieces
    may be turned.
    """
    board = {
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "framed": puzzle.framed,
        "pieces": puzzle.pieces,
    }
    if puzzle.symmetric:
        return board
    names = ("fixed", "forbidden", "turning")
    return board | {"places": {name: getattr(puzzle, name) for name in names}}


def answer(puzzle: EdgeMatching, solution: Placement) -> list[int]:
    """Return the oriented piece of each cell, 4·p + q: piece p turned clockwise by q quarters."""
    return [4 * piece + quarters for piece, quarters in solution]


def searches(
    puzzle: EdgeMatching,
    clock: Clock = UNLIMITED,
    shown: int = _SHOWN,
    counted: int = _COUNTED,
) -> dict[str, Any]:
    """Return the courses of all searches of the kind, at most ``shown`` placements of each.

    A search is missing if the clock is late before it begins. For boards of more than 36 cells both
    numbers decrease with the square of the cells.

    The list ``searches`` has for each: name, summary; byRow, equalOnce, looksAhead: properties of
    the method (``search/methods.py``); events
    (:meth:`~cpstudy.puzzles.edge_matching.courses.Course.events`); total: placements up to the
    first solution, at most ``counted``; stop: the end of the whole search: "limit" with a solution,
    "done" without one, "iterations" if that is unknown, "memory" if it needs too much.
    """
    share = min(1.0, (_CELLS / len(puzzle.pieces)) ** 2)
    shown = min(shown, max(1, int(_SHOWN * share)))
    counted = min(counted, max(shown, int(_COUNTED * share)))
    names = takewhile(lambda _: not clock.late, METHODS)
    return {"searches": [_search(puzzle, SOLVERS[n], shown, counted, clock) for n in names]}


def _search(
    puzzle: EdgeMatching, solver: Solver, shown: int, counted: int, clock: Clock
) -> dict[str, Any]:
    method = METHODS[solver.name]
    begun = course(puzzle, solver.name, shown, clock=clock)
    total, stop = len(begun.placements), begun.stop
    if stop is Stop.ITERATIONS:
        whole = solve(puzzle, solver, budget=clock.budget(counted), limit=1)
        total, stop = whole.counters["placements"], whole.stop
    return {
        "name": solver.name,
        "summary": solver.summary,
        "byRow": method.row_by_row,
        "equalOnce": method.skip_equal,
        "looksAhead": method.look != NOTHING,
        "events": list(begun.events()),
        "total": total,
        "stop": (Stop.ITERATIONS if stop is Stop.TIME else stop).value,
    }


def small() -> Iterator[tuple[EdgeMatching, str]]:
    """Yield the page's small puzzles, each with its colours in words."""
    return _drawn(_SMALL)


def large() -> Iterator[tuple[EdgeMatching, str]]:
    """Yield the page's larger puzzles, each with its colours in words."""
    return _drawn(_LARGE)


def _drawn(cells: Iterable[tuple[int, int, int]]) -> Iterator[tuple[EdgeMatching, str]]:
    for size, inner, outer in cells:
        puzzle, _ = next(puzzles(size, size, inner, outer, 1, _SEED))
        yield puzzle, f"two-set, {inner} inner and {outer} outer"
