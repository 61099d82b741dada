"""The rules without connectivity, as clauses: variable i + 1 says that edge i is open.

A tile restricts its sides to its orientations; sides at a wall are closed. The clauses of a tile
are prime implicates of that relation (encode/cnf.py), so unit propagation finds every consequence
for the tile. Up to four sides, the clauses are a smallest such set; for more sides the selection
takes too long. The two sides that meet are one variable.

Size: one variable per edge; for a square without walls 7 clauses (dead end, T) or 4 (the others);
up to 55 for a hexagon, 20 on average on mazes. The models are the *safe states* (Hegeman2022),
which are the solutions of free graphs. The encoding is the project's own.

Cost: clauses of a tile are made once per shape of board and place, and shared from then on.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.encode.cnf import Cnf, prime_implicates
from cpstudy.puzzles.tilings.edges import closed_loops, edge_table
from cpstudy.puzzles.tilings.encodings.edge_models import Fixed
from cpstudy.puzzles.tilings.rules import Tiling

_Clause = tuple[int, ...]

# For tiles with more sides, all prime implicates are kept.
_MOST_SIDES = 4


def safe_states(puzzle: Tiling, fixed: Fixed = None, clock: Clock = UNLIMITED) -> Cnf:
    """Build :func:`rules`; in trees, edges to the same tile are closed. Raises OutOfTimeError."""
    cnf = rules(puzzle, fixed, clock)
    if not puzzle.free:
        cnf.clauses += closed_loops(puzzle)
    return cnf


def rules(puzzle: Tiling, fixed: Fixed = None, clock: Clock = UNLIMITED) -> Cnf:
    """Build the clauses of each tile on its edges. Raises OutOfTimeError by the clock.

    fixed: edges (by number) known to be open or closed in every requested solution, for example by
    deduction; each becomes a unit clause. Calls share the clauses: do not change them.
    """
    table = edge_table(puzzle)
    cnf = Cnf(variables=len(table.ends))
    clauses = cnf.clauses
    # For cells with more sides, sides that face their own cell are closed, like walls.
    tree = not puzzle.free and puzzle.sides > _MOST_SIDES
    closed = table.closed(tree).tolist()
    known = _clauses_by_tile(puzzle.shape(bytes(len(puzzle.tiles))), tree)
    for place, tile in enumerate(puzzle.tiles):
        orientations = puzzle.orientations[tile]
        key = place, orientations[0]
        here = known.get(key)
        if here is None:
            clock.check()
            row = table.literals[place]
            here = known[key] = [
                [row[literal] for literal in clause]
                for clause in tile_clauses(orientations, closed[place], puzzle.sides)
            ]
        clauses += here
    if fixed:
        clauses += [[edge + 1 if is_open else -edge - 1] for edge, is_open in fixed.items()]
    clock.check()
    return cnf


@lru_cache(maxsize=4)
def _clauses_by_tile(shape: Tiling, tree: bool) -> dict[tuple[int, int], list[list[int]]]:
    """Return clauses by (place, least orientation), filled when needed: a function of its key."""
    return {}


@lru_cache(maxsize=1024)
def tile_clauses(orientations: tuple[int, ...], walls: int, sides: int) -> tuple[_Clause, ...]:
    """Return clauses over the sides of a tile, ±(side + 1); ``walls``: a bit set of sides.

    They hold exactly for the orientations that open no side to a wall, and unit propagation on them
    finds every literal that a partial assignment implies. If there is no such orientation, the
    result is the empty clause.
    """
    left = [side for side in range(sides) if not walls >> side & 1]
    patterns = tuple(
        sum((turn >> side & 1) << place for place, side in enumerate(left))
        for turn in orientations
        if not turn & walls
    )
    primes = [
        tuple([left[x - 1] + 1 if x > 0 else -left[-x - 1] - 1 for x in clause])
        for clause in prime_implicates(len(left), patterns)
    ]
    if sides > _MOST_SIDES:
        return tuple(primes)
    return next(
        kept
        for number in range(len(primes) + 1)
        for kept in combinations(primes, number)
        if all(_absorbed(clause, kept) for clause in primes)
    )


def _absorbed(clause: _Clause, kept: tuple[_Clause, ...]) -> bool:
    """Return whether unit propagation on ``kept`` does everything that ``clause`` would add."""
    if not clause:
        return clause in kept
    return all(
        _propagates(kept, [-other for other in clause if other != literal], literal)
        for literal in clause
    )


def _propagates(clauses: Iterable[_Clause], assumed: list[int], literal: int) -> bool:
    true = set(assumed)
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            if not true.isdisjoint(clause):
                continue
            left = [other for other in clause if -other not in true]
            if not left:
                return True  # a conflict implies everything
            if len(left) == 1:
                true.add(left[0])
                changed = True
    return literal in true
