"""A puzzle maker's own puzzle with several solutions, made unique by the fewest changed cells.

The clues are those of some picture, namely of each of the solutions. A *change* gives one cell of
such a picture another colour, and the clues of its row and column follow. Given cells stay as they
are.

- *From above:* the pictures at hand are repaired as those of the generator are
  (:mod:`.generating`), and changes are taken back as long as the puzzle stays unique.
- *From below:* of every solution all ways to change one cell, then two, then three …

Where the two meet, and all solutions are known, the number is proved to be the smallest; where the
budget ends before, or there are more than ``PICTURES`` solutions, it is an upper
bound. Cost: a search a way, unless a switch settles it.

A *switch* is a way to change a picture that left its clues as they were. Where another picture
looks the same in these cells, and the clues of all lines that are touched stay, its puzzle is not
unique either: two pictures are the witness. Pictures tried one after the other differ in few cells,
so few switches settle most of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, groupby, product
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
from cpstudy.puzzles.picross.puzzle import Picross
from cpstudy.puzzles.picross.search import solving

# Boards of up to so many free cells begin with their rectangles.
_MOST_CELLS = 64


class _Switch(NamedTuple):
    """The cells of a switch; colours: what they are, first and last; the lines that they lie in."""

    cells: tuple[int, ...]
    colours: tuple[bytes, bytes]
    rows: tuple[int, ...]
    columns: tuple[int, ...]


class Switches:
    """The switches of pictures with some free cells, the latest that fitted first.

    At first those of two cells that change their places with two others, the corners of a
    rectangle, unless there are many.
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
        """Keep in which cells two pictures of one puzzle differ."""
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


@lru_cache(maxsize=100_000)
def _runs(line: bytes) -> tuple[tuple[int, int], ...]:
    return tuple((colour, sum(1 for _ in run)) for colour, run in groupby(line) if colour)


# Solutions that are examined.
PICTURES = 200

# The standard budget, in puzzles decided, and the looks for each.
_PUZZLES = 20_000
_LOOKS = 1000

# Repairs from above of the first solutions.
_REPAIRS = 10


def repair(puzzle: Picross, budget: Budget | None = None) -> Repair | None:
    """``puzzle`` made unique by the fewest changed cells; None where the budget ends before any.

    budget: iterations are puzzles decided; without one, 20,000. Counter: puzzles. Raises
    InputError for puzzles without a solution, or that no change makes unique.
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
    """One puzzle under repair: the best picture so far."""

    best: tuple[bytes, tuple[int, ...]] | None = None
    undecided = 0

    def begin(self, pictures: Sequence[bytes]) -> None:
        """Take the solutions."""
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
        """Repairs of the first pictures, less the changes that can be taken back."""
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
        """A unique picture with as many of its changes taken back as can be, one by one."""
        for cell in range(len(base)):
            if picture[cell] != base[cell] and not self.spent:
                tried = picture[:cell] + base[cell : cell + 1] + picture[cell + 1 :]
                if self._is_unique(tried):
                    picture = tried
        return picture

    def from_below(self, *, every: bool) -> Repair | None:
        """All ways to change fewer cells than the best does, the fewest first."""
        number = 1
        while self.best is None or number < len(self.best[1]):
            if number > len(self.free):
                break
            for picture, base in self._ways(number):
                if self.spent:
                    return self._best(proved=False)
                if self._is_unique(picture):
                    self._keep(picture, base)
                    break
            number += 1
        if self.best is None and not self.undecided:
            raise InputError("no change of cells makes it unique")
        return self._best(proved=every and not self.undecided)

    def _ways(self, number: int) -> Iterator[tuple[bytes, bytes]]:
        """Each picture with ``number`` cells changed, and what it was before."""
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
