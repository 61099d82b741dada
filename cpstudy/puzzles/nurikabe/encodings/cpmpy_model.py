"""CPMpy model of Nurikabe, made from the rules.

Every cell has an owner: the sea, 0, or an island, numbered by its clue. Adjacent land cells have
the same owner, the size of an island is its clue, and no 2×2 square is sea. Islands and sea are
connected: a forest over adjacent cells of one colour, whose roots are the clues and at most one
cell of the sea (encode/cpmpy_constraints.py).

Size for n cells: n integers and n Booleans, one count an island, the forest.
"""

from typing import Any

import cpmpy as cp

from cpstudy.encode.cpmpy_constraints import boolvars, forest
from cpstudy.encode.cpmpy_sessions import CpmpyModel
from cpstudy.puzzles.nurikabe.encodings.forest import Forest
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, NO_CLUE, Nurikabe


def declare(puzzle: Nurikabe) -> CpmpyModel:
    """The model; its solution is 1 for each cell of the sea."""
    sea = boolvars(len(puzzle.clues))
    reach = Forest(puzzle)
    owner = [cp.intvar(0, len(puzzle.clue_cells)) for _ in sea]
    model = cp.Model()
    for cell, islands in enumerate(reach.owners):
        model += sea[cell] == (owner[cell] == 0)
        model += cp.InDomain(owner[cell], [0, *(island + 1 for island in islands)])
    for island, cell in enumerate(puzzle.clue_cells):
        model += owner[cell] == island + 1
        if puzzle.clues[cell] != ANY_SIZE:
            model += cp.Count(owner, island + 1) == puzzle.clues[cell]
    for a, b in reach.pairs:
        model += sea[a] | sea[b] | (owner[a] == owner[b])
    for square in puzzle.squares:
        model += ~cp.all([sea[cell] for cell in square])
    model += _connected(puzzle, reach, sea)
    return CpmpyModel(model, sea)


def _connected(puzzle: Nurikabe, reach: Forest, sea: list[Any]) -> list[Any]:
    """Connect each island to its clue, and the sea to one of its cells."""
    roots: list[Any] = [True if clue != NO_CLUE else cp.boolvar() for clue in puzzle.clues]
    at_sea = [cell for cell, clue in enumerate(puzzle.clues) if clue == NO_CLUE]
    rules, ways = forest([True] * len(sea), roots, reach.pairs, len(sea) - 1)
    for (a, b), arcs in zip(reach.pairs, ways, strict=True):
        rules.append(cp.any(arcs).implies(sea[a] == sea[b]))
    rules += [roots[cell].implies(sea[cell]) for cell in at_sea]
    rules.append(cp.sum([roots[cell] for cell in at_sea]) <= 1)
    return rules
