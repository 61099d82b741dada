"""SAT: the owner of each cell, and a forest by levels for islands and sea, for any SAT solver.

The clauses are those of cpsat_forest.py: one variable for each cell (sea), one for each cell and
island that can have it; sizes by sequential counters (encode/cnf.py); and a spanning tree of the
board and a root (forest.py) whose levels are binary numbers (Zhou2020) or, with the option
``unary``, unary numbers up to the number of cells. A clause over the sea forbids each solution
found.

Size for n cells: n + (cells in reach of each island) + about 4n log n variables; unary: n² / 2
variables and four times as many clauses. Limits: those of cpsat_forest.py.
"""

from typing import TYPE_CHECKING

import numpy as np

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.edge_graph import Graph
from cpstudy.encode.sat import SatSession
from cpstudy.encode.sat_trees import binary_distance, one_hot_levels
from cpstudy.encode.sessions import bytes_of_models
from cpstudy.puzzles.nurikabe.encodings.forest import Forest
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, Nurikabe

if TYPE_CHECKING:
    from collections.abc import Mapping

_SOLVER = "cadical195"


def build(puzzle: Nurikabe, clock: Clock = UNLIMITED, *, unary: bool = False) -> Cnf:
    """The formula; variable i + 1: cell i is sea. Raises OutOfTimeError if the clock runs out."""
    forest = Forest(puzzle)
    graph = _graph(forest)
    cnf = Cnf(variables=len(graph.ends), clock=clock)
    _islands(cnf, forest)
    cnf.clauses += [[-cell - 1 for cell in square] for square in puzzle.squares]
    _one_colour(cnf, forest)
    root = len(puzzle.clues)
    if unary:
        one_hot_levels(cnf, graph, root, root)
    else:
        binary_distance(cnf, graph, root, root)
    return cnf


def _graph(forest: Forest) -> Graph:
    """Cells, root and edges; first one unusable edge a cell, to number the cells' variables."""
    cells = len(forest.puzzle.clues)
    ends = np.array([(0, 0)] * cells + list(forest.edges), np.int64)
    return Graph(ends, np.arange(len(ends)) >= cells, np.ones(cells + 1, np.bool_))


def _islands(cnf: Cnf, forest: Forest) -> None:
    """Every cell is sea or on one island; islands have their sizes and do not touch."""
    puzzle = forest.puzzle
    has: list[Mapping[int, int]] = []
    for cell, owners in enumerate(forest.owners):
        has.append({island: cnf.variable() for island in owners})
        cnf.exactly_one((cell + 1, *has[cell].values()))
    for island, cell in enumerate(puzzle.clue_cells):
        cnf.add(has[cell][island])
        if puzzle.clues[cell] != ANY_SIZE:
            cnf.exactly([owned[island] for owned in has if island in owned], puzzle.clues[cell])
    for pair in forest.pairs:
        cnf.clock.check()
        for here, beyond in (pair, pair[::-1]):
            for island, owned in has[here].items():
                same = [has[beyond][island]] if island in has[beyond] else []
                cnf.add(-owned, beyond + 1, *same)


def _one_colour(cnf: Cnf, forest: Forest) -> None:
    """Edges join cells of one colour, or the root with every clue and at most one cell of sea."""
    cells = len(forest.puzzle.clues)
    places = []
    for number, (a, b) in enumerate(forest.edges, cells + 1):
        if a != cells:
            cnf.add(-number, -a - 1, b + 1)
            cnf.add(-number, a + 1, -b - 1)
        elif forest.puzzle.clues[b]:
            cnf.add(number)
        else:
            cnf.add(-number, b + 1)
            places.append(number)
    cnf.at_most_one(places)


def solve(
    puzzle: Nurikabe, request: Request, *, unary: bool = False, solver: str = _SOLVER
) -> Result:
    """Up to ``limit`` solutions (None: all). The search itself has no random part.

    unary: levels in unary. solver: a SAT solver's name (encode/solver_rows.py). Counters:
    conflicts (the iterations), if the solver counts them, searches. Phases: build, search. Raises
    InputError if python-sat is not installed.
    """
    same_size = ANY_SIZE not in puzzle.clues  # the sizes of islands determine that of the sea

    def opening(clock: Clock) -> SatSession:
        cnf = build(puzzle, clock, unary=unary)
        cells = len(puzzle.clues)
        return SatSession(cnf, cells, solver=solver, same_size=same_size, clock=clock)

    return bytes_of_models(request, opening, ("conflicts", "searches"))
