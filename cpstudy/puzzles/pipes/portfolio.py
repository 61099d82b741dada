"""The default solver of Pipes: the compiled search, and CP-SAT's contour where it thrashes.

Chronological search is a thousand times faster than a model that has to be built, until it is not:
on large, very ambiguous boards with several regions far apart it repeats itself, where a solver
that learns from its failures does not. So the search gets ``PATIENCE`` nodes to find its second
solution; then CP-SAT begins again, on what deduction leaves open. core/portfolio.py has the rules
of taking over.
"""

from functools import partial

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.portfolio import Stage, batched, portfolio
from cpstudy.puzzles.pipes.search import engine

with deferred_imports():
    from cpstudy.puzzles.pipes.search import batch
    from cpstudy.puzzles.tilings.encodings import cpsat_edges

# After this many nodes without a second solution CP-SAT takes over.
PATIENCE = 300_000


_CONTOUR = Stage("cpsat:contour", partial(cpsat_edges.solve, connectivity="contour", deduced=True))
solve = portfolio("search", engine.solve, lambda _: PATIENCE, _CONTOUR)
solve_batch = batched("search", batch.solve_batch)
