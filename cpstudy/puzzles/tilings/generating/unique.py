"""Puzzles with one solution: mazes whose trees are changed where there is a choice.

A maze is a solved board; most small ones are unique as drawn. If the search finds another solution,
an edge of the tree that touches a cell in which the two differ is exchanged for another edge across
the resulting cut, also at such a cell, both at random. This continues until there is no other
solution. If it fails, another maze is drawn. The random numbers continue the stream of the maze, so
a board that is unique as drawn is the same puzzle with and without ``--unique``.

Cost: one search per round, a few rounds. Limits: no distribution is claimed; wrapping boards with a
side of one or two are seldom unique, since edges across that side have twins.
"""

from collections.abc import Iterator
from typing import TypeVar, cast

from cpstudy.core.clock import Clock
from cpstudy.core.errors import InputError
from cpstudy.core.explaining import Explainer
from cpstudy.core.generating import Wanted, distinct
from cpstudy.core.random import Stream
from cpstudy.core.random_words import below
from cpstudy.core.solving import Request
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.generating.mazes import (
    board_stream,
    drawn,
    turned_at_random,
)
from cpstudy.puzzles.tilings.generating.symmetry import identity
from cpstudy.puzzles.tilings.rules import Tiling
from cpstudy.puzzles.tilings.search.engine import solve

T = TypeVar("T", bound=Tiling)

# Exchanges before a maze is abandoned, mazes for one unique puzzle, nodes of one search, unique
# puzzles for one that is new and of a grade. They are part of the meaning of a seed.
_ROUNDS = 100
_MAZES = 20
_NODES = 20_000
_PUZZLES = 1000


def unique(board: T, wanted: Wanted, explainer: Explainer) -> Iterator[tuple[T, bytes]]:
    """Yield unique puzzles of a seed on the cells that are not holes, with their solutions.

    No two are the same up to symmetry. The first puzzles do not depend on the count. Raises
    InputError for an unknown algorithm, an outline in several parts, and as :func:`distinct`.
    """

    def candidates(index: int) -> Iterator[tuple[T, bytes]]:
        state = board_stream(board, wanted.algorithm, wanted.seed, index)
        while True:
            yield _drawn(board, wanted.algorithm, state, wanted.clock)

    boards = map(candidates, wanted.numbers)
    return distinct(wanted, boards, identity, explainer, _PUZZLES, floor=False)


def _drawn(board: T, algorithm: str, state: Stream, clock: Clock) -> tuple[T, bytes]:
    """Return a unique puzzle and its solution; the stream continues. Raises InputError."""
    for _ in range(_MAZES):
        solution = _made_unique(board, drawn(board, algorithm, state, clock), state, clock)
        if solution is not None:
            return board.with_tiles(turned_at_random(board, solution, state)), solution
    raise InputError(f"{algorithm} on {board.size}: no unique puzzle in {_MAZES} mazes")


def _made_unique(board: Tiling, tree: bytes, state: Stream, clock: Clock) -> bytes | None:
    """Return a tree near the given one that is the only solution, or None if none was found."""
    for _ in range(_ROUNDS):
        budget = clock.budget(_NODES)
        result = solve(board.with_tiles(tree), Request(budget, 2))
        clock.check()
        others = [cast(bytes, each) for each in result.solutions if each != tree]
        if result.exhausted and not others:
            return tree
        if not others:
            return None
        differing = {cell for cell, here in enumerate(tree) if here != others[0][cell]}
        changed = _exchanged(board, tree, differing, state)
        if changed is None:
            return None
        tree = changed
    return None


def _exchanged(board: Tiling, tree: bytes, cells: set[int], state: Stream) -> bytes | None:
    """Return the tree with an edge at one of the cells exchanged for another one at one of them.

    None if this is impossible. No tile is open on all sides afterwards.
    """
    table = edge_table(board)
    ends, bits = table.ends.tolist(), table.bits.tolist()
    near = [edge for edge, two in enumerate(ends) if not cells.isdisjoint(two)]
    taken = [edge for edge in near if tree[ends[edge][0]] & bits[edge][0]]
    while taken:
        pick = below(state, len(taken))
        taken[pick], taken[-1] = taken[-1], taken[pick]
        if trees := table.exchanged(tree, taken.pop(), near):
            return trees[below(state, len(trees))]
    return None
