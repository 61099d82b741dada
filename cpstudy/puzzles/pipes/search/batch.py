"""Many boards of one shape in one call: arrays in, verdicts and checked witnesses out.

It serves programs that make or measure puzzles by the thousand: it makes no Python object per
board. The engine is :mod:`.engine`; the compiled checker checks every witness before it is
returned. Cost: that of the search plus a tenth; chunks run in threads, since kernels release the
interpreter's lock. Limits: a board that exceeds the node budget is unknown;
``solve`` has a second method for those.
"""

import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from cpstudy.core import wording
from cpstudy.core.batches import Decisions
from cpstudy.core.errors import InputError
from cpstudy.core.native import array, view
from cpstudy.core.result import Result, Verdict
from cpstudy.core.solving import WrongAnswerError
from cpstudy.puzzles.pipes.board.neighbours import closed_sides
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.search.engine import (
    MANY,
    NONE,
    UNIQUE,
    UNKNOWN,
    decide_each,
    work_on,
)

VERDICTS = {
    NONE: Verdict.NONE,
    UNIQUE: Verdict.UNIQUE,
    MANY: Verdict.MANY,
    UNKNOWN: Verdict.UNKNOWN,
}

# Boards per task: some milliseconds of work at 10×10.
_CHUNK = 256

# The nodes that a board gets: the minimum, and per tile.
_NODES, _NODES_A_TILE = 100_000, 10


def decide_boards(
    tiles: npt.ArrayLike,
    rows: int,
    columns: int,
    *,
    wrap: bool = False,
    free: bool = False,
    barriers: npt.ArrayLike | None = None,
    nodes: int | None = None,
    jobs: int | None = None,
) -> Decisions:
    """Decide all boards of ``tiles`` (uint8[count, rows*columns] or uint8[count, rows, columns]).

    barriers: None, or as ``Pipes.barriers`` for each board, same shape as tiles. nodes: budget for
    one board, by default 100,000, and ten a tile from 10,000 tiles on. jobs: threads, by default
    one a core. Raises InputError for invalid shapes or values, WrongAnswerError (with the
    board's text form) if a witness breaks a rule.
    """
    boards = _as_boards(tiles, rows, columns, 15, "tiles")
    walls = None if barriers is None else _as_boards(barriers, rows, columns, 3, "barriers")
    if walls is not None and len(walls) != len(boards):
        raise InputError(f"{len(walls)} boards of barriers for {len(boards)} boards of tiles")
    count, n = boards.shape
    tree = not free
    most = max(_NODES, _NODES_A_TILE * n) if nodes is None else nodes
    result = Decisions.of(count, n)

    def decide_chunk(chunk: slice) -> None:
        w = work_on(rows, columns, wrap)
        within = boards[:1, :0] if walls is None else walls[chunk]
        closed = np.atleast_2d(closed_sides(array(w.neighbours), within, tree))
        outcome = result.verdicts[chunk], result.witnesses[chunk], result.nodes[chunk]
        wrong = decide_each(
            w, view(boards[chunk]), view(closed), tree, most, *(view(each) for each in outcome)
        )
        if wrong >= 0:
            board = chunk.start + wrong
            wall = b"" if walls is None else walls[board].tobytes()
            puzzle = Pipes(rows, columns, boards[board].tobytes(), wrap, free, wall)
            raise WrongAnswerError(f"search: a witness breaks a rule of {puzzle.encode()}")

    workers = jobs or os.cpu_count() or 1
    chunks = list(_chunks(count, max(1, min(_CHUNK, -(-count // workers)))))
    if workers == 1 or len(chunks) <= 1:
        for chunk in chunks:
            decide_chunk(chunk)
    else:
        with ThreadPoolExecutor(workers) as pool:
            for _ in pool.map(decide_chunk, chunks):
                pass
    return result


def _chunks(count: int, size: int) -> Iterator[slice]:
    for start in range(0, count, size):
        yield slice(start, min(start + size, count))


def _as_boards(
    values: npt.ArrayLike, rows: int, columns: int, largest: int, name: str
) -> npt.NDArray[np.uint8]:
    given = np.asarray(values)
    if given.ndim == 3 and given.shape[1:] == (rows, columns):
        given = given.reshape(len(given), rows * columns)
    if rows < 1 or columns < 1 or given.ndim != 2 or given.shape[1] != rows * columns:
        raise InputError(f"{name} of shape {given.shape} for boards of {columns}x{rows}")
    if given.size and (given.min() < 0 or given.max() > largest):
        board, tile = (int(i) for i in np.argwhere((given < 0) | (given > largest))[0])
        place = wording.place(divmod(tile, columns))
        raise InputError(
            f"{name} of board {board}, {place}: {given[board, tile]} not in 0…{largest}"
        )
    return np.ascontiguousarray(given, np.uint8)


def solve_batch(puzzles: Sequence[Pipes]) -> list[Result | None]:
    """The result of ``search.solve`` for each puzzle, with two witnesses and no budget.

    Boards of one shape are decided together. The result is None for a board that needs more nodes
    than a batch gives it.
    """
    by_shape: dict[tuple[int, int, bool, bool], list[int]] = defaultdict(list)
    for place, puzzle in enumerate(puzzles):
        by_shape[puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.free].append(place)
    results: list[Result | None] = [None] * len(puzzles)
    for (rows, columns, wrap, free), places in by_shape.items():
        n = rows * columns
        group = [puzzles[place] for place in places]
        tiles = np.frombuffer(b"".join(puzzle.tiles for puzzle in group), np.uint8)
        barriers = None
        if any(puzzle.barriers for puzzle in group):
            walls = b"".join(puzzle.barriers or bytes(n) for puzzle in group)
            barriers = np.frombuffer(walls, np.uint8).reshape(-1, n)
        decisions = decide_boards(
            tiles.reshape(-1, n), rows, columns, wrap=wrap, free=free, barriers=barriers, jobs=1
        )
        for place, decided in zip(places, decisions.results(), strict=True):
            results[place] = decided
    return results
