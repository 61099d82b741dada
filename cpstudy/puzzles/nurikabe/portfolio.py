"""The default solver of Nurikabe: clause learning with propagators, and SAT as a second engine.

Propagators of reach and bottlenecks settle nearly every board in some thousandths of a second,
before a model could be built. What is left are boards of few, large islands, on which little can be
cut off; a formula with levels, searched by a solver of many years' work, sometimes gets further.
core/portfolio.py has the rules of taking over.
"""

from cpstudy.core.portfolio import Engine, Stage, bounded, portfolio
from cpstudy.puzzles.nurikabe.search import solving

# After this many conflicts without an answer another solver is asked.
PATIENCE = 200_000


def _sat() -> Engine:
    from cpstudy.puzzles.nurikabe.encodings import sat_forest

    return sat_forest.solve


def _cpsat() -> Engine:
    from cpstudy.puzzles.nurikabe.encodings import cpsat_forest

    return cpsat_forest.solve


_LATER = Stage("sat", _sat, requires="pysat"), Stage("cpsat", _cpsat)
solve = portfolio("cdcl", bounded(solving.solve), lambda _: PATIENCE, *_LATER)
