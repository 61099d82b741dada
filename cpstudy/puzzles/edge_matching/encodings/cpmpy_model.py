"""CPMpy: edge matching, from the rules.

An integer for the colour of each edge, also of those at the border, so sides that touch match. A
table a cell pairs the kind of piece that lies there with the colours of the cell's edges, in the
turns that the frame allows; identical pieces are one kind, which lies as often as it has copies.
Two answers differ as pictures. An anchor (symmetry.py) is kept in one part of the board.

Size for n pieces: n integers and tables of up to 4n rows, a count a kind, 2n edges.
"""

from collections import Counter
from typing import Any

import cpmpy as cp

from cpstudy.encode.cpmpy_constraints import table
from cpstudy.encode.cpmpy_sessions import CpmpyModel
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching
from cpstudy.puzzles.edge_matching.symmetry import anchor, turns_on


def declare(puzzle: EdgeMatching) -> CpmpyModel:
    """The model; its answer are the colours of each cell's sides: top, right, bottom, left."""
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
    """For each cell the colours of its four edges, of which it shares some with its neighbours."""
    most = max(max(piece) for piece in puzzle.pieces)
    sides: list[list[Any]] = [[None] * 4 for _ in puzzle.pieces]
    for cell, side, other in puzzle.edges():
        sides[cell][side] = sides[other][(side + 2) % 4] = cp.intvar(0, most)
    return [[cp.intvar(0, most) if edge is None else edge for edge in cell] for cell in sides]
