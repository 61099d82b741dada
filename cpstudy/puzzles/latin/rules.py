"""The common rules of Sudoku, jigsaw and KenKen: a square, units with distinct values, cages.

A board of order N has N × N cells and the values 1 … N. A *unit* is N cells that have every value
once: a row, a column, a box, a region, a diagonal. A *cage* is cells whose values give a target by
an operation. A solution is ``bytes``, one value per cell, row by row; two solutions are the same if
they are equal. Cells are numbered row by row and named as (row, column), counted from 0.

A kind is a frozen dataclass derived from :class:`Latin`. This module has only rules, no solver and
no state space.
"""

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import prod
from typing import ClassVar, NamedTuple, Self

from cpstudy.core import wording
from cpstudy.core.errors import InputError
from cpstudy.core.result import Drawn

# Values as characters, in solutions and in boards written as one row.
DIGITS = "123456789abcdefghijklmnop"
LARGEST_ORDER = len(DIGITS)
_BYTES = bytes(range(256))

ADD, SUBTRACT, MULTIPLY, DIVIDE, ANY = "+", "-", "x", "/", "="
OPERATIONS = (ADD, SUBTRACT, MULTIPLY, DIVIDE)
# Differences and quotients have two cells.
_OF_TWO = (SUBTRACT, DIVIDE)
# Products stay below 2^62 and cages within a word, so that no engine overflows.
_LARGEST_TARGET = 1 << 62
_LARGEST_CAGE = 60


class Unit(NamedTuple):
    """N cells that have every value once, and their name: ``row 3``, counted from 1."""

    name: str
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Cage:
    """Cells whose values give ``target`` by ``operation``.

    operation: one of OPERATIONS, or ANY if it is one of them but not given. The target of a cage of
    one cell is its value. cells: in increasing order. A difference or quotient has two cells: the
    larger value minus the smaller one, or divided by it.
    """

    cells: tuple[int, ...]
    operation: str
    target: int

    @property
    def operations(self) -> tuple[str, ...]:
        """The possible operations of the cage."""
        return _possible(self.operation, len(self.cells))

    def holds(self, values: tuple[int, ...]) -> bool:
        """Whether the values of its cells give the target."""
        return any(self._gives(operation, values) for operation in self.operations)

    def _gives(self, operation: str, values: tuple[int, ...]) -> bool:
        if operation == ADD:
            return sum(values) == self.target
        if operation == MULTIPLY:
            return prod(values) == self.target
        low, high = sorted(values)
        return high - low == self.target if operation == SUBTRACT else high == self.target * low

    @property
    def words(self) -> str:
        """The clue: ``12x``."""
        return f"{self.target}{self.operation if len(self.cells) > 1 else ''}"


@cache
def _possible(operation: str, cells: int) -> tuple[str, ...]:
    """The possible operations of a cage of ``cells`` cells."""
    if cells == 1:
        return (ADD,)
    if operation != ANY:
        return (operation,)
    return tuple(o for o in OPERATIONS if cells == 2 or o not in _OF_TWO)


def targets_of(values: Sequence[int]) -> dict[str, int]:
    """The operations that values of at least two cells allow, with the target of each."""
    targets = {ADD: sum(values), MULTIPLY: prod(values)}
    if len(values) == 2:
        low, high = sorted(values)
        targets[SUBTRACT] = high - low
        if high % low == 0:
            targets[DIVIDE] = high // low
    return targets


class Latin(Drawn):
    """A puzzle of values in units. A kind defines the fields and ``units``."""

    order: int
    clues: bytes
    cages: tuple[Cage, ...]

    kind: ClassVar[str]

    @property
    def units(self) -> tuple[Unit, ...]:
        """All units, no two with the same cells."""
        raise NotImplementedError

    @property
    def labels(self) -> Sequence[int]:
        """The number of each cell's box, region or cage, from 0."""
        raise NotImplementedError

    def with_clues(self, clues: bytes) -> Self:
        """The same board with other clues."""
        raise NotImplementedError

    def encode(self) -> str:
        """See the protocol of puzzles."""
        raise NotImplementedError

    @classmethod
    def decode(cls, text: str) -> Self:
        """See the protocol of puzzles."""
        raise NotImplementedError

    @property
    def size(self) -> str:
        """The size in text form."""
        return f"{self.order}x{self.order}"

    def cell(self, cell: int) -> str:
        """The cell's place in words: ``row 1, column 3``, as players count."""
        return wording.place(divmod(cell, self.order))

    def violation(self, solution: bytes) -> str:
        """ "" if ``solution`` is valid, else the first fault: values, clues, units, cages."""
        fault = values_fault(self.order, solution, least=1)
        if fault:
            return fault
        for cell, (value, clue) in enumerate(zip(solution, self.clues, strict=True)):
            if clue not in (0, value):
                return f"{self.cell(cell)}: {value} where the clue is {clue}"
        for unit in self.units:
            place: dict[int, int] = {}
            for cell in unit.cells:
                twin = place.setdefault(solution[cell], cell)
                if twin != cell:
                    both = f"{self.cell(twin)} and {self.cell(cell)}"
                    return f"{unit.name}: {solution[cell]} at {both}"
        for cage in self.cages:
            values = tuple(solution[cell] for cell in cage.cells)
            if not cage.holds(values):
                return f"cage at {self.cell(cage.cells[0])}: {values} do not give {cage.words}"
        return ""

    def canonical(self, solution: bytes) -> bytes:
        """The values themselves."""
        return bytes(solution)

    def encode_solution(self, solution: bytes) -> str:
        """One character per cell: digits, then letters from a = 10."""
        return "".join(DIGITS[value - 1] for value in solution)

    def decode_solution(self, text: str) -> bytes:
        """The inverse of ``encode_solution``. Raises InputError."""
        values = bytes(DIGITS.find(character) + 1 for character in text.strip())
        fault = values_fault(self.order, values, least=1)
        if fault:
            raise InputError(f"solution: {fault}")
        return values


@dataclass(frozen=True)
class Uncaged(Latin):
    """A puzzle without cages."""

    @property
    def cages(self) -> tuple[Cage, ...]:  # type: ignore[override]
        """No cages."""
        return ()

    def with_clues(self, clues: bytes) -> Self:
        """The same board with other clues."""
        return replace(self, clues=clues)  # type: ignore[call-arg]


@dataclass(frozen=True)
class Part(Latin):
    """Some of the clues and cages of a puzzle, with its units; it has no text form."""

    order: int
    clues: bytes
    cages: tuple[Cage, ...]
    of: tuple[Unit, ...]

    kind: ClassVar[str] = "part of a puzzle"

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units of the puzzle."""
        return self.of


def values_fault(order: int, values: bytes, least: int) -> str:
    """ "" if there is a value from ``least`` to N for each cell, else the fault."""
    if len(values) != order * order:
        return f"{len(values)} cells, expected {order * order} ({order}x{order})"
    if values.translate(None, _BYTES[least : order + 1]):
        cell = next(i for i, value in enumerate(values) if not least <= value <= order)
        return f"{wording.place(divmod(cell, order))}: no value from 1 to {order}"
    return ""


def check_board(order: int, clues: bytes) -> None:
    """Raise InputError for an order or a clue (0: none) out of range."""
    if not 1 <= order <= LARGEST_ORDER:
        raise InputError(f"order {order}: expected 1 to {LARGEST_ORDER}")
    fault = values_fault(order, clues, least=0)
    if fault:
        raise InputError(f"clue {fault}")


def check_cage(cage: Cage) -> None:
    """Raise InputError, without a place, for an impossible operation, size or target."""
    if cage.operation not in (*OPERATIONS, ANY):
        raise InputError(f"no operation {cage.operation!a}")
    if cage.operation in _OF_TWO and len(cage.cells) != 2:
        raise InputError(f"{cage.words}: {len(cage.cells)} cells, expected 2")
    if len(cage.cells) > _LARGEST_CAGE:
        raise InputError(f"{len(cage.cells)} cells, at most {_LARGEST_CAGE}")
    if not 0 <= cage.target < _LARGEST_TARGET:
        raise InputError(f"target {cage.target}: expected 0 to 2^62")


@cache
def rows_and_columns(order: int) -> tuple[Unit, ...]:
    """The rows, then the columns."""
    span = range(order)
    rows = [Unit(f"row {r + 1}", tuple(r * order + c for c in span)) for r in span]
    columns = [Unit(f"column {c + 1}", tuple(r * order + c for r in span)) for c in span]
    return (*rows, *columns)


@cache
def diagonals(order: int) -> tuple[Unit, Unit]:
    """The two diagonals."""
    return (
        Unit("the falling diagonal", tuple(i * order + i for i in range(order))),
        Unit("the rising diagonal", tuple(i * order + order - 1 - i for i in range(order))),
    )


def distinct(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The units without those of the same cells as an earlier one."""
    return tuple({tuple(sorted(unit.cells)): unit for unit in reversed(units)}.values())[::-1]


@lru_cache(maxsize=64)
def peers_of(units: tuple[Unit, ...]) -> tuple[frozenset[int], ...]:
    """For each cell the others that share a unit with it."""
    around: dict[int, set[int]] = {}
    for unit in units:
        for cell in unit.cells:
            around.setdefault(cell, set()).update(unit.cells)
    return tuple(frozenset(around[cell] - {cell}) for cell in sorted(around))


def parts(labels: Iterable[Hashable]) -> Iterator[tuple[int, ...]]:
    """The cells of each label, in the order of their first cells."""
    cells: dict[Hashable, list[int]] = {}
    for cell, label in enumerate(labels):
        cells.setdefault(label, []).append(cell)
    yield from map(tuple, cells.values())


def neighbours(order: int, cell: int) -> list[int]:
    """The cells that share a side with a cell: above, below, left, right."""
    row, column = divmod(cell, order)
    sides = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * order + c for r, c in sides if 0 <= r < order and 0 <= c < order]


def is_connected(order: int, cells: Collection[int]) -> bool:
    """Whether the cells are connected by sides; there is at least one."""
    left = set(cells)
    reached = [left.pop()]
    while reached:
        adjacent = left.intersection(neighbours(order, reached.pop()))
        left -= adjacent
        reached += adjacent
    return not left
