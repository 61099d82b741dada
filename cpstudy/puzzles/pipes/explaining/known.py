"""What is known after some steps, as a drawing.

A tile whose four sides are known is drawn as it will lie. Of the others, the tile as it lies now is
a shadow; over it open sides are strokes, closed ones bars, and where orientations were removed the
ones left are small pictures along the lower side of the cell.
"""

from __future__ import annotations

from collections.abc import Sequence

from cpstudy.core.drawing import (
    GRID,
    INK,
    LIT,
    PIPE,
    Copies,
    Disc,
    Drawing,
    Line,
    Polygon,
    Shape,
    box,
)
from cpstudy.core.drawing import outlines as framed
from cpstudy.core.explaining import Step, lit
from cpstudy.puzzles.pipes.drawing import STEPS, frame, pipe
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, SIDE_NAMES, Pipes
from cpstudy.puzzles.tilings.explaining.moves import cell_at

_SMALL = 0.22  # how large the pictures of orientations are


def known(puzzle: Pipes, steps: Sequence[Step], latest: int = 0) -> Drawing:
    """The board after ``steps``; tiles of the last ``latest`` lit, their reasons outlined."""
    sides, removed = _after(puzzle, steps)
    about, because = lit(steps, latest)
    shapes: list[Shape | Copies] = []
    for tile, lying in enumerate(puzzle.tiles):
        row, column = divmod(tile, puzzle.columns)
        shade = LIT if (row, column) in about else "none"
        shapes.append(Polygon(box(column, row), shade, GRID))
        told = {side: sides[tile, side] for side in range(4) if (tile, side) in sides}
        border = {side for side in told if puzzle.neighbour(tile, side) is None}
        shapes += _tile(lying, told, removed[tile], column, row, border)
    shapes += framed(because)
    return Drawing(puzzle.columns, puzzle.rows, (*shapes, *frame(puzzle)))


def _after(
    puzzle: Pipes, steps: Sequence[Step]
) -> tuple[dict[tuple[int, int], bool], list[set[int]]]:
    """Whether sides are open, by (tile, side), and the orientations each tile has lost."""
    tiles = range(len(puzzle.tiles))
    walls = ((tile, side) for tile in tiles for side in range(4))
    sides = {wall: False for wall in walls if puzzle.neighbour(*wall) is None}
    removed: list[set[int]] = [set() for _ in tiles]
    for step in steps:
        tile = cell_at(puzzle, step.cells[0])
        if "side" in step.change:
            side = SIDE_NAMES.index(step.change["side"])
            beyond = puzzle.neighbour(tile, side)
            sides[tile, side] = step.change["open"]
            if beyond is not None:
                sides[beyond, (side + 2) % 4] = step.change["open"]
        removed[tile] |= set(step.change.get("removed", ()))
    return sides, removed


def _tile(
    lying: int, told: dict[int, bool], removed: set[int], x: int, y: int, border: set[int]
) -> list[Shape]:
    if len(told) == 4:
        return pipe(sum(1 << side for side, is_open in told.items() if is_open), x, y, PIPE)
    shapes = pipe(lying, x, y, GRID)
    for side, is_open in told.items():
        right, down = STEPS[side]
        middle, edge = (x + 0.5, y + 0.5), (x + 0.5 + right / 2, y + 0.5 + down / 2)
        if is_open:
            shapes += [Line(*middle, *edge, PIPE, 0.16), Disc(*middle, 0.08, PIPE)]
        elif side not in border:
            # A bar across, a little inside the cell.
            at_x, at_y = edge[0] - 0.06 * right, edge[1] - 0.06 * down
            across, along = 0.16 * down, 0.16 * right
            shapes.append(Line(at_x - across, at_y - along, at_x + across, at_y + along, INK, 0.06))
    if removed:
        left = [turn for turn in ORIENTATIONS[lying] if turn not in removed]
        for place, turn in enumerate(left):
            corner = (x + 0.06 + place * _SMALL, y + 0.94 - _SMALL)
            shapes += pipe(turn, *corner, INK, _SMALL)
    return shapes
