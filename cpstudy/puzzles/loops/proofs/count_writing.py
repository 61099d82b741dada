"""Certificates of counts: the layers of states that counting along the frontier met.

The count is the number of ways through a layered diagram: a layer a vertex, a state a way the
frontier may look (``puzzles/loops/counting.py``), an arrow where one state leads to another. The
certificate is the states, a layer at a time, in increasing order, each as the difference to the one
before it, in eight bytes, the least first; the arrows follow from the rules, so they are not
written. count_checking.py, which shares no code with this file nor with the counter, finds them
again, and adds up.

Cost: the count, and sorting each layer. Size: eight bytes a state before they are compressed; the
number of solutions plays no part.
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
    """The number of solutions. write: gets each layer, the states as differences in eight bytes.

    Raises NotApplicable where the board is too wide, or the states take too much memory.
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
