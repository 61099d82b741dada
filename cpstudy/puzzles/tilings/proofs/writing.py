"""Proofs of uniqueness: the formula of a second solution, and a proof that it has no model.

Variable i + 1 says that edge i of the board is open (:meth:`Tiling.edges`). The clauses, in any
order, are:

- for each tile all prime implicates of "the open sides are a rotation of the tile, none at a wall",
  over the variables of its sides;
- one that excludes the witness: some edge that is open in it is closed;
- cuts, on trees only. *Cycle*: one of the edges of a cycle of the grid is closed. *Component*: one
  of the edges between a set of non-empty tiles and the other non-empty tiles is open.

The cuts are those by which the propagator of spanning trees (cdcl/spanning_tree.py) explained its
propagations. Every cut follows from the tree rule alone, so it can be checked by itself (by
checking.py, which shares no code with this file). The proof is the log of our clause-learning
search (cdcl/drup.py).

Size: one variable per edge; for a square in the middle of the board 7 clauses (dead end, T), 12
(straight) or 4, for a hexagon up to about 60; some cuts per conflict.
"""

from functools import lru_cache

from cpstudy.cdcl import drup
from cpstudy.cdcl.engine import Values
from cpstudy.cdcl.spanning_tree import SpanningTree
from cpstudy.core.certificate import Certificate
from cpstudy.encode.cnf import Cnf, clauses_of
from cpstudy.puzzles.tilings.edges import edge_table, tree_graph
from cpstudy.puzzles.tilings.encodings.edge_models import requires_tree
from cpstudy.puzzles.tilings.rules import Tiling


def prove(puzzle: Tiling, witness: bytes) -> Certificate:
    """Return the certificate that ``witness`` is the only solution of ``puzzle``.

    Raises WrongAnswerError if there is a second solution.
    """
    tree = requires_tree(puzzle)
    return drup.prove(
        puzzle, witness, second_solution, _placement, _spanning_tree if tree else None
    )


def _placement(puzzle: Tiling, model: Values) -> bytes:
    return edge_table(puzzle).placement(model)


def _spanning_tree(puzzle: Tiling) -> SpanningTree:
    return SpanningTree(tree_graph(puzzle))


def second_solution(puzzle: Tiling, witness: bytes) -> Cnf:
    """Return the formula of the module docstring, without cuts; loops are closed on trees."""
    edges = list(puzzle.edges())
    cnf = Cnf(len(edges))
    sides: list[list[int]] = [[0] * puzzle.sides for _ in puzzle.tiles]
    for number, (tile, side, other, back) in enumerate(edges, 1):
        sides[tile][side] = sides[other][back] = number
    for tile, variables in zip(puzzle.tiles, sides, strict=True):
        # Variables are replaced by ranks, so that few different tables are needed.
        distinct = sorted(set(variables) - {0})
        ranks = tuple(distinct.index(v) if v else -1 for v in variables)
        cnf.clauses += clauses_of(distinct, _patterns(puzzle.orientations[tile], ranks))
    cnf.add(*(-n for n, (tile, side, *_) in enumerate(edges, 1) if witness[tile] >> side & 1))
    if not puzzle.free:
        for number, (tile, _, other, _) in enumerate(edges, 1):
            if tile == other:
                cnf.add(-number)
    return cnf


@lru_cache(maxsize=1024)
def _patterns(orientations: tuple[int, ...], ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sets of open variables that are an orientation; ranks: by side, -1 for a wall.

    A set is a number with bit r for the variable of rank r.
    """
    return tuple(
        pattern
        for pattern in range(1 << max(ranks) + 1)
        if sum(1 << side for side, rank in enumerate(ranks) if rank >= 0 and pattern >> rank & 1)
        in orientations
    )
