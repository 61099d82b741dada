"""File formats of KenKen beside the text form: grids and collections of them (latin/grids.py).

The first block of a grid has the targets with their operations, ``24*`` (or ``24x``), ``3-``,
``2/``, ``7+``, in one cell of each cage, ``.`` or ``-`` in all others. A number alone is a value,
or the target of a cage whose operation is not given; since ``0`` is an empty cell, such a target of
0 (which no values give) is ``0=``. The second block has the cages, any word a label.
"""

from __future__ import annotations

import re

from cpstudy.core.errors import InputError
from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.latin import grids
from cpstudy.puzzles.latin.game_ids import numbered
from cpstudy.puzzles.latin.rules import ADD, ANY, DIVIDE, MULTIPLY, SUBTRACT, Cage, parts

_CLUE = re.compile(r"([0-9]{1,18})([-+*x/:=]?)")
_OPERATIONS = {"+": ADD, "-": SUBTRACT, "*": MULTIPLY, "x": MULTIPLY, "/": DIVIDE, ":": DIVIDE}


def of_rows(rows: list[grids.Row]) -> KenKen:
    """The puzzle of a grid. Raises LineError."""
    order, (targets, regions) = grids.blocks_of(rows, 2)
    labels = numbered(word for _, words in regions for word in words)
    line_of = [number for number, words in targets for _ in words]
    words_of = [word for _, words in targets for word in words]
    cages = []
    for cells in parts(labels):
        given = [cell for cell in cells if words_of[cell] not in grids.EMPTY]
        where = f"cage at {divmod(cells[0], order)}"
        if len(given) != 1:
            raise grids.LineError(line_of[cells[0]], f"{where}: {len(given)} targets, expected 1")
        word = words_of[given[0]]
        clue = _CLUE.fullmatch(word)
        if clue is None:
            fault = f"{divmod(given[0], order)}: {word[:20]!a} is not a target"
            raise grids.LineError(line_of[given[0]], fault)
        cages.append(Cage(cells, _OPERATIONS.get(clue[2], ANY), int(clue[1])))
    try:
        return KenKen(order, tuple(cages))
    except InputError as error:
        raise grids.LineError(regions[0][0], str(error)) from None


def write_grid(puzzle: KenKen) -> str:
    """The targets, then the cages from 1."""
    targets = ["."] * puzzle.order**2
    for cage in puzzle.cages:
        unknown = "" if cage.target else "="
        sign = {ANY: unknown, MULTIPLY: "*"}.get(cage.operation, cage.operation)
        targets[cage.cells[0]] = f"{cage.target}{sign}"
    cages = [str(label + 1) for label in puzzle.labels]
    return grids.written(puzzle.order, targets, cages)
