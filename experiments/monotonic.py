"""Pipes for MonoSAT, a SAT solver with graph theories: a solver of experiment 22.

``experiments.monotonic:FOREST`` states tiles by the clauses over edges that all our SAT rows have,
and requires a literal of MonoSAT that is true if the open edges are a forest. The tiles determine
the number of open edges, and a forest with one edge fewer than tiles is a tree. A clause forbids
each solution found, and the program is run again (Bayless2015).

Size: a variable for each edge and one more. Limits: boards whose solutions are trees; a process for
each search; the row needs the program ``monosat`` on the PATH.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from cpstudy.core.clock import UNLIMITED, Clock, OutOfTimeError
from cpstudy.core.errors import NotApplicable
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.interchange import LANGUAGES
from cpstudy.encode.programs import MODEL, Program, ProgramRuns
from cpstudy.external.searching import collected
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.encodings.tile_clauses import safe_states
from experiments.programs import ProgramSolver


@dataclass
class Formula(Cnf):
    """Clauses over edges; the last variable: the edges are a forest. ends: pairs of cells."""

    ends: tuple[tuple[int, int], ...] = ()

    def lines(self) -> Iterator[str]:
        """Yield MonoSAT's format GNF: DIMACS with graphs."""
        yield from self.dimacs_pieces()
        nodes = 1 + max(map(max, self.ends), default=0)
        yield f"digraph int {nodes} {len(self.ends)} 0\n"
        for edge, (a, b) in enumerate(self.ends, 1):
            yield f"edge 0 {a} {b} {edge}\n"
        yield f"forest 0 {self.variables}\n"


_GNF = replace(LANGUAGES["dimacs"], suffix=".gnf", writers={"sat": Formula.lines})


def stated(puzzle: Pipes, clock: Clock = UNLIMITED) -> Formula:
    """Return the formula of a board. Raises OutOfTimeError."""
    cnf, forest = safe_states(puzzle, clock=clock), len(edge_table(puzzle).ends) + 1
    ends = tuple((int(a), int(b)) for a, b in edge_table(puzzle).ends)
    return Formula(forest, [*cnf.clauses, [forest]], ends=ends)


def solve(puzzle: Pipes, request: Request, *, command: tuple[str, ...]) -> Result:
    """Return up to ``limit`` solutions by MonoSAT.

    Raises NotApplicable for a board whose solutions need not be trees.
    """
    if puzzle.free or not all(puzzle.tiles):
        raise NotApplicable("trees on boards without empty tiles")
    if puzzle.tree_impossible():
        return Result(exhausted=True, counters={"searches": 0})
    runs = ProgramRuns(Program("monosat", command), _GNF, seed=request.seed)
    found = collected(_trees(puzzle, request, runs), request, "solutions")
    return replace(found, counters={"searches": 0} | runs.counters())


def _trees(puzzle: Pipes, request: Request, runs: ProgramRuns) -> Iterator[bytes]:
    """Yield each tree once. Raises OutOfTimeError."""
    formula = stated(puzzle, request.clock)
    while True:
        values = runs.answer("sat", formula, request.clock, None)
        if values is Stop.DONE:
            return
        if isinstance(values, Stop):
            raise OutOfTimeError
        opened = values[:-1]
        yield edge_table(puzzle).placement(np.array(opened, bool))
        formula.add(*(-edge if is_open else edge for edge, is_open in enumerate(opened, 1)))


FOREST = ProgramSolver(
    "MonoSAT, forest",
    "clauses of tiles, and that edges are a forest",
    solve,
    arguments={"command": ("monosat", "-verb=0", "-witness", MODEL)},
    asks=("MonoSAT", "monosat", "-version"),
)
