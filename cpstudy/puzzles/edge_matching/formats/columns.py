"""Data next to the pieces: the size before them, and further columns in each row."""

import re
from collections.abc import Sequence
from dataclasses import replace
from math import isqrt

from cpstudy.core.errors import LineError, shortened
from cpstudy.puzzles.edge_matching.formats.clues import CSV, HEULE, Clue
from cpstudy.puzzles.edge_matching.formats.framing import Statements
from cpstudy.puzzles.edge_matching.formats.rows import WORD_OF_BITS, File
from cpstudy.puzzles.edge_matching.formats.structure import Size


def size_before(file: File) -> Size | None:
    """Return the size before the pieces, if there is one. Raises LineError."""
    for line in file.sizes:
        for number in line.fields:
            if not re.fullmatch(r"[0-9]{1,6}", number):
                raise LineError(line.number, f"{shortened(number)} is not a size")
    numbers = [int(number) for line in file.sizes for number in line.fields]
    pieces = len(file.rows)
    if not numbers:
        return None
    if len(numbers) == 1:
        return _size_in_one(file, numbers[0])
    rows, columns = numbers[:2]
    at = file.sizes[0].number
    if min(rows, columns) < 1:
        raise LineError(at, f"size {rows} {columns}: expected rows and columns")
    if len(numbers) > 3 or rows * columns != pieces:
        at = file.rows[-1].number if len(numbers) < 4 else at
        shown = f"{rows}x{columns}"
        raise LineError(at, f"{pieces} pieces, expected {rows * columns} ({shown})")
    return rows, columns


def headed(file: File, stated: Statements) -> Statements:
    """Read a first line ``bounded signed columns rows``. Raises LineError if edges are signed."""
    first, pieces = file.rows[0], len(file.rows)
    numbers = [int(side) for side in first.fields if re.fullmatch(r"[0-9]{1,4}", side)]
    if file.sizes or file.columns != 4 or len(numbers) != 4 or isqrt(pieces) ** 2 == pieces:
        return stated
    bounded, signed, columns, rows = numbers
    if max(bounded, signed) > 1 or min(rows, columns) < 2 or rows * columns != pieces - 1:
        return stated
    if signed:
        raise LineError(first.number, "signed edges (1 fits -1) are not supported")
    del file.rows[0]
    frame, turn = ("0", stated.turn) if bounded else ("none", "free")
    return replace(stated, size=(rows, columns), frame=stated.frame or frame, turn=turn)


def _size_in_one(file: File, number: int) -> Size | None:
    """Return the size from one number before the pieces: a side, a number of pieces or of clues."""
    pieces = len(file.rows)
    if number > 0 and number * number == pieces:
        return number, number
    if number == pieces or number == 0:
        return None
    raise LineError(
        file.sizes[0].number,
        f"{number} above {pieces} pieces is neither the side of a square nor their number",
    )


def take_clue_rows(file: File) -> None:
    """Take the clue pieces of Heule's files, which precede the pieces, after their number."""
    words = [number for line in file.sizes for number in line.fields]
    number = int(words[0]) if len(words) == 1 and re.fullmatch("[0-9]{1,6}", words[0]) else 0
    pieces = len(file.rows) - number
    fours = {len(row.fields) for row in file.rows} == {4}
    if not (number and number**2 != len(file.rows) and pieces > 0 and fours):
        return
    rows = [[int(side) for side in row.fields if side.isdigit()] for row in file.rows[:number]]
    if all(len(r) == 4 and min(r[:3]) >= 1 and r[2] <= pieces and r[3] < 4 for r in rows):
        file.counting = HEULE
        for at, (row, column, piece, turns) in zip(file.rows, rows, strict=False):
            file.clues.append(Clue(at.number, piece - 1, row - 1, column - 1, turns))
        del file.rows[:number], file.sizes[:]


def sides_of(file: File) -> list[tuple[str, ...]]:
    """Return the four sides of each row, and note further columns. Raises InputError."""
    rows = [row.fields for row in file.rows]
    if file.columns == 4:
        return rows
    if file.columns == 5:
        for number, sides in ((0, slice(1, 5)), (4, slice(0, 4))):
            if _counts([row[number] for row in rows]):
                return [row[sides] for row in rows]
    binary = all(WORD_OF_BITS.fullmatch(side) for row in rows for side in row[:4])
    if binary and file.columns in (6, 7, 10):
        if file.columns != 6:
            _take_clues(file)
        if file.columns == 6:
            file.notes.append("without the solution in its last columns")
        return [row[:4] for row in rows]
    line = file.rows[0].number
    raise LineError(line, f"piece 0: {file.columns} colours, expected 4")


def _counts(fields: Sequence[str]) -> bool:
    """Return whether a column numbers the pieces, from 0 or 1 in any order."""
    numbers = {int(number) for number in fields if re.fullmatch(r"[0-9]{1,6}", number)}
    return len(numbers) == len(fields) and max(numbers) - min(numbers) == len(fields) - 1


def _take_clues(file: File) -> None:
    """Take the clue pieces of the binary CSV: rows with x, y, rotation that are not all 0."""
    file.counting = CSV
    for index, row in enumerate(file.rows):
        if any(number.strip("0") for number in row.fields[4:7]):
            column, line, turns = map(int, row.fields[4:7])
            file.clues.append(Clue(row.number, index, line, column, turns))
