"""The rules of the search, the cheapest that pay (Tatham2019 has the first three).

- tile and edge: a table gives, for a tile type and what is known of its sides, what follows.
- loops: an unknown edge inside a component is closed (found where components are joined).
- dead ends: turning keeps the number of open sides, so a component of k tiles has exactly
  ``stubs`` = (their open sides) - 2(k - 1) sides still to be joined to something. It must not run
  out of stubs before it is the whole. A component with one stub has it at one tile, which is
  known without a search. A tile that owns all stubs of its component must not give all of them to
  components that have one stub each.

Cost: near-linear in the tiles from nothing to the fixpoint.
"""

from __future__ import annotations

from cpstudy.core.native import entry, i64, kernel
from cpstudy.puzzles.pipes.search.state import BITS, DEGREE, FOLLOWS, TURNED, Work, join, know
from cpstudy.puzzles.tilings.search.trail import forget_stack, push


@entry
def propagate(w: Work) -> bool:
    """Apply the rules to all tiles on the stack and what follows. False on a contradiction."""
    tree = w.tree
    while w.stacked > 0:
        w.stacked -= 1
        tile = w.stack[w.stacked]
        w.queued[tile] = False
        before = w.state[tile]
        kind = w.kind[tile]
        state = FOLLOWS[256 * kind + before]
        settled = not tree or (state | state >> 4) & 15 == 15
        if state == before and not settled:
            if w.stubs[w.label[tile]] != DEGREE[kind] - BITS[state & 15]:
                continue
            state = _spared(w, tile, state)
        new = state & ~before
        if new == 0:
            continue
        if state & state >> 4:
            return forget_stack(w)
        w.trail[w.trailed, 0] = tile
        w.trail[w.trailed, 1] = before
        w.trailed += 1
        w.state[tile] = state
        if not settled:
            push(w, tile)  # what it leaves open may be subject to the rule of dead ends
        for side in range(4):
            if new >> side & 17 == 0:
                continue
            back = side ^ 2
            beyond = w.neighbours[tile, side]
            there = w.state[beyond]
            if new >> side & 1:
                if there >> back & 16:
                    return forget_stack(w)
                if there >> back & 1 == 0:
                    know(w, beyond, there | 1 << back)
                if tree and not join(w, tile, beyond):
                    return forget_stack(w)
            else:
                if there >> back & 1:
                    return forget_stack(w)
                if there >> back & 16 == 0:
                    know(w, beyond, there | 16 << back)
    return True


@kernel
def _spared(w: Work, tile: i64, state: i64) -> i64:
    """What follows for a tile that owns all stubs of its component: not all may end there."""
    kind = w.kind[tile]
    opened = state & 15
    unknown = 15 & ~(state | state >> 4)
    ends = 0
    for side in range(4):
        if unknown >> side & 1 and w.stubs[w.label[w.neighbours[tile, side]]] == 1:
            ends |= 1 << side
    need = DEGREE[kind] - BITS[opened]
    if BITS[ends] < need:
        return state
    always, ever = 15, 0
    for k in range(4):
        orientation = TURNED[kind, k]
        if orientation & opened != opened or orientation & state >> 4:
            continue
        new = orientation & unknown
        if new & ~ends == 0:
            size = w.size[w.label[tile]]
            for side in range(4):
                if new >> side & 1:
                    size += w.size[w.label[w.neighbours[tile, side]]]
            if size < w.vertices:
                continue
        always &= orientation
        ever |= orientation
    return always | (15 - ever) << 4


@entry
def assume(w: Work, edge: i64, value: i64) -> bool:
    """Set edge 4 tile + side, which is unknown, open (1) or closed (0), and propagate."""
    tile, side = edge >> 2, edge & 3
    beyond = w.neighbours[tile, side]
    bit = 1 if value else 16
    know(w, tile, w.state[tile] | bit << side)
    know(w, beyond, w.state[beyond] | bit << (side ^ 2))
    if value and w.tree and not join(w, tile, beyond):
        return forget_stack(w)
    return propagate(w)
