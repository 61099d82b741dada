"""Small boards whose solution is a tree, all their solutions, and searches started on them."""

import random
from collections.abc import Iterator
from dataclasses import replace

import networkx as nx
import numpy as np

from cpstudy.core.native import array, view
from cpstudy.puzzles.pipes.board.neighbours import closed_sides
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.search.engine import work_on
from cpstudy.puzzles.pipes.search.nearby_solution import Near
from cpstudy.puzzles.pipes.search.rooted import root
from cpstudy.puzzles.tilings.search.engine import start
from cpstudy.puzzles.tilings.search.state import Work
from tests.puzzles.pipes.instances import random_tree, with_barriers
from tests.puzzles.pipes.oracle import all_solutions


def solved_boards(seed: int, count: int, largest: int = 4) -> Iterator[tuple[Pipes, set[bytes]]]:
    """Yield boards in solved position and all solutions; with wrapping, walls and empty cells."""
    rng = random.Random(seed)
    for _ in range(count):
        rows, columns = rng.randint(2, largest), rng.randint(2, largest - 1)
        solved = random_tree(rng, rows, columns, rng.random() < 0.4, rng.choice((0.6, 1.0)))
        if rng.random() < 0.3:
            solved = with_barriers(rng, solved, 0.3)
        if sum(tile > 0 for tile in solved.tiles) > 1:
            yield solved, all_solutions(solved)


def closed_of(puzzle: Pipes, w: Work) -> np.ndarray:
    barriers = np.frombuffer(puzzle.barriers, np.uint8)
    return closed_sides(array(w.neighbours), barriers, not puzzle.free)


def begun(puzzle: Pipes) -> tuple[Work, bool]:
    """The search state after the rules; False if they refute the board."""
    w = work_on(puzzle.rows, puzzle.columns, puzzle.wrap)
    return w, start(w, puzzle.tiles, view(closed_of(puzzle, w)), not puzzle.free)


def near_solution(puzzle: Pipes) -> tuple[Work, Near]:
    """The search state of a board in solved position, and the search near that solution."""
    w, consistent = begun(puzzle)
    assert consistent
    s = Near(len(puzzle.tiles))
    array(s.tree.sides)[:] = np.frombuffer(puzzle.tiles, np.uint8)
    root(w.neighbours, s.tree)
    return w, s


def unknown_edges(w: Work) -> list[int]:
    """The undecided edges as 4 tile + side, each listed once."""
    return [
        4 * tile + side
        for tile in range(len(w.state))
        for side in (0, 3)
        if not (int(w.state[tile]) | int(w.state[tile]) >> 4) >> side & 1
    ]


def graph_of(neighbours: np.ndarray, sides: np.ndarray) -> nx.MultiGraph:
    """The graph of the tiles with open sides and of the open edges."""
    graph = nx.MultiGraph()
    graph.add_nodes_from(tile for tile in range(len(sides)) if sides[tile])
    for tile in range(len(sides)):
        for side in (0, 3):
            if sides[tile] >> side & 1:
                assert sides[neighbours[tile, side]] >> (side ^ 2) & 1
                graph.add_edge(tile, int(neighbours[tile, side]), edge=4 * tile + side)
    return graph


def is_tree(neighbours: np.ndarray, sides: np.ndarray) -> bool:
    return nx.is_tree(graph_of(neighbours, sides))


def arbitrary(puzzle: Pipes, rng: random.Random) -> Pipes:
    """The board with two random tiles exchanged; it usually has no solution."""
    tiles = bytearray(puzzle.tiles)
    one, other = rng.randrange(len(tiles)), rng.randrange(len(tiles))
    tiles[one], tiles[other] = tiles[other], tiles[one]
    return replace(puzzle, tiles=bytes(tiles))
