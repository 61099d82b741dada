"""The default solver on tilings: the compiled search, and clause learning if the search thrashes.

Chronological search is ten times faster than a model that must be built, until it repeats work in
one region of a board for each decision in another. It therefore gets ``PATIENCE`` nodes to find its
second solution; then clause learning starts from the beginning. core/portfolio.py has the rules for
taking over.
"""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.portfolio import Stage, portfolio
from cpstudy.puzzles.tilings.search import engine

with deferred_imports():
    from cpstudy.puzzles.tilings.encodings import clause_learning

# After this number of nodes without a second solution, clause learning takes over.
PATIENCE = 50_000


solve = portfolio("search", engine.solve, lambda _: PATIENCE, Stage("cdcl", clause_learning.solve))
