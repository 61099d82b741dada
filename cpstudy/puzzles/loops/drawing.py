"""Boards as pictures: characters for the terminal, lines between dots or pearls for SVG and PNG.

Clues are in the faces of the lattice or on its vertices. Without a solution only the clues are
shown. In further solutions, edges that differ from the first are marked: double or bold if only
this loop has the edge, crossed if only the first loop has it.
"""

from collections.abc import Sequence
from typing import Any

from cpstudy.core.drawing import Disc, Drawing, Label, Line, Polygon, Shape, box, outlines
from cpstudy.core.explaining import Step, lit
from cpstudy.core.palette import CHANGED, GRID, INK, LIT, PAPER, PIPE
from cpstudy.core.text_pictures import Span, TextPicture, side_by_side
from cpstudy.puzzles.loops.rules import Loops

# A vertex in characters, by the sides of the loop at it: right 1, up 2, left 4, down 8.
_PASSED = {3: "└", 5: "─", 6: "┘", 9: "┌", 10: "│", 12: "┐"}
_DOT = "·"
# The space beyond the middle of the outermost dots.
_MARGIN = 0.25
_WIDTH = 0.12


def text_picture(puzzle: Loops, solutions: Sequence[bytes] = ()) -> TextPicture:
    """The solutions side by side; those after the first with their differences."""
    shown = solutions or (bytes(puzzle.lattice.edges),)
    return side_by_side([_lines(puzzle, solution, shown[0]) for solution in shown])


def _lines(puzzle: Loops, solution: bytes, first: bytes) -> list[list[Span]]:
    lattice = puzzle.lattice
    lines = []
    for row in range(lattice.rows):
        line, below = [], []
        for column in range(lattice.columns):
            vertex = row * lattice.columns + column
            line.append(_vertex(puzzle, solution, vertex))
            if (edge := lattice.across(row, column)) >= 0:
                line.append(_stroke(solution[edge], first[edge], "───", "═══", " × "))
            if (edge := lattice.down(row, column)) >= 0:
                below.append(_stroke(solution[edge], first[edge], "│", "║", "×"))
                if column < lattice.columns - 1:
                    face = row * (lattice.columns - 1) + column
                    mark = puzzle.marks.get(puzzle.clues[face], "") if puzzle.on_faces else ""
                    below.append(Span(mark.center(3), "bold" if mark else ""))
        lines += [line, below] if below else [line]
    return lines


def _vertex(puzzle: Loops, solution: bytes, vertex: int) -> Span:
    lattice = puzzle.lattice
    if not puzzle.on_faces and puzzle.clues[vertex] != puzzle.no_clue:
        return Span(puzzle.marks[puzzle.clues[vertex]], "bold")
    sides = lattice.sides(*divmod(vertex, lattice.columns))
    taken = sum(1 << side for side, edge in enumerate(sides) if edge >= 0 and solution[edge])
    return Span(_PASSED.get(taken, _DOT), "" if taken else "dim")


def _stroke(here: int, before: int, same: str, more: str, less: str) -> Span:
    if here == before:
        return Span(same if here else " " * len(same))
    return Span(more if here else less, "bold red")


def drawing(puzzle: Loops, solutions: Sequence[bytes] = ()) -> Drawing:
    """The solutions side by side."""
    shown = solutions or (bytes(puzzle.lattice.edges),)
    shapes: list[Shape] = []
    margin = _margin(puzzle)
    width, height = puzzle.columns + 2 * margin, puzzle.rows + 2 * margin
    for number, solution in enumerate(shown):
        left = number * (width + 1)
        shapes += _ground(puzzle, left)
        for edge, here in enumerate(solution):
            if here or shown[0][edge]:
                differs = here != shown[0][edge]
                colour = CHANGED if differs else PIPE
                stroke = _line(puzzle, edge, left)
                shapes.append(stroke._replace(colour=colour, dashed=differs and not here))
    return Drawing(len(shown) * (width + 1) - 1, height, tuple(shapes))


def _margin(puzzle: Loops) -> float:
    return _MARGIN if puzzle.on_faces else 0.0


def _middle(puzzle: Loops) -> float:
    """The coordinates of vertex (0, 0)."""
    return _MARGIN if puzzle.on_faces else 0.5


def _ground(puzzle: Loops, left: float) -> list[Shape]:
    """Cells, dots and clues."""
    margin = _margin(puzzle)
    shapes: list[Shape] = []
    for cell in range(len(puzzle.clues)):
        row, column = divmod(cell, puzzle.columns)
        x, y = left + margin + column, margin + row
        shapes.append(Polygon(box(x, y), PAPER, GRID))
        shapes += _clue(puzzle, cell, x + 0.5, y + 0.5)
    if puzzle.on_faces:
        for vertex in range(puzzle.lattice.vertices):
            row, column = divmod(vertex, puzzle.lattice.columns)
            shapes.append(Disc(left + margin + column, margin + row, 0.06, INK))
    return shapes


def _line(puzzle: Loops, edge: int, left: float = 0.0) -> Line:
    row, column, runs_down = puzzle.lattice.place(edge)
    x, y = left + _middle(puzzle) + column, _middle(puzzle) + row
    return Line(x, y, x + (not runs_down), y + runs_down, PIPE, _WIDTH)


def known(puzzle: Loops, steps: Sequence[Step], latest: int = 0) -> Drawing:
    """The board after ``steps``; cells of the last ``latest`` lit, their reasons outlined.

    Edges that are not on the loop have a small cross.
    """
    about, because = lit(steps, latest)
    empty = drawing(puzzle)
    margin = _margin(puzzle)
    shapes: list[Shape] = [
        Polygon(box(margin + column, margin + row), LIT) for row, column in sorted(about)
    ]
    for row, column in sorted(about):
        cell = row * puzzle.columns + column
        shapes += _clue(puzzle, cell, margin + column + 0.5, margin + row + 0.5)
    for step in steps:
        shapes += [_line(puzzle, edge) for edge in step.change["on"]]
        for edge in step.change["off"]:
            line = _line(puzzle, edge)
            x, y = (line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2
            shapes.append(Line(x - 0.08, y - 0.08, x + 0.08, y + 0.08, INK, 0.03))
            shapes.append(Line(x - 0.08, y + 0.08, x + 0.08, y - 0.08, INK, 0.03))
    framed = outlines(because, margin, margin)
    return Drawing(empty.width, empty.height, (*empty.shapes, *shapes, *framed))


def _clue(puzzle: Loops, cell: int, x: float, y: float) -> list[Shape]:
    """The clue of a cell, if it has one, with its middle at (x, y): a pearl or a number."""
    mark = puzzle.marks.get(puzzle.clues[cell], "")
    if mark == "●":
        return [Disc(x, y, 0.3, INK)]
    if mark == "○":
        return [Disc(x, y, 0.3, INK), Disc(x, y, 0.25, PAPER)]
    return [Label(x, y, mark, INK, 0.6)] if mark else []


def board(puzzle: Loops) -> dict[str, Any]:
    """The clues, one number per cell."""
    return {"rows": puzzle.rows, "columns": puzzle.columns, "clues": list(puzzle.clues)}
