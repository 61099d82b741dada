"""The rules of the search, those of Pipes on squares (Tatham2019 has the first three).

- tile and edge: a table gives, for a tile and what is known of its sides, what follows.
- loops: an unknown edge inside a component is closed (found where components are joined).
- dead ends: turning keeps the number of open sides, so a component of k tiles has exactly
  ``stubs`` = (their open sides) - 2(k - 1) sides still to be joined to something. It must not run
  out of stubs before it is the whole. A component with one stub has it at one tile, which is known
  without a search. A tile that owns all stubs of its component must not give all of them to
  components that have one stub each.

Cost: near-linear in the tiles from nothing to the fixpoint.
"""

from __future__ import annotations

from cpstudy.core.native import entry, i64, kernel
from cpstudy.puzzles.tilings.search.state import BITS, Work, join, know, tell, unknown_sides
from cpstudy.puzzles.tilings.search.trail import forget_stack, push


@entry
def propagate(w: Work) -> bool:
    """Apply the rules to all tiles on the stack and what follows. False on a contradiction."""
    sides = w.sides
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
            state = _spared(w, cell, state)
        new = state & ~before
        if new == 0:
            continue
        if state & state >> sides & full:
            return forget_stack(w)
        know(w, cell, state)
        if not settled:
            push(w, cell)  # what it leaves open may be subject to the rule of dead ends
        for side in range(sides):
            if new >> side & (1 | 1 << sides):
                half = 8 * cell + side
                value = new >> side & 1
                if not tell(w, w.meets[half], value):
                    return forget_stack(w)
                if value and tree and not join(w, half):
                    return forget_stack(w)
    return True


@kernel
def _spared(w: Work, cell: i64, state: i64) -> i64:
    """What follows for a tile that owns all stubs of its component: not all may end there."""
    sides = w.sides
    full = (1 << sides) - 1
    kind = w.kind[cell]
    need = w.degree[kind] - BITS[state & full]
    if w.stubs[w.label[cell]] != need:
        return state
    unknown = unknown_sides(w, cell)
    ends = 0
    for side in range(sides):
        if unknown >> side & 1:
            beyond = w.meets[8 * cell + side] >> 3
            if w.stubs[w.label[beyond]] == 1:
                ends |= 1 << side
    if BITS[ends] < need:
        return state
    always, ever = full, 0
    for way in range(w.ways[kind]):
        orientation = w.turned[8 * kind + way]
        if orientation & state & full == state & full and orientation & state >> sides == 0:
            new = orientation & unknown
            if new & ~ends or _size_with(w, cell, new) >= w.vertices:
                always &= orientation
                ever |= orientation
    return always | (full & ~ever) << sides


@kernel
def _size_with(w: Work, cell: i64, opened: i64) -> i64:
    """The size of a tile's component with those beyond some of its sides."""
    size = w.size[w.label[cell]]
    for side in range(w.sides):
        if opened >> side & 1:
            size += w.size[w.label[w.meets[8 * cell + side] >> 3]]
    return size


@entry
def assume(w: Work, half: i64, value: i64) -> bool:
    """Set an edge, which is unknown, open (1) or closed (0), and propagate."""
    tell(w, half, value)
    tell(w, w.meets[half], value)
    if value and w.tree and not join(w, half):
        return forget_stack(w)
    return propagate(w)
