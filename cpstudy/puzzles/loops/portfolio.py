"""The default solver of loops: clause learning, and SAT where it makes no progress.

The propagator of one loop settles nearly every board in some milliseconds, before a model could be
built. A board that takes it very many conflicts is handed to a solver of many years' work.
core/portfolio.py has the rules of taking over.
"""

from cpstudy.core.portfolio import Engine, Stage, bounded, portfolio
from cpstudy.puzzles.loops.search import solving

# After this many conflicts without an answer another solver is asked.
PATIENCE = 100_000


def _sat() -> Engine:
    from cpstudy.puzzles.loops.encodings import sat_loops

    return sat_loops.solve


solve = portfolio(
    "cdcl", bounded(solving.solve), lambda _: PATIENCE, Stage("sat", _sat, requires="pysat")
)
