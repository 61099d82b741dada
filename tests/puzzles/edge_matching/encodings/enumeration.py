"""Every assignment of a group's variables, by the model and by a predicate, and how they differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Piece, turned

# Boards whose groups have few enough variables to go through all assignments; one of each: framed
# and not, identical pieces, pieces that look the same turned, an anchor and none.
TINY = [
    "1x1:0,0,0,0",
    "1x2:0,1,0,0;0,0,0,1",
    "1x2u:1,2,1,2;1,1,1,2",
    "1x2u:1,1,1,1;1,1,1,1",
    "2x1u:0,1,0,1;1,1,0,1",
    "1x3:0,1,0,0;0,2,0,1;0,0,0,2",
    "1x3u:1,1,1,1;1,2,1,2;1,2,1,2",
    "2x2:0,1,2,0;0,0,3,1;2,4,0,0;3,0,0,4",
    "2x2:0,0,1,1;0,0,1,1;0,0,1,1;0,0,1,1",
    "2x2:0,0,1,2;0,0,2,1;0,0,2,2;0,0,1,1",
]


def assignments(size: int, holds: Callable[[tuple[bool, ...]], bool]) -> set[tuple[bool, ...]]:
    """All assignments of so many variables that a predicate allows."""
    assert size <= 18, size
    return {values for values in product((False, True), repeat=size) if holds(values)}


def assert_same(
    found: Iterable[Any], truth: Iterable[Any], names: Sequence[Any], what: str
) -> None:
    """The two sets are equal; else both differences are told, by the names of true variables."""
    extra, missing = set(found) - set(truth), set(truth) - set(found)

    def summary(values: set[tuple[bool, ...]]) -> str:
        chosen = ([n for n, true in zip(names, one, strict=True) if true] for one in sorted(values))
        return "".join(f"\n  {one}" for one in chosen)

    assert not (extra or missing), f"{what}\nextra:{summary(extra)}\nmissing:{summary(missing)}"


def lyings(puzzle: EdgeMatching, piece: Piece) -> Iterator[Piece]:
    """How a piece can lie, each look once."""
    yield from dict.fromkeys(turned(piece, quarters) for quarters in range(4))


def fits_frame(puzzle: EdgeMatching, cell: int, lying: Piece) -> bool:
    """Whether a piece has the frame on the cell's sides at the border and on no other."""
    return not puzzle.framed or all(
        (lying[side] == 0) == (puzzle.neighbour(cell, side) is None) for side in range(4)
    )
