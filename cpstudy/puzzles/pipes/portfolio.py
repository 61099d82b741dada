"""The default solver of Pipes: the compiled search, and CP-SAT's contour where it thrashes.

Chronological search is a thousand times faster than a model that has to be built, until it is not:
on large, very ambiguous boards with several regions far apart it repeats itself, where a solver
that learns from its failures does not. So the search gets some nodes (:func:`patience`) to find its
second solution; then CP-SAT begins again, on what deduction leaves open. core/portfolio.py has the
rules of taking over.
"""

from functools import partial

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.portfolio import Stage, batched, portfolio
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.search import engine

with deferred_imports():
    from cpstudy.puzzles.pipes.search import batch
    from cpstudy.puzzles.tilings.encodings import cpsat_edges

# After this many nodes without a second solution CP-SAT takes over, but not before so many a tile:
# on depth-first mazes of 300×300 the search needs one to four, and CP-SAT does not end.
PATIENCE, PATIENCE_A_TILE = 300_000, 60


def patience(puzzle: Pipes) -> int:
    """Nodes that the search gets on a board."""
    return max(PATIENCE, PATIENCE_A_TILE * puzzle.rows * puzzle.columns)


_CONTOUR = Stage("cpsat:contour", partial(cpsat_edges.solve, connectivity="contour", deduced=True))
solve = portfolio("search", engine.solve, patience, _CONTOUR)
solve_batch = batched("search", batch.solve_batch)
