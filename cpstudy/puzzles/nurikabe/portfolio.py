"""The default solver of Nurikabe: clause learning with propagators, then SAT.

Propagators of reach and bottlenecks solve nearly every board in some thousandths of a second,
before a model could be built. The remaining boards have few, large islands, on which propagation
prunes little; there a mature SAT solver on a formula with levels sometimes gets further.
core/portfolio.py has the rules of handing over.
"""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.portfolio import Stage, bounded, portfolio
from cpstudy.puzzles.nurikabe.search import solving

with deferred_imports():
    from cpstudy.puzzles.nurikabe.encodings import cpsat_forest, sat_forest

# After this number of conflicts without an answer, another solver begins.
PATIENCE = 200_000


_LATER = Stage("sat", sat_forest.solve, requires="pysat"), Stage("cpsat", cpsat_forest.solve)
solve = portfolio("cdcl", bounded(solving.solve), lambda _: PATIENCE, *_LATER)
