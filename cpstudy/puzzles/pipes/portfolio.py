"""The default solver of Pipes: the compiled search, then CP-SAT's contour if it thrashes.

Chronological search is usually a thousand times faster than a model that must be built first. On
large, very ambiguous boards with several regions far apart, however, it repeats itself, and a
solver that learns from its failures does not. The search therefore gets a number of nodes
(:func:`patience`) to find its second solution; then CP-SAT starts again on the edges that deduction
leaves open. core/portfolio.py has the rules of taking over.
"""

from functools import partial

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.portfolio import Stage, batched, portfolio
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.search import engine

with deferred_imports():
    from cpstudy.puzzles.pipes.search import batch
    from cpstudy.puzzles.tilings.encodings import cpsat_edges

# CP-SAT takes over after this number of nodes without a second solution, but not before this number
# a tile: on depth-first mazes of 300×300 the search needs one to four a tile, and CP-SAT does not
# finish.
PATIENCE, PATIENCE_A_TILE = 300_000, 60


def patience(puzzle: Pipes) -> int:
    """The number of nodes that the search gets on a board."""
    return max(PATIENCE, PATIENCE_A_TILE * puzzle.rows * puzzle.columns)


_CONTOUR = Stage("cpsat:contour", partial(cpsat_edges.solve, connectivity="contour", deduced=True))
solve = portfolio("search", engine.solve, patience, _CONTOUR)
solve_batch = batched("search", batch.solve_batch)
