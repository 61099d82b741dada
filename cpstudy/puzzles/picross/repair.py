"""Repair: make a puzzle with several solutions unique by the fewest changed cells.

The clues are those of a picture, namely of each solution. A *change* gives one cell of such a
picture another colour; the clues of its row and column follow. Given cells stay as they are.

- *Upper bound:* the known pictures are repaired as in the generator (:mod:`.generating`), and
  changes are taken back as long as the puzzle stays unique.
- *Lower bound:* for every solution, all ways to change one cell, then two, then three …

If the two bounds meet and all solutions are known, the number is proved to be the smallest. If the
budget ends before, or there are more than ``PICTURES`` solutions, it is an upper bound. Cost: one
search for each way, unless a switch decides it.

A *switch* is a change of a picture that left its clues as they were. If another picture has the
same colours in these cells, and the clues of all affected lines stay the same, its puzzle is not
unique either; the two pictures are the witness. Pictures tried one after the other differ in few
cells, so few switches decide most of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple, cast

import numpy as np

from cpstudy.core.clock import OutOfTimeError
from cpstudy.core.errors import InputError
from cpstudy.core.explaining import Repair
from cpstudy.core.random import stream
from cpstudy.core.repairing import Repairing
from cpstudy.core.result import Budget, Stop, Verdict
from cpstudy.core.solving import Request, checked
from cpstudy.puzzles.picross.generating import PictureRepair
from cpstudy.puzzles.picross.portfolio import solve
from cpstudy.puzzles.picross.puzzle import Picross, runs_of
from cpstudy.puzzles.picross.search import solving

# Boards of up to this number of free cells start with the switches of their rectangles.
_MOST_CELLS = 64


class _Switch(NamedTuple):
    """The cells of a switch, their two alternative colours, and the lines that contain them."""

    cells: tuple[int, ...]
    colours: tuple[bytes, bytes]
    rows: tuple[int, ...]
    columns: tuple[int, ...]


class Switches:
    """The switches of pictures with some free cells, the most recently used first.

    The first switches are those of two cells that exchange their values with two others at the
    corners of a rectangle, unless there are too many.
    """

    def __init__(self, columns: int, free: Sequence[int]) -> None:
        self._columns = columns
        self._known: list[_Switch] = []
        within = set(free)
        rows = sorted({cell // columns for cell in free})
        if len(free) > _MOST_CELLS:
            return
        for upper, lower in combinations(rows, 2):
            for left, right in combinations(range(columns), 2):
                ends = upper * columns + left, upper * columns + right
                cells = (*ends, lower * columns + left, lower * columns + right)
                if within.issuperset(cells):
                    colours = bytes([1, 0, 0, 1]), bytes([0, 1, 1, 0])
                    self._known.append(_Switch(cells, colours, (upper, lower), (left, right)))

    def learn(self, one: bytes, two: bytes) -> None:
        """Store the cells in which two pictures of one puzzle differ."""
        cells = tuple(i for i, (a, b) in enumerate(zip(one, two, strict=True)) if a != b)
        rows = tuple(sorted({cell // self._columns for cell in cells}))
        columns = tuple(sorted({cell % self._columns for cell in cells}))
        colours = (_at(one, cells), _at(two, cells))
        self._known.insert(0, _Switch(cells, colours, rows, columns))

    def fit(self, picture: bytes) -> bool:
        """Whether some switch leaves the clues of this picture as they are."""
        for place, switch in enumerate(self._known):
            here = _at(picture, switch.cells)
            if here in switch.colours and self._leaves_clues(picture, switch, here):
                self._known.insert(0, self._known.pop(place))
                return True
        return False

    def _leaves_clues(self, picture: bytes, switch: _Switch, here: bytes) -> bool:
        changed = bytearray(picture)
        other = switch.colours[here == switch.colours[0]]
        for cell, colour in zip(switch.cells, other, strict=True):
            changed[cell] = colour
        after, width = bytes(changed), self._columns
        return all(
            _runs(picture[row * width : row * width + width])
            == _runs(after[row * width : row * width + width])
            for row in switch.rows
        ) and all(_runs(picture[c::width]) == _runs(after[c::width]) for c in switch.columns)


def _at(picture: bytes, cells: Sequence[int]) -> bytes:
    return bytes([picture[cell] for cell in cells])


_runs = lru_cache(maxsize=100_000)(runs_of)


# The largest number of solutions that are examined.
PICTURES = 200

# The standard budget: puzzles decided, and looks for each.
_PUZZLES = 20_000
_LOOKS = 1000

# The number of first solutions that are repaired for the upper bound.
_REPAIRS = 10


def repair(puzzle: Picross, budget: Budget | None = None) -> Repair | None:
    """``puzzle`` made unique by the fewest changed cells; None if the budget ends before any.

    budget: iterations are puzzles decided; 20,000 by default. Counter: puzzles. Raises InputError
    for puzzles without a solution, or if no change makes the puzzle unique.
    """
    budget = budget or Budget(iterations=_PUZZLES)
    if budget.nothing is not None:
        return None
    workshop = _Workshop(puzzle, budget, "puzzles")
    result = solve(puzzle, Request(Budget(seconds=budget.seconds), PICTURES))
    if result.verdict is Verdict.NONE:
        raise InputError("no solution: nothing to repair")
    pictures = [cast(bytes, checked(puzzle, s, "repair")) for s in result.solutions]
    if result.verdict is Verdict.UNIQUE:
        return workshop.result(puzzle, pictures[0])
    if not pictures:
        return None
    workshop.begin(pictures)
    workshop.from_above()
    return workshop.from_below(every=result.stop is Stop.DONE)


class _Workshop(Repairing[Picross]):
    """The repair of one puzzle: the best picture so far."""

    best: tuple[bytes, tuple[int, ...]] | None = None
    undecided = 0

    def begin(self, pictures: Sequence[bytes]) -> None:
        """Take the solutions; free cells that differ between them come first."""
        self.pictures = pictures
        given = self.puzzle.given
        free = (c for c in range(len(pictures[0])) if not (given and given[c]))
        self.free = sorted(free, key=lambda cell: len({p[cell] for p in pictures}) == 1)
        self.switches = Switches(self.puzzle.columns, self.free)

    def _puzzle_of(self, picture: bytes) -> Picross:
        clues = Picross.of_picture(self.puzzle.rows, self.puzzle.columns, picture)
        return replace(clues, given=self.puzzle.given)

    def _is_unique(self, picture: bytes) -> bool:
        self.tried += 1
        if self.switches.fit(picture):
            return False
        result, _ = solving.searched(
            self._puzzle_of(picture), Request(self.clock.budget(_LOOKS), 2)
        )
        if result.verdict is Verdict.MANY:
            one, two = result.solutions
            self.switches.learn(cast(bytes, one), cast(bytes, two))
        self.undecided += result.verdict is Verdict.UNKNOWN
        return result.verdict is Verdict.UNIQUE

    def _keep(self, picture: bytes, base: bytes) -> None:
        changes = tuple(
            i for i, pair in enumerate(zip(picture, base, strict=True)) if len(set(pair)) > 1
        )
        if self.best is None or len(changes) < len(self.best[1]):
            self.best = picture, changes

    def from_above(self) -> None:
        """Repair the first pictures, and take back the changes that are not needed."""
        for number, base in enumerate(self.pictures[:_REPAIRS]):
            if self.spent:
                return
            cells = np.frombuffer(base, np.uint8).copy()
            shape = self.puzzle.rows, self.puzzle.columns
            work = PictureRepair(*shape, cells, stream(0, number), self.clock)
            try:
                done = work.run()
            except OutOfTimeError:
                return
            self.tried += 1
            fixed = set(range(len(base))) - set(self.free)
            if not done or any(work.cells[cell] != base[cell] for cell in fixed):
                continue
            self._keep(self._taken_back(work.cells.tobytes(), base), base)

    def _taken_back(self, picture: bytes, base: bytes) -> bytes:
        """The picture after taking back changes one by one, as long as it stays unique."""
        for cell in range(len(base)):
            if picture[cell] != base[cell] and not self.spent:
                tried = picture[:cell] + base[cell : cell + 1] + picture[cell + 1 :]
                if self._is_unique(tried):
                    picture = tried
        return picture

    def from_below(self, *, every: bool) -> Repair | None:
        """Try all ways to change fewer cells than the best picture does, the fewest first."""
        number = 1
        while self.best is None or number < len(self.best[1]):
            if number > len(self.free):
                break
            for picture, base in self._changes(number):
                if self.spent:
                    return self._best(proved=False)
                if self._is_unique(picture):
                    self._keep(picture, base)
                    break
            number += 1
        if self.best is None and not self.undecided:
            raise InputError("no change of cells makes it unique")
        return self._best(proved=every and not self.undecided)

    def _changes(self, number: int) -> Iterator[tuple[bytes, bytes]]:
        """Each picture with ``number`` cells changed, and the original picture."""
        for places in combinations(self.free, number):
            for base in self.pictures:
                others = (
                    [c for c in range(self.puzzle.colours + 1) if c != base[x]] for x in places
                )
                for colours in product(*others):
                    picture = bytearray(base)
                    for cell, colour in zip(places, colours, strict=True):
                        picture[cell] = colour
                    yield bytes(picture), base

    def _best(self, *, proved: bool) -> Repair | None:
        if self.best is None:
            return None
        picture, changes = self.best
        repaired = self._puzzle_of(picture)
        return self.result(repaired, picture, self.puzzle.columns, changes, proved=proved)
