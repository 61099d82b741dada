"""Brute force: try the values 1 … N in every cell, cell by cell, by the rules alone.

It has no propagation and no order of cells and is plain Python: other methods are compared with it.
A value is rejected if a clue or an earlier cell of a unit has it; a cage is checked when its last
cell is filled. Cost: exponential in the empty cells; meant for boards of up to about 6 × 6.
"""

from cpstudy.core.clock import Clock
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.latin.rules import Latin, peers_of

# Values tried between two readings of the clock.
_PACE = 1000


def solve(puzzle: Latin, request: Request) -> Result:
    """Up to ``limit`` solutions (None: all). Counter: values tried."""
    clock = Clock(request.budget.seconds)
    n, peers, clues = puzzle.order**2, peers_of(puzzle.units), puzzle.clues
    before = [
        tuple(other for other in near if other < cell and not clues[other])
        for cell, near in enumerate(peers)
    ]
    refused = [{clues[other] for other in near} for near in peers]
    ending = {cage.cells[-1]: cage for cage in puzzle.cages}
    values = [0] * n
    solutions: list[bytes] = []
    tried = 0
    cell = 0
    stop = Stop.DONE
    while cell >= 0:
        if cell == n:
            solutions.append(bytes(values))
            if request.found is not None:
                request.found(solutions[-1])
            if len(solutions) == request.limit:
                stop = Stop.LIMIT
                break
            cell -= 1
            continue
        if tried % _PACE == 0 and clock.late:
            stop = Stop.TIME
            break
        if request.budget.iterations is not None and tried >= request.budget.iterations:
            stop = Stop.ITERATIONS
            break
        values[cell] += 1
        value = values[cell]
        if value > puzzle.order:
            values[cell] = 0
            cell -= 1
            continue
        tried += 1
        if clues[cell] not in (0, value) or value in refused[cell]:
            continue
        if any(values[other] == value for other in before[cell]):
            continue
        cage = ending.get(cell)
        if cage is None or cage.holds(tuple(values[c] for c in cage.cells)):
            cell += 1
    return Result(
        solutions=tuple(solutions),
        exhausted=stop is Stop.DONE,
        stop=stop,
        counters={"values": tried},
    )
