"""The default solver of loops: clause learning, and SAT if it makes no progress.

The propagator of one loop settles nearly every board in some milliseconds, before a model could be
built. A board with very many conflicts is handed to a mature SAT solver.
"""

from cpstudy.core.counting import listed_then_counted
from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.portfolio import Stage, bounded, portfolio
from cpstudy.puzzles.loops import search

with deferred_imports():
    from cpstudy.puzzles.loops import counting as states
    from cpstudy.puzzles.loops.encodings import sat_loops

# Conflicts without an answer after which SAT takes over.
_PATIENCE = 100_000

_LATER = Stage("sat", sat_loops.solve, requires="pysat")
solve = portfolio("cdcl", bounded(search.solve), lambda _: _PATIENCE, _LATER)

# The number of solutions that are listed before states are counted instead.
_LISTED = 20
counting = listed_then_counted(solve, "frontier", states.solve, _LISTED)
