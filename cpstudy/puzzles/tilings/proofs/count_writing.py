"""Write certificates of counts: the findings of deduction, and layers of states along a frontier.

The count is that of tilings/counting.py. The certificate consists of

1. the *findings* of deduction in their order, four bytes each: 256 times the tile, plus either (for
   a known edge) 128, 8 if it is open, and the side, or a bit for each remaining orientation of the
   tile (orientations in increasing order);
2. the *order* of the tiles with unknown edges, four bytes each: by lines or by growth (orders.py),
   whichever has the fewest states;
3. the states before the first of these tiles and after each, in increasing order. A state is one
   byte each: the number of parts; whether the edges of the frontier are open, in the order of their
   first sides; the part of each class of tiles that has edges behind and before the frontier, in
   the order of their first tiles. Parts are numbered in order of appearance. Free graphs have no
   classes.

If findings contradict each other, the certificate ends after them. count_checking.py, which shares
no code with this file or with the counter, checks each finding by itself, computes the successors
of each state and adds up.

Cost: the deduction in plain Python, at most four counts, and sorting each layer. Size: four bytes
per finding, one byte per edge and state, before compression. Boards that deduction solves have no
states.
"""

from collections.abc import Callable, Iterator
from itertools import chain

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import UNLIMITED
from cpstudy.core.errors import NotApplicable
from cpstudy.core.result import UNBOUNDED, Budget, Stop
from cpstudy.frontier.diagram import keys_of
from cpstudy.frontier.engine import Sweep
from cpstudy.frontier.fields import Field
from cpstudy.frontier.layers import Layers
from cpstudy.puzzles.tilings.counting import Frontier, Plan
from cpstudy.puzzles.tilings.deduction import LOOKAHEAD, OPEN, Deduction, Knowledge
from cpstudy.puzzles.tilings.orders import by_growth, by_lines
from cpstudy.puzzles.tilings.rules import Tiling

_MOST_PARTS = 250


def prove(puzzle: Tiling, write: Callable[[bytes], None]) -> int:
    """Write the findings, the order, and the states of each layer; return the number of solutions.

    Raises NotApplicable if the frontier is too wide, or the states take too much memory.
    """
    deduction = Deduction(puzzle)
    deduction.run(LOOKAHEAD - 1)
    k = deduction.knowledge
    write(np.array([*_findings(k)], "<i4").tobytes())
    if deduction.wrong is not None:
        return 0
    plan = _narrowest(k)
    write(np.array(plan.order, "<i4").tobytes())
    if plan.width > _MOST_PARTS:
        raise NotApplicable(f"no proof: a frontier of more than {_MOST_PARTS} classes")
    half: dict[int, int] = {}  # by edge
    for number, edge in enumerate(chain.from_iterable(k.sides)):
        half.setdefault(edge, number)
    first = {label: min(k.members[label]) for label in set(k.label)}
    sweep = Sweep(Frontier(plan), Budget(), UNLIMITED)
    for edges, vertices in sweep.along([({}, {}), *plan.fields]):
        bits = [edges[edge] for edge in sorted(edges, key=half.__getitem__)]
        parts = [vertices[vertex] for vertex in sorted(vertices, key=first.__getitem__)]
        write(_layer(sweep.layers, bits, parts))
    if sweep.stop is not Stop.DONE:
        raise NotApplicable(f"no proof: more than {sweep.memory} bytes of states")
    return sweep.number


def _narrowest(k: Knowledge) -> Plan:
    """Return the order with the fewest states; each is counted up to the best number so far."""
    best, least = None, UNBOUNDED
    for order in (by_growth(k), by_growth(k, backwards=True), by_lines(k)):
        plan = Plan(k, order)
        sweep = Sweep(Frontier(plan), Budget(iterations=least), UNLIMITED)
        stop = sweep.run()
        if best is None or (stop is Stop.DONE and sweep.layers.expanded < least):
            best, least = plan, sweep.layers.expanded
    assert best is not None
    return best


def _findings(k: Knowledge) -> Iterator[int]:
    for _, finding, _ in k.steps:
        cell = finding.cell
        if finding.side >= 0:
            yield cell << 8 | 128 | (finding.value == OPEN) << 3 | finding.side
        else:
            orientations = k.puzzle.orientations[k.puzzle.tiles[cell]]
            yield cell << 8 | sum(
                (orientation in finding.orientations) << i
                for i, orientation in enumerate(orientations)
            )


def _layer(layers: Layers, bits: list[Field], parts: list[Field]) -> bytes:
    keys = keys_of(layers)

    def held(field: Field) -> npt.NDArray[np.int64]:
        return keys[:, field.word] >> field.shift & ((1 << field.bits) - 1)

    states = np.arange(len(keys))
    rows = np.zeros((len(keys), 1 + len(bits) + len(parts)), np.uint8)
    for place, field in enumerate(bits, 1):
        rows[:, place] = held(field)
    names = np.full((len(keys), _MOST_PARTS + 6), -1, np.int64)
    for place, field in enumerate(parts, 1 + len(bits)):
        number = held(field)
        new = names[states, number] < 0
        names[new, number[new]] = rows[new, 0]
        rows[new, 0] += 1
        rows[:, place] = names[states, number]
    return rows[np.lexsort(rows.T[::-1])].tobytes()
