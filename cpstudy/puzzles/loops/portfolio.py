"""The default solver of loops: clause learning, and SAT where it makes no progress.

The propagator of one loop settles nearly every board in some milliseconds, before a model could be
built. A board that takes it very many conflicts is handed to a solver of many years' work.
core/portfolio.py has the rules of taking over.
"""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.portfolio import Stage, bounded, portfolio
from cpstudy.puzzles.loops.search import solving

with deferred_imports():
    from cpstudy.puzzles.loops.encodings import sat_loops

# After this many conflicts without an answer another solver is asked.
PATIENCE = 100_000

_LATER = Stage("sat", sat_loops.solve, requires="pysat")
solve = portfolio("cdcl", bounded(solving.solve), lambda _: PATIENCE, _LATER)
