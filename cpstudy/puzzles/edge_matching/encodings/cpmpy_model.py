"""CPMpy: the rules of edge matching.

Each edge has an integer variable for its colour, also at the border, so sides that touch match. A
table constraint for each cell pairs the kind of its piece with the colours of its edges, in the
orientations that the frame allows. Identical pieces are one kind, which occurs as often as it has
copies. Different answers are different pictures. An anchor (symmetry.py) stays in one part of the
board.

Size for n pieces: n integers and tables of up to 4n rows, a count for each kind, 2n edges.
"""

from collections import Counter
from typing import Any

import cpmpy as cp

from cpstudy.encode.cpmpy_constraints import table
from cpstudy.encode.cpmpy_sessions import CpmpyModel
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching
from cpstudy.puzzles.edge_matching.symmetry import anchor, turns_on


def declare(puzzle: EdgeMatching) -> CpmpyModel:
    """Return the model; an answer lists the colours of each cell: top, right, bottom, left."""
    kept = anchor(puzzle)
    copies = Counter(map(puzzle.look, puzzle.pieces))
    sides = _edges(puzzle)
    kinds = [cp.intvar(0, len(copies) - 1) for _ in puzzle.pieces]
    model = cp.Model()
    for cell, kind in enumerate(kinds):
        rows = [
            (number, *lying)
            for number, piece in enumerate(copies)
            for lying in turns_on(puzzle, cell, piece, kept)
        ]
        model += table([kind, *sides[cell]], rows)
    if len(copies) == len(kinds):
        model += cp.AllDifferent(kinds)
    else:
        model += [cp.Count(kinds, number) == copies[kind] for number, kind in enumerate(copies)]
    return CpmpyModel(model, [colour for cell in sides for colour in cell])


def _edges(puzzle: EdgeMatching) -> list[list[Any]]:
    """Return for each cell the variables of its four edges; neighbours share one."""
    most = max(max(piece) for piece in puzzle.pieces)
    sides: list[list[Any]] = [[None] * 4 for _ in puzzle.pieces]
    for cell, side, other in puzzle.edges():
        sides[cell][side] = sides[other][(side + 2) % 4] = cp.intvar(0, most)
    return [[cp.intvar(0, most) if edge is None else edge for edge in cell] for cell in sides]
