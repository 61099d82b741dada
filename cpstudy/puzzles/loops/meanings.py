"""The meaning of the variables of clause learning on loops: the course of the loop."""

from cpstudy.core.errors import place
from cpstudy.core.kind import Meaning
from cpstudy.puzzles.loops.rules import Loops

_NAMES = ("top", "bottom"), ("left", "right")


def meanings(puzzle: Loops) -> list[Meaning]:
    """Variable i + 1: edge i is on the loop. Vertices are cells, or the corners of cells."""
    return _on_cells(puzzle) if puzzle.rows == puzzle.lattice.rows else _on_borders(puzzle)


def _on_cells(puzzle: Loops) -> list[Meaning]:
    found = []
    for one, other in puzzle.lattice.ends:
        at = divmod(one, puzzle.lattice.columns), divmod(other, puzzle.lattice.columns)
        here, there = place(at[0]), place(at[1])
        true, false = (
            f"the loop {joins} {here} and {there}" for joins in ("joins", "does not join")
        )
        found.append(Meaning(true, false, at, ("line", "gap")))
    return found


def _on_borders(puzzle: Loops) -> list[Meaning]:
    lattice = puzzle.lattice
    found = []
    for edge, (one, other) in enumerate(lattice.ends):
        row, column, down = lattice.place(edge)
        last = column == lattice.columns - 1 if down else row == lattice.rows - 1
        cell = (row, column - last) if down else (row - last, column)
        side = f"the {_NAMES[down][last]} of {place(cell)}"
        at = [divmod(vertex, lattice.columns) for vertex in (one, other)]
        ends = tuple((row - 0.5, column - 0.5) for row, column in at)
        true, false = f"the loop runs along {side}", f"the loop does not run along {side}"
        found.append(Meaning(true, false, ends, ("line", "gap")))
    return found
