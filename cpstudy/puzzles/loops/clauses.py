"""The rules as clauses: two edges or none at each vertex, the clues, at least one edge.

Variable i + 1 states that edge i is on the loop. A propagator (cdcl/one_loop.py), a circuit of
CP-SAT, or lazy cuts ensure that there is only one loop.

Size: 8 clauses a vertex, up to 8 a clue.
"""

from functools import lru_cache

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.encode.cnf import Cnf, clauses_of
from cpstudy.puzzles.loops.lattice import Lattice
from cpstudy.puzzles.loops.rules import Group, Loops


def passing(count: int) -> tuple[int, ...]:
    """The patterns of the edges at a vertex: two of them or none are on the loop."""
    return tuple(pattern for pattern in range(1 << count) if pattern.bit_count() in (0, 2))


def formula(puzzle: Loops, clock: Clock = UNLIMITED) -> Cnf:
    """The clauses of a puzzle. Raises OutOfTimeError by the clock."""
    passed = lattice_clauses(puzzle.lattice)
    clock.check()
    return Cnf(puzzle.lattice.edges, [*passed, *clue_clauses(puzzle, clock)], clock=clock)


def clue_clauses(puzzle: Loops, clock: Clock = UNLIMITED) -> list[list[int]]:
    """The clauses of the clues and the existence of a loop. Raises OutOfTimeError by the clock."""
    clauses = []
    for group in puzzle.groups:
        clock.check()
        clauses += clauses_of_group(group)
    if not demands(puzzle):
        clauses.append([*range(1, puzzle.lattice.edges + 1)])
    return clauses


@lru_cache(maxsize=16)
def lattice_clauses(lattice: Lattice) -> list[list[int]]:
    """The clauses of the vertices. Callers share the result and must not change it.

    Their models are the sets of loops, including no loop and several loops.
    """
    return [
        clause
        for incident in lattice.incident
        for clause in clauses_of([edge + 1 for edge in incident], passing(len(incident)))
    ]


def clauses_of_group(group: Group) -> list[list[int]]:
    """The clauses of one clue."""
    return clauses_of([edge + 1 for edge in group.edges], group.patterns)


def demands(puzzle: Loops) -> list[tuple[int, ...]]:
    """For each clue that needs an edge on the loop, the set of its edges."""
    return [group.edges for group in puzzle.groups if group.patterns and 0 not in group.patterns]
