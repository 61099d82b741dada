"""The wording of a deduction's steps: places as players name them, rows and columns from 1.

Every kind makes its sentences in a ``words.py`` next to its deduction; this module has their shared
parts. A sentence states the finding first, then, after a colon, the reason.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby

from cpstudy.core.errors import Cell, place

__all__ = ["against", "all_places", "are", "counted", "joined", "place", "places", "sentence"]

# The maximum number of groups of cells that a sentence names.
_NAMED = 4


def places(cells: Iterable[Cell], most: int = _NAMED) -> str:
    """Cells by rows, or in one column together; if there are more groups than ``most``, the first.

    >>> places([(0, 1), (0, 2), (0, 3), (4, 0)])
    'row 1, columns 2 to 4 and row 5, column 1'
    """
    ordered = sorted(set(cells))
    columns = {column for _, column in ordered}
    if len(columns) == 1 and len(ordered) > 1:
        (column,) = columns
        return f"rows {_numbers([row for row, _ in ordered])}, column {column + 1}"
    groups = [
        [column for _, column in line] for _, line in groupby(ordered, key=lambda cell: cell[0])
    ]
    rows = sorted({row for row, _ in ordered})
    named = [_in_row(row, found) for row, found in zip(rows, groups, strict=True)]
    if len(named) > most:
        left = sum(map(len, groups[most - 1 :]))
        named = [*named[: most - 1], f"{left} more cells"]
    return joined(named) if len(named) < 3 else "; ".join(named[:-1]) + f"; and {named[-1]}"


def all_places(cells: Iterable[Cell]) -> str:
    """All cells, however many there are."""
    listed = list(cells)
    return places(listed, max(_NAMED, len(listed)))


def _in_row(row: int, columns: Sequence[int]) -> str:
    if len(columns) == 1:
        return place((row, columns[0]))
    return f"row {row + 1}, columns {_numbers(columns)}"


def _numbers(numbers: Sequence[int]) -> str:
    """Numbers from 0, printed as players count: ``2 to 4 and 7``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    named = []
    for run in runs:
        first, *_, last = [number + 1 for number in (run[0], *run)]
        named += [f"{first} to {last}"] if len(run) > 2 else [str(n + 1) for n in run]
    return joined(named)


def joined(words: Sequence[str], last: str = "and") -> str:
    """Words as a list in a sentence.

    >>> joined(["1", "2", "5"], "or")
    '1, 2 or 5'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def are(number: int) -> str:
    """The verb for this number of things."""
    return "is" if number == 1 else "are"


def counted(number: int, noun: str) -> str:
    """A number with its noun: ``1 step``, ``3 steps``; a y becomes ``ies``."""
    several = f"{noun.removesuffix('y')}ie" if noun.endswith("y") else noun
    return f"{number} {noun if number == 1 else f'{several}s'}"


def sentence(what: str, why: str) -> str:
    """A sentence: the finding, and the reason.

    >>> sentence("row 1, column 3 is sea", "no island reaches it")
    'Row 1, column 3 is sea: no island reaches it.'
    """
    return f"{what[:1].upper()}{what[1:]}: {why}."


def against(what: str, words: str) -> str:
    """A sentence on an attempt: its wrong entry, and the step that it contradicts."""
    return f"{what[:1].upper()}{what[1:]}, which cannot be. {words}"
