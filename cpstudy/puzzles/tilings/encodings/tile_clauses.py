"""The rules but for connectivity, as clauses: variable i + 1 says that edge i is open.

A tile restricts its sides to its orientations; sides at the border are closed. Its clauses are all
prime implicates of that relation (encode/patterns.py), so unit propagation finds every consequence
for the tile. The two sides that meet are one variable. The models are the *safe states*
(Hegeman2022), which for free graphs are the solutions.

Size: one variable an edge; up to 55 clauses for a tile of six sides, 20 on average on mazes. Cost:
clauses are made once for a tile and the sides that it has at the border.
"""

from __future__ import annotations

from functools import lru_cache

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.patterns import prime_implicates
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.rules import Tiling


def safe_states(puzzle: Tiling, clock: Clock = UNLIMITED) -> Cnf:
    """The formula. Raises OutOfTimeError by the clock."""
    table = edge_table(puzzle)
    cnf = Cnf(variables=len(table.ends))
    closed = table.closed(tree=not puzzle.free).tolist()
    for tile, shut, edges in zip(puzzle.tiles, closed, (table.sides + 1).tolist(), strict=True):
        clock.check()
        clauses = _clauses(puzzle.orientations[tile], shut, puzzle.sides)
        cnf.clauses += [
            [edges[side] if side >= 0 else -edges[~side] for side in clause] for clause in clauses
        ]
    loops = table.loops.nonzero()[0] + 1 if not puzzle.free else ()
    cnf.clauses += [[-int(loop)] for loop in loops]
    return cnf


@lru_cache(maxsize=1024)
def _clauses(orientations: tuple[int, ...], closed: int, sides: int) -> tuple[tuple[int, ...], ...]:
    """Clauses over the sides of a tile that are not closed: side, or ~side where negated."""
    left = [side for side in range(sides) if not closed >> side & 1]
    patterns = tuple(
        sum((orientation >> side & 1) << place for place, side in enumerate(left))
        for orientation in orientations
        if not orientation & closed
    )
    return tuple(
        tuple(left[literal - 1] if literal > 0 else ~left[-literal - 1] for literal in clause)
        for clause in prime_implicates(len(left), patterns)
    )
