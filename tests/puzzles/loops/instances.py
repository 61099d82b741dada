"""Small boards of Slitherlink and Masyu for tests, with every kind of verdict."""

from __future__ import annotations

import random
from itertools import product

from cpstudy.puzzles.loops.rules import Loops
from cpstudy.puzzles.masyu.puzzle import Masyu
from cpstudy.puzzles.slitherlink.puzzle import Slitherlink
from tests.puzzles.loops import oracle

KINDS: dict[str, type[Loops]] = {"slitherlink": Slitherlink, "masyu": Masyu}
SHAPES = {
    "slitherlink": ((1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 3)),
    "masyu": ((1, 1), (1, 5), (2, 2), (3, 3), (3, 4), (4, 4), (3, 5)),
}
VALUES = {"slitherlink": (-1, 0, 1, 2, 3), "masyu": (0, 1, 2)}


def truth(puzzle: Loops) -> set[bytes]:
    """All solutions, by brute force."""
    find = oracle.slitherlink if puzzle.kind == "slitherlink" else oracle.masyu
    return find(puzzle.rows, puzzle.columns, puzzle.clues)


def random_board(rng: random.Random, name: str) -> Loops:
    """A small board: most or few clues of a loop, perhaps one of them changed, or random clues."""
    kind = KINDS[name]
    rows, columns = rng.choice(SHAPES[name])
    empty = kind(rows, columns, (kind.no_clue,) * (rows * columns))
    loops = sorted(truth(empty))
    if not loops or rng.random() < 0.1:
        return kind(rows, columns, tuple(rng.choices(VALUES[name], k=rows * columns)))
    clues = list(kind.of_loop(rows, columns, rng.choice(loops)).clues)
    share = rng.choice((0.2, 0.5, 0.8, 1.0))
    clues = [clue if rng.random() < share else kind.no_clue for clue in clues]
    if rng.random() < 0.3:
        clues[rng.randrange(len(clues))] = rng.choice(VALUES[name])
    return kind(rows, columns, tuple(clues))


def every_board(name: str, rows: int, columns: int) -> list[Loops]:
    """The boards with all clue sets of a shape."""
    return [KINDS[name](rows, columns, c) for c in product(VALUES[name], repeat=rows * columns)]
