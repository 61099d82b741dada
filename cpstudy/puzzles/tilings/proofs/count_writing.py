"""Certificates of counts: layers of states along a frontier of tiles, on squares and hexagons.

The count is that of tilings/counting.py without any deduction, since each would have to be checked:
tiles are taken column by column where a board has more columns than rows, else row by row. So it
meets more states than a count that deduces first.

The certificate is the states of each layer, in increasing order. A state is, for each edge of the
frontier in the order of their numbers, 0 where it is closed, else the number of its component, a
byte each; components are numbered as they appear, and how many there are stands before them (on
free graphs 0, and all are 1). count_checking.py, which shares no code with this file nor with the
counter, makes what follows from each and adds up.

Cost: the count, and sorting each layer. Size: a byte an edge of the frontier and state, before they
are compressed.
"""

from collections.abc import Callable, Mapping

import numpy as np

from cpstudy.core.clock import UNLIMITED
from cpstudy.core.errors import NotApplicable
from cpstudy.core.result import Budget, Stop
from cpstudy.frontier.diagram import keys_of
from cpstudy.frontier.engine import Sweep
from cpstudy.frontier.fields import Field
from cpstudy.frontier.layers import Layers
from cpstudy.puzzles.tilings.counting import Frontier, Plan
from cpstudy.puzzles.tilings.deduction import CLOSED, Knowledge
from cpstudy.puzzles.tilings.rules import Tiling

_MOST_EDGES = 250


def prove(puzzle: Tiling, write: Callable[[bytes], None]) -> int:
    """The number of solutions. write: gets the states of each layer.

    Raises NotApplicable where the frontier is too wide, or the states take too much memory.
    """
    k = Knowledge(puzzle)
    for edge, ends in enumerate(k.ends):
        if not all(puzzle.tiles[cell] for cell in ends):
            k.edge[edge] = CLOSED  # a hole is not a vertex
    cells = range(len(puzzle.tiles))
    wide = puzzle.columns > puzzle.rows
    order = sorted(cells, key=lambda cell: cell % puzzle.columns) if wide else cells
    plan = Plan(k, order, lasting=True)
    if max(map(len, plan.edges)) > _MOST_EDGES:
        raise NotApplicable(f"no proof: a frontier of more than {_MOST_EDGES} edges")
    sweep = Sweep(Frontier(plan), Budget(), UNLIMITED)
    for edges in sweep.along([{}, *plan.edges]):
        write(_layer(sweep.layers, edges))
    if sweep.stop is not Stop.DONE:
        raise NotApplicable(f"no proof: more than {sweep.memory} bytes of states")
    return sweep.number


def _layer(layers: Layers, edges: Mapping[int, tuple[Field, Field | None]]) -> bytes:
    keys = keys_of(layers)
    states = np.arange(len(keys))
    rows = np.zeros((len(keys), len(edges) + 1), np.uint8)
    names = np.zeros((len(keys), _MOST_EDGES + 6), np.uint8)
    for place, (bit, part) in enumerate(edges.values(), 1):
        is_open = (keys[:, bit.word] >> bit.shift & 1).astype(bool)
        if part is None:
            rows[:, place] = is_open
            continue
        number = keys[:, part.word] >> part.shift & ((1 << part.bits) - 1)
        new = is_open & (names[states, number] == 0)
        rows[new, 0] += 1
        names[new, number[new]] = rows[new, 0]
        rows[:, place] = names[states, number] * is_open
    return rows[np.lexsort(rows.T[::-1])].tobytes()
