"""CPMpy: the rules of Pipes on any tiling.

A Boolean for each edge says that both sides which meet there are open, so they need no constraint
to match. A table constraint for each tile pairs its orientation with its edges; it omits
orientations that open a wall. The open edges form a tree on the tiles that are not holes: a forest
whose only root is the tile in the middle.

Size for n tiles of s sides and e edges: n integers and tables of at most s rows; e Booleans; the
forest of encode/cpmpy_constraints.py.
"""

from typing import Any

import cpmpy as cp

from cpstudy.encode.cpmpy_constraints import boolvars, forest, table
from cpstudy.encode.cpmpy_sessions import CpmpyModel
from cpstudy.puzzles.tilings.edges import edge_table, longest_path
from cpstudy.puzzles.tilings.rules import Tiling


def declare(puzzle: Tiling) -> CpmpyModel:
    """Return the model; its answer is the orientation of each tile."""
    board = edge_table(puzzle)
    is_open = boolvars(len(board.ends))
    lies = [
        cp.intvar(0, max(turns)) for turns in map(puzzle.orientations.__getitem__, puzzle.tiles)
    ]
    model = cp.Model()
    for tile, orientation, edges in zip(puzzle.tiles, lies, board.sides.tolist(), strict=True):
        rows = filter(None, (_row(turn, edges) for turn in puzzle.orientations[tile]))
        meant = [orientation, *(is_open[edge] for edge in sorted(set(edges) - {-1}))]
        model += table(meant, rows)
    if not puzzle.free:
        model += _tree(puzzle, board.ends.tolist(), is_open)
    return CpmpyModel(model, lies)


def _row(turn: int, edges: list[int]) -> list[int]:
    """Return the orientation and its edges, open or not, in order; [] on a contradiction.

    A wall is edge -1. On boards that wrap, two sides of a cell may be one edge.
    """
    opened: dict[int, int] = {}
    for side, edge in enumerate(edges):
        bit = turn >> side & 1
        if opened.setdefault(edge, bit if edge >= 0 else 0) != bit:
            return []
    return [turn, *(opened[edge] for edge in sorted(opened) if edge >= 0)]


def _tree(puzzle: Tiling, ends: list[list[int]], is_open: list[Any]) -> list[Any]:
    """Return the constraints that the tiles that are not holes and the open edges are a tree."""
    vertices = [bool(tile) for tile in puzzle.tiles]
    roots = [tile and cell == puzzle.root for cell, tile in enumerate(vertices)]
    proper = [edge for edge, (a, b) in enumerate(ends) if a != b]
    pairs = [(ends[edge][0], ends[edge][1]) for edge in proper]
    rules, directed = forest(vertices, roots, pairs, longest_path(puzzle))
    rules += [is_open[edge] == cp.sum(arcs) for edge, arcs in zip(proper, directed, strict=True)]
    rules += [~is_open[edge] for edge, (a, b) in enumerate(ends) if a == b]
    return rules
