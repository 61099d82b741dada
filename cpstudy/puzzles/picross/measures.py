"""Measures that describe a board of Picross."""

from cpstudy.puzzles.picross.puzzle import Picross


def measures(puzzle: Picross, solution: bytes) -> dict[str, float]:
    """Shares of coloured cells, trivial lines and mirror-symmetric cells; runs a line."""
    rows, columns = puzzle.rows, puzzle.columns
    lines = (*puzzle.row_clues, *puzzle.column_clues)
    picture = [solution[row * columns : (row + 1) * columns] for row in range(rows)]
    across = [*picture, *(bytes(column) for column in zip(*picture, strict=True))]
    trivial = sum(len({bool(cell) for cell in line}) == 1 for line in across)
    alike = sum(row[column] == row[-1 - column] for row in picture for column in range(columns))
    return {
        "share coloured": sum(map(bool, solution)) / len(solution),
        "runs a line": sum(map(len, lines)) / len(lines),
        "share of trivial lines": trivial / len(across),
        "share mirrored": alike / len(solution),
    }
