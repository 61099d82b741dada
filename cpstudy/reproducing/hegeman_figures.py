"""Hegeman2022, figures 1 to 5, 7, 9, 12 and 13: redrawn, with the claims of the text.

The figures show random mazes, which cannot be redrawn. Ours show boards of our seed with the same
properties, and every checkable claim of the text is checked on many boards. Figures 6, 8, 10 and 11
only illustrate algorithms and numbers.
"""

from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import cast

import numpy as np
import numpy.typing as npt

from cpstudy.api import solve
from cpstudy.core.drawing import Drawing, Shape, scaled
from cpstudy.core.result import Budget
from cpstudy.plot.pictures import written
from cpstudy.puzzles.pipes.board.statistics import eccentricities
from cpstudy.puzzles.pipes.counting.frontier import count, safe_states
from cpstudy.puzzles.pipes.drawing import drawing
from cpstudy.puzzles.pipes.generating.mazes import board, boards
from cpstudy.puzzles.pipes.generating.unique import unique_board
from cpstudy.puzzles.pipes.puzzle import TYPE_NAMES, Pipes, tile_type
from cpstudy.reproducing import hegeman_gadget as gadget
from cpstudy.reproducing.hegeman_published import ALGORITHMS
from cpstudy.reproducing.hegeman_regions import draw_regions, regions_part
from cpstudy.study.agreement import Cell, Parts, compared, exact_cell, measured_share, normal_p
from cpstudy.study.store import Store

SEED = 2022
SIZE = 10
_MAZES = {"small": 300, "paper": 5000}
_ALGORITHM = {3: "binary-tree", 4: "depth-first", 5: "kruskal", 7: "prim", 9: "wilson"}
_RIGHT, _UP, _LEFT, _DOWN = 1, 2, 4, 8
_STATES = 5
# Grid graphs with zero, one and two Hamiltonian cycles, and cells without a vertex.
_GRAPHS = (
    ("##", "##"),
    ("####", "#..#", "####"),
    ("##.##", "#####"),
    ("######", "#.##.#", "####.#", "...###"),
)


def figure(scale: str, store: Store, number: int) -> Parts:
    """Check what the text states about a figure."""
    if number == 1:
        yield "7x7", compared([exact_cell("solutions", count(_example()), 1)])
    elif number == 2:
        yield from _gadget()
    elif number == 12:
        yield from _five_states(scale)
    elif number == 13:
        yield from regions_part(scale, store)
    else:
        yield f"{SIZE}x{SIZE} mazes", compared(_maze_claims(_ALGORITHM[number], _MAZES[scale]))


def draw(scale: str, store: Store, folder: Path, number: int) -> Iterator[Path]:
    """Draw the figure as SVG and PNG."""
    yield from written(_picture(number), folder, f"hegeman_figure{number}")
    if number == 13:
        yield from draw_regions(scale, store, folder)


def _picture(number: int) -> Drawing:
    if number == 1:
        puzzle = _example()
        return side_by_side([drawing(puzzle), drawing(puzzle, [_solution(puzzle)])])
    if number == 2:
        vertex = next(iter(gadget.BLOCKS))
        passed = [opened for opened in gadget.port_sets(vertex) if len(opened) == 2]
        found = [_first(gadget.alone(vertex, opened)) for opened in passed]
        return side_by_side([drawing(puzzle, [solution]) for puzzle, solution in found])
    if number == 12:
        puzzle, states = _with_five_states()
        return drawing(puzzle, states)
    if number == 13:
        return _local_changes()
    solution, _ = board(_ALGORITHM[number], SIZE, SIZE, SEED)
    return drawing(_puzzle(solution))


def side_by_side(drawings: list[Drawing], down: bool = False) -> Drawing:
    """Arrange drawings in a row, or in a column if ``down``, a cell apart."""
    shapes: list[Shape] = []
    x = y = 0.0
    for one in drawings:
        shapes += [scaled(shape, x, y) for shape in one.shapes]
        x, y = (x, y + one.height + 1) if down else (x + one.width + 1, y)
    if down:
        return Drawing(max(one.width for one in drawings), y - 1, tuple(shapes))
    return Drawing(x - 1, max(one.height for one in drawings), tuple(shapes))


def _puzzle(solution: npt.NDArray[np.uint8], free: bool = False) -> Pipes:
    rows, columns = solution.shape
    return Pipes(rows, columns, solution.tobytes(), free=free)


def _example() -> Pipes:
    _, tiles = unique_board("wilson", 7, 7, SEED)
    return _puzzle(tiles)


def _solution(puzzle: Pipes) -> bytes:
    return _first(puzzle)[1]


def _first(puzzle: Pipes) -> tuple[Pipes, bytes]:
    return puzzle, solve(puzzle).solutions[0]


# -- figure 2 ------------------------------------------------------------------------------------


def _gadget() -> Parts:
    """Check blocks alone, and boards without walls: their solutions are Hamiltonian cycles."""
    cells = []
    for ports in filter(None, gadget.BLOCKS):
        for opened in gadget.port_sets(ports):
            names = ["/".join(gadget.NAMES[side] for side in sides) for sides in (ports, opened)]
            # A cycle uses two edges of a vertex.
            ways, wanted = count(gadget.alone(ports, opened)), int(len(opened) == 2)
            what = f"ways, ports {names[0]}, open: {names[1] or 'none'}"
            cells.append(exact_cell(what, ways, wanted))
    yield "one vertex", compared(cells)
    cells = []
    for graph in _GRAPHS:
        result = solve(gadget.board(graph), limit=None)
        ours = len(result.solutions) if result.exhausted else -1
        cells.append(exact_cell("/".join(graph), ours, gadget.cycles(graph)))
    yield "solutions and Hamiltonian cycles", compared(cells)


# -- figures 3, 4, 5, 7, 9 -----------------------------------------------------------------------


def _maze_claims(algorithm: str, number: int) -> Iterator[Cell]:
    mazes = boards(algorithm, SIZE, SIZE, number, SEED)
    if algorithm == "binary-tree":
        passages = (mazes & _UP != 0).astype(int) + (mazes & _LEFT != 0)
        passages[:, 0, 0] += 1  # the corner lacks both
        yield exact_cell("tiles with other than one passage up or left", (passages != 1).sum(), 0)
        corners = mazes == _RIGHT | _DOWN
        once = int((corners[:, 0, 0] & (corners.sum(axis=(1, 2)) == 1)).sum())
        yield exact_cell("mazes with one corner open right and down, the first tile", once, number)
        return
    if algorithm in ("kruskal", "wilson"):
        yield from _no_bias(mazes)
        return
    centre = mazes[:, SIZE // 2, SIZE // 2]
    ts = int(sum(tile_type(int(mask)) == TYPE_NAMES.index("T") for mask in centre))
    if algorithm == "depth-first":
        yield exact_cell("mazes whose centre is a T", ts, number)
    else:
        yield measured_share("the centre is a T", "nearly always", ts, number)
    distances = {
        name: float(eccentricities(boards(name, SIZE, SIZE, number, SEED)).mean())
        for name in ALGORITHMS
    }
    if algorithm == "depth-first":
        # Binary Tree was verified by another method and is not compared there.
        longest = max(
            (name for name in distances if name != "binary-tree"), key=distances.__getitem__
        )
        yield exact_cell("the longest ways from the centre (table 3)", longest, algorithm)
    else:
        yield exact_cell(
            "the shortest ways from the centre", min(distances, key=distances.__getitem__), "prim"
        )


def _no_bias(mazes: npt.NDArray[np.uint8]) -> Iterator[Cell]:
    """Compare dead ends that open in opposite directions: the mean difference should be 0."""
    for name, one, other in (
        ("right less left", _RIGHT, _LEFT),
        ("up less down", _UP, _DOWN),
        ("across less upright", (_RIGHT, _LEFT), (_UP, _DOWN)),
    ):
        more = np.isin(mazes, one).sum(axis=(1, 2)) - np.isin(mazes, other).sum(axis=(1, 2))
        mean, error = float(more.mean()), float(more.std(ddof=1)) / sqrt(len(more))
        shown = f"{mean - 1.96 * error:+.2f} – {mean + 1.96 * error:+.2f}"
        z = mean / error
        what = f"dead ends open {name}, a maze"
        yield Cell(what, "no clear bias", f"{mean:+.2f}", shown, 0, len(more), normal_p(z), z)


# -- figure 12 -----------------------------------------------------------------------------------


def _with_five_states() -> tuple[Pipes, list[bytes]]:
    """Return the first 5×5 depth-first maze with five safe states, and these, the tree first."""
    index = 0
    while True:
        solution, _ = board("depth-first", 5, 5, SEED, index)
        result = solve(_puzzle(solution, free=True), limit=_STATES + 1)
        if result.exhausted and len(result.solutions) == _STATES:
            listed = sorted(result.solutions)
            others = [state for state in listed if state != solution.tobytes()]
            return _puzzle(solution), [solution.tobytes(), *others]
        index += 1


def _five_states(scale: str) -> Parts:
    puzzle, states = _with_five_states()
    trees = sum(not puzzle.violation(state) for state in states)
    cells = [
        exact_cell("safe states, listed", len(states), _STATES),
        exact_cell("safe states, counted", safe_states(puzzle, Budget()).count, _STATES),
        Cell("of them solutions", "", str(trees)),
    ]
    turned: list[float] = []
    present: list[float] = []
    for solution in boards("depth-first", 5, 5, _MAZES[scale], SEED):
        found = solve(_puzzle(solution, free=True), limit=50).solutions
        if len(found) > 1:
            differ = _differing([*found])
            loose = np.isin(_type_numbers(solution), (_D, _T))
            turned.append(float(loose[differ].mean()))
            present.append(float(loose.mean()))
    cells += [
        _share("dead ends and Ts among tiles that turn", "mainly", turned),
        _share("dead ends and Ts among all tiles there", "", present),
    ]
    yield "5x5, depth-first", compared(cells)


_D, _T = TYPE_NAMES.index("dead end"), TYPE_NAMES.index("T")


def _type_numbers(solution: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    return np.array([tile_type(int(mask)) for mask in solution.ravel()])


def _differing(states: list[bytes]) -> npt.NDArray[np.bool_]:
    listed = np.array([list(state) for state in states])
    return np.asarray((listed != listed[0]).any(axis=0))


def _share(what: str, published: str, shares: list[float]) -> Cell:
    """Return the mean of shares, one for each board, with its interval."""
    values = np.array(shares)
    mean, error = float(values.mean()), float(values.std(ddof=1)) / sqrt(len(values))
    shown = f"{mean - 1.96 * error:.1%} – {mean + 1.96 * error:.1%}"
    return Cell(what, published, f"{mean:.1%}", shown, 0, len(values))


# -- figure 13 -----------------------------------------------------------------------------------


def _local_changes() -> Drawing:
    """Draw for three algorithms the first maze with two solutions that differ in a few tiles."""
    from cpstudy.puzzles.pipes.explaining.ambiguity import ambiguity

    rows = []
    for algorithm in ("depth-first", "prim", "wilson"):
        index = 0
        while True:
            solution, _ = board(algorithm, SIZE, SIZE, SEED, index)
            result = ambiguity(_puzzle(solution), solution.tobytes())
            if len(result.regions) == 1:
                other = cast(bytes, result.regions[0].alternative)
                rows.append(drawing(_puzzle(solution), [solution.tobytes(), other]))
                break
            index += 1
    return side_by_side(rows, down=True)
