"""Nurikabe as people design it: islands grown to drawn sizes, few of them of one cell.

While the sea has a pool, one of its cells is drawn, most often at the border. It becomes the start
of an island, which grows to a size drawn for it, preferably into pools. If a new island would stay
too small, the cell extends an adjacent island instead. A cell becomes land only if the sea stays
connected and no two islands touch. A board that cannot be completed is drawn again; so is one with
too many islands of one cell. Sizes follow those of published puzzles: two to ten, most of them
three to five.

Then each island gets its clue, and the board is *changed where it is ambiguous*: a cell there
becomes sea or joins an island, or a clue moves on its island. A change is kept if it does not
increase the number of cells that differ between some solutions. After some changes without
improvement, an island there is split in two if possible, which adds a clue. If a level without
look-ahead is requested, its rules replace the search as judge, by the number of cells that they
leave open: a board that they solve is unique. Boards that do not become unique within a number of
changes are drawn again. Finally, islands are joined, land grows (first at the border), and clues
move to the border, as long as the rules still solve the board and no fewer steps need the hardest
rule.

Cost for 10×10: two milliseconds a change, five for deduction; about a second a puzzle.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import repeat
from typing import NamedTuple

import numpy as np

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted, distinct
from cpstudy.core.grading import SEARCH
from cpstudy.core.native import view
from cpstudy.core.random import Stream, stream
from cpstudy.core.random_words import below, shuffle
from cpstudy.core.result import Verdict
from cpstudy.core.solving import Request
from cpstudy.puzzles.nurikabe.deduction import LOOKAHEAD, Deduction
from cpstudy.puzzles.nurikabe.explaining import EXPLAINER
from cpstudy.puzzles.nurikabe.generating import (
    canonical_puzzle,
    in_pool,
    is_connected,
    with_clues,
)
from cpstudy.puzzles.nurikabe.knowledge import Shape, cells_of, shape_of
from cpstudy.puzzles.nurikabe.puzzle import NO_CLUE, Nurikabe
from cpstudy.puzzles.nurikabe.search.solving import solve

_KEY = 2

# Weights of the sizes of islands: one cell, two cells, and so on. Part of what a seed means.
_SIZES = (6, 20, 26, 20, 12, 7, 4, 3, 2)
# An island that cannot have this number of cells extends an adjacent island.
_LEAST = 2
# The largest percentage of islands of one cell.
_MOST_ONES = 25
# Clues for a hundred cells; changes of a board by a search and by rules; changes without
# improvement before an island is split; cells tried for a change; tenths of clues that keep their
# place; one of this number of changes of land removes a cell; the cells of a large island.
_CLUES, _CHANGES, _PATIENCE, _TRIED = 17, (150, 230), 12, 20
_STAYS, _MOVES, _LARGE = 7, 3, 5
# Tenths of the starts of islands that are drawn at the border if there is a pool.
_OUTER = 6
# Solutions that are compared, and conflicts of a search for them.
_SOLUTIONS, _CONFLICTS = 8, 2000
# Cells that may fail before a board fails, and boards for one puzzle.
_FAILURES = 10
# The smallest and largest percentage of cells that become land, if the rules still solve them.
_LAND, _ROUNDS = (42, 50), 2
_BOARDS = 4000


def _drawn(state: Stream, weights: tuple[int, ...]) -> int:
    """Draw a size by the weights."""
    at = below(state, sum(weights))
    size = 1
    while at >= weights[size - 1]:
        at -= weights[size - 1]
        size += 1
    return size


class _Board:
    """A sea with islands, under construction."""

    def __init__(self, shape: Shape, state: Stream) -> None:
        self.shape, self.state = shape, state
        self.sea = shape.full

    def fill(self, clock: Clock) -> bool:
        """Put islands into all pools; False if that failed."""
        failures = 0
        while pools := in_pool(self.shape, self.sea):
            clock.check()
            outer = pools & self.shape.border() if int(below(self.state, 10)) < _OUTER else 0
            cell = self._one_of(outer or pools)
            adjacent = self._adjacent_islands(cell)
            if not adjacent:
                island = self._grown(cell, _drawn(self.state, _SIZES))
                if island.bit_count() >= _LEAST or self._extends(cell):
                    continue
            if not self._extends(cell) and not self._grown(cell, 1):
                failures += 1
                if failures > _FAILURES:
                    return False
        return True

    def _one_of(self, cells: int) -> int:
        """One of the cells at random, as a set."""
        every = list(cells_of(cells))
        return 1 << every[int(below(self.state, len(every)))]

    def _adjacent_islands(self, cell: int) -> int:
        return self.shape.neighbours(cell) & ~self.sea

    def _takes(self, island: int, cell: int) -> bool:
        """Whether a cell can join an island (0: a new one)."""
        outside = self.shape.neighbours(cell) & ~self.sea & ~island
        return not outside and is_connected(self.shape, self.sea & ~cell)

    def _grown(self, cell: int, size: int) -> int:
        """Grow an island from a cell, up to ``size`` cells; 0 if it cannot begin."""
        if not self._takes(0, cell):
            return 0
        island, self.sea = cell, self.sea & ~cell
        while island.bit_count() < size:
            near = self.shape.neighbours(island) & self.sea
            pools = near & in_pool(self.shape, self.sea)
            able = [1 << c for c in cells_of(pools or near) if self._takes(island, 1 << c)]
            if not able:
                break
            chosen = able[int(below(self.state, len(able)))]
            island, self.sea = island | chosen, self.sea & ~chosen
        return island

    def _extends(self, cell: int) -> bool:
        """Let a cell join the only adjacent island, if the rules allow it; whether it is land."""
        if not cell & self.sea:
            return True
        adjacent = self._adjacent_islands(cell)
        if not adjacent:
            return False
        island = self.shape.flooded(adjacent & -adjacent, self.shape.full & ~self.sea)
        if island.bit_count() >= len(_SIZES) or not self._takes(island, cell):
            return False
        self.sea &= ~cell
        return True


def grown(state: Stream, rows: int, columns: int, clock: Clock = UNLIMITED) -> bytes | None:
    """A solution, one byte a cell; None if the draw failed or has too many single cells."""
    shape = shape_of(rows, columns)
    board = _Board(shape, state)
    if not board.fill(clock):
        return None
    islands = shape.parts(shape.full & ~board.sea)
    ones = sum(island.bit_count() == 1 for island in islands)
    if ones * 100 > _MOST_ONES * len(islands):
        return None
    return bytes(board.sea >> cell & 1 for cell in range(rows * columns))


class _Position(NamedTuple):
    """A board being changed: its sea, its clues, the cells in question, and its badness."""

    sea: int
    clues: tuple[int, ...]
    questioned: int
    badness: int


# Returns the cells in question of a sea with clues, and the badness; 0 or less if there are none.
Judge = Callable[[int, tuple[int, ...]], tuple[int, int]]


class _Changing:
    """The changes of one board. changes: their largest number; most: the most clues allowed."""

    def __init__(self, shape: Shape, state: Stream, changes: int, most: int, clock: Clock) -> None:
        self.shape, self.state, self.most, self.clock = shape, state, most, clock
        self._border, self._changes = shape.border(), changes

    def run(self, sea: int, clues: tuple[int, ...], judge: Judge) -> _Position | None:
        """Change the board until no cell is in question; None if that fails."""
        position = _Position(sea, clues, *judge(sea, clues))
        in_vain = 0
        for _ in range(self._changes):
            if not position.questioned:
                return position
            self.clock.check()
            parted = self._parted(position) if in_vain >= _PATIENCE else None
            if in_vain >= _PATIENCE:
                in_vain = 0
            tried = parted or self._changed(position)
            if tried is None:
                return None
            there = _Position(*tried, *judge(*tried))
            in_vain = 0 if parted or there.badness < position.badness else in_vain + 1
            if parted or there.badness <= position.badness:
                position = there
        return None

    def more_land(self, position: _Position, judge: Judge) -> _Position:
        """The board after joining land, up to a share of land, and moving clues to the border, as
        long as no cell is in question and the badness does not increase.
        """
        low, high = _LAND
        cells = self.shape.rows * self.shape.columns
        wished = cells * (low + int(below(self.state, high - low + 1))) // 100
        for _ in range(_ROUNDS):
            for cell in self._ordered(position.sea):
                self.clock.check()
                if not position.sea >> cell & 1:
                    tried = self._out(position, cell)
                elif cells - position.sea.bit_count() < wished:
                    tried = self._joined(position, cell)
                else:
                    continue
                if tried is not None:
                    questioned, badness = judge(*tried)
                    if not questioned and badness <= position.badness:
                        position = _Position(*tried, questioned, badness)
        return position

    def _ordered(self, sea: int) -> list[int]:
        """All cells in random order: first those between islands, then those at the border."""
        order = np.arange(self.shape.full.bit_length())
        shuffle(self.state, view(order), len(order))

        def rank(cell: int) -> int:
            adjacent = self.shape.neighbours(1 << cell) & ~sea
            between = sea >> cell & 1 and adjacent & ~self._island(sea, adjacent)
            return 0 if between else 2 - (self._border >> cell & 1)

        return sorted(order.tolist(), key=rank)

    def _out(self, position: _Position, cell: int) -> tuple[int, tuple[int, ...]] | None:
        """Move the clue of an island to a cell at the border, if it is not at the border."""
        border = self._border
        island = self._island(position.sea, 1 << cell)
        clued = sum(1 << c for c in cells_of(island) if position.clues[c] != NO_CLUE)
        if not border >> cell & 1 or clued & border:
            return None
        return position.sea, self._clued(position.clues, island, (island,), cell)

    def _joined(self, position: _Position, cell: int) -> tuple[int, tuple[int, ...]] | None:
        """Join a cell of the sea and the adjacent islands into one island."""
        bit = 1 << cell
        adjacent = self.shape.neighbours(bit) & ~position.sea
        if not adjacent or not is_connected(self.shape, position.sea & ~bit):
            return None
        island = self.shape.flooded(bit, self.shape.full & ~position.sea | bit)
        if island.bit_count() > len(_SIZES):
            return None
        return position.sea & ~bit, self._clued(position.clues, island, (island,))

    def _one_of(self, cells: Sequence[int]) -> int:
        return cells[int(below(self.state, len(cells)))]

    def _island(self, sea: int, cells: int) -> int:
        return self.shape.flooded(cells & -cells, self.shape.full & ~sea)

    def _changed(self, position: _Position) -> tuple[int, tuple[int, ...]] | None:
        """Change one cell in question, or next to one; None if all attempts fail."""
        cells = list(cells_of(self.shape.grown(position.questioned)))
        for _ in range(_TRIED):
            cell = self._one_of(cells)
            found = (self._to_land if position.sea >> cell & 1 else self._to_sea)(position, cell)
            if found is not None:
                return found
        return None

    def _to_land(self, position: _Position, cell: int) -> tuple[int, tuple[int, ...]] | None:
        """Let a cell join the only adjacent island."""
        bit = 1 << cell
        adjacent = self.shape.neighbours(bit) & ~position.sea
        island = self._island(position.sea, adjacent) if adjacent else 0
        if not adjacent or adjacent & ~island or island.bit_count() >= len(_SIZES):
            return None
        if not is_connected(self.shape, position.sea & ~bit):
            return None
        return position.sea & ~bit, self._clued(position.clues, island, (island | bit,))

    def _to_sea(self, position: _Position, cell: int) -> tuple[int, tuple[int, ...]] | None:
        """Give a cell its island's clue, or remove it from the island."""
        bit = 1 << cell
        island = self._island(position.sea, bit)
        if below(self.state, _MOVES) and position.clues[cell] == NO_CLUE:
            return position.sea, self._clued(position.clues, island, (island,), cell)
        rest, sea = island & ~bit, position.sea | bit
        if rest.bit_count() < 2 or not is_connected(self.shape, rest):
            return None
        if not self.shape.neighbours(bit) & position.sea or in_pool(self.shape, sea):
            return None
        return sea, self._clued(position.clues, island, (rest,))

    def _parted(self, position: _Position) -> tuple[int, tuple[int, ...]] | None:
        """Split an island in question by removing a cell that connects it; large islands first."""
        if sum(clue != NO_CLUE for clue in position.clues) >= self.most:
            return None
        land = cells_of(self.shape.full & ~position.sea & self.shape.grown(position.questioned))

        def rank(cell: int) -> tuple[int, int]:
            size = self._island(position.sea, 1 << cell).bit_count()
            return -min(size, _LARGE), int(below(self.state, 999))

        for cell in sorted(land, key=rank):
            bit = 1 << cell
            island = self._island(position.sea, bit)
            parts = self.shape.parts(island & ~bit)
            lone = any(part.bit_count() == 1 for part in parts) and below(self.state, 3)
            if len(parts) > 1 and not lone and self.shape.neighbours(bit) & position.sea:
                if not in_pool(self.shape, position.sea | bit):
                    return position.sea | bit, self._clued(position.clues, island, parts)
        return None

    def _clued(
        self, clues: tuple[int, ...], island: int, parts: Sequence[int], wanted: int = -1
    ) -> tuple[int, ...]:
        """The clues after an island becomes ``parts``; each usually keeps its place."""
        new = list(clues)
        old = [cell for cell in cells_of(island) if clues[cell] != NO_CLUE]
        for cell in old:
            new[cell] = NO_CLUE
        for part in parts:
            stays = [cell for cell in old if part >> cell & 1]
            if wanted >= 0:
                place = wanted
            elif stays and below(self.state, 10) < _STAYS:
                place = stays[0]
            else:
                place = self._one_of(list(cells_of(part & self._border or part)))
            new[place] = part.bit_count()
        return tuple(new)


def _ambiguity(shape: Shape, clock: Clock) -> Judge:
    """A judge by the cells in which some solutions differ from the board's own."""

    def judge(sea: int, clues: tuple[int, ...]) -> tuple[int, int]:
        puzzle = Nurikabe(shape.rows, shape.columns, clues)
        result = solve(puzzle, Request(clock.budget(_CONFLICTS), _SOLUTIONS), as_seeded=True)
        clock.check()
        if result.verdict is Verdict.UNIQUE:
            return 0, 0
        differing = 0
        for other in result.solutions:
            assert isinstance(other, bytes)
            differing |= sum(1 << cell for cell, position in enumerate(other) if position) ^ sea
        several = len(result.solutions) if differing else _SOLUTIONS + 1
        return differing or shape.full, several * shape.full.bit_length() + differing.bit_count()

    return judge


def _open_after(shape: Shape, hardest: int, clock: Clock) -> Judge:
    """A judge by the cells that rules up to ``hardest`` leave open; a board without such cells is
    better if more steps need that rule.
    """

    def judge(sea: int, clues: tuple[int, ...]) -> tuple[int, int]:
        deduction = Deduction(Nurikabe(shape.rows, shape.columns, clues))
        deduction.run(hardest, clock)
        unknown = deduction.knowledge.unknown
        needed = sum(step[0] == hardest for step in deduction.knowledge.steps)
        return unknown, unknown.bit_count() or -needed

    return judge


def _made(wanted: Wanted, state: Stream) -> tuple[Nurikabe, bytes] | None:
    """One board with one solution that its level's rules find; None if that failed."""
    rows, columns, clock = wanted.rows, wanted.columns, wanted.clock
    shape = shape_of(rows, columns)
    solution = grown(state, rows, columns, clock)
    if solution is None:
        return None
    sea = sum(1 << cell for cell, position in enumerate(solution) if position)
    clues = with_clues(state, solution, rows, columns).clues
    grades = EXPLAINER.grades_of(wanted.grade or SEARCH)
    hardest = EXPLAINER.grades.index(grades[-1])
    by_rules = hardest < LOOKAHEAD
    most = max(2, rows * columns * _CLUES // 100)
    changing = _Changing(shape, state, _CHANGES[by_rules], most, clock)
    judge = _open_after(shape, hardest, clock) if by_rules else _ambiguity(shape, clock)
    found = changing.run(sea, clues, judge)
    if found is None:
        return None
    found = changing.more_land(found, judge)
    if sum(clue == 1 for clue in found.clues) * 100 > _MOST_ONES * sum(
        clue != NO_CLUE for clue in found.clues
    ):
        return None
    solution = bytes(found.sea >> cell & 1 for cell in range(rows * columns))
    return Nurikabe(rows, columns, found.clues), solution


def unique(wanted: Wanted) -> Iterator[tuple[Nurikabe, bytes]]:
    """Unique puzzles of a seed with solutions, no two equal up to rotation and reflection.

    Raises InputError like :func:`distinct`, and for boards too small for islands.
    """
    rows, columns = wanted.rows, wanted.columns
    if min(rows, columns) < 3:
        raise InputError(f"{wanted}: islands are grown on 3x3 and larger")

    keys = (wanted.seed, _KEY, rows, columns)
    candidates = (
        map(partial(_made, wanted), repeat(stream(*keys, index))) for index in range(wanted.count)
    )
    return distinct(wanted, candidates, canonical_puzzle, EXPLAINER, _BOARDS)
