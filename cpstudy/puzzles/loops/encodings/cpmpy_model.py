"""CPMpy: Slitherlink and Masyu, from the rules.

A Boolean per edge states that the loop runs there; at each vertex two edges are on it, or none.
There is one loop because its vertices are connected (encode/cpmpy_graph.py). The clues are written
as players know them, not by the patterns that other models read (rules.py: Group).

Size for v vertices and e edges: v + e Booleans, a constraint per clue, and those of the connection.
"""

from typing import Any

import cpmpy as cp

from cpstudy.encode.cpmpy_constraints import boolvars
from cpstudy.encode.cpmpy_graph import Connected
from cpstudy.encode.cpmpy_sessions import CpmpyModel
from cpstudy.puzzles.loops.rules import Loops
from cpstudy.puzzles.masyu.puzzle import WHITE

_STEPS = ((0, 1), (-1, 0), (0, -1), (1, 0))  # right, up, left, down, as in Lattice.sides


def declare(puzzle: Loops) -> CpmpyModel:
    """The model; its answer is 1 for each edge on the loop."""
    lattice = puzzle.lattice
    runs = boolvars(lattice.edges)
    passed = boolvars(lattice.vertices)
    model = cp.Model(cp.any(runs), Connected(passed, lattice.ends, runs))
    for vertex, incident in enumerate(lattice.incident):
        model += cp.sum([runs[edge] for edge in incident]) == 2 * passed[vertex]
    for cell in puzzle.clue_cells:
        if puzzle.on_faces:
            sides = lattice.around[cell]
            model += cp.sum([runs[edge] for edge in sides]) == puzzle.clues[cell]
        else:
            model += _pearl(puzzle, runs, cell)
    return CpmpyModel(model, runs)


def _pearl(puzzle: Loops, runs: list[Any], cell: int) -> list[Any]:
    """The rules of the loop at a pearl, in both directions."""
    here = divmod(cell, puzzle.columns)
    rules = [cp.sum([runs[edge] for edge in puzzle.lattice.incident[cell]]) == 2]
    for side in (0, 1):
        back = side + 2
        ahead, behind = _straight(puzzle, runs, here, side), _straight(puzzle, runs, here, back)
        one, other = _run(puzzle, runs, here, side), _run(puzzle, runs, here, back)
        if puzzle.clues[cell] == WHITE:
            rules += [one == other, ~cp.all([ahead, behind])]
        else:
            rules += [one != other, one.implies(ahead), other.implies(behind)]
    return rules


def _run(puzzle: Loops, runs: list[Any], place: tuple[int, int], side: int) -> Any:
    """Whether the loop leaves a cell by a side."""
    if not (0 <= place[0] < puzzle.rows and 0 <= place[1] < puzzle.columns):
        return cp.BoolVal(False)
    edge = puzzle.lattice.sides(*place)[side]
    return runs[edge] if edge >= 0 else cp.BoolVal(False)


def _straight(puzzle: Loops, runs: list[Any], place: tuple[int, int], side: int) -> Any:
    """Whether the loop leaves by a side and continues straight in the next cell."""
    beyond = place[0] + _STEPS[side][0], place[1] + _STEPS[side][1]
    return cp.all([_run(puzzle, runs, place, side), _run(puzzle, runs, beyond, side)])
