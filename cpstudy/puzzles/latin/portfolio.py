"""The default solver: the compiled search, and SAT if it thrashes.

Search with singles is a thousand times faster than a model that must be built, but on large boards
with few clues it repeats itself, and a solver that learns does not. The search therefore gets a
number of nodes to find its second solution; then SAT starts from the beginning (CP-SAT if
python-sat is not installed).
"""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.portfolio import Stage, batched, portfolio
from cpstudy.puzzles.latin.rules import Latin
from cpstudy.puzzles.latin.search import engine

with deferred_imports():
    from cpstudy.puzzles.latin.encodings import cpsat_values, sat_values

# SAT takes over after this number of loads of a word, about a tenth of a second, but not before
# _LEAST_NODES nodes.
_PATIENCE = 20_000_000
_LEAST_NODES = 100


def _patience(puzzle: Latin) -> int:
    return max(_LEAST_NODES, _PATIENCE // puzzle.order**3)


_LATER = Stage("sat", sat_values.solve, requires="pysat"), Stage("cpsat", cpsat_values.solve)
solve = portfolio("search", engine.solve, _patience, *_LATER)
solve_batch = batched("search", engine.solve_batch)
