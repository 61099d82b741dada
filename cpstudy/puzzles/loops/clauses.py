"""What clauses say of a loop: at each vertex two edges or none, what the clues say, some edge.

Variable i + 1 says that the loop runs along edge i. All of it but that the loop is one: that is a
propagator (cdcl/one_loop.py), a circuit of CP-SAT, or lazy cuts. Where *sides* are asked for, a
variable a face says that it lies inside the loop, and an edge is run on where the faces beside it
differ; these follow from the edges, and let a search learn and branch on what people colour.

Size: about 10 clauses a vertex, up to 14 a clue; with sides 4 clauses an edge more.
"""

from __future__ import annotations

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.patterns import clauses_of
from cpstudy.puzzles.loops.lattice import Lattice
from cpstudy.puzzles.loops.rules import Group, Loops


def passing(count: int) -> tuple[int, ...]:
    """The patterns of the edges at a vertex: two of them or none."""
    return tuple(pattern for pattern in range(1 << count) if pattern.bit_count() in (0, 2))


def formula(puzzle: Loops, clock: Clock = UNLIMITED, *, sides: bool = False) -> Cnf:
    """The clauses of a puzzle. Raises OutOfTimeError by the clock."""
    cnf = lattice_formula(puzzle.lattice, clock, sides=sides)
    for group in puzzle.groups:
        clock.check()
        cnf.clauses += clauses_of_group(group)
    if not demands(puzzle):
        cnf.add(*range(1, puzzle.lattice.edges + 1))
    return cnf


def lattice_formula(lattice: Lattice, clock: Clock = UNLIMITED, *, sides: bool = False) -> Cnf:
    """The clauses of a lattice without clues; all loops, none and several ones among them."""
    cnf = Cnf(variables=lattice.edges, clock=clock)
    for incident in lattice.incident:
        clock.check()
        cnf.clauses += clauses_of([edge + 1 for edge in incident], passing(len(incident)))
    if sides:
        faces = cnf.block(lattice.outside)
        for edge, (one, other) in enumerate(lattice.beside, 1):
            a, b = (faces[face] if face < len(faces) else 0 for face in (one, other))
            if a and b:
                cnf.clauses += [[-edge, a, b], [-edge, -a, -b], [edge, a, -b], [edge, -a, b]]
            elif a or b:
                cnf.clauses += [[-edge, a or b], [edge, -(a or b)]]
    return cnf


def clauses_of_group(group: Group) -> list[list[int]]:
    """What a clue says of its edges."""
    return clauses_of([edge + 1 for edge in group.edges], group.patterns)


def demands(puzzle: Loops) -> list[tuple[int, ...]]:
    """Sets of edges of which the loop takes at least one, a clue each."""
    return [group.edges for group in puzzle.groups if group.patterns and 0 not in group.patterns]
