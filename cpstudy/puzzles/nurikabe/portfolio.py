"""The default solver of Nurikabe: clause learning with propagators, and SAT as a second engine.

Propagators of reach and bottlenecks settle nearly every board in some thousandths of a second,
before a model could be built. What is left are boards of few, large islands, on which little can be
cut off; a formula with levels, searched by a solver of many years' work, sometimes gets further.
core/portfolio.py has the rules of taking over.
"""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.portfolio import Stage, bounded, portfolio
from cpstudy.puzzles.nurikabe.search import solving

with deferred_imports():
    from cpstudy.puzzles.nurikabe.encodings import cpsat_forest, sat_forest

# After this many conflicts without an answer another solver begins.
PATIENCE = 200_000


_LATER = Stage("sat", sat_forest.solve, requires="pysat"), Stage("cpsat", cpsat_forest.solve)
solve = portfolio("cdcl", bounded(solving.solve), lambda _: PATIENCE, *_LATER)
