"""All boards of a puzzle, counted in two halves that meet in the middle.

A board is cut between two rows. What lies above the cut decides what may lie below by two things
only: the pieces that it took, and the colours along the cut. So the boards of the upper half are
counted by these, cell by cell, equal ones together, and so are those of the lower half, which is
the upper half of the board turned round; a pair of halves that takes all pieces and has the same
colours is a board. A half has about the square root of the placements of a whole search.

Identical pieces are one kind, and a half knows how many of each it took, so boards are counted as
pictures. On a framed board the halves are counted by the corners that they took, a part at a time.
Solutions are classes under the board's own rotations (Burnside's lemma): boards that a half turn
leaves as they are have two equal halves.

Cost: some 100 ns and 50 bytes a state. Limits: a state is one word, so the pieces and a colour for
each column and one more must fit 64 bits: 6×6 with 15 colours, 5×8 with 7; boards of at least two
rows; puzzles that a quarter turn, or with an odd number of rows a half turn, may leave as they are,
are refused. Source: meeting in the middle, as the community counts boards (Owen's Clue Puzzles).
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.errors import NotApplicable
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.edge_matching.puzzle import FRAME, EdgeMatching, Piece, Place, turned
from cpstudy.puzzles.edge_matching.symmetry import turns_on

Words = npt.NDArray[np.uint64]

_WORD = 64
# Bytes of a state while its cell is filled, and in all without a given limit.
_STATE, _MEMORY = 60, 3 << 30


@dataclass(frozen=True)
class States:
    """Halves so far by what they took and show: words, in order, and how many boards each has."""

    words: Words
    boards: Words

    def __len__(self) -> int:
        return len(self.words)


@dataclass(frozen=True)
class _Kind:
    """Pieces that look the same: their bits are ``copies`` from ``first`` on, taken in order."""

    look: Piece
    first: int
    copies: int

    @property
    def bits(self) -> int:
        return ((1 << self.copies) - 1) << self.first


def solve(puzzle: EdgeMatching, request: Request) -> Result:
    """The number of solutions; none of them is shown.

    Counters: states (the iterations) and boards. Raises NotApplicable as the module's text says.
    """
    clock = Clock(request.budget.seconds)
    memory = _MEMORY if request.budget.memory is None else request.budget.memory
    halves = _Halves(puzzle, clock, memory // _STATE, request.budget.iterations)
    try:
        boards, turned_round = halves.counted()
    except _Spent as spent:
        return Result(stop=spent.stop, counters={"states": halves.made})
    except OutOfTimeError:
        return Result(stop=Stop.TIME, counters={"states": halves.made})
    rotations = puzzle.most_rotations
    classes = boards if rotations == 1 else (boards + turned_round) // rotations
    counters = {"states": halves.made, "boards": boards}
    return Result(count=classes, exhausted=True, stop=Stop.DONE, counters=counters)


class _Spent(Exception):  # noqa: N818 - an outcome, not a fault
    """A limit on states was reached."""

    def __init__(self, stop: Stop) -> None:
        super().__init__(str(stop))
        self.stop = stop


def upside_down(puzzle: EdgeMatching) -> EdgeMatching:
    """The puzzle of the board turned round: its boards are those of ``puzzle``, turned."""
    last = puzzle.rows * puzzle.columns - 1

    def turned_place(place: Place) -> Place:
        return place._replace(cell=last - place.cell)

    return replace(
        puzzle,
        pieces=tuple(turned(piece, 2) for piece in puzzle.pieces),
        fixed=tuple(map(turned_place, puzzle.fixed)),
        forbidden=tuple(map(turned_place, puzzle.forbidden)),
    )


class _Halves:
    def __init__(self, puzzle: EdgeMatching, clock: Clock, room: int, most: int | None) -> None:
        """room, most: of states, at once and in all."""
        self.made = 0
        self._puzzle, self._clock, self._room, self._most = puzzle, clock, room, most
        colours = sorted({FRAME}.union(*puzzle.pieces))
        self._number = {colour: at for at, colour in enumerate(colours)}
        self._field = max(1, (len(colours) - 1).bit_length())
        self._cells = len(puzzle.pieces)
        width = self._cells + (puzzle.columns + 1) * self._field
        if width > _WORD:
            raise NotApplicable(f"halves: a state takes {width} bits, there are {_WORD}")
        if puzzle.rows < 2:
            raise NotApplicable("halves: a board of one row has none")
        copies = Counter(map(puzzle.look, puzzle.pieces))
        _check_symmetry(puzzle, copies)
        self._kinds, first = [], 0
        for look, number in copies.items():
            self._kinds.append(_Kind(look, first, number))
            first += number

    def counted(self) -> tuple[int, int]:
        """The boards, and how many of them a half turn leaves as they are."""
        upper, below = self._puzzle.rows // 2, self._puzzle.rows - self._puzzle.rows // 2
        alike = self._puzzle.symmetric and upper == below
        tops = self._parts(self._puzzle)
        turned_round = self._puzzle if alike else upside_down(self._puzzle)
        bottoms = tops if alike else self._parts(turned_round)
        boards = same = 0
        for corners, part in tops.items():
            others = self._complement(np.array([corners], np.uint64), self._corners)[0]
            other = bottoms.get(int(others))
            if other is None or (alike and corners > int(others)):
                continue
            top = self._rows(self._puzzle, part, upper)
            itself = alike and corners == int(others)
            bottom = top if itself else self._rows(turned_round, other, below)
            met = self._meeting(bottom)
            boards += _pairs(top, met) * (2 if alike and not itself else 1)
            if itself:
                same += int(top.boards[top.words == self._met_words(top)].sum())
        return boards, same

    # -- half boards -------------------------------------------------------------------------

    def _parts(self, puzzle: EdgeMatching) -> dict[int, States]:
        """The first rows by the corners that they took."""
        start = States(np.zeros(1, np.uint64), np.ones(1, np.uint64))
        row = self._filled(puzzle, start, range(puzzle.columns))
        taken = row.words & np.uint64(self._corners)
        return {
            int(corners): States(row.words[taken == corners], row.boards[taken == corners])
            for corners in np.unique(taken)
        }

    def _rows(self, puzzle: EdgeMatching, first: States, rows: int) -> States:
        """Half boards of so many rows that begin with some first rows."""
        return self._filled(puzzle, first, range(puzzle.columns, rows * puzzle.columns))

    def _filled(self, puzzle: EdgeMatching, states: States, cells: range) -> States:
        for cell in cells:
            states = self._expanded(puzzle, states, cell)
            self.made += len(states)
            if self._most is not None and self.made > self._most:
                raise _Spent(Stop.ITERATIONS)
        return states

    def _expanded(self, puzzle: EdgeMatching, states: States, cell: int) -> States:
        """The states with a piece more, on a cell."""
        words, boards = [], []
        for some, options in self._fitting(puzzle, states, cell):
            taken, number = states.words[some], states.boards[some]
            for kind, lying in options:
                self._clock.check()
                free = taken & np.uint64(1 << kind.first + kind.copies - 1) == 0
                words.append(self._laid(puzzle, taken[free], cell, kind, lying))
                boards.append(number[free])
                if sum(map(len, words)) > self._room:
                    raise _Spent(Stop.MEMORY)
        nothing = np.zeros(0, np.uint64)
        return _together(np.concatenate([nothing, *words]), np.concatenate([nothing, *boards]))

    def _fitting(
        self, puzzle: EdgeMatching, states: States, cell: int
    ) -> Iterator[tuple[npt.NDArray[np.int64], list[tuple[_Kind, Piece]]]]:
        """States by the colours that the next cell must show, with the pieces that show them."""
        row, column = divmod(cell, puzzle.columns)
        options = defaultdict(list)
        for kind in self._kinds:
            # Where pieces are not turned, those of the board turned round lie the other way up.
            turn_round = puzzle is not self._puzzle and not puzzle.turning
            for lying in turns_on(puzzle, cell, turned(kind.look, 2 * turn_round), None):
                above = self._number[lying[0]] if row else 0
                left = self._number[lying[3]] if column else 0
                options[left << self._field | above].append((kind, lying))
        shown = self._shown(states.words, 0) if row else np.zeros(len(states), np.uint64)
        if column:
            shown = shown | self._shown(states.words, puzzle.columns) << np.uint64(self._field)
        order = np.argsort(shown.astype(np.uint16), kind="stable")
        begins = np.searchsorted(shown[order], [*options, *(one + 1 for one in options)])
        for at, of_group in enumerate(options.values()):
            begin, end = begins[at], begins[at + len(options)]
            if begin < end:
                yield order[begin:end], of_group

    def _shown(self, words: Words, field: int) -> Words:
        """A field of states: colours from the one above the next cell on, then the one left."""
        shift = np.uint64(self._cells + field * self._field)
        shown: Words = words >> shift & np.uint64((1 << self._field) - 1)
        return shown

    def _laid(
        self, puzzle: EdgeMatching, words: Words, cell: int, kind: _Kind, lying: Piece
    ) -> Words:
        """Words with a piece more: the next cell's colours first, the colour that it shows last."""
        run = words & np.uint64(kind.bits)
        taken = (run << np.uint64(1) | np.uint64(1 << kind.first)) & np.uint64(kind.bits)
        pieces = words & np.uint64((1 << self._cells) - 1) | taken
        along = (1 << puzzle.columns * self._field) - 1
        heads = words >> np.uint64(self._cells) & np.uint64(along)
        newest = self._number[lying[2]] << (puzzle.columns - 1) * self._field
        heads = heads >> np.uint64(self._field) | np.uint64(newest)
        last = cell % puzzle.columns == puzzle.columns - 1
        left = 0 if last else self._number[lying[1]] << puzzle.columns * self._field
        laid: Words = pieces | (heads | np.uint64(left)) << np.uint64(self._cells)
        return laid

    # -- where halves meet -------------------------------------------------------------------

    @property
    def _corners(self) -> int:
        """The bits of the corner pieces; none where there is no frame all round."""
        if not self._puzzle.framed or self._puzzle.columns < 2:
            return 0
        return sum(kind.bits for kind in self._kinds if kind.look.count(FRAME) == 2)

    def _complement(self, words: Words, among: int) -> Words:
        """The pieces among some that are not taken, of each kind the first ones."""
        found = np.zeros_like(words)
        for kind in self._kinds:
            if kind.bits & among:
                left = ~words & np.uint64(kind.bits)
                for _ in range(kind.copies - 1):
                    down = left >> np.uint64(1)
                    left = np.where(left & np.uint64(1 << kind.first) == 0, down, left)
                found |= left & np.uint64(kind.bits)
        return found

    def _met_words(self, states: States) -> Words:
        """What the other half took and shows, for each state."""
        words = self._complement(states.words, (1 << self._cells) - 1)
        for column in range(self._puzzle.columns):
            opposite = self._shown(states.words, self._puzzle.columns - 1 - column)
            words |= opposite << np.uint64(self._cells + column * self._field)
        return words

    def _meeting(self, states: States) -> States:
        words = self._met_words(states)
        order = np.argsort(words)
        return States(words[order], states.boards[order])


def _check_symmetry(puzzle: EdgeMatching, copies: Counter[Piece]) -> None:
    """Raise NotApplicable where boards that turns leave as they are cannot be counted."""
    if not puzzle.symmetric:
        return
    cells = len(puzzle.pieces)
    for turns, possible in ((4, puzzle.rows == puzzle.columns), (2, puzzle.rows % 2 == 1)):
        odd = sum(number % turns for number in copies.values())
        if possible and odd == cells % turns and odd <= 1:
            raise NotApplicable(f"halves: boards may be the same after 1/{turns} of a turn")


def _together(words: Words, boards: Words) -> States:
    """Equal states as one."""
    order = np.argsort(words)
    words, boards = words[order], boards[order]
    if not len(words):
        return States(words, boards)
    begins = np.flatnonzero(np.concatenate(([True], words[1:] != words[:-1])))
    return States(words[begins], np.add.reduceat(boards, begins))


def _pairs(one: States, other: States) -> int:
    """How many boards come of halves with the same words."""
    _, here, there = np.intersect1d(one.words, other.words, assume_unique=True, return_indices=True)
    mine, theirs = one.boards[here], other.boards[there]
    if not len(mine):
        return 0
    if int(mine.max()) * int(theirs.max()) * len(mine) < 1 << _WORD - 1:
        return int((mine * theirs).sum())
    return sum(int(a) * int(b) for a, b in zip(mine, theirs, strict=True))
