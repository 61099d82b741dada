"""File formats of KenKen besides the text form: grids and collections of them (latin/grids.py).

The first block of a grid has the targets with their operations, ``24*`` (or ``24x``), ``3-``,
``2/``, ``7+``, in one cell of each cage, and ``.`` or ``-`` in all others. A number alone is a
value, or the target of a cage whose operation is not given. Since ``0`` is an empty cell, such a
target of 0 (which no values give) is written ``0=``. The second block has the cages, with any word
as a label.

Records may list cages instead: ``"cages": [{"cells": [[0, 0], [0, 1]], "op": "+", "target": 5}]``;
rows and columns are counted from 0 or from 1, which the cells of the board determine.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cpstudy.core import wording
from cpstudy.core.documents import Item
from cpstudy.core.errors import InputError, LineError, shortened
from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.latin import grids
from cpstudy.puzzles.latin.game_ids import numbered
from cpstudy.puzzles.latin.rules import (
    ADD,
    ANY,
    DIVIDE,
    LARGEST_ORDER,
    MULTIPLY,
    SUBTRACT,
    Cage,
    parts,
)
from cpstudy.puzzles.latin.signs import NO_HINTS, Hints
from cpstudy.reading import records

_CLUE = re.compile(r"([0-9]{1,18})([-−+*x×/:÷=]?)")
_OPERATIONS = {
    "+": ADD, "-": SUBTRACT, "−": SUBTRACT, "*": MULTIPLY, "x": MULTIPLY, "×": MULTIPLY,
    "/": DIVIDE, ":": DIVIDE, "÷": DIVIDE,
}  # fmt: skip
_NAMED = _OPERATIONS | {
    "add": ADD, "sum": ADD, "subtract": SUBTRACT, "sub": SUBTRACT, "multiply": MULTIPLY,
    "mul": MULTIPLY, "mult": MULTIPLY, "product": MULTIPLY, "divide": DIVIDE, "div": DIVIDE,
    "": ANY, "=": ANY, "none": ANY, "given": ANY, "constant": ANY,
}  # fmt: skip
_TARGETS = ("target", "value", "result", "total", "goal", "clue")
_SIZES = ("size", "order", "dimension", "n")
_SIGNS = ("operation", "op", "operator", "sign", "type")


def of_rows(rows: list[grids.Row], hints: Hints = NO_HINTS) -> KenKen:
    """The puzzle of a grid. Raises LineError."""
    order, (targets, regions) = grids.blocks_of(rows, 2)
    labels = numbered(word for _, words in regions for word in words)
    line_of = [number for number, words in targets for _ in words]
    words_of = [word for _, words in targets for word in words]
    empty = grids.EMPTY if hints.blank is None else (hints.blank,)
    cages = []
    for cells in parts(labels):
        given = [cell for cell in cells if words_of[cell] not in empty]
        where = f"cage at {wording.place(divmod(cells[0], order))}"
        if len(given) != 1:
            raise LineError(line_of[cells[0]], f"{where}: {len(given)} targets, expected 1")
        word = words_of[given[0]]
        clue = _CLUE.fullmatch(word)
        if clue is None:
            fault = f"{wording.place(divmod(given[0], order))}: {word[:20]!a} is not a target"
            raise LineError(line_of[given[0]], fault)
        cages.append(Cage(cells, _OPERATIONS.get(clue[2], ANY), int(clue[1])))
    try:
        return KenKen(order, tuple(cages))
    except InputError as error:
        raise LineError(regions[0][0], str(error)) from None


def read_records(lines: Iterable[str]) -> Iterator[Item]:
    """The puzzles of JSON records: grids, or lists of cages."""
    hints = grids.hints_of(lines)

    def decode(record: records.Record) -> KenKen:
        listed = isinstance(record.problem, list) and isinstance(record.problem[0], dict)
        rows = [] if listed else grids.rows_of_record(record)
        puzzle = of_cages(record.problem) if listed else of_rows(rows, hints)
        stated = next((record.fields[name] for name in _SIZES if name in record.fields), None)
        if type(stated) is int and stated != puzzle.order:
            raise InputError(f"size {stated}, but the cages are of {puzzle.size}")
        grids.check_solution(puzzle, record.about.get("solution", ""))
        return puzzle

    return records.read_records(lines, decode, ("cages", *records.FIELDS))


def of_cages(cages: list[Any]) -> KenKen:
    """The puzzle of a list of cages. Raises an InputError that names the cage."""
    read = [_cage(number, cage) for number, cage in enumerate(cages)]
    places = [place for cells, _, _ in read for place in cells]
    base = min(min(place) for place in places)
    order = max(max(place) for place in places) - base + 1
    if base not in (0, 1) or order > LARGEST_ORDER:
        raise InputError(
            f"cages: {order} rows or columns from {base}, expected 1 to {LARGEST_ORDER} from 0 or 1"
        )
    return KenKen(
        order,
        tuple(
            Cage(tuple((r - base) * order + c - base for r, c in cells), operation, target)
            for cells, operation, target in read
        ),
    )


def _cage(number: int, cage: Any) -> tuple[list[tuple[int, int]], str, int]:
    """The cells, operation and target of a cage in JSON."""
    if not isinstance(cage, Mapping) or not isinstance(cage.get("cells"), list):
        raise InputError(f"cage {number}: no cells")
    cells = [_place(number, cell) for cell in cage["cells"]]
    if not cells:
        raise InputError(f"cage {number}: no cells")
    given: Any = next((cage[name] for name in _TARGETS if name in cage), "")
    sign = next((cage[name] for name in _SIGNS if name in cage), "") or ""
    clue = _CLUE.fullmatch(str(given).strip())
    named = _NAMED.get(str(sign).strip().lower() or (clue[2] if clue else ""))
    if clue is None or named is None or (sign and clue[2]):
        raise InputError(f"cage {number}: {shortened(f'{given}{sign}')} is not a target")
    return cells, named, int(clue[1])


def _place(number: int, cell: Any) -> tuple[int, int]:
    if isinstance(cell, Mapping):
        cell = [_first(cell, "row", "r", "y"), _first(cell, "column", "col", "c", "x")]
    if isinstance(cell, list) and len(cell) == 2 and all(type(part) is int for part in cell):
        return cell[0], cell[1]
    raise InputError(f"cage {number}: {shortened(cell)} is not a cell")


def _first(cell: Mapping[str, Any], *names: str) -> Any:
    return next((cell[name] for name in names if name in cell), None)


def write_grid(puzzle: KenKen) -> str:
    """The targets, then the cages from 1."""
    targets = ["."] * puzzle.order**2
    for cage in puzzle.cages:
        unknown = "" if cage.target else "="
        sign = {ANY: unknown, MULTIPLY: "*"}.get(cage.operation, cage.operation)
        targets[cage.cells[0]] = f"{cage.target}{sign}"
    cages = [str(label + 1) for label in puzzle.labels]
    return grids.written(puzzle.order, targets, cages)
