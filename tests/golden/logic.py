"""Golden rows of the logic kinds: their methods, and how their puzzles are drawn.

The searches of Picross, Nurikabe and the loop kinds may become faster in any release, so their rows
record only verdicts and solutions, not the effort.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cpstudy import Budget, api
from tests.golden.methods import Method, generated, graded

# The limits of one search: nodes, states of an exploration of partial boards, listed solutions.
NODES = Budget(iterations=20_000)
STATES = Budget(iterations=300)
LISTED = 30


def _digest(shown: list[str]) -> str:
    return hashlib.sha256("\n".join(shown).encode()).hexdigest()[:8]


def deciding(limit: int) -> Method:
    """Return the method of value search; its solutions are hashed in the order of the search."""

    def values(board: Any) -> tuple[Any, ...]:
        result = api.solve(board, "search", budget=NODES, limit=limit)
        shown = [*map(board.encode_solution, result.solutions)]
        return str(result.verdict), str(result.stop), result.counters["nodes"], _digest(shown)

    name = "search" if limit == 2 else f"search-of-{limit}"
    return Method(name, ("verdict", "stop", "nodes", "solutions"), values)


def listing(solver: str) -> Method:
    """Return the method of a learning solver: its verdict, and number and hash of all solutions.

    Both are None if not all solutions were found.
    """

    def values(board: Any) -> tuple[Any, ...]:
        result = api.solve(board, solver, limit=LISTED)
        if not result.exhausted:
            return str(result.verdict), None, None
        shown = sorted(map(board.encode_solution, result.solutions))
        return str(result.verdict), len(shown), _digest(shown)

    return Method(solver, ("verdict", "number", "solutions"), values)


def _deduced(board: Any) -> tuple[Any, ...]:
    result = api.solve(board, "deduce")
    return str(result.verdict), str(result.stop), result.counters["steps"]


def stepping(solver: str) -> Method:
    """Return the method of a solver with explicit states."""

    def values(board: Any) -> tuple[Any, ...]:
        result = api.solve(board, solver, budget=STATES)
        return str(result.verdict), str(result.stop), result.counters["states"], result.count

    return Method(solver, ("verdict", "stop", "states", "count"), values, tenth=True)


DEDUCED = Method("deduce", ("verdict", "stop", "steps"), _deduced)
STEPS = stepping("explore:bfs"), stepping("explore:dfs")

METHODS: dict[str, tuple[Method, ...]] = {
    **{
        kind: (deciding(2), deciding(LISTED), DEDUCED, graded(kind), *STEPS)
        for kind in ("sudoku", "jigsaw", "kenken")
    },
    **{
        kind: (listing("portfolio"), listing("cdcl"), DEDUCED, graded(kind), *STEPS)
        for kind in ("picross", "nurikabe")
    },
    **{
        kind: (listing("portfolio"), listing("cdcl"), DEDUCED, graded(kind))
        for kind in ("slitherlink", "masyu")
    },
}


# -- puzzles -------------------------------------------------------------------------------------


def _drawing(kind: str, algorithms: tuple[str, ...]) -> Callable[[random.Random, int], str]:
    """Return a draw: small boards of every sort, or generated ones, most with changes.

    Changes are to clues or cages.
    """

    def draw(rng: random.Random, index: int) -> str:
        from tests.puzzles.latin.instances import random_kenken, random_puzzle
        from tests.puzzles.latin.test_larger import changed

        turn, variety = divmod(index, 4)
        if variety == 0:
            order = 3 + turn % 2
            board = random_kenken(rng, order) if kind == "kenken" else random_puzzle(rng, kind)
            return board.encode()
        largest = 5 if kind == "kenken" else 9
        size = largest if index % 10 == 1 else rng.choice((3, 4) if kind == "kenken" else (4, 6))
        algorithm = algorithms[turn % len(algorithms)]
        text = generated(kind, algorithm, size, rng)
        if variety == 1:
            return text
        board = api.puzzle(kind, text)
        (solution,) = api.solve(board, "search").solutions
        for _ in range(variety - 1):
            board = changed(board, solution, rng)
        return board.encode()

    return draw


def draw_picross(rng: random.Random, index: int) -> str:
    """Return a small puzzle of any sort, or a picture of up to 7x7, sometimes with a wrong clue."""
    from tests.puzzles.picross.instances import random_picture, random_puzzle

    if index % 3 == 0:
        return random_puzzle(rng).encode()
    size = rng.randint(3, 7), rng.randint(3, 7)
    if index % 3 == 1:
        algorithm = ("blobs", "noise", "mirrored", "coloured")[index % 4]
        return generated("picross", algorithm, size, rng)
    from cpstudy.puzzles.picross.puzzle import Picross

    pictures = [random_picture(rng, *size, 1) for _ in range(2)]
    one, other = (Picross.of_picture(*size, picture) for picture in pictures)
    if rng.random() < 0.5:
        return one.encode()
    return replace(one, row_clues=(*one.row_clues[:-1], other.row_clues[-1])).encode()


def draw_nurikabe(rng: random.Random, index: int) -> str:
    """Return a small board of any sort, or a generated one, a third with one number changed."""
    from cpstudy.puzzles.nurikabe.puzzle import Nurikabe
    from tests.puzzles.nurikabe.instances import SHAPES, random_board

    if index % 2:
        return random_board(rng, rng.choice(SHAPES[:-1])).encode()
    size = rng.randint(3, 6), rng.randint(3, 6)
    text = generated("nurikabe", "islands", size, rng, unique=index % 8 == 0)
    if index % 6:
        return text
    board = Nurikabe.decode(text)
    clues = list(board.clues)
    clues[rng.choice(board.clue_cells)] = rng.choice((-1, 1, 2, 3, 4, 5))
    return replace(board, clues=tuple(clues)).encode()


def _drawing_loops(kind: str) -> Callable[[random.Random, int], str]:
    """Return a draw: small boards of every sort, or generated ones, a third with a changed clue."""

    def draw(rng: random.Random, index: int) -> str:
        from tests.puzzles.loops.instances import VALUES, random_board

        if index % 2:
            return random_board(rng, kind).encode()
        size = rng.randint(4, 6), rng.randint(4, 6)
        text = generated(kind, "regions", size, rng, unique=index % 8 == 0)
        if index % 6:
            return text
        board = api.puzzle(kind, text)
        clues = list(board.clues)
        clues[rng.randrange(len(clues))] = rng.choice(VALUES[kind])
        return replace(board, clues=tuple(clues)).encode()

    return draw


DRAWS: dict[str, Callable[[random.Random, int], str]] = {
    "sudoku": _drawing("sudoku", ("minimal", "symmetric")),
    "jigsaw": _drawing("jigsaw", ("minimal", "symmetric")),
    "kenken": _drawing("kenken", ("cages", "products", "hidden")),
    "picross": draw_picross,
    "nurikabe": draw_nurikabe,
    "slitherlink": _drawing_loops("slitherlink"),
    "masyu": _drawing_loops("masyu"),
}
