"""The project's own clause-learning search (cdcl/), with connectivity as a propagator.

The tiles are clauses on edges, as in all SAT rows (tile_clauses.py). A propagator
(cdcl/spanning_tree.py) ensures that the open edges are a spanning tree; it explains itself by the
paths and cuts that the row ``sat:lazy`` adds after it has chosen all edges. No formula grows with
the longest path of a board, and no edge is opened that closes a cycle.

Free graphs have no propagator. All solutions have the same number of open edges, so the clause "one
of these is closed" forbids a solution. Source: lazy clause generation (Ohrimenko2009). Cost:
building takes longer than searching up to 50×50; conflicts are few. Measured:
benchmarks/pipes_encodings.py.
"""

from cpstudy.cdcl.engine import Engine
from cpstudy.cdcl.session import CdclSession
from cpstudy.cdcl.spanning_tree import SpanningTree
from cpstudy.core.clock import Clock
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.puzzles.tilings.edges import edge_table, tree_graph
from cpstudy.puzzles.tilings.encodings.edge_models import Fixed, requires_tree, solve_on_edges
from cpstudy.puzzles.tilings.encodings.tile_clauses import safe_states
from cpstudy.puzzles.tilings.rules import Tiling


def open_engine(puzzle: Tiling, clock: Clock, fixed: Fixed = None) -> Engine:
    """Create the search on edges: variable i + 1 is edge i. Raises OutOfTimeError."""
    formula = safe_states(puzzle, fixed, clock)
    if requires_tree(puzzle):
        engine = Engine(formula.variables, SpanningTree(tree_graph(puzzle)))
    else:
        engine = Engine(formula.variables)
    engine.add(formula.clauses)
    clock.check()
    return engine


def solve(puzzle: Tiling, request: Request, *, deduced: bool = False) -> Result:
    """Find up to ``limit`` solutions (None: all). The search is not random.

    deduced: the results of deduction are fixed first. Counters: conflicts (the iterations),
    decisions, propagations. Phases: build, search.
    """

    def opening(fixed: Fixed, clock: Clock) -> CdclSession:
        engine = open_engine(puzzle, clock, fixed)
        return CdclSession(engine, len(edge_table(puzzle).ends), same_size=True)

    counters = ("conflicts", "decisions", "propagations")
    return solve_on_edges(puzzle, request, opening, counters=counters, deduced=deduced)
