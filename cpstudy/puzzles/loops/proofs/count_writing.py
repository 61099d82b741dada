"""Certificates of counts: the layers of states that the frontier count visits.

The count is the number of paths through a layered diagram: a layer per vertex, a node per state
of the frontier (``puzzles/loops/counting.py``), an arrow from one state to its successor. The
certificate lists the states, a layer at a time, in increasing order, each as the difference to the
previous one, in eight bytes, the least significant first. The arrows follow from the rules, so they
are not written. count_checking.py, which shares no code with this module or the counter, finds them
again, and adds up.

Cost: the count, and sorting each layer. Size: eight bytes per state before compression; it does
not depend on the number of solutions.
"""

from collections.abc import Callable

import numpy as np

from cpstudy.core.clock import UNLIMITED
from cpstudy.core.errors import NotApplicable
from cpstudy.core.native import array
from cpstudy.core.result import Budget, Stop
from cpstudy.frontier.engine import Sweep
from cpstudy.frontier.layers import Layers
from cpstudy.puzzles.loops.counting import board_of
from cpstudy.puzzles.loops.rules import Loops


def prove(puzzle: Loops, write: Callable[[bytes], None]) -> int:
    """The number of solutions. write: receives each layer, the differences in eight bytes each.

    Raises NotApplicable if the board is too wide, or the states take too much memory.
    """
    board = board_of(puzzle)
    sweep = Sweep(board, Budget(), UNLIMITED)
    for _ in sweep.along(range(board.steps + 1)):
        write(_layer(sweep.layers))
    if sweep.stop is not Stop.DONE:
        raise NotApplicable(f"no proof: more than {sweep.memory} bytes of states")
    return sweep.number


def _layer(layers: Layers) -> bytes:
    states = np.sort(array(layers.keys)[layers.half, : layers.now])
    return np.diff(states, prepend=0).astype("<i8").tobytes()
