"""The default solver on tilings: the compiled search, and clause learning where it thrashes.

Chronological search is ten times faster than a model that has to be built, until it repeats itself
in one region of a board for what it decided in another. So it gets ``PATIENCE`` nodes to find its
second solution; then clause learning begins again. core/portfolio.py has the rules of taking over.
"""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.portfolio import Stage, portfolio
from cpstudy.puzzles.tilings.search import engine

with deferred_imports():
    from cpstudy.puzzles.tilings.encodings import clause_learning

# After this many nodes without a second solution clause learning takes over.
PATIENCE = 50_000


solve = portfolio("search", engine.solve, lambda _: PATIENCE, Stage("cdcl", clause_learning.solve))
