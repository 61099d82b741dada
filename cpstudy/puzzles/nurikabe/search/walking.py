"""What hangs on a cell: a walk in depth that finds the articulation points (Tarjan1972).

Cost: linear in what is walked through.
"""

from __future__ import annotations

from cpstudy.cdcl.state import State
from cpstudy.core.native import entry, i64
from cpstudy.puzzles.nurikabe.search.board import Board


@entry
def walk(s: State, p: Board, root: i64) -> i64:
    """Walk from a cell to all that hang together with it where ``entered`` is 0; how many.

    All by variable. ``entered`` numbers them from 1 on, ``walked`` lists them so. ``lost`` says how
    many are cut off from the root without one; at least as many as the board has where one of these
    is true. Where ``entered`` is NOWHERE, the walk does not go; so it is for 0.
    """
    time = 0
    wanted = 0
    here = root
    p.parent[root] = 0
    while here != 0:
        if p.entered[here] == 0:
            p.walked[time] = here
            time += 1
            p.entered[here] = time
            p.low[here] = time
            p.side[here] = 0
            p.lost[here] = 0
            p.wanted[here] = wanted
            if s.value[2 * here] > 0:
                wanted += 1
        d = p.side[here]
        low = p.low[here]
        following = 0
        while d < 4 and following == 0:
            o = p.beside[here, d]
            d += 1
            if p.entered[o] == 0:
                following = o
            else:
                low = min(low, p.entered[o])
        p.low[here] = low
        if following != 0:
            p.side[here] = d
            p.parent[following] = here
            here = following
            continue
        up = p.parent[here]
        if up != 0:
            p.low[up] = min(p.low[up], low)
            if low >= p.entered[up]:
                p.lost[up] += time - p.entered[here] + 1
                if wanted > p.wanted[here]:
                    p.lost[up] += len(p.neighbours)
        here = up
    return time
