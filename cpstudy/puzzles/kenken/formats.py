"""File formats of KenKen beside the text form: grids and collections of them (latin/grids.py).

The first block of a grid has the targets with their operations, ``24*`` (or ``24x``), ``3-``,
``2/``, ``7+``, in one cell of each cage, ``.`` or ``-`` in all others; a number alone is a cage of
an operation that is not told, or a value; as ``0`` is an empty cell too, such a target of nought
(which no values give) is ``0=``. The second block has the cages, any word a label.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cpstudy.core.errors import InputError
from cpstudy.core.text import Item
from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.latin import grids
from cpstudy.puzzles.latin.game_ids import numbered
from cpstudy.puzzles.latin.rules import ADD, ANY, DIVIDE, MULTIPLY, SUBTRACT, Cage, parts

_CLUE = re.compile(r"([0-9]{1,18})([-+*x/:=]?)")
_OPERATIONS = {"+": ADD, "-": SUBTRACT, "*": MULTIPLY, "x": MULTIPLY, "/": DIVIDE, ":": DIVIDE}


def read_grid(lines: Iterable[str]) -> Iterator[Item]:
    """One puzzle. A fault is reported on the line where it stands."""
    return grids.read_one(lines, _of_rows)


def read_records(lines: Iterable[str]) -> Iterator[Item]:
    """A collection."""
    return grids.read_records(lines, _of_rows)


def _of_rows(rows: list[grids.Row]) -> KenKen:
    order, (targets, regions) = grids.blocks_of(rows, 2)
    labels = numbered(word for _, words in regions for word in words)
    line_of = [number for number, words in targets for _ in words]
    words_of = [word for _, words in targets for word in words]
    cages = []
    for cells in parts(labels):
        told = [cell for cell in cells if not grids.is_empty(words_of[cell])]
        where = f"cage at {divmod(cells[0], order)}"
        if len(told) != 1:
            raise grids.LineError(line_of[cells[0]], f"{where}: {len(told)} targets, expected 1")
        word = words_of[told[0]]
        clue = _CLUE.fullmatch(word)
        if clue is None:
            fault = f"{divmod(told[0], order)}: {word[:20]!a} is not a target"
            raise grids.LineError(line_of[told[0]], fault)
        cages.append(Cage(cells, _OPERATIONS.get(clue[2], ANY), int(clue[1])))
    try:
        return KenKen(order, tuple(cages))
    except InputError as error:
        raise grids.LineError(regions[0][0], str(error)) from None


def write_grid(puzzle: KenKen) -> str:
    """The targets, then the cages from 1."""
    targets = ["."] * puzzle.order**2
    for cage in puzzle.cages:
        untold = "" if cage.target else "="
        sign = {ANY: untold, MULTIPLY: "*"}.get(cage.operation, cage.operation)
        targets[cage.cells[0]] = f"{cage.target}{sign}"
    cages = [str(label + 1) for label in puzzle.labels]
    return grids.written(puzzle.order, targets, cages)
