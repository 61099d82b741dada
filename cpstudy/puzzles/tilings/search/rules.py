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

from typing import Any

from cpstudy.core.bits import wide
from cpstudy.core.kernels import kernel
from cpstudy.puzzles.tilings.search.state import BITS, SIDES, join, know, tell, unknown_sides
from cpstudy.puzzles.tilings.search.trail import STACK, TREE, VERTICES, forget_stack, push


@kernel
def propagate(w: Any) -> bool:
    """Apply the rules to all tiles on the stack and what follows. False on a contradiction."""
    sides = w.control[SIDES]
    full = (1 << sides) - 1
    tree = w.control[TREE] != 0
    while w.control[STACK] > 0:
        w.control[STACK] -= 1
        cell = wide(w.stack[w.control[STACK]])
        w.queued[cell] = False
        before = wide(w.state[cell])
        kind = wide(w.kind[cell])
        state = wide(w.follows[(kind << 2 * sides) + before])
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
                if not tell(w, wide(w.meets[half]), value):
                    return forget_stack(w)
                if value and tree and not join(w, half):
                    return forget_stack(w)
    return True


@kernel
def _spared(w: Any, cell: Any, state: Any) -> Any:
    """What follows for a tile that owns all stubs of its component: not all may end there."""
    sides = w.control[SIDES]
    full = (1 << sides) - 1
    kind = wide(w.kind[cell])
    need = w.degree[kind] - BITS[state & full]
    if w.stubs[w.label[cell]] != need:
        return state
    unknown = unknown_sides(w, cell)
    ends = 0
    for side in range(sides):
        if unknown >> side & 1:
            beyond = wide(w.meets[8 * cell + side]) >> 3
            if w.stubs[w.label[beyond]] == 1:
                ends |= 1 << side
    if BITS[ends] < need:
        return state
    always, ever = full, 0
    for way in range(w.ways[kind]):
        orientation = wide(w.turned[8 * kind + way])
        if orientation & state & full == state & full and orientation & state >> sides == 0:
            new = orientation & unknown
            if new & ~ends or _size_with(w, cell, new) >= w.control[VERTICES]:
                always &= orientation
                ever |= orientation
    return always | (full & ~ever) << sides


@kernel
def _size_with(w: Any, cell: Any, opened: Any) -> Any:
    """The size of a tile's component with those beyond some of its sides."""
    size = w.size[w.label[cell]]
    for side in range(w.control[SIDES]):
        if opened >> side & 1:
            size += w.size[w.label[wide(w.meets[8 * cell + side]) >> 3]]
    return size


@kernel
def assume(w: Any, half: Any, value: Any) -> bool:
    """Set an edge, which is unknown, open (1) or closed (0), and propagate."""
    tell(w, half, value)
    tell(w, wide(w.meets[half]), value)
    if value and w.control[TREE] and not join(w, half):
        return forget_stack(w)
    return propagate(w)
