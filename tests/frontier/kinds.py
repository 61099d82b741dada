"""Small boards of the kinds that have a frontier counter, with all their solutions."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from cpstudy import api
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.picross.puzzle import Picross
from tests.puzzles.edge_matching import instances as edge_matching
from tests.puzzles.edge_matching import oracle as edge_oracle
from tests.puzzles.latin import instances as latin
from tests.puzzles.latin import oracle as latin_oracle
from tests.puzzles.loops import instances as loops
from tests.puzzles.nurikabe import instances as nurikabe
from tests.puzzles.picross import instances as picross
from tests.puzzles.picross import oracle as picross_oracle
from tests.puzzles.pipes import instances as pipes
from tests.puzzles.pipes import oracle as pipes_oracle
from tests.puzzles.tilings import instances as tilings


@dataclass(frozen=True)
class Family:
    """The boards of one kind.

    draw: gives a small board. truth: gives its solutions by brute force; for edge matching, the
    sides of the placed pieces. larger: gives a board whose solutions the solver ``lists`` lists.
    """

    draw: Callable[[random.Random], Any]
    truth: Callable[[Any], set[Any]]
    larger: Callable[[random.Random], Any]
    lists: str


def _squares(puzzle: Any) -> set[bytes]:
    """Return the solutions of a Latin puzzle: all squares that keep the oracle's rules."""
    regions = tuple(unit.cells for unit in puzzle.units)
    return {
        bytes(square)
        for square in latin_oracle.squares_with(puzzle.order, regions)
        if latin_oracle.keeps_clues(square, puzzle.clues)
        and all(
            latin_oracle.gives([square[c] for c in cage.cells], cage.operation, cage.target)
            for cage in puzzle.cages
        )
    }


def _boards(puzzle: Any) -> set[Any]:
    found = edge_oracle.boards(
        puzzle.rows, puzzle.columns, puzzle.pieces, puzzle.framed, puzzle.fixed, puzzle.forbidden,
        puzzle.turning,
    )  # fmt: skip
    return {tuple(sides for _, sides in board) for board in found}


def _edge_puzzle(rng: random.Random) -> Any:
    drawing = np.random.default_rng(rng.randrange(2**31))
    rows, columns = rng.choice([(2, 2), (2, 3), (3, 2), (1, 4), (3, 3)])
    puzzle = edge_matching.drawn(rows, columns, drawing)
    if rng.random() < 0.3:
        puzzle = edge_matching.exchanged(puzzle, drawing)
    if rng.random() < 0.2 and rows * columns < 7:
        puzzle = edge_matching.unframed(rows, columns, drawing)
    return edge_matching.placed(puzzle, drawing) if rng.random() < 0.3 else puzzle


def _with_fewer_clues(
    rng: random.Random, kind: str, algorithm: str, size: Any, share: float
) -> Any:
    ((puzzle, _),) = api.generate(kind, algorithm, size, 1, rng.randrange(10**6))
    return puzzle.with_clues(bytes(c if rng.random() < share else 0 for c in puzzle.clues))


def _larger_loop(kind: str, rng: random.Random) -> Any:
    size = rng.choice([(5, 6), (6, 4), (4, 7), (7, 7)])
    ((puzzle, _),) = api.generate(kind, "regions", size, 1, rng.randrange(10**6))
    clues = (c if rng.random() < 0.8 else puzzle.no_clue for c in puzzle.clues)
    return type(puzzle)(puzzle.rows, puzzle.columns, tuple(clues))


def _larger_nurikabe(rng: random.Random) -> Any:
    size = rng.choice([(5, 6), (6, 4), (4, 7), (6, 6)])
    ((puzzle, _),) = api.generate("nurikabe", "islands", size, 1, rng.randrange(10**6))
    clues = (-1 if clue and rng.random() < 0.3 else clue for clue in puzzle.clues)
    return type(puzzle)(puzzle.rows, puzzle.columns, tuple(clues))


def _larger_picross(rng: random.Random) -> Any:
    rows, columns = rng.randint(5, 9), rng.randint(5, 9)
    picture = picross.random_picture(rng, rows, columns, rng.choice([1, 1, 2]))
    return Picross.of_picture(rows, columns, picture)


def _larger_edge_puzzle(rng: random.Random) -> Any:
    drawing = np.random.default_rng(rng.randrange(2**31))
    return edge_matching.drawn(*rng.choice([(3, 4), (4, 4), (4, 5)]), drawing)


def _larger_kenken(rng: random.Random) -> Any:
    algorithm, size = rng.choice(["cages", "products", "hidden"]), rng.choice([4, 5, 6])
    ((puzzle, _),) = api.generate("kenken", algorithm, size, 1, rng.randrange(10**6))
    return puzzle


def _larger_pipes(rng: random.Random) -> Any:
    """Return a maze, sometimes one that wraps or a free graph."""
    size = rng.choice([(5, 5), (6, 4), (4, 7), (6, 6)])
    name = rng.choice(("wilson", "prim", "depth-first"))
    options = {"wrap": rng.random() < 0.3}
    ((puzzle, _),) = api.generate("pipes", name, size, 1, rng.randrange(10**6), **options)
    return replace(puzzle, free=True) if rng.random() < 0.2 else puzzle


def _larger_hexpipes(rng: random.Random) -> Any:
    shape = HexPipes(4, 4, bytes(16), rng.random() < 0.3, rng.random() < 0.1)
    return tilings.turned_at_random(rng, tilings.random_tree(rng, shape, (), rng.random()))


FAMILIES = {
    "pipes": Family(pipes.random_board, pipes_oracle.all_solutions, _larger_pipes, "search"),
    "hexpipes": Family(
        partial(tilings.random_board, kind=HexPipes), tilings.truth, _larger_hexpipes, "search"
    ),
    **{
        name: Family(
            partial(loops.random_board, name=name), loops.truth, partial(_larger_loop, name), "cdcl"
        )
        for name in loops.KINDS
    },
    "nurikabe": Family(nurikabe.random_board, nurikabe.truth, _larger_nurikabe, "cdcl"),
    "picross": Family(
        picross.random_puzzle, picross_oracle.all_solutions, _larger_picross, "search"
    ),
    "kenken": Family(partial(latin.random_puzzle, kind="kenken"), _squares, _larger_kenken,
    "search"), "sudoku": Family(
        partial(latin.random_puzzle, kind="sudoku"), _squares,
        lambda rng: _with_fewer_clues(rng, "sudoku", "minimal", 6, 0.8), "search",
    ),
    "jigsaw": Family(
        partial(latin.random_puzzle, kind="jigsaw"), _squares,
        lambda rng: _with_fewer_clues(rng, "jigsaw", "minimal", 5, 0.7), "search",
    ),
    "edge_matching": Family(_edge_puzzle, _boards, _larger_edge_puzzle, "dfs"),
}  # fmt: skip
