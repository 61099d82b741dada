"""Exchanging an edge of a tree for another one, at random, near some tiles.

A new edge closes a cycle; an edge of that cycle is taken out again, so a tree stays a tree. The new
edge lies at a tile of the region, or at the end of a random walk from it; the other one at a tile
of the region too, and so that no tile gets more than three open sides. The tree is rooted
(search/rooted.py): the cycle is the two ways up to where they meet, and what is cut off is hung on
the new edge by turning one of these ways round.

Cost: the length of the ways up.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.bits import wide
from cpstudy.core.kernels import kernel
from cpstudy.core.random import below
from cpstudy.puzzles.pipes.puzzle import OPEN_SIDES

_DEGREE = np.array(list(OPEN_SIDES), np.int64)

# The most open sides that a tile gets.
_FULL = 3

# Tries to find an exchange at one region. What a seed means rests on this number.
_TRIES = 40


class Exchange(NamedTuple):
    """What an exchange keeps on a board of n tiles; see :func:`exchange_space`.

    above: int64[n], stamped where a tile lies between the new edge and the root. inside: int64[n],
    stamped in the region. choices: int32[n], tiles whose edge upwards may be taken out. stamp:
    int64[1], the last stamp.
    """

    above: Any
    inside: Any
    choices: Any
    stamp: Any


def exchange_space(n: int) -> Exchange:
    """Fresh arrays for boards of n tiles."""
    return Exchange(
        above=np.zeros(n, np.int64),
        inside=np.zeros(n, np.int64),
        choices=np.zeros(n, np.int32),
        stamp=np.zeros(1, np.int64),
    )


@kernel
def exchange(
    neighbours: Any, closed: Any, tree: Any, space: Any, region: Any, steps: Any, state: Any
) -> bool:
    """Exchange an edge of ``tree`` (Rooted) for another at a region. False where none was found.

    neighbours: int32[n, 4]. closed: uint8[n], sides where nothing may be open. space: Exchange,
    overwritten. region: int32[·], its tiles. steps: of a random walk away from it. state: the
    random stream. The places in the walk of the tree (entered, left) are out of date afterwards.
    """
    space.stamp[0] += 1
    inside = space.stamp[0]
    for k in range(len(region)):
        space.inside[region[k]] = inside
    for _ in range(_TRIES):
        one = wide(region[below(state, len(region))])
        for _ in range(steps):
            side = below(state, 4)
            if closed[one] >> side & 1 == 0:
                one = wide(neighbours[one, side])
        space.inside[one] = inside
        side = below(state, 4)
        if (closed[one] | tree.sides[one]) >> side & 1:
            continue
        other = wide(neighbours[one, side])
        if tree.sides[one] == 0 or tree.sides[other] == 0:
            continue
        low, size = _choices(neighbours, tree, space, one, other, inside)
        if size > 0:
            pick = below(state, size)
            # The part that is cut off hangs on the new edge from now on.
            if pick < low:
                _hang(neighbours, tree, wide(space.choices[pick]), other, side ^ 2)
            else:
                _hang(neighbours, tree, wide(space.choices[pick]), one, side)
            return True
    return False


@kernel
def _choices(neighbours: Any, tree: Any, space: Any, one: Any, other: Any, inside: Any) -> Any:
    """The edges that may be taken out for a new one between two tiles, as the tiles below them.

    They lie on the way from one to the other, at a tile of the region, and at each end that is
    full. Fills ``space.choices``: how many are on the side of ``other``, and how many in all.
    """
    space.stamp[0] += 1
    stamp = space.stamp[0]
    tile = one
    space.above[tile] = stamp
    while tree.up[tile] >= 0:
        tile = wide(neighbours[tile, tree.up[tile]])
        space.above[tile] = stamp
    top = other
    while space.above[top] != stamp:
        top = wide(neighbours[top, tree.up[top]])
    low = _choices_below(neighbours, tree, space, other, top, one, inside, np.int64(0))
    return low, _choices_below(neighbours, tree, space, one, top, other, inside, low)


@kernel
def _choices_below(
    neighbours: Any,
    tree: Any,
    space: Any,
    near_end: Any,
    top: Any,
    far_end: Any,
    inside: Any,
    size: Any,
) -> Any:
    """:func:`_choices` between one end and where the ways up meet; the size after them."""
    near_full = _DEGREE[tree.sides[near_end]] >= _FULL
    far_full = _DEGREE[tree.sides[far_end]] >= _FULL
    tile = near_end
    while tile != top:
        upper = wide(neighbours[tile, tree.up[tile]])
        if (
            (space.inside[tile] == inside or space.inside[upper] == inside)
            and (tile == near_end or not near_full)
            and (upper == far_end or not far_full)
        ):
            space.choices[size] = tile
            size += 1
        tile = upper
    return size


@kernel
def _hang(neighbours: Any, tree: Any, low: Any, tile: Any, side: Any) -> None:
    """Take out the edge above ``low`` and open ``side`` of ``tile``, which lies below that edge."""
    cut = wide(tree.up[low])
    beyond = neighbours[low, cut]
    tree.sides[low] ^= 1 << cut
    tree.sides[beyond] ^= 1 << (cut ^ 2)
    beyond = neighbours[tile, side]
    tree.sides[tile] |= 1 << side
    tree.sides[beyond] |= 1 << (side ^ 2)
    while True:
        before = wide(tree.up[tile])
        tree.up[tile] = side
        if tile == low:
            return
        tile = wide(neighbours[tile, before])
        side = before ^ 2
