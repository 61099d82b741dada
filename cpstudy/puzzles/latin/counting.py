"""The number of squares: dynamic programming over the values that units have used, cell by cell.

Cells are taken row by row. For every unit that has begun and is not complete (columns, the current
row, boxes or regions, diagonals), a state contains the set of values that the unit has. For every
cage that has begun, it contains the result of the cage's cells so far. Sets of complete units are
dropped.

After a row, columns that the next rows do not distinguish (no clue, no cage, the same regions) are
sorted, since squares that differ by the order of these columns are completed in the same ways.
Latin squares of order 7 thus take some ten thousand states instead of 69 million.

Cost: 50 to 100 ns per successor. Limits: the width: an empty Sudoku of 9×9 has far too many
states; boards with many clues have few. Sources: the method is that of A002860's first counts
(McKay2005 has the numbers); each cage has a small automaton for its results.
"""

from collections.abc import Hashable, Iterator
from math import comb, prod

import numpy as np

from cpstudy.core.counting import listed_then_counted
from cpstudy.core.kernel_types import Const, Const2, Const3, View, i64
from cpstudy.core.kind import Spot
from cpstudy.core.native import kernel, table, workspace, zeros
from cpstudy.core.portfolio import Engine
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.core.wording import place
from cpstudy.frontier import counting
from cpstudy.frontier.engine import Model
from cpstudy.frontier.fields import Field, Fields
from cpstudy.frontier.layers import Layers, load, put
from cpstudy.puzzles.latin import portfolio
from cpstudy.puzzles.latin.cages import layers
from cpstudy.puzzles.latin.checking import checker
from cpstudy.puzzles.latin.rules import DIGITS, Cage, Latin

# The number of solutions that the search lists before states are counted instead.
LISTED = 1000

# Columns of a cell's units: word and shift of the field, whether the cell is the unit's last.
WORD, SHIFT, LAST, UNIT = range(4)
# Columns of a cell's cage: word, shift, mask of the field (0: no cage), whether it is the last
# cell, and the start of its steps.
CAGE_WORD, CAGE_SHIFT, CAGE_MASK, CAGE_LAST, STEPS, CAGE = range(6)


@workspace
class Square(Model):
    """order: values. allowed [cells]: a set of values. units [cells, k, UNIT], word -1 for none.

    cages [cells, CAGE]; steps: by state of a cage and value, the state after it or -1; ``order``
    entries per state. columns [order, 2]: word and shift. alike [rows, order]: after a row, columns
    with the same number may be sorted. sorting: whether they are. scratch [order].
    """

    order: i64
    allowed: Const[i64]
    units: Const3[i64]
    cages: Const2[i64]
    steps_of: Const[i64]
    columns: Const2[i64]
    alike: Const2[i64]
    sorting: bool
    scratch: View[i64]

    def __init__(self, puzzle: Latin, sorting: bool) -> None:
        tables = _Tables(puzzle)
        self.order, self.sorting = puzzle.order, sorting
        self.allowed = table(tables.allowed, "i64")
        self.units = table(tables.units, "i64")
        self.cages = table(tables.cages, "i64")
        self.steps_of = table(tables.steps, "i64")
        self.columns = table([field[:2] for field in tables.columns], "i64")
        self.alike = table(tables.alike, "i64")
        self.scratch = zeros(puzzle.order, "i64")
        self.furnish(puzzle.order**2, tables.words, puzzle.order)

    @kernel
    def expand(self, t: Layers, state: i64) -> None:
        """Try every value that the cell's units and cage allow; label: the value, from 0."""
        cell = t.place
        load(t, state)
        free = self.allowed[cell]
        for u in range(self.units.shape[1]):
            word = self.units[cell, u, WORD]
            if word >= 0:
                free &= ~(t.key[word] >> self.units[cell, u, SHIFT])
        mask = self.cages[cell, CAGE_MASK]
        begin = 0
        if mask != 0:
            word = self.cages[cell, CAGE_WORD]
            given = t.key[word] >> self.cages[cell, CAGE_SHIFT] & mask
            begin = self.cages[cell, STEPS] + given * self.order
        value = 0
        while free >> value != 0:
            if free >> value & 1:
                gives = 0 if mask == 0 else self.steps_of[begin + value]
                if gives >= 0:
                    self.fill(t, state, cell, value, gives)
            value += 1

    @kernel
    def fill(self, t: Layers, state: i64, cell: i64, value: i64, gives: i64) -> None:
        """Put the state with a value in the cell."""
        load(t, state)
        full = (1 << self.order) - 1
        for u in range(self.units.shape[1]):
            word = self.units[cell, u, WORD]
            if word >= 0:
                shift = self.units[cell, u, SHIFT]
                if self.units[cell, u, LAST]:
                    t.key[word] &= ~(full << shift)
                else:
                    t.key[word] |= i64(1) << (shift + value)
        mask = self.cages[cell, CAGE_MASK]
        if mask != 0:
            word = self.cages[cell, CAGE_WORD]
            shift = self.cages[cell, CAGE_SHIFT]
            t.key[word] &= ~(mask << shift)
            if not self.cages[cell, CAGE_LAST]:
                t.key[word] |= gives << shift
        if self.sorting and (cell + 1) % self.order == 0 and cell + 1 < len(self.allowed):
            self.sort(t, cell // self.order)
        t.label = value
        put(t, state, t.key[0])

    @kernel
    def sort(self, t: Layers, row: i64) -> None:
        """Sort the sets of equivalent columns, those of each number among their places."""
        full = (1 << self.order) - 1
        for c in range(self.order):
            self.scratch[c] = t.key[self.columns[c, 0]] >> self.columns[c, 1] & full
        for c in range(1, self.order):
            # An exchange keeps each column among those with its number.
            last = c
            other = c - 1
            while other >= 0:
                if self.alike[row, other] == self.alike[row, c]:
                    if self.scratch[other] <= self.scratch[last]:
                        break
                    moved = self.scratch[other]
                    self.scratch[other] = self.scratch[last]
                    self.scratch[last] = moved
                    last = other
                other -= 1
        for c in range(self.order):
            word = self.columns[c, 0]
            shift = self.columns[c, 1]
            t.key[word] = t.key[word] & ~(full << shift) | self.scratch[c] << shift


class _Tables:
    """The kernel's data of a puzzle."""

    def __init__(self, puzzle: Latin) -> None:
        order = puzzle.order
        self._puzzle, self._fields = puzzle, Fields()
        self.allowed = [1 << clue - 1 if clue else (1 << order) - 1 for clue in puzzle.clues]
        self.columns = [self._fields.take(order) for _ in range(order)]
        # In the end only finished columns are left, and every field holds 0.
        most = max(sum(cell in unit.cells for unit in puzzle.units) for cell in range(order**2))
        self.units = np.full((order**2, most, UNIT), -1)
        self.cages = np.zeros((order**2, CAGE), np.int64)
        self.steps: list[int] = [0]
        self._place()
        self.alike = [self._alike(row) for row in range(order)]

    @property
    def words(self) -> int:
        """The number of words of a key."""
        return self._fields.words

    def _place(self) -> None:
        """Give every unit and cage a field from its first cell to its last."""
        order, fields = self._puzzle.order, self._fields
        cages = {cell: cage for cage in self._puzzle.cages for cell in cage.cells}
        automata = {cage: list(layers(cage, order)) for cage in self._puzzle.cages}
        held: dict[object, Field] = {}
        for cell in range(order**2):
            freed = []
            for number, unit in enumerate(u for u in self._puzzle.units if cell in u.cells):
                field = held.get(unit)
                if field is None:
                    is_column = unit.name == f"column {cell % order}"
                    field = self.columns[cell % order] if is_column else fields.take(order)
                    held[unit] = field
                last = cell == max(unit.cells)
                self.units[cell, number] = (field.word, field.shift, last)
                freed += [field] * (last and not unit.name.startswith("column "))
            if cell in cages:
                freed += self._place_cage(cell, cages[cell], automata[cages[cell]], held)
            for field in freed:
                fields.give(field)

    def _place_cage(
        self, cell: int, cage: Cage, automaton: list[list[list[int]]], held: dict[object, Field]
    ) -> list[Field]:
        place = cage.cells.index(cell)
        if place == 0:
            most = max(map(len, automaton))
            held[cage] = self._fields.take(max(1, (most - 1).bit_length()))
        field, last = held[cage], place == len(cage.cells) - 1
        mask = (1 << field.bits) - 1
        self.cages[cell] = (field.word, field.shift, mask, last, len(self.steps))
        self.steps += [after for row in automaton[place] for after in row]
        return [field] * last

    def _alike(self, row: int) -> list[int]:
        """A number for each column, equal if the next rows do not distinguish the columns."""
        puzzle, order = self._puzzle, self._puzzle.order
        large = {cell for cage in puzzle.cages if len(cage.cells) > 1 for cell in cage.cells}
        single = {cage.cells[0]: cage.target for cage in puzzle.cages if len(cage.cells) == 1}
        others = [unit for unit in puzzle.units if not unit.name.startswith(("row ", "column "))]
        numbers: dict[Hashable, int] = {}
        found = []
        for column in range(order):
            cells = range((row + 1) * order + column, order**2, order)
            signature: Hashable = tuple(
                (
                    self.allowed[cell],
                    single.get(cell),
                    *(n for n, u in enumerate(others) if cell in u.cells),
                )
                for cell in cells
            )
            if large.intersection(cells):
                signature = column
            found.append(numbers.setdefault(signature, len(numbers)))
        return found


def _need(puzzle: Latin, model: Model) -> counting.Need:
    """An estimate of the most states at the ends of rows: each value in equally many columns.

    The number of 0-1 matrices with given sums of rows and columns is close to the product of both
    sets of binomials divided by that of all entries.
    """
    order = puzzle.order
    largest, states = 1.0, 0.0
    clues = [puzzle.clues[r * order : (r + 1) * order] for r in range(order)]
    for passed in range(1, order):
        above = clues[:passed]
        used = [passed - sum(row[c] > 0 for row in above) for c in range(order)]
        open_ = [order - sum(row[c] > 0 for row in clues) for c in range(order)]
        given = [sum(v in row for row in above) for v in range(1, order + 1)]
        rest = [order - sum(v in row for row in clues) for v in range(1, order + 1)]
        sides = prod(map(comb, open_, used)) * prod(
            comb(r, passed - g) for r, g in zip(rest, given, strict=True)
        )
        level = sides / max(1, comb(sum(open_), sum(used)))
        largest = max(largest, level)
        states += order * level
    bits = order**2 * order.bit_length()
    return counting.Need.of(model, states, largest, bits)._replace(at_most=True)


def counter(puzzle: Latin, sorting: bool = False) -> counting.Counter:
    """The model for the frontier. A place is a cell, its value that of the solution.

    sorting: sort equivalent columns, which loses the solutions and keeps their number.
    """
    model = Square(puzzle, sorting)

    def values(cell: int, label: int) -> Iterator[tuple[int, int]]:
        yield cell, label + 1

    return counting.Counter(model, values, bytes, lambda: _need(puzzle, model))


def spot(puzzle: Latin, cell: int) -> Spot:
    """The place of a cell in the picture."""
    row, column = divmod(cell, puzzle.order)
    return Spot(place((row, column)), column + 0.5, row + 0.5, 1.0)


def size(puzzle: Latin) -> tuple[float, float]:
    """The width and height of the picture."""
    return puzzle.order, puzzle.order


def sign(_: Latin, value: int) -> str:
    """A value, written as in solutions."""
    return DIGITS[value - 1]


def frontier(puzzle: Latin, request: Request) -> Result:
    """The exact number of solutions; up to ``limit`` of them by the search (None: all).

    Like :func:`cpstudy.frontier.counting.solve`.
    """
    return counting.solve(counter(puzzle, sorting=True), portfolio.solve, puzzle, request)


def solve(puzzle: Latin, request: Request, *, settle: Engine) -> Result:
    """The number of solutions, and up to ``limit`` of them (None: those that were listed).

    settle: the kind's default solver, which lists.
    """
    return listed_then_counted(settle, "frontier", frontier, LISTED, checker)(puzzle, request)
