"""Repairing a solved board until it is its puzzle's only solution.

Each round

1. applies the rules of the search, and looks near the solution for another one through every edge
   that they leave open (search/near.py); an edge whose tiles lie in a region found in this round is
   not looked at again;
2. where nothing was found, that scan is the proof that the puzzle is unique: done;
3. else exchanges, in *all* regions, an edge of the tree for another one across the cut, at random
   (:mod:`.exchanging`). (Repairing one region at a time pays for a whole scan each.)

A region that resists is left by a random walk of one step more every four rounds, so exchanges
happen further and further around it. Searches have few nodes at first; where they run out the
edge's two tiles are a region like any other.

Cost: a few rounds, each little more than one application of the rules.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.bits import wide
from cpstudy.core.kernels import kernel
from cpstudy.puzzles.pipes.generating.exchanging import Exchange, exchange, exchange_space
from cpstudy.puzzles.pipes.search.engine import start
from cpstudy.puzzles.pipes.search.near import (
    MARK,
    Near,
    changed_tiles,
    near,
    next_ambiguous_edge,
)
from cpstudy.puzzles.pipes.search.rooted import root
from cpstudy.puzzles.pipes.search.state import Work
from cpstudy.puzzles.tilings.search.trail import undo

# What a seed means rests on these numbers, and on the rules that the search applies: they decide
# which regions are found, and so which exchanges are drawn. Golden tests notice a change.

# Rounds before a board is given up.
ROUNDS = 100
# Nodes of the search at one edge, times the number of the round.
NODES = 5
_ENDLESS = 2**62
# A region is left by one step more after this many rounds.
_ROUNDS_A_STEP = 4


class Regions(NamedTuple):
    """The ambiguous regions of a solved board of n tiles.

    tiles: int32[4n], the regions' tiles, one region after the other. ends: int32[4n], where each
    ends. settled, undecided: uint8[n], sides, as ``next_ambiguous_edge`` has them.
    """

    tiles: Any
    ends: Any
    settled: Any
    undecided: Any


class Bench(NamedTuple):
    """All that repairing boards of one shape needs.

    work: of the search. closed: uint8[n], sides where nothing may be open. near: the solution, and
    the search near it. regions: where it is not the only one. exchange: see there.
    """

    work: Work
    closed: Any
    near: Near
    regions: Regions
    exchange: Exchange


def bench(work: Work, closed: Any) -> Bench:
    """Fresh arrays around the workspace of a shape."""
    n = closed.size
    regions = Regions(
        tiles=np.zeros(4 * n, np.int32),
        ends=np.zeros(4 * n, np.int32),
        settled=np.zeros(n, np.uint8),
        undecided=np.zeros(n, np.uint8),
    )
    return Bench(work, closed, near(n), regions, exchange_space(n))


@kernel
def find_regions(b: Any, nodes: Any) -> Any:
    """Fill ``b.regions`` for the solution in ``b.near``; their number, 0 where it is the only one.

    Where there are regions the tree is rooted. nodes: of the search at one edge.
    """
    w, s, r = b.work, b.near, b.regions
    start(w, s.tree.sides, b.closed, True)
    if not _any_unknown(w):
        return 0
    root(w.neighbours, s.tree)
    for tile in range(len(r.settled)):
        r.settled[tile] = 0
        r.undecided[tile] = 0
    number = 0
    size = np.int64(0)
    edge = np.int64(0)
    while True:
        edge = next_ambiguous_edge(w, s, edge, nodes, _ENDLESS, r.settled, r.undecided)
        if edge < 0:
            break
        end = changed_tiles(w, s, r.tiles, size)
        undo(w, s.control[MARK])
        if end < 0:
            return number  # no room: the rest waits for the next round
        for k in range(size, end):
            r.settled[r.tiles[k]] = 15
        size = end
        r.ends[number] = size
        number += 1
    return _add_undecided(w, r, number, size)


@kernel
def _any_unknown(w: Any) -> bool:
    for tile in range(len(w.state)):
        state = wide(w.state[tile])
        if state & 15 ^ state >> 4 != 15:
            return True
    return False


@kernel
def _add_undecided(w: Any, r: Any, number: Any, size: Any) -> Any:
    """Add the two tiles of each edge that was not decided as a region; the number of regions."""
    for tile in range(len(r.settled)):
        if r.undecided[tile] and size + 2 <= len(r.tiles):
            state = wide(w.state[tile])
            for side in (0, 3):
                # What was undecided may have been refuted since, or lie in a region.
                beyond = w.neighbours[tile, side]
                if (
                    r.undecided[tile] & ~(state | state >> 4) >> side & 1
                    and r.settled[tile] == 0
                    and r.settled[beyond] == 0
                ):
                    r.settled[tile] = 15
                    r.tiles[size] = tile
                    r.tiles[size + 1] = beyond
                    size += 2
                    r.ends[number] = size
                    number += 1
    return number


@kernel
def make_unique(b: Any, state: Any) -> bool:
    """Exchange edges of the tree in ``b.near`` until it is its puzzle's only solution.

    False where it is not within the rounds. state: the random stream.
    """
    for turn in range(ROUNDS):
        number = find_regions(b, NODES * (turn + 1))
        if number == 0:
            return True
        exchange_in_regions(b, number, turn, state)
    return False


@kernel
def exchange_in_regions(b: Any, number: Any, turn: Any, state: Any) -> None:
    """Exchange an edge of the tree in ``b.near``, which is rooted, in each of ``b.regions``.

    number: of the regions. turn: of the round, from 0. state: the random stream.
    """
    first = 0
    for region in range(number):
        last = b.regions.ends[region]
        tiles = b.regions.tiles[first:last]
        steps = turn // _ROUNDS_A_STEP
        exchange(b.work.neighbours, b.closed, b.near.tree, b.exchange, tiles, steps, state)
        first = last
