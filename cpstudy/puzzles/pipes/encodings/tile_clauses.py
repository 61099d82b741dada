"""The rules of Pipes but for connectivity, as clauses: variable i + 1 says that edge i is open.

A tile restricts its four sides to its orientations; sides at a wall are closed. The clauses of a
tile are prime implicates of that relation, as few as let unit propagation find every consequence
for the tile (absorbed ones are left out). The two sides that meet are one variable.

Size: one variable an edge; for a tile without walls 7 clauses (dead end, T) or 4 (the
others). Its models are the *safe states* (Hegeman2022), which for free
graphs are the solutions. The project's own.

Cost: clauses of a tile are made once per shape of board and place, and shared from then on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import combinations, product

from cpstudy.encode.cnf import Cnf
from cpstudy.puzzles.pipes.board.edges import edge_table
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes

_Clause = tuple[int, ...]


def rules(puzzle: Pipes, fixed: Mapping[int, bool] | None = None) -> Cnf:
    """The safe states of ``puzzle``.

    fixed: edges (by number) known to be open or closed in every solution asked for, for example
    by deduction; each becomes a unit clause. Clauses are shared between calls: not to be changed.
    """
    table = edge_table(puzzle)
    cnf = Cnf(variables=len(table.ends))
    clauses = cnf.clauses
    known = _clauses_by_tile(puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.barriers)
    for place, tile in enumerate(puzzle.tiles):
        key = place, ORIENTATIONS[tile][0]
        here = known.get(key)
        if here is None:
            row = table.literals[place]
            walls = sum(1 << side for side in range(4) if not row[side + 1])
            here = known[key] = [
                [row[literal] for literal in clause] for clause in tile_clauses(key[1], walls)
            ]
        clauses += here
    if fixed:
        clauses += [[edge + 1 if is_open else -edge - 1] for edge, is_open in fixed.items()]
    return cnf


@lru_cache(maxsize=4)
def _clauses_by_tile(
    rows: int, columns: int, wrap: bool, barriers: bytes
) -> dict[tuple[int, int], list[list[int]]]:
    """Clauses by (place, least orientation), filled as needed: a pure function of its key."""
    return {}


@lru_cache
def tile_clauses(tile: int, walls: int) -> tuple[_Clause, ...]:
    """Clauses over the sides of a tile, ±(side + 1); ``walls``: its sides at walls, a bit set.

    They hold exactly for the orientations that open no side to a wall, and unit propagation on
    them finds every literal that a partial assignment implies. The empty clause where there is no
    such orientation.
    """
    allowed = [turn for turn in ORIENTATIONS[tile] if not turn & walls]
    sides = [side for side in range(4) if not walls >> side & 1]
    primes: list[_Clause] = []
    for length in range(len(sides) + 1):
        for chosen in combinations(sides, length):
            for signs in product((1, -1), repeat=length):
                clause = tuple(sign * (side + 1) for sign, side in zip(signs, chosen, strict=True))
                implied = all(_holds(clause, turn) for turn in allowed)
                if implied and not any(set(prime) <= set(clause) for prime in primes):
                    primes.append(clause)
    return next(
        kept
        for number in range(len(primes) + 1)
        for kept in combinations(primes, number)
        if all(_absorbed(clause, kept) for clause in primes)
    )


def _holds(clause: _Clause, turn: int) -> bool:
    return any(bool(turn >> abs(literal) - 1 & 1) is (literal > 0) for literal in clause)


def _absorbed(clause: _Clause, kept: tuple[_Clause, ...]) -> bool:
    """Whether unit propagation on ``kept`` does all that ``clause`` would add."""
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
