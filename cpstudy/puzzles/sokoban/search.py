"""A* on pushes: solutions with provably fewest pushes, or fewest moves.

A node is the set of boxes and the player: for pushes, the square that represents the player's area
(``walking.py``); for moves, the player's square after the last push. An edge is a push with the
walk before it and costs 1, or 1 plus the steps of the walk. Nodes wait in buckets by cost plus
lower bound, last in, first out, so the first goal taken out is optimal. An empty queue proves that
no solution exists. A search with a weight above 1 finds other solutions, and faster.

A new node has the bound of its matching (``bound.py``), or its parent's bound minus the cost of the
push, whichever is larger. The penalties of pairs (``pairs.py``) are added when a node is taken out;
it waits again if they raise the bound. They are not consistent: a node is expanded again when a
cheaper path to it is found.

Pruned without loss: boxes on dead squares, boxes without separate goals (an infinite bound), frozen
boxes, lost groups (``lost.py``), and, for pushes only, pushes that do not open a corral
(``deadlocks.py``).

Nodes are packed as in ``packing.py``. The kernel works on arrays that the caller enlarges: it
stops when they are full, after a given number of expansions, at a goal, or when no node is left,
and resumes where it stopped. So the caller handles clocks, limits and growth.

Cost: about a microsecond for each push tried. A node takes 28 bytes and 8 for each of its words;
half of that may be spare capacity. Limits: the nodes of hard levels; the answer is then UNKNOWN.
Sources: Hart1968 (A*), Junghanns2001 (Sokoban as a search problem), Kamies2016 (areas).
"""

from cpstudy.core.kernel_types import Const, View, View2, i32, i64, u8, u64
from cpstudy.core.native import entry, filled, kernel, row, workspace, zeros
from cpstudy.puzzles.sokoban.bound import (
    Matching,
    assign,
    assign_row,
    copy_matching,
    fill_cost,
    total,
)
from cpstudy.puzzles.sokoban.deadlocks import Corrals, choose_corral, frozen_off_goal
from cpstudy.puzzles.sokoban.floor import INFINITE, Floor
from cpstudy.puzzles.sokoban.lost import Lost, any_lost
from cpstudy.puzzles.sokoban.packing import Layout, pack, sorted_push, unpack
from cpstudy.puzzles.sokoban.pairs import Pairs, conflicts
from cpstudy.puzzles.sokoban.walking import Walk, walk
from cpstudy.state_spaces.packed.visited import BLOCK, Known, fill_table, table_number

# Why the kernel returned.
EXHAUSTED, FOUND, SPENT, FULL, BOUND_TOO_LARGE, TOO_MANY = range(6)

# ``earlier`` of a node that is in no bucket.
OUT = -2


@workspace
class Search:
    """A search of a level with n squares and k boxes, with a capacity of nodes.

    bits, per_word: the layout of a node. by_moves: whether cost counts moves, not pushes. weight:
    of the bound.

    nodes: [capacity, words]; known: their hash table, with the same memory. parents, costs, bounds
    and the neighbours in a bucket, later and earlier: [capacity]. heads: [buckets], the first node
    of each or -1. made: the number of nodes. best, highest: no node waits outside these buckets.
    expanded, pushes: numbers of nodes taken out and of pushes tried. goal: the node with all boxes
    on goals. waiting: the number of nodes in buckets. deepest: the highest cost of an expanded
    node.

    here, after: the walks before and after a push; occupied: [n], shared by them, zero between
    calls, like frozen. boxes, pushed, saved, chosen: [k]. kept, tried: the matchings of the node
    and of a successor, over the same costs.
    """

    floor: Floor
    pairs: Pairs
    lost: Lost
    bits: i64
    per_word: i64
    by_moves: bool
    weight: i64
    nodes: View2[u64]
    known: Known
    parents: View[i32]
    costs: View[i32]
    bounds: View[i32]
    later: View[i32]
    earlier: View[i32]
    heads: View[i32]
    made: i64
    best: i64
    highest: i64
    expanded: i64
    pushes: i64
    goal: i64
    waiting: i64
    deepest: i64
    occupied: View[u8]
    frozen: View[u8]
    here: Walk
    after: Walk
    corrals: Corrals
    boxes: View[i64]
    pushed: View[i64]
    saved: View[i64]
    chosen: View[i64]
    kept: Matching
    tried: Matching

    def __init__(
        self, floor: Floor, boxes: int, *, by_moves: bool, weight: int, capacity: int
    ) -> None:
        n, layout = len(floor.neighbours), Layout.of(len(floor.neighbours), boxes)
        self.floor, self.pairs, self.lost = floor, Pairs(), Lost()
        self.bits, self.per_word = layout.bits, layout.per_word
        self.by_moves, self.weight = by_moves, weight
        self.nodes = zeros((capacity, layout.words), "u64")
        self.known = Known()
        self.known.words, self.known.order = layout.words, self.nodes
        self.known.slots = zeros(2 * capacity, "u32")
        self.known.row, self.known.places = zeros(layout.words, "u64"), zeros(BLOCK, "i64")
        self.parents, self.costs = zeros(capacity, "i32"), zeros(capacity, "i32")
        self.bounds = zeros(capacity, "i32")
        self.later, self.earlier = zeros(capacity, "i32"), zeros(capacity, "i32")
        self.heads = filled(64 + 16 * n, -1, "i32")
        self.made = self.best = self.highest = self.expanded = self.pushes = 0
        self.goal = self.waiting = self.deepest = 0
        self.occupied, self.frozen = zeros(n, "u8"), zeros(n, "u8")
        self.here, self.after = (
            Walk(floor.neighbours, self.occupied),
            Walk(floor.neighbours, self.occupied),
        )
        self.boxes, self.pushed = zeros(boxes, "i64"), zeros(boxes, "i64")
        self.saved, self.chosen = zeros(boxes, "i64"), zeros(boxes, "i64")
        self.corrals = Corrals(floor, self.occupied, self.boxes)
        self.kept, self.tried = Matching(boxes), Matching(boxes)
        self.tried.cost = self.kept.cost


@kernel
def _bucket(w: Search, node: i64) -> i64:
    return w.costs[node] + w.weight * w.bounds[node]


@kernel
def _link(w: Search, node: i64) -> None:
    """Put a node at the front of its bucket, given by its cost and bound."""
    bucket = _bucket(w, node)
    head = w.heads[bucket]
    w.later[node] = head
    w.earlier[node] = -1
    if head >= 0:
        w.earlier[head] = node
    w.heads[bucket] = node
    w.waiting += 1
    w.best = min(w.best, bucket)
    w.highest = max(w.highest, bucket)


@kernel
def _unlink(w: Search, node: i64) -> None:
    if w.earlier[node] >= 0:
        w.later[w.earlier[node]] = w.later[node]
    else:
        w.heads[_bucket(w, node)] = w.later[node]
    if w.later[node] >= 0:
        w.earlier[w.later[node]] = w.earlier[node]
    w.earlier[node] = OUT
    w.waiting -= 1


@entry
def begin(w: Search, player: i64, boxes: Const[i64], bound: i64) -> None:
    """Create the first node; it waits unless its bound is INFINITE. A bucket for it must exist."""
    pack(w.nodes, 0, player, boxes, w.bits, w.per_word)
    w.made = 1
    fill_table(w.known, 1)
    w.earlier[0] = OUT
    if bound < INFINITE:
        w.bounds[0] = bound
        w.best = w.weight * bound
        w.highest = w.best
        _link(w, 0)


@entry
def search(w: Search, limit: i64, most: i64) -> i64:
    """Continue a search; return why it stopped.

    limit: expansions in total; most: nodes in total.
    """
    while True:
        while w.best <= w.highest and w.heads[w.best] < 0:
            w.best += 1
        if w.best > w.highest:
            return EXHAUSTED
        if w.expanded >= limit:
            return SPENT
        if w.made + 4 * len(w.boxes) > len(w.nodes):
            return FULL
        # A successor costs at most one walk over the floor and one push more than this node, the
        # bound changes by less than the number of floor squares, and a pair costs less than 255.
        more = 6 * len(w.occupied) + 128 * len(w.boxes) + 2
        if w.best + w.weight * more >= len(w.heads):
            return BOUND_TOO_LARGE
        node = w.heads[w.best]
        player = unpack(row(w.nodes, node), w.boxes, w.bits, w.per_word)
        if _is_solved(w):
            w.goal = node
            return FOUND
        _unlink(w, node)
        bound = _bound_here(w, player)
        if bound > w.bounds[node]:
            w.bounds[node] = min(bound, INFINITE)
            if bound < INFINITE:
                _link(w, node)
            continue
        w.expanded += 1
        w.deepest = max(w.deepest, w.costs[node])
        if not _expand(w, node, player, most):
            return TOO_MANY


@kernel
def _is_solved(w: Search) -> bool:
    """Whether all boxes are on goals."""
    i = 0
    while i < len(w.boxes) and w.floor.is_goal[w.boxes[i]] != 0:
        i += 1
    return i == len(w.boxes)


@kernel
def _bound_here(w: Search, player: i64) -> i64:
    """The bound of a node taken out: its matching, which is kept, plus the penalties of pairs."""
    bound = assign(w.floor, w.kept, w.boxes, player)
    if len(w.pairs.penalty) > 0:
        beyond = conflicts(w.pairs, w.boxes, player, w.chosen)
        if beyond < 0:
            return INFINITE
        bound += beyond
    return bound


@kernel
def _expand(w: Search, node: i64, player: i64, most: i64) -> bool:
    """Try all pushes from a node; False if one would exceed the limit of nodes."""
    k = len(w.boxes)
    for i in range(k):
        w.occupied[w.boxes[i]] = 1
    walk(w.here, w.boxes, player)
    few: bool = False
    if not w.by_moves:
        few = choose_corral(w.corrals, player)
    fits: bool = True
    last = _pushed_last(w, node)
    for turn in range(k):
        i = (last + 1 + turn) % k
        for side in range(4):
            ahead = w.floor.neighbours[w.boxes[i], side]
            behind = w.floor.neighbours[w.boxes[i], side ^ 1]
            if ahead < 0 or behind < 0 or w.here.seen[behind] != w.here.number:
                continue
            if w.occupied[ahead] != 0:
                continue
            w.pushes += 1
            if w.floor.dead[ahead] != 0 or (few and w.corrals.inward[side, i] == 0):
                continue
            if not _push(w, node, i, ahead, behind, most):
                fits = False
    for i in range(k):
        w.occupied[w.boxes[i]] = 0
    return fits


@kernel
def _pushed_last(w: Search, node: i64) -> i64:
    """The number of the box pushed last; k - 1 at the start and while a search is small.

    Its pushes are tried last, so they are taken out first: the search keeps pushing the same box.
    """
    k = len(w.boxes)
    if node == 0 or not (w.weight > 1 or len(w.pairs.penalty) > 0):
        return k - 1
    unpack(row(w.nodes, w.parents[node]), w.pushed, w.bits, w.per_word)
    i = 0
    j = 0
    while i < k and j < k and w.pushed[j] <= w.boxes[i]:
        if w.pushed[j] == w.boxes[i]:
            i += 1
        j += 1
    return i


@kernel
def _push(w: Search, node: i64, i: i64, ahead: i64, behind: i64, most: i64) -> bool:
    """Create the node of one push, or improve the known one; False at the limit of nodes."""
    sorted_push(w.boxes, i, ahead, w.pushed)
    if frozen_off_goal(w.floor, w.pushed, w.frozen):
        return True
    price = w.costs[node] + 1
    stand = w.boxes[i]
    if w.by_moves:
        price += w.here.distance[behind]
    else:
        stand = _area_after(w, w.boxes[i], ahead)
    # The row after the last node has space for a node that may turn out to be known.
    fresh = w.made
    pack(w.nodes, fresh, stand, w.pushed, w.bits, w.per_word)
    for word in range(w.known.words):
        w.known.row[word] = w.nodes[fresh, word]
    known = table_number(w.known, fresh, False)
    if known >= 0:
        if price < w.costs[known] and w.bounds[known] < INFINITE:
            _improve(w, node, known, price)
        return True
    bound = max(_bound_after(w, i, ahead), w.bounds[node] - (price - w.costs[node]))
    if bound >= INFINITE:
        return True
    if len(w.lost.bits) > 0 and any_lost(w.lost, w.pushed, ahead, w.boxes[i], w.chosen):
        return True
    if fresh >= most:
        return False
    w.made += 1
    table_number(w.known, fresh, True)
    w.parents[fresh] = node
    w.costs[fresh] = price
    w.bounds[fresh] = bound
    _link(w, fresh)
    return True


@kernel
def _improve(w: Search, node: i64, known: i64, price: i64) -> None:
    """Record a cheaper path to a node; an expanded one waits again, unless the search is greedy."""
    waits: bool = w.earlier[known] != OUT
    if w.weight > 1 and not waits:
        return
    if waits:
        _unlink(w, known)
    w.costs[known] = price
    w.parents[known] = node
    _link(w, known)


@kernel
def _area_after(w: Search, box: i64, ahead: i64) -> i64:
    """The square that represents the player's area after a push of a box to ``ahead``."""
    w.occupied[box] = 0
    w.occupied[ahead] = 1
    stand = walk(w.after, w.pushed, box)
    w.occupied[box] = 1
    w.occupied[ahead] = 0
    return stand


@kernel
def _bound_after(w: Search, i: i64, ahead: i64) -> i64:
    """The lower bound after a push of box ``i``: only its row of the costs changes."""
    for j in range(len(w.saved)):
        w.saved[j] = w.kept.cost[i, j]
    copy_matching(w.kept, w.tried)
    fill_cost(w.floor, w.tried, i, ahead, w.boxes[i])
    w.tried.row_of[w.tried.column_of[i]] = -1
    assign_row(w.tried, i)
    bound = total(w.tried)
    for j in range(len(w.saved)):
        w.kept.cost[i, j] = w.saved[j]
    return bound
