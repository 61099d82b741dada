"""Helpers to compare a model with a predicate on every assignment of a group of variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Piece, turned

# Boards whose groups have so few variables that all assignments can be enumerated. There are framed
# and unframed ones, identical pieces, pieces that look the same when turned, and boards with and
# without an anchor.
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
    """All assignments of ``size`` variables that a predicate allows."""
    assert size <= 18, size
    return {values for values in product((False, True), repeat=size) if holds(values)}


def assert_same(
    found: Iterable[Any], truth: Iterable[Any], names: Sequence[Any], what: str
) -> None:
    """Assert that two sets are equal; the message names the true variables of each difference."""
    extra, missing = set(found) - set(truth), set(truth) - set(found)

    def summary(values: set[tuple[bool, ...]]) -> str:
        chosen = ([n for n, true in zip(names, one, strict=True) if true] for one in sorted(values))
        return "".join(f"\n  {one}" for one in chosen)

    assert not (extra or missing), f"{what}\nextra:{summary(extra)}\nmissing:{summary(missing)}"


def lyings(puzzle: EdgeMatching, piece: Piece) -> Iterator[Piece]:
    """Yield the turns of a piece, each different look once."""
    yield from dict.fromkeys(turned(piece, quarters) for quarters in range(4))


def fits_frame(puzzle: EdgeMatching, cell: int, lying: Piece) -> bool:
    """Whether a piece has the frame exactly on the cell's sides at the border."""
    return not puzzle.framed or all(
        (lying[side] == 0) == (puzzle.neighbour(cell, side) is None) for side in range(4)
    )
