"""The rules of the search, the cheapest that pay off (Tatham2019 has the first three).

- tile and edge: for a tile type and the known sides, a table gives the consequences.
- loops: an unknown edge inside a component is closed (found when components are joined).
- dead ends: turning keeps the number of open sides, so a component of k tiles has exactly ``stubs``
  = (their open sides) - 2(k - 1) sides still to be joined. It must not run out of stubs before it
  contains all tiles. A component with one stub has it at one tile, which is known without a search.
  A tile that owns all stubs of its component must not give all of them to components with one stub
  each.

Cost: near-linear in the tiles from an empty board to the fixpoint.
"""

from cpstudy.core.kernel_types import i64
from cpstudy.core.native import entry, inlined, kernel
from cpstudy.puzzles.tilings.search.state import (
    BITS,
    Work,
    forget_stack,
    know,
    push,
    side_beyond,
    unknown_sides,
)


@entry
def propagate(w: Work) -> bool:
    """Apply the rules to the tiles on the stack and what follows; False on a contradiction."""
    if w.square:
        return _propagate(w, 4, 2)  # compiled for squares
    return _propagate(w, w.sides, w.turn)


@inlined
def _propagate(w: Work, sides: i64, turn: i64) -> bool:
    full = (1 << sides) - 1
    tree = w.tree
    while w.stacked > 0:
        w.stacked -= 1
        cell = w.stack[w.stacked]
        w.queued[cell] = False
        before = w.state[cell]
        kind = w.kind[cell]
        state = w.follows[(kind << 2 * sides) + before]
        settled = not tree or (state | state >> sides) & full == full
        if state == before and not settled:
            if w.stubs[w.label[cell]] != w.degree[kind] - BITS[state & full]:
                continue
            state = _spared(w, cell, state, sides)
        new = state & ~before
        if new == 0:
            continue
        if state & state >> sides:
            return forget_stack(w)
        w.trail[w.trailed, 0] = cell
        w.trail[w.trailed, 1] = before
        w.trailed += 1
        w.state[cell] = state
        if not settled:
            push(w, cell)  # what it leaves open may be subject to the rule of dead ends
        for side in range(sides):
            if new >> side & (1 | 1 << sides) == 0:
                continue
            back = side_beyond(side, sides, turn)
            beyond = w.neighbours[cell, side]
            there = w.state[beyond] >> back
            if new >> side & 1:
                if there >> sides & 1:
                    return forget_stack(w)
                if there & 1 == 0:
                    know(w, beyond, w.state[beyond] | 1 << back)
                if tree and not _join(w, cell, beyond, sides, turn):
                    return forget_stack(w)
            else:
                if there & 1:
                    return forget_stack(w)
                if there >> sides & 1 == 0:
                    know(w, beyond, w.state[beyond] | 1 << (back + sides))
    return True


@inlined
def _spared(w: Work, cell: i64, state: i64, sides: i64) -> i64:
    """Return the state of a tile that owns all stubs of its component: not all may end there."""
    full = (1 << sides) - 1
    kind = w.kind[cell]
    opened = state & full
    unknown = full & ~(state | state >> sides)
    ends = 0
    for side in range(sides):
        if unknown >> side & 1 and w.stubs[w.label[w.neighbours[cell, side]]] == 1:
            ends |= 1 << side
    need = w.degree[kind] - BITS[opened]
    if BITS[ends] < need:
        return state
    always, ever = full, 0
    for k in range(sides):
        orientation = w.turned[kind, k]
        if orientation & opened != opened or orientation & state >> sides:
            continue
        new = orientation & unknown
        if new & ~ends == 0:
            size = w.size[w.label[cell]]
            for side in range(sides):
                if new >> side & 1:
                    size += w.size[w.label[w.neighbours[cell, side]]]
            if size < w.vertices:
                continue
        always &= orientation
        ever |= orientation
    return always | (full & ~ever) << sides


@kernel
def _join(w: Work, one: i64, other: i64, sides: i64, turn: i64) -> bool:
    """Join the components of two cells whose edge has become open; False on a contradiction."""
    full = (1 << sides) - 1
    small, large = w.label[one], w.label[other]
    if small == large or BITS[w.state[other] & full] > w.degree[w.kind[other]]:
        return False
    x, y = one, other
    if w.size[small] > w.size[large]:
        small, large = large, small
        x, y = other, one
    stubs = w.stubs[small] + w.stubs[large] - 2
    size = w.size[small] + w.size[large]
    if stubs == 0 and size < w.vertices:
        return False
    cell = x
    while True:
        w.label[cell] = large
        unknown = unknown_sides(w, cell, sides)
        side = 0
        while unknown:
            if unknown & 1:
                beyond = w.neighbours[cell, side]
                if w.label[beyond] == large:
                    there = w.state[beyond]
                    back = side_beyond(side, sides, turn)
                    if there >> back & 1:
                        return _undo_labels(w, x, cell, small)
                    know(w, cell, w.state[cell] | 1 << (side + sides))
                    know(w, beyond, w.state[beyond] | 1 << (back + sides))
            unknown >>= 1
            side += 1
        cell = w.ring[cell]
        if cell == x:
            break
    kept = w.ring[x]
    w.ring[x] = w.ring[y]
    w.ring[y] = kept
    w.size[large] = size
    w.stubs[large] = stubs
    w.owners[large] += w.owners[small] - x - y
    w.joins[w.joined, 0] = x
    w.joins[w.joined, 1] = y
    w.joins[w.joined, 2] = small
    w.trail[w.trailed, 0] = -1
    w.trail[w.trailed, 1] = w.joined
    w.joined += 1
    w.trailed += 1
    if stubs == 1:
        look_round(w, w.owners[large])
    return True


@kernel
def look_round(w: Work, cell: i64) -> None:
    """Schedule a cell, and those that may be joined to it, for another visit."""
    push(w, cell)
    unknown = unknown_sides(w, cell, w.sides)
    for side in range(w.sides):
        if unknown >> side & 1:
            push(w, w.neighbours[cell, side])


@kernel
def _undo_labels(w: Work, first: i64, last: i64, label: i64) -> bool:
    """Restore the label of the members first … last of a ring after a failed join."""
    cell = first
    while True:
        w.label[cell] = label
        if cell == last:
            return False
        cell = w.ring[cell]


@entry
def assume(w: Work, edge: i64, value: i64) -> bool:
    """Set an unknown edge to open (1) or closed (0), and propagate."""
    cell = edge >> w.shift
    side = edge & ((1 << w.shift) - 1)
    beyond = w.neighbours[cell, side]
    bit = 1 if value else 1 << w.sides
    know(w, cell, w.state[cell] | bit << side)
    know(w, beyond, w.state[beyond] | bit << side_beyond(side, w.sides, w.turn))
    if value and w.tree and not _join(w, cell, beyond, w.sides, w.turn):
        return forget_stack(w)
    return propagate(w)
