"""A* on pushes: solutions with the fewest pushes, or with the fewest moves, proved.

A node is the set of boxes and the player: for pushes the square that stands for his area
(``walking.py``), for moves the square he stands on after the last push. An edge is a push with the
walk before it and costs 1, or the steps of the walk and 1. Nodes wait in buckets by cost plus lower
bound (``bound.py``), last in, first out; the bound is consistent, so a node that is taken out has
its final cost and the first goal taken out is optimal. An empty queue proves that there is no
solution.

Pruned without loss: boxes on dead squares, boxes without a goal of their own (an infinite bound),
frozen boxes (``deadlocks.py``), and, for pushes only, what is not an answer to a corral
(``corrals.py``).

A node is packed as ``packing.py`` says. The kernel works on arrays that the caller owns: it stops
when they are full, when it has made as many expansions as it was told, at a goal, or when nothing
is left, and goes on where it stopped. So clocks, limits and growth are looked after outside of the
loop.

Cost: about a microsecond a push tried. A node takes 28 bytes and 8 for each of its words; half of
that may be room for growth. Limits: the nodes of hard levels; the answer is then UNKNOWN.
Sources: Hart1968 (A*), Junghanns2001 (Sokoban as a search problem), Kamies2016 (areas).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.kernels import kernel
from cpstudy.puzzles.sokoban.bound import assign_all, assign_row, fill_cost, total
from cpstudy.puzzles.sokoban.corrals import choose_corral
from cpstudy.puzzles.sokoban.deadlocks import frozen_off_goal
from cpstudy.puzzles.sokoban.packing import pack, sorted_push, unpack
from cpstudy.puzzles.sokoban.walking import walk

# Why the kernel came back.
EXHAUSTED, FOUND, SPENT, FULL, TOO_FAR, TOO_MANY = range(6)

# The slots of ``counts``.
NODES, BEST, HIGHEST, EXPANDED, PUSHES, GOAL_NODE, WAITING, WALKS, DEEPEST = range(9)

# ``earlier`` of a node that is in no bucket.
OUT = -2

_ZERO = np.uint64(0)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_MIX_LOW = np.uint64(0x9E3779B1)
_MIX_HIGH = np.uint64(0x85EBCA77)
_FOLD = np.uint64(29)
_FAR = 1 << 30


@kernel
def _hash(words: Any) -> Any:
    # Products of halves do not overflow, so the kernel runs uncompiled without warnings.
    mixed = _ZERO
    for i in range(len(words)):
        mixed ^= words[i]
        mixed = (mixed & _LOW) * _MIX_LOW ^ (mixed >> _HALF) * _MIX_HIGH
        mixed ^= mixed >> _FOLD
        mixed = (mixed & _LOW) * _MIX_HIGH ^ (mixed >> _HALF) * _MIX_LOW
        mixed ^= mixed >> _HALF
    return mixed


@kernel
def slot_of(nodes: Any, table: Any, words: Any) -> Any:
    """The slot of the table that holds the node of ``words``, or the free one it belongs in."""
    mask = len(table) - 1
    slot = np.int64(_hash(words) & np.uint64(mask))
    while table[slot] >= 0:
        node = table[slot]
        same = True
        for i in range(len(words)):
            if nodes[node, i] != words[i]:
                same = False
                break
        if same:
            return slot
        slot = (slot + 1) & mask
    return slot


@kernel
def rehash(nodes: Any, count: Any, table: Any) -> None:
    """Fill an empty table with the first ``count`` nodes."""
    for node in range(count):
        table[slot_of(nodes, table, nodes[node])] = node


@kernel
def link(node: Any, bucket: Any, heads: Any, later: Any, earlier: Any, counts: Any) -> None:
    """Put a node in front of a bucket."""
    head = heads[bucket]
    later[node] = head
    earlier[node] = -1
    if head >= 0:
        earlier[head] = node
    heads[bucket] = node
    counts[WAITING] += 1
    counts[BEST] = min(counts[BEST], bucket)
    counts[HIGHEST] = max(counts[HIGHEST], bucket)


@kernel
def _unlink(node: Any, bucket: Any, heads: Any, later: Any, earlier: Any, counts: Any) -> None:
    if earlier[node] >= 0:
        later[earlier[node]] = later[node]
    else:
        heads[bucket] = later[node]
    if later[node] >= 0:
        earlier[later[node]] = earlier[node]
    earlier[node] = OUT
    counts[WAITING] -= 1


@kernel
def search(
    beside: Any, enter: Any, leave: Any, cut: Any, regions: Any, rest: Any, distance: Any,
    dead: Any, is_goal: Any, bits: Any, per_word: Any, by_moves: Any,
    nodes: Any, table: Any, parents: Any, costs: Any, bounds: Any, later: Any, earlier: Any,
    heads: Any, counts: Any,
    occupied: Any, frozen: Any, marks: Any, queues: Any, small: Any, cost: Any, limit: Any,
    most: Any,
) -> Any:  # fmt: skip
    """Go on with a search; returns why it came back.

    nodes: uint64[capacity, W]; table: int32[a power of two], -1 where free; parents, costs,
    bounds, later, earlier: int32[capacity]; heads: int32[buckets]; counts: int64[9].
    Scratch: occupied, frozen: uint8[n], zero; marks: int64[4, n]; queues: int32[4, n]; small:
    int64[19, k]; cost: int64[k, k]. limit: expansions in all; most: nodes in all.
    """
    n = len(beside)
    k = len(cost)
    boxes, pushed = small[0], small[1]
    price_row, price_column, row_of, column_of = small[2], small[3], small[4], small[5]
    kept_row, kept_column, kept_row_of, kept_column_of = small[6], small[7], small[8], small[9]
    slack, before, tree, saved = small[10], small[11], small[12], small[13]
    inward = small[15:19]
    words = np.zeros(nodes.shape[1], np.uint64)
    crowded = False
    while True:
        best = counts[BEST]
        while best <= counts[HIGHEST] and heads[best] < 0:
            best += 1
        counts[BEST] = best
        if best > counts[HIGHEST]:
            return EXHAUSTED
        if counts[EXPANDED] >= limit:
            return SPENT
        if counts[NODES] + 4 * k > len(nodes):
            return FULL
        # A successor is at most one walk over the floor and one push dearer than this node, and
        # the bound of one push changes by less than the floor has squares.
        if best + 6 * n + 2 >= len(heads):
            return TOO_FAR
        node = heads[best]
        player = unpack(nodes[node], boxes, bits, per_word)
        home = True
        for i in range(k):
            if is_goal[boxes[i]] == 0:
                home = False
        if home:
            counts[GOAL_NODE] = node
            return FOUND
        _unlink(node, best, heads, later, earlier, counts)
        counts[EXPANDED] += 1
        counts[DEEPEST] = max(counts[DEEPEST], costs[node])

        for i in range(k):
            occupied[boxes[i]] = 1
            fill_cost(beside, enter, leave, cut, regions, rest, distance, boxes[i], player, cost[i])
        counts[WALKS] += 1
        here = counts[WALKS]
        walk(beside, occupied, boxes, player, marks[0], marks[1], here, queues[0], queues[1])
        few = False
        if not by_moves:
            few = choose_corral(
                beside, occupied, boxes, dead, is_goal, player, queues[2], queues[3], small[14],
                inward,
            )  # fmt: skip
        assign_all(cost, kept_row, kept_column, kept_row_of, kept_column_of, slack, before, tree)

        for i in range(k):
            box = boxes[i]
            for side in range(4):
                ahead = beside[box, side]
                behind = beside[box, side ^ 1]
                if ahead < 0 or behind < 0 or marks[0, behind] != here:
                    continue
                if occupied[ahead] != 0:
                    continue
                counts[PUSHES] += 1
                if dead[ahead] != 0:
                    continue
                if few and inward[side, i] == 0:
                    continue
                sorted_push(boxes, i, ahead, pushed)
                if frozen_off_goal(beside, dead, is_goal, pushed, frozen):
                    continue
                price = costs[node] + 1
                stand = box
                if by_moves:
                    price += queues[1, behind]
                else:
                    occupied[box] = 0
                    occupied[ahead] = 1
                    counts[WALKS] += 1
                    stand = walk(
                        beside, occupied, pushed, box, marks[2], marks[3], counts[WALKS],
                        queues[2], queues[3],
                    )  # fmt: skip
                    occupied[box] = 1
                    occupied[ahead] = 0
                pack(words, stand, pushed, bits, per_word)
                slot = slot_of(nodes, table, words)
                known = table[slot]
                if known >= 0:
                    if price < costs[known]:
                        if earlier[known] != OUT:
                            bucket = costs[known] + bounds[known]
                            _unlink(known, bucket, heads, later, earlier, counts)
                        costs[known] = price
                        parents[known] = node
                        link(known, price + bounds[known], heads, later, earlier, counts)
                    continue
                # Only this box's row of the costs differs from the parent's.
                for j in range(k):
                    saved[j] = cost[i, j]
                    price_row[j] = kept_row[j]
                    price_column[j] = kept_column[j]
                    row_of[j] = kept_row_of[j]
                    column_of[j] = kept_column_of[j]
                fill_cost(beside, enter, leave, cut, regions, rest, distance, ahead, box, cost[i])
                row_of[column_of[i]] = -1
                assign_row(cost, i, price_row, price_column, row_of, column_of, slack, before, tree)
                bound = total(cost, column_of)
                for j in range(k):
                    cost[i, j] = saved[j]
                if bound >= _FAR:
                    continue
                fresh = counts[NODES]
                if fresh >= most:
                    crowded = True
                    continue
                counts[NODES] += 1
                for w in range(len(words)):
                    nodes[fresh, w] = words[w]
                table[slot] = fresh
                parents[fresh] = node
                costs[fresh] = price
                bounds[fresh] = bound
                link(fresh, price + bound, heads, later, earlier, counts)
        for i in range(k):
            occupied[boxes[i]] = 0
        if crowded:
            return TOO_MANY
