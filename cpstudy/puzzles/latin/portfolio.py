"""The default solver: the compiled search, and SAT where it thrashes.

Search with singles is a thousand times faster than a model that has to be built, until it is not:
on large boards with few clues it repeats itself, where a solver that learns from its failures does
not. So the search gets some nodes to find its second solution; then SAT begins anew (CP-SAT where
python-sat is not installed). core/portfolio.py has the rules of taking over.
"""

from cpstudy.core.portfolio import Engine, Stage, batched, portfolio
from cpstudy.puzzles.latin.rules import Latin
from cpstudy.puzzles.latin.search import batch, engine

# Loads of a word after which the second engine is asked: about a tenth of a second; but not before
# so many nodes.
_PATIENCE = 20_000_000
_LEAST_NODES = 100


def _patience(puzzle: Latin) -> int:
    return max(_LEAST_NODES, _PATIENCE // puzzle.order**3)


def _sat() -> Engine:
    from cpstudy.puzzles.latin.encodings import sat_values

    return sat_values.solve


def _cpsat() -> Engine:
    from cpstudy.puzzles.latin.encodings import cpsat_values

    return cpsat_values.solve


_LATER = Stage("sat", _sat, requires="pysat"), Stage("cpsat", _cpsat)
solve = portfolio("search", engine.solve, _patience, *_LATER)
solve_batch = batched("search", batch.solve_batch)
