"""Convert boards and answers in rows of tokens to puzzles and solutions of declared kinds.

`brute_force.py` and public collections write this form: a problem is a line ``ROWS COLUMNS …`` and
blocks of rows, ``-`` for an empty place.
"""

from collections.abc import Callable

from cpstudy.declared.board import Cell
from cpstudy.declared.model import model_of
from cpstudy.declared.puzzle import Declared
from cpstudy.puzzles import kind

# The blocks of each kind, in the order of their rows in a problem.
BLOCKS = {
    "akari": ("walls",),
    "hitori": ("numbers",),
    "kakuro": ("sums",),
    "killer_sudoku": ("sums", "cages", "thermometers", "diagonals"),
    "heyawake": ("numbers", "rooms"),
    "star_battle": ("regions",),
    "fillomino": ("numbers",),
    "shikaku": ("numbers",),
    "yajilin": ("arrows",),
    "hashi": ("islands",),
    "tents": ("columns", "rows", "trees"),
    "numberlink": ("numbers",),
    "skyscrapers": ("above", "below", "left", "right", "heights"),
    "binairo": ("digits",),
    "lits": ("regions",),
}
# Tokens that the text forms of the kinds write in another way.
MEANT = {
    "akari": {"x": "#"},
    "kakuro": {"0": ".", "-": "#"},
    "yajilin": {"x": "#"},
    "tents": {"x": "T"},
    "binairo": {"1": "0", "2": "1"},
}
SHADED = {"akari": "o", "tents": "o", "lits": "LITS"}


def puzzle_of(name: str, text: str) -> Declared:
    """Return the puzzle of a problem."""
    puzzle = kind(name).puzzle
    assert issubclass(puzzle, Declared)
    if name == "futoshiki":
        return puzzle.decode(f"unequal:{text}")
    head, *lines = (line.split() for line in text.strip().split("\n"))
    rows, columns = int(head[0]), int(head[1])
    meant = MEANT.get(name, {})
    found: dict[str, list[str]] = {}
    for block in BLOCKS[name]:
        if not lines:  # blocks at the end may be missing
            break
        over = next(b.over for b in puzzle.blocks if b.name == block)
        height = rows if over == "cells" else 1
        tokens = [token for line in lines[:height] for token in line]
        found[block] = [meant.get(t, "." if t == "-" else t.replace(",", "-")) for t in tokens]
        del lines[:height]
    if name == "star_battle":
        found["stars"] = [head[2]]
    if name == "binairo" and "=" in head:
        found["equal"] = ["="]
    blocks = {b.name: b.places(rows, columns) for b in puzzle.blocks if b.name in found}
    placed = {name: dict(zip(of, found[name], strict=True)) for name, of in blocks.items()}
    return puzzle.of_blocks(rows, columns, placed)


def solution_of(puzzle: Declared, text: str) -> bytes:
    """Return the solution that rows of tokens show."""
    grid = {
        (r, c): token
        for r, line in enumerate(text.strip().split("\n"))
        for c, token in enumerate(line.split())
    }
    read: Callable[[Declared, dict[Cell, str], object], int] = READ.get(puzzle.kind, _cell)
    return bytes(read(puzzle, grid, place) for _, place in model_of(puzzle).place)


def _cell(puzzle: Declared, grid: dict[Cell, str], place: object) -> int:
    token = grid[place]  # type: ignore[index]
    if puzzle.kind == "binairo":
        return int(token == "2")
    return int(token) if token.isdigit() else int(token in SHADED.get(puzzle.kind, "x"))


def _line(puzzle: Declared, grid: dict[Cell, str], place: object) -> int:
    if isinstance(place[0], int):  # type: ignore[index]
        if puzzle.kind == "numberlink":
            return _number(puzzle, grid, place)  # type: ignore[arg-type]
        return _cell(puzzle, grid, place)
    one, other = place  # type: ignore[misc]
    return int(grid[one] != "x" and ("e" if one[0] == other[0] else "s") in grid[one])


def _number(puzzle: Declared, grid: dict[Cell, str], cell: Cell) -> int:
    """Return the index, from 1, of the number on the line through a cell; 0 without a number."""
    board = puzzle.board
    numbers = list(board.groups("numbers"))
    seen = [cell]
    for r, c in seen:
        if (token := board["numbers"][r, c]) != ".":
            return numbers.index(token) + 1
        steps = {"n": (r - 1, c), "w": (r, c - 1), "e": (r, c + 1), "s": (r + 1, c)}
        seen += [steps[way] for way in grid[r, c] if way != "-" and steps[way] not in seen]
    return 0


def _bridges(puzzle: Declared, grid: dict[Cell, str], place: object) -> int:
    (r, c), (row, column) = place  # type: ignore[misc]
    first = (r, c + 1) if r == row else (r + 1, c)
    assert first != (row, column), "no token shows the bridges of adjacent islands"
    return max(0, ("-12" if r == row else "-ab").find(grid[first]))


def _rectangle(puzzle: Declared, grid: dict[Cell, str], place: object) -> int:
    (top, left), (low, right) = place  # type: ignore[misc]
    inside = {(r, c) for r in range(top, low + 1) for c in range(left, right + 1)}
    return int({c for c, token in grid.items() if token == grid[top, left]} == inside)


READ = {"yajilin": _line, "numberlink": _line, "hashi": _bridges, "shikaku": _rectangle}
