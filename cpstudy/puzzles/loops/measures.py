"""Measures that characterize a board of Slitherlink or Masyu."""

from cpstudy.puzzles.loops.rules import Loops


def measures(puzzle: Loops, solution: bytes) -> dict[str, float]:
    """Shares of cells with clues, of clues by mark, and of edges on the loop; clues in touch."""
    cells, given = len(puzzle.clues), puzzle.clue_cells
    clued = set(given)
    touching = sum(
        (cell + 1 in clued and (cell + 1) % puzzle.columns > 0) + (cell + puzzle.columns in clued)
        for cell in given
    )
    found = {"share of clues": len(given) / cells, "clues in touch": touching / max(len(given), 1)}
    for value, mark in puzzle.marks.items():
        count = sum(puzzle.clues[cell] == value for cell in given)
        found[f"share of {mark}"] = count / max(len(given), 1)
    return found | {"loop a cell": sum(solution) / cells}
