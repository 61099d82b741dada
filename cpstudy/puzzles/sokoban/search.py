"""A* on pushes: solutions with the fewest pushes, or with the fewest moves, proved.

A node is the set of boxes and the player: for pushes the square that stands for his area
(``walking.py``), for moves the square he stands on after the last push. An edge is a push with the
walk before it and costs 1, or the steps of the walk and 1. Nodes wait in buckets by cost plus lower
bound, last in, first out, so the first goal taken out is optimal. An empty queue proves that there
is no solution. A search that weighs the bound more than once finds other solutions, and sooner.

A new node has the bound of its matching (``bound.py``), or that of the node before less what the
push cost, where this is more. What is taken out is told its penalties of pairs (``pairs.py``) too,
and waits again where they raise the bound. They are not consistent: where a way to a node is found
that costs less, it is expanded again.

Pruned without loss: boxes on dead squares, boxes without a goal of their own (an infinite bound),
frozen boxes (``deadlocks.py``), lost groups (``lost.py``), and, for pushes only, what is not an
answer to a corral (``corrals.py``).

A node is packed as ``packing.py`` says. The kernel works on arrays that the caller owns: it stops
when they are full, when it has made as many expansions as it was told, at a goal, or when nothing
is left, and goes on where it stopped. So clocks, limits and growth are looked after outside of the
loop.

Cost: about a microsecond a push tried. A node takes 28 bytes and 8 for each of its words; half of
that may be room for growth. Limits: the nodes of hard levels; the answer is then UNKNOWN.
Sources: Hart1968 (A*), Junghanns2001 (Sokoban as a search problem), Kamies2016 (areas).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.kernels import kernel
from cpstudy.puzzles.sokoban.bound import assign_all, assign_row, copy_matching, fill_cost, total
from cpstudy.puzzles.sokoban.corrals import choose_corral
from cpstudy.puzzles.sokoban.deadlocks import frozen_off_goal
from cpstudy.puzzles.sokoban.lost import any_lost
from cpstudy.puzzles.sokoban.packing import pack, sorted_push, unpack
from cpstudy.puzzles.sokoban.pairs import conflicts
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


class Task(NamedTuple):
    """What is searched. floor: :class:`~.board.Floor`; dead, is_goal: uint8[n]; the layout of a
    node (:mod:`.packing`); whether moves count and not pushes; how often the bound is
    counted; pairs: :class:`~.pairs.Pairs`; lost: :class:`~.lost.Lost`."""

    floor: Any
    dead: Any
    is_goal: Any
    bits: Any
    per_word: Any
    by_moves: Any
    weight: Any
    pairs: Any
    lost: Any


class Queue(NamedTuple):
    """The nodes, and those that wait, in buckets.

    nodes: uint64[capacity, W]; table: int32[a power of two], -1 where free; parents, costs, bounds
    and the neighbours in a bucket, later and earlier: int32[capacity]; heads: int32[buckets], the
    first node of each or -1; counts: int64[9], see the names above.
    """

    nodes: Any
    table: Any
    parents: Any
    costs: Any
    bounds: Any
    later: Any
    earlier: Any
    heads: Any
    counts: Any


class Scratch(NamedTuple):
    """What expanding a node needs, k boxes on n squares.

    occupied, frozen: uint8[n], zero. reached, beside_box, reached_after, beside_after: int64[n],
    the marks of the walk before a push and of that after it. order, steps, order_after,
    steps_after: int32[n], see :func:`~.walking.walk`. boxes, pushed, saved, corral: int64[k].
    inward: int64[4, k], the pushes into the corral. words: uint64[W]. cost: int64[k, k]. kept,
    tried: :class:`~.bound.Matching` of the node and of a successor.
    """

    occupied: Any
    frozen: Any
    reached: Any
    beside_box: Any
    reached_after: Any
    beside_after: Any
    order: Any
    steps: Any
    order_after: Any
    steps_after: Any
    boxes: Any
    pushed: Any
    saved: Any
    corral: Any
    inward: Any
    words: Any
    cost: Any
    kept: Any
    tried: Any


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
def slot_of(q: Any, words: Any) -> Any:
    """The slot of the table that holds the node of ``words``, or the free one it belongs in."""
    mask = len(q.table) - 1
    slot = np.int64(_hash(words) & np.uint64(mask))
    while q.table[slot] >= 0 and not _same(q.nodes[q.table[slot]], words):
        slot = (slot + 1) & mask
    return slot


@kernel
def _same(one: Any, other: Any) -> bool:
    i = 0
    while i < len(one) and one[i] == other[i]:
        i += 1
    return bool(i == len(one))


@kernel
def rehash(q: Any, count: Any) -> None:
    """Fill an empty table with the first ``count`` nodes."""
    for node in range(count):
        q.table[slot_of(q, q.nodes[node])] = node


@kernel
def _bucket(task: Any, q: Any, node: Any) -> Any:
    return np.int64(q.costs[node]) + task.weight * q.bounds[node]


@kernel
def link(task: Any, q: Any, node: Any) -> None:
    """Put a node in front of its bucket, that of its cost and bound."""
    bucket = _bucket(task, q, node)
    head = q.heads[bucket]
    q.later[node] = head
    q.earlier[node] = -1
    if head >= 0:
        q.earlier[head] = node
    q.heads[bucket] = node
    q.counts[WAITING] += 1
    q.counts[BEST] = min(q.counts[BEST], bucket)
    q.counts[HIGHEST] = max(q.counts[HIGHEST], bucket)


@kernel
def _unlink(task: Any, q: Any, node: Any) -> None:
    if q.earlier[node] >= 0:
        q.later[q.earlier[node]] = q.later[node]
    else:
        q.heads[_bucket(task, q, node)] = q.later[node]
    if q.later[node] >= 0:
        q.earlier[q.later[node]] = q.earlier[node]
    q.earlier[node] = OUT
    q.counts[WAITING] -= 1


@kernel
def search(task: Any, q: Any, s: Any, limit: Any, most: Any) -> Any:
    """Go on with a search; returns why it came back.

    task: Task. q: Queue. s: Scratch. limit: expansions in all; most: nodes in all.
    """
    counts = q.counts
    while True:
        while counts[BEST] <= counts[HIGHEST] and q.heads[counts[BEST]] < 0:
            counts[BEST] += 1
        if counts[BEST] > counts[HIGHEST]:
            return EXHAUSTED
        if counts[EXPANDED] >= limit:
            return SPENT
        if counts[NODES] + 4 * len(s.boxes) > len(q.nodes):
            return FULL
        # A successor is at most one walk over the floor and one push dearer than this node, the
        # bound of one push changes by less than the floor has squares, and a pair costs below 255.
        more = 6 * len(s.occupied) + 128 * len(s.boxes) + 2
        if counts[BEST] + task.weight * more >= len(q.heads):
            return TOO_FAR
        node = np.int64(q.heads[counts[BEST]])
        player = unpack(q.nodes[node], s.boxes, task.bits, task.per_word)
        if _home(task, s):
            counts[GOAL_NODE] = node
            return FOUND
        _unlink(task, q, node)
        bound = _bound_here(task, s, player)
        if bound > q.bounds[node]:
            q.bounds[node] = min(bound, _FAR)
            if bound < _FAR:
                link(task, q, node)
            continue
        counts[EXPANDED] += 1
        counts[DEEPEST] = max(counts[DEEPEST], q.costs[node])
        if not _expand(task, q, s, node, player, most):
            return TOO_MANY


@kernel
def _home(task: Any, s: Any) -> bool:
    """Whether all boxes stand on goals."""
    i = 0
    while i < len(s.boxes) and task.is_goal[s.boxes[i]] != 0:
        i += 1
    return bool(i == len(s.boxes))


@kernel
def _bound_here(task: Any, s: Any, player: Any) -> Any:
    """The bound of a node taken out: its matching, which is kept, and the penalties of pairs."""
    for i in range(len(s.boxes)):
        fill_cost(task.floor, s.boxes[i], player, s.cost[i])
    assign_all(s.cost, s.kept)
    bound = total(s.cost, s.kept)
    if len(task.pairs.penalty) > 0:
        beyond = conflicts(task.pairs, s.boxes, player, s.corral)
        if beyond < 0:
            return _FAR
        bound += beyond
    return bound


@kernel
def _expand(task: Any, q: Any, s: Any, node: Any, player: Any, most: Any) -> bool:
    """Try all pushes from a node; False where one leads to a node that there may not be."""
    beside = task.floor.beside
    k = len(s.boxes)
    for i in range(k):
        s.occupied[s.boxes[i]] = 1
    q.counts[WALKS] += 1
    here = q.counts[WALKS]
    walk(
        beside, s.occupied, s.boxes, player, s.reached, s.beside_box, here, s.order, s.steps
    )  # fmt: skip
    few = False
    if not task.by_moves:
        few = choose_corral(
            beside, s.occupied, s.boxes, task.dead, task.is_goal, player, s.order_after,
            s.steps_after, s.corral, s.inward,
        )  # fmt: skip
    room = True
    last = _pushed_last(task, q, s, node)
    for turn in range(k):
        i = (last + 1 + turn) % k
        for side in range(4):
            ahead = beside[s.boxes[i], side]
            behind = beside[s.boxes[i], side ^ 1]
            if ahead < 0 or behind < 0 or s.reached[behind] != here or s.occupied[ahead] != 0:
                continue
            q.counts[PUSHES] += 1
            if task.dead[ahead] == 0 and not (few and s.inward[side, i] == 0):
                room = _push(task, q, s, node, i, ahead, behind, most) and room
    for i in range(k):
        s.occupied[s.boxes[i]] = 0
    return room


@kernel
def _pushed_last(task: Any, q: Any, s: Any, node: Any) -> Any:
    """The number of the box that was pushed last, k - 1 at the start and while a search is small.

    Its pushes are made last, so they are the first to be taken out: a box is taken all the way.
    """
    k = len(s.boxes)
    if node == 0 or not (task.weight > 1 or len(task.pairs.penalty) > 0):
        return k - 1
    unpack(q.nodes[q.parents[node]], s.pushed, task.bits, task.per_word)
    i = 0
    j = 0
    while i < k and j < k and s.pushed[j] <= s.boxes[i]:
        if s.pushed[j] == s.boxes[i]:
            i += 1
        j += 1
    return i


@kernel
def _push(task: Any, q: Any, s: Any, node: Any, i: Any, ahead: Any, behind: Any, most: Any) -> bool:
    """Make the node of one push, or better the one there is; False where there may be no more."""
    sorted_push(s.boxes, i, ahead, s.pushed)
    if frozen_off_goal(task.floor.beside, task.dead, task.is_goal, s.pushed, s.frozen):
        return True
    price = np.int64(q.costs[node]) + 1
    stand = np.int64(s.boxes[i])
    if task.by_moves:
        price += s.steps[behind]
    else:
        stand = np.int64(_area_after(task, q, s, s.boxes[i], ahead))
    pack(s.words, stand, s.pushed, task.bits, task.per_word)
    slot = slot_of(q, s.words)
    known = np.int64(q.table[slot])
    if known >= 0:
        if price < q.costs[known] and q.bounds[known] < _FAR:
            _improve(task, q, node, known, price)
        return True
    bound = max(_bound_after(task, s, i, ahead), q.bounds[node] - (price - q.costs[node]))
    if bound >= _FAR:
        return True
    if len(task.lost.bits) > 0 and any_lost(task.lost, s.pushed, ahead, s.boxes[i], s.corral):
        return True
    fresh = q.counts[NODES]
    if fresh >= most:
        return False
    q.counts[NODES] += 1
    for w in range(len(s.words)):
        q.nodes[fresh, w] = s.words[w]
    q.table[slot] = fresh
    q.parents[fresh] = node
    q.costs[fresh] = price
    q.bounds[fresh] = bound
    link(task, q, fresh)
    return True


@kernel
def _improve(task: Any, q: Any, node: Any, known: Any, price: Any) -> None:
    """Note a cheaper way to a node; one that was expanded is so again, unless any way will do."""
    waits = q.earlier[known] != OUT
    if task.weight > 1 and not waits:
        return
    if waits:
        _unlink(task, q, known)
    q.costs[known] = price
    q.parents[known] = node
    link(task, q, known)


@kernel
def _area_after(task: Any, q: Any, s: Any, box: Any, ahead: Any) -> Any:
    """The square that stands for the player's area when he has pushed a box ahead."""
    s.occupied[box] = 0
    s.occupied[ahead] = 1
    q.counts[WALKS] += 1
    stand = walk(
        task.floor.beside, s.occupied, s.pushed, box, s.reached_after, s.beside_after,
        q.counts[WALKS], s.order_after, s.steps_after,
    )  # fmt: skip
    s.occupied[box] = 1
    s.occupied[ahead] = 0
    return stand


@kernel
def _bound_after(task: Any, s: Any, i: Any, ahead: Any) -> Any:
    """The lower bound when box ``i`` has been pushed: only its row of the costs is another."""
    for j in range(len(s.saved)):
        s.saved[j] = s.cost[i, j]
    copy_matching(s.kept, s.tried)
    fill_cost(task.floor, ahead, s.boxes[i], s.cost[i])
    s.tried.row_of[s.tried.column_of[i]] = -1
    assign_row(s.cost, i, s.tried)
    bound = total(s.cost, s.tried)
    for j in range(len(s.saved)):
        s.cost[i, j] = s.saved[j]
    return bound
