"""Small random edge-matching puzzles for tests, and the public instances."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from cpstudy.core.solving import solve
from cpstudy.puzzles.edge_matching.formats.pieces import read_pieces
from cpstudy.puzzles.edge_matching.generating.colours import batch, puzzle_of, puzzles
from cpstudy.puzzles.edge_matching.generating.expectation import inner_edges, outer_edges
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Place
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from tests.cases import cases_dir

CASES = cases_dir("edge_matching")
needs_cases = pytest.mark.skipif(CASES is None, reason="the public instances are not here")


# A 2x2 puzzle with one solution up to rotation, SOLVED; checked by hand.
SMALL = EdgeMatching(2, 2, ((0, 1, 2, 0), (0, 0, 3, 1), (2, 4, 0, 0), (3, 0, 0, 4)))


SOLVED = ((0, 0), (1, 0), (2, 0), (3, 0))


SHAPES = ((1, 1), (1, 2), (1, 3), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3))


PLACING = [name for name, solver in SOLVERS.items() if solver.counter == "placements"]


def drawn(rows: int, columns: int, rng: np.random.Generator) -> EdgeMatching:
    """A framed puzzle with a solution and a random number of colours."""
    outer, inner = (
        int(rng.integers(1, edges + 1)) if edges else 0
        for edges in (outer_edges(rows, columns), inner_edges(rows, columns))
    )
    pieces, _ = batch(rows, columns, inner, outer, 1, int(rng.integers(2**31)))
    return puzzle_of(pieces[0], rows, columns)


def exchanged(puzzle: EdgeMatching, rng: np.random.Generator) -> EdgeMatching:
    """The puzzle with the sides of one piece, except the frame, recoloured at random."""
    pieces = list(puzzle.pieces)
    place = int(rng.integers(len(pieces)))
    highest = max(max(piece) for piece in pieces)
    pieces[place] = tuple(  # type: ignore[assignment]
        colour if colour == 0 else int(rng.integers(1, highest + 1)) for colour in pieces[place]
    )
    return EdgeMatching(puzzle.rows, puzzle.columns, tuple(pieces), puzzle.framed)


def unframed(rows: int, columns: int, rng: np.random.Generator) -> EdgeMatching:
    """Random unframed pieces with few colours, fewer on small boards; solvable or not."""
    cells = rows * columns
    colours = int(rng.integers(1, 4)) if cells <= 4 else 6 if cells == 9 else 4
    pieces = rng.integers(0, colours, (cells, 4)).tolist()
    return EdgeMatching(rows, columns, tuple(map(tuple, pieces)), framed=False)


def placed(puzzle: EdgeMatching, rng: np.random.Generator) -> EdgeMatching:
    """The puzzle with random fixed and forbidden places, often those of a solution.

    Sometimes its pieces may not be turned.
    """
    found = solve(puzzle, SOLVERS["dfs"], limit=1).solutions
    lying = found[0] if found else [(int(p), 0) for p in rng.permutation(len(puzzle.pieces))]
    if rng.random() < 0.4:  # turn the pieces as in the solution, and shuffle their order
        picture = puzzle.picture(lying)
        order = rng.permutation(len(picture))
        lying = [(int(p), 0) for p in np.argsort(order)]
        puzzle = replace(puzzle, pieces=tuple(picture[i] for i in order), turning=False)
    places = []
    for cell in rng.permutation(len(lying))[: rng.integers(0, 1 + min(3, len(lying)))]:
        piece, quarters = lying[cell]
        if rng.random() < 0.1 and puzzle.turning:
            quarters = (quarters + 1) % 4
        places.append(Place(piece, int(cell), None if rng.random() < 0.5 else quarters))
    number = int(rng.integers(0, 4))
    away = rng.integers(0, len(lying), (number, 2)).tolist()
    forbidden = [Place(p, cell, None if rng.random() < 0.7 else 0) for p, cell in away]
    return replace(puzzle, fixed=tuple(places), forbidden=tuple(forbidden))


def random_puzzle(rng: random.Random, largest: int = 5) -> EdgeMatching:
    """A random puzzle: framed or unframed, two-set or one-set, solvable or with a piece doubled."""
    rows, columns = rng.randint(1, largest), rng.randint(1, largest)
    if rows * columns == 1:
        columns = 2
    inner, outer = inner_edges(rows, columns), outer_edges(rows, columns)
    if rng.random() < 0.2:
        numbers = rng.randint(1, min(inner + outer, 8)), 0
    else:
        numbers = (rng.randint(1, min(inner, 7)) if inner else 0), rng.randint(1, min(outer, 5))
    ((puzzle, _),) = puzzles(rows, columns, *numbers, 1, rng.randrange(10**6))
    pieces = list(puzzle.pieces)
    if rng.random() < 0.3:
        pieces[rng.randrange(len(pieces))] = pieces[rng.randrange(len(pieces))]
    return EdgeMatching(rows, columns, tuple(pieces), framed=rng.random() > 0.15)


def instance(name: str) -> EdgeMatching:
    assert CASES is not None
    with (CASES / f"{name}.txt").open() as lines:
        (item,) = read_pieces(lines)
    assert isinstance(item.puzzle, EdgeMatching)
    return item.puzzle
