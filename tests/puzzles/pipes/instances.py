"""Random small boards of every variety for agreement tests: solvable, spoiled, arbitrary."""

import random
from collections.abc import Iterable
from dataclasses import replace

from cpstudy.puzzles.pipes.generating.mazes import board
from cpstudy.puzzles.pipes.puzzle import Pipes, turned
from cpstudy.puzzles.tilings.generating.algorithms import ALGORITHMS


def random_tree(rng: random.Random, rows: int, columns: int, wrap: bool, share: float) -> Pipes:
    """A board in solved position: a tree on some cells, the others empty; crosses may occur."""
    shape = Pipes(rows, columns, bytes(rows * columns), wrap)
    tiles = [0] * (rows * columns)
    reached = {rng.randrange(rows * columns)}
    wanted = max(1, round(share * rows * columns))
    border = [(tile, side) for tile in reached for side in range(4)]
    while border and len(reached) < wanted:
        tile, side = border.pop(rng.randrange(len(border)))
        other = shape.neighbour(tile, side)
        if other is None or other in reached:
            continue
        tiles[tile] |= 1 << side
        tiles[other] |= 1 << (side ^ 2)
        reached.add(other)
        border += [(other, further) for further in range(4)]
    return replace(shape, tiles=bytes(tiles))


def random_free(rng: random.Random, rows: int, columns: int, wrap: bool) -> Pipes:
    """A free graph in solved position: each edge is open with probability one half."""
    shape = Pipes(rows, columns, bytes(rows * columns), wrap, free=True)
    tiles = [0] * (rows * columns)
    for tile, side, other, _ in shape.edges():
        if rng.random() < 0.5:
            tiles[tile] |= 1 << side
            tiles[other] |= 1 << (side ^ 2)
    return replace(shape, tiles=bytes(tiles))


def with_barriers(rng: random.Random, solved: Pipes, share: float) -> Pipes:
    """The board with walls on some closed edges: its solved position stays a solution."""
    barriers = bytearray(len(solved.tiles))
    for tile, side, _, _ in solved.edges():
        if not solved.tiles[tile] >> side & 1 and rng.random() < share:
            barriers[tile] |= 1 if side == 0 else 2
    return replace(solved, barriers=bytes(barriers))


def shuffled(rng: random.Random, puzzle: Pipes) -> Pipes:
    return replace(puzzle, tiles=bytes(turned(t, rng.randrange(4)) for t in puzzle.tiles))


def random_board(rng: random.Random, largest: int = 4) -> Pipes:
    """A board of up to ``largest`` rows and columns; about half of these boards are solvable."""
    rows, columns = rng.randint(1, largest), rng.randint(1, largest)
    wrap = rng.random() < 0.35
    variety = rng.randrange(6)
    if variety == 0:
        size = rows * columns
        puzzle = Pipes(
            rows, columns, bytes(rng.choices(range(16), k=size)), wrap, rng.random() < 0.3
        )
    elif variety == 1:
        puzzle = random_free(rng, rows, columns, wrap)
    elif variety == 2:
        puzzle = random_tree(rng, rows, columns, wrap, rng.choice((0.5, 0.8, 1.0)))
    else:
        name = rng.choice(list(ALGORITHMS)[:5])
        solution, _ = board(name, rows, columns, rng.randrange(2**20), wrap=wrap)
        puzzle = Pipes(rows, columns, solution.tobytes(), wrap)
    if rng.random() < 0.3:
        puzzle = with_barriers(rng, puzzle, rng.choice((0.1, 0.5)))
    if rng.random() < 0.15:  # spoil the board: replace one tile by a random one
        place = rng.randrange(len(puzzle.tiles))
        tiles = bytearray(puzzle.tiles)
        tiles[place] = rng.randrange(16)
        puzzle = replace(puzzle, tiles=bytes(tiles))
    return shuffled(rng, puzzle) if rng.random() < 0.9 else puzzle


def by_shape(boards: Iterable[Pipes]) -> list[Pipes]:
    """The boards sorted by shape, so that solvers reuse the tables that they cache for a shape."""

    def shape(board: Pipes) -> tuple[object, ...]:
        occupied = bytes(map(bool, board.tiles))
        return board.rows, board.columns, board.wrap, board.free, board.barriers, occupied

    return sorted(boards, key=shape)
