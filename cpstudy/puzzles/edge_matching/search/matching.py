"""Two matchings that prune: pieces to cells, and colours to edges.

*Pieces*: every empty cell needs a piece of its own. A maximum matching shows whether that can be;
a pair of cell and piece that lies in no perfect matching leaves the cell's domain. With a perfect
matching at hand these are the pairs not on an alternating cycle, read off the transitive closure of
"could take the piece of" on bit sets (Regin1994).

*Colours*: a colour's sides that face empty cells from the board must be met by pieces left; on
framed boards the others meet in pairs on edges between two empty cells, and each such edge takes
a colour that both its cells can show. Whether edges can be given colours so that the numbers come
out is a maximum flow, found by augmenting paths. Ansotegui2013 matches the sides of each colour
among themselves instead; see ``reference.matching_look_ahead``, which these kernels follow.

Both answers depend on the sets alone, not on which matching was found, so the compiled search and
the reference agree to the last placement. Cost: cubic in the empty cells at worst, on words of 64.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.bits import lowest_bit, popcount
from cpstudy.core.kernels import kernel

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TURNS = np.uint64(15)


@kernel
def different_pieces(placement: Any, domains: Any) -> bool:
    """Filter ``domains`` (uint64[n, words]) to pieces in a perfect matching; False without one."""
    n = len(placement)
    empty = np.empty(n, np.int64)
    m = 0
    for cell in range(n):
        if placement[cell] < 0:
            empty[m] = cell
            m += 1
    # pieces[i, p]: cell empty[i] has a candidate that is a turn of piece p.
    pieces = np.zeros((m, n), np.bool_)
    for i in range(m):
        for p in range(n):
            turns = domains[empty[i], p >> 4] >> np.uint64(4 * (p & 15)) & _TURNS
            pieces[i, p] = turns != _ZERO
    owner = np.full(n, -1)
    piece_of = np.full(m, -1)
    for i in range(m):
        if not _augment(i, pieces, owner, piece_of):
            return False
    words = (m + 63) >> 6
    reaches = np.zeros((m, words), np.uint64)
    for i in range(m):
        for p in range(n):
            if pieces[i, p]:
                reaches[i, owner[p] >> 6] |= _ONE << np.uint64(owner[p] & 63)
    for middle in range(m):
        for i in range(m):
            if reaches[i, middle >> 6] >> np.uint64(middle & 63) & _ONE != _ZERO:
                for word in range(words):
                    reaches[i, word] |= reaches[middle, word]
    for i in range(m):
        for p in range(n):
            if pieces[i, p]:
                back = reaches[owner[p], i >> 6] >> np.uint64(i & 63) & _ONE
                if back == _ZERO:
                    domains[empty[i], p >> 4] &= ~(_TURNS << np.uint64(4 * (p & 15)))
    return True


@kernel
def _augment(start: Any, pieces: Any, owner: Any, piece_of: Any) -> bool:
    """Match one more cell by a shortest augmenting path."""
    m, n = pieces.shape
    reached_from = np.full(n, -1)
    queue = np.empty(m, np.int64)
    queue[0] = start
    size = 1
    head = 0
    while head < size:
        i = queue[head]
        head += 1
        for p in range(n):
            if not pieces[i, p] or reached_from[p] >= 0:
                continue
            reached_from[p] = i
            if owner[p] >= 0:
                queue[size] = owner[p]
                size += 1
                continue
            free = p
            while free >= 0:
                cell = reached_from[free]
                released = piece_of[cell]
                owner[free] = cell
                piece_of[cell] = free
                free = released
            return True
    return False


@kernel
def colours_meet(
    framed: Any, colours: Any, with_colour: Any, neighbours: Any, placement: Any, domains: Any,
    available: Any,
) -> bool:  # fmt: skip
    """Whether every colour's sides can meet. Arrays as in ``domains.search``, of one depth."""
    n = len(placement)
    most = with_colour.shape[1]
    facing = np.zeros(most, np.int64)
    shown = np.zeros((n, 4, most), np.bool_)  # colours that an empty cell can show on a side
    for cell in range(n):
        if placement[cell] >= 0:
            continue
        for side in range(4):
            other = neighbours[cell, side]
            if other >= 0 and placement[other] >= 0:
                facing[colours[placement[other], (side + 2) & 3]] += 1
        for word in range(len(available)):
            left = domains[cell, word]
            while left != _ZERO:
                o = 64 * word + lowest_bit(left)
                left &= left - _ONE
                for side in range(4):
                    shown[cell, side, colours[o, side]] = True
    pairs = np.zeros(most, np.int64)
    total = 0
    for colour in range(most):
        spare = -facing[colour]
        for word in range(len(available)):
            spare += popcount(with_colour[0, colour, word] & available[word])
        if spare < 0:
            return False
        if framed and colour > 0:
            if spare & 1:
                return False
            pairs[colour] = spare // 2
            total += spare // 2
    if not framed:
        return True
    edges = np.empty((2 * n, 3), np.int64)  # cell, side, neighbour: edges between empty cells
    count = 0
    for cell in range(n):
        for side in range(4):
            other = neighbours[cell, side]
            if placement[cell] < 0 and other > cell and placement[other] < 0:
                edges[count, 0] = cell
                edges[count, 1] = side
                edges[count, 2] = other
                count += 1
    return total == count and _assigned(edges[:count], shown, pairs)


@kernel
def _assigned(edges: Any, shown: Any, pairs: Any) -> bool:
    """Whether each edge can take a colour of both its cells, each colour ``pairs`` times."""
    count = len(edges)
    most = len(pairs)
    colour_of = np.full(count, -1)
    used = np.zeros(most, np.int64)
    queue = np.empty(count, np.int64)
    reached_from = np.empty(most, np.int64)
    for start in range(count):
        reached_from[:] = -1
        queue[0] = start
        size = 1
        head = 0
        free = -1
        while head < size and free < 0:
            edge = queue[head]
            head += 1
            cell, side, other = edges[edge, 0], edges[edge, 1], edges[edge, 2]
            for colour in range(1, most):
                if (
                    reached_from[colour] >= 0
                    or not shown[cell, side, colour]
                    or not shown[other, (side + 2) & 3, colour]
                ):
                    continue
                reached_from[colour] = edge
                if used[colour] < pairs[colour]:
                    free = colour
                    break
                for taker in range(count):
                    if colour_of[taker] == colour:
                        queue[size] = taker
                        size += 1
        if free < 0:
            return False
        used[free] += 1
        while True:
            edge = reached_from[free]
            given_up = colour_of[edge]
            colour_of[edge] = free
            if edge == start:
                break
            free = given_up
    return True
