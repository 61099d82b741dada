"""Rush Hour and Klotski: sliding blocks as data, their text form and their rules.

A board of cells holds blocks, each of joined cells, and walls. One move takes one block to another
place along a path of free cells. In *Rush Hour* the blocks are cars, one cell wide and at least two
long, that move along their own row or column; the red car ``A`` is to reach the end of its lane, to
the right or below. In *Klotski* blocks of any shape move both ways, the block ``A`` is to reach a
given place, and blocks of one shape are interchangeable. A block is where its first cell is, the
leftmost of its upper row, in a rectangle the upper left one.

A move is by default a *slide*: one block, any distance, in Klotski round corners too. Moves of Rush
Hour are usually counted like this, and the classic Klotski board then takes 81 moves. With
``moves="steps"`` it is one block by one cell (116 for the classic board).

Text form: 36 characters row by row for a Rush Hour board of 6×6; other boards have a head,
``WxH[k][@R,C]:`` and the cells. ``o`` or ``.`` is empty, ``x`` a wall; each other letter (with a
head also a digit) is a block, made of the cells that hold it. ``k`` says that blocks move both
ways; it is left out where some block is not a car, which implies it. ``@R,C`` is the goal of A's
first cell, row and column from 0; left out, it is the end of A's lane, in Klotski the middle of the
lower edge (rounded to the left).

Elsewhere the red car is often called otherwise, and ``A`` is another one. A board of 36 characters
in which another car can be the red one by its row and its name (:mod:`.red_car`) is read so: the
two letters are exchanged. A board that leaves open which car is the red one is refused; with a head
it is always A.

Sources: Kamies2016 names both as sliding puzzles to study; Fogleman2018 for the notation and for
counting slides; Gardner1964 for the classic board's 81 moves.
"""

import re
import string
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal, Self

from cpstudy.core import wording
from cpstudy.core.errors import InputError, shortened
from cpstudy.core.puzzle import PuzzleOfMoves
from cpstudy.puzzles.rush_hour import red_car as reds
from cpstudy.puzzles.rush_hour import shapes
from cpstudy.puzzles.rush_hour.cars import LENGTH, LETTER, cars_of
from cpstudy.puzzles.rush_hour.red_car import red_car

EMPTY, WALL, RED = reds.EMPTY, reds.WALL, reds.RED
Moves = Literal["slides", "steps"]
# Places of the blocks, by number of the block: their first cells.
State = tuple[int, ...]

_BLOCKS = frozenset(string.ascii_letters + string.digits) - {EMPTY, WALL}
_CELLS = _BLOCKS | {EMPTY, WALL}
_CELLS_OF_CARS = frozenset(string.ascii_uppercase) | {EMPTY, WALL}
_HEAD = re.compile(r"([0-9]{1,3})x([0-9]{1,3})(k?)(?:@([0-9]{1,3}),([0-9]{1,3}))?")
_SIDE = 6


@dataclass(frozen=True)
class RushHour(PuzzleOfMoves[State]):
    """One board. cells: rows × columns characters. both_ways: Klotski. goal: (row, column) of A.

    Without a goal the usual one is filled in; a block that is not a car sets ``both_ways``.
    Raises InputError that names the block and the cell (row, column).
    """

    rows: int
    columns: int
    cells: str
    both_ways: bool = False
    goal: tuple[int, int] | None = None

    kind: ClassVar[str] = "rush_hour"

    def __post_init__(self) -> None:
        size = f"{self.columns}x{self.rows}"
        if self.rows < 1 or self.columns < 1:
            raise InputError(f"a board needs at least one row and one column, got {size}")
        object.__setattr__(self, "cells", self.cells.replace(".", EMPTY))
        if len(self.cells) != self.rows * self.columns:
            raise InputError(
                f"{len(self.cells)} cells, expected {self.rows * self.columns} ({size})"
            )
        if not _CELLS.issuperset(self.cells):
            cell = next(i for i, character in enumerate(self.cells) if character not in _CELLS)
            what = f"{self.cells[cell]!a} is not a cell of a board"
            raise InputError(f"{self.at(cell)}: {what}")
        if RED not in self.cells:
            raise InputError(f"no {RED}, the block that is to get out")
        if self._has_cars_only:
            red = next(_block_of(*car) for car in self._cars if car[LETTER] == ord(RED))
        else:
            object.__setattr__(self, "both_ways", True)
            red = self.blocks[self.red]  # checks that blocks are in one piece
        object.__setattr__(self, "goal", self._checked_goal(red))

    def _checked_goal(self, red: shapes.Block) -> tuple[int, int]:
        if self.goal is None:
            return self._usual_goal(red)
        row, column = self.goal
        first = column + red.left
        if not (0 <= row <= self.rows - red.height and 0 <= first <= self.columns - red.width):
            raise InputError(f"goal in {wording.place((row, column))}: {RED} does not fit there")
        if not self.both_ways and (column != red.column if red.height > 1 else row != red.row):
            raise InputError(f"goal in {wording.place((row, column))}: not in the lane of {RED}")
        return row, column

    def _usual_goal(self, red: shapes.Block) -> tuple[int, int]:
        if self.both_ways:
            return self.rows - red.height, (self.columns - red.width) // 2 - red.left
        if red.height > 1:
            return self.rows - red.height, red.column
        return red.row, self.columns - red.width

    def at(self, cell: int) -> str:
        """A cell in words: ``row 1, column 3``."""
        return wording.place(divmod(cell, self.columns))

    # -- blocks --------------------------------------------------------------------------------

    @cached_property
    def blocks(self) -> tuple[shapes.Block, ...]:
        """All blocks in the order of search.

        Rush Hour: by lane, rows before columns, and along the lane. Klotski: A, then the others by
        shape, so that interchangeable ones stand together. Raises InputError where a block is
        in pieces.
        """
        if not self.both_ways:
            return tuple(_block_of(*car) for car in self._cars)
        found = [self._block(name, cells) for name, cells in _places(self.cells).items()]
        return tuple(sorted(found, key=lambda b: (_class(b), b.row, b.column)))

    @cached_property
    def _cars(self) -> list[list[int]]:
        """The blocks that are cars, as rows of a table (:mod:`.cars`)."""
        return cars_of(self.columns, self.cells)

    @property
    def _has_cars_only(self) -> bool:
        held = len(self.cells) - self.cells.count(EMPTY) - self.cells.count(WALL)
        return sum([car[LENGTH] for car in self._cars]) == held

    @cached_property
    def red(self) -> int:
        """The number of block A."""
        return next(i for i, block in enumerate(self.blocks) if block.name == RED)

    def _block(self, name: str, cells: list[int]) -> shapes.Block:
        """The block that holds these cells, which are in order. Raises InputError."""
        across = [cell % self.columns for cell in cells]
        row, column = cells[0] // self.columns, across[0]
        height = cells[-1] // self.columns - row + 1
        width = max(across) - min(across) + 1
        if len(cells) == height * width:
            return shapes.Block(name, row, column, height, width, shapes.rectangle(height, width))
        shape = tuple((cell // self.columns - row, cell % self.columns - column) for cell in cells)
        alone = shapes.apart(shape)
        if alone is not None:
            cell = self.at(cells[shape.index(alone)])
            raise InputError(
                f"block {name}: in pieces, {cell} is not joined to {self.at(cells[0])}"
            )
        return shapes.Block(name, row, column, height, width, shape)

    @cached_property
    def goal_cell(self) -> int:
        """The goal of the first cell of A."""
        assert self.goal is not None
        return self.goal[0] * self.columns + self.goal[1]

    @cached_property
    def classes(self) -> tuple[tuple[int, int], ...]:
        """Klotski: runs (first, one past the last) of blocks that are interchangeable."""
        keys = [_class(block) for block in self.blocks]
        starts = [i for i, key in enumerate(keys) if i == 0 or keys[i - 1] != key]
        return tuple(zip(starts, [*starts[1:], len(keys)], strict=True))

    @cached_property
    def start(self) -> State:
        """Where the blocks are at first."""
        return tuple(block.row * self.columns + block.column for block in self.blocks)

    def directions(self, block: shapes.Block) -> tuple[tuple[int, int], ...]:
        """The ways that a block can go, as (rows, columns): up, down, left, right."""
        upright = ((-1, 0), (1, 0))
        level = ((0, -1), (0, 1))
        if self.both_ways:
            return upright + level
        return upright if block.height > 1 else level

    @cached_property
    def _walls(self) -> int:
        """The cells that are wall, as bits."""
        return sum(1 << cell for cell, what in enumerate(self.cells) if what == WALL)

    @cached_property
    def masks(self) -> tuple[dict[int, int], ...]:
        """By block: every place where it fits between the walls, with its cells as bits."""
        return tuple(
            shapes.masks_of(self.rows, self.columns, self._walls, block.cells)
            for block in self.blocks
        )

    @cached_property
    def neighbours(self) -> tuple[dict[int, tuple[int, ...]], ...]:
        """By block: from each place the places one step away, were no other block there."""
        return tuple(
            shapes.neighbours_of(
                self.rows, self.columns, self._walls, block.cells, self.directions(block)
            )
            for block in self.blocks
        )

    @cached_property
    def _lines(self) -> tuple[dict[int, tuple[tuple[tuple[int, int], ...], ...]], ...]:
        """By block: from each place, way by way, all places on it with their cells as bits."""
        size = self.rows, self.columns, self._walls
        return tuple(shapes.lines_of(*size, b.cells, self.directions(b)) for b in self.blocks)

    # -- the rules -----------------------------------------------------------------------------

    def taken(self, state: State) -> int:
        """The cells of all blocks as bits."""
        cells = 0
        for masks, place in zip(self.masks, state, strict=True):
            cells |= masks[place]
        return cells

    def reach(self, block: int, here: int, taken: int, moves: Moves = "slides") -> list[int]:
        """The places where one move can take a block from ``here``, in the order of search.

        taken: the cells of all blocks, as :meth:`taken` gives them. The order is depth first, up,
        down, left, right: a car's nearest place comes first.
        """
        if moves == "slides" and not self.both_ways:
            return self._driven(block, here, taken)
        masks, neighbours = self.masks[block], self.neighbours[block]
        others = taken & ~masks[here]
        free = [cell for cell in neighbours[here] if not masks[cell] & others]
        if moves == "steps" or not free:
            return free
        found: list[int] = []
        seen = {here}
        waiting = free[::-1]
        while waiting:
            cell = waiting.pop()
            if cell not in seen:
                seen.add(cell)
                found.append(cell)
                for other in reversed(neighbours[cell]):
                    if other not in seen and not masks[other] & others:
                        waiting.append(other)
        return found

    def _driven(self, block: int, here: int, taken: int) -> list[int]:
        """The places of :meth:`reach` for a car: on its line, up to what is in its way."""
        others = taken & ~self.masks[block][here]
        found = []
        for line in self._lines[block][here]:
            for place, cells in line:
                if cells & others:
                    break
                found.append(place)
        return found

    def canonical(self, state: State) -> State:
        """The same board with interchangeable blocks in order of their places."""
        if self.both_ways:
            for first, end in self.classes:
                if end - first > 1:
                    places = list(state[first:end])
                    ordered = sorted(places)
                    if ordered != places:
                        state = (*state[:first], *ordered, *state[end:])
        return state

    def is_goal(self, state: State) -> bool:
        """Whether A is at its goal."""
        return state[self.red] == self.goal_cell

    def move_name(self, block: int, origin: int, target: int) -> str:
        """How a move is written: ``B+2``, ``C-1`` for cars, ``0,1-2,1`` in Klotski.

        A car goes by + to the right or down. Interchangeable blocks have no name of their own, so
        a move of Klotski says from where to where an upper left cell goes.
        """
        mover = self._mover(block, origin)
        if self.both_ways:
            return "{}{},{}".format(mover, *divmod(target, self.columns))
        stride = self.columns if self.blocks[block].height > 1 else 1
        return f"{mover}{(target - origin) // stride:+d}"

    def _mover(self, block: int, origin: int) -> str:
        """How the name of a move of this block begins."""
        if self.both_ways:
            return "{},{}-".format(*divmod(origin, self.columns))
        return self.blocks[block].name

    def after(self, state: State, move: str) -> tuple[State, int]:
        """The state after a slide, and its cost; a step is one too. Raises InputError."""
        taken = self.taken(state)
        for block, origin in enumerate(state):
            # Only blocks whose name or place is at the head of the move's name.
            if move.startswith(self._mover(block, origin)):
                for target in self.reach(block, origin, taken):
                    if self.move_name(block, origin, target) == move:
                        return (*state[:block], target, *state[block + 1 :]), 1
        raise InputError(f"not possible in {self.describe(state)}")

    # -- the text form -------------------------------------------------------------------------

    def picture(self, state: State) -> str:
        """The cells of a state, row by row."""
        cells = [WALL if what == WALL else EMPTY for what in self.cells]
        for block, place in zip(self.blocks, state, strict=True):
            for down, right in block.cells:
                cells[place + down * self.columns + right] = block.name
        return "".join(cells)

    def describe(self, state: State) -> str:
        """The rows of the board, joined by ``/``."""
        cells, columns = self.picture(state), self.columns
        return "/".join(cells[i : i + columns] for i in range(0, len(cells), columns))

    def with_state(self, state: State) -> Self:
        """The same puzzle, begun elsewhere."""
        cells = self.picture(state)
        return type(self)(self.rows, self.columns, cells, self.both_ways, self.goal)

    def encode(self) -> str:
        """The text form: as short as the module says."""
        if self.is_plain:
            return self.cells
        usual = self.goal == self._usual_goal(self.blocks[self.red])
        both_ways = "k" if self.both_ways and self._has_cars_only else ""
        assert self.goal is not None
        goal = "" if usual else f"@{self.goal[0]},{self.goal[1]}"
        return f"{self.columns}x{self.rows}{both_ways}{goal}:{self.cells}"

    @cached_property
    def is_plain(self) -> bool:
        """Whether its cells are enough: 6×6, cars only, the usual goal, a clear red car."""
        return (
            (self.rows, self.columns) == (_SIDE, _SIDE)
            and not self.both_ways
            and self.goal == self._usual_goal(self.blocks[self.red])
            and _CELLS_OF_CARS.issuperset(self.cells)
            and (EMPTY in self.cells or WALL not in self.cells)
            and clearly_red(self.rows, self.columns, self.cells, notation=True)
        )

    @classmethod
    def decode(cls, text: str) -> Self:
        """The board of a text form. Raises InputError that names the block and the cell."""
        head, colon, cells = text.strip().partition(":")
        if not colon:
            return cls.decode_plain(head)
        match = _HEAD.fullmatch(head)
        if match is None:
            raise InputError(f"head {shortened(head)}: expected WxH, then k, then @ROW,COLUMN")
        goal = None if match[4] is None else (int(match[4]), int(match[5]))
        return cls(int(match[2]), int(match[1]), cells, bool(match[3]), goal)

    @classmethod
    def decode_plain(cls, cells: str) -> Self:
        """The board of its 36 cells alone, whichever letter the red car has. Raises InputError."""
        if len(cells) != _SIDE * _SIDE:
            raise InputError(
                f"{len(cells)} cells, expected {_SIDE * _SIDE} (other sizes begin with WxH:)"
            )
        plain = cells.replace(".", EMPTY)
        if not _CELLS_OF_CARS.issuperset(plain):
            cell = next(i for i, what in enumerate(plain) if what not in _CELLS_OF_CARS)
            place = wording.place(divmod(cell, _SIDE))
            raise InputError(f"{place}: {cells[cell]!a} is not a car (A-Z), wall or empty cell")
        cells = exchanged(plain, red_car(_SIDE, _SIDE, plain, notation="." not in cells))
        try:
            board = cls(_SIDE, _SIDE, cells)
        except InputError:
            _check_rectangles(cells)  # with a better message for a block in pieces
            raise
        if not board.both_ways:
            return board
        block = next(block for block in board.blocks if not block.is_car)
        _check_rectangles(cells)
        raise InputError(
            f"block {block.name} at {wording.place((block.row, block.column))}: no car, it is "
            f"{block.width}x{block.height} (Klotski begins with {_SIDE}x{_SIDE}:)"
        )


def _places(cells: str) -> dict[str, list[int]]:
    """By letter the cells that hold it, in order."""
    places: dict[str, list[int]] = {}
    for cell, name in enumerate(cells):
        if name in _BLOCKS:
            places.setdefault(name, []).append(cell)
    return places


def _check_rectangles(cells: str) -> None:
    """Raise InputError where a block of a board of 36 cells is not a rectangle."""
    for name, places in _places(cells).items():
        across = [cell % _SIDE for cell in places]
        for row in range(places[0] // _SIDE, places[-1] // _SIDE + 1):
            for column in range(min(across), max(across) + 1):
                other = cells[row * _SIDE + column]
                if other != name:
                    what = f"{other} overlaps it" if other in _BLOCKS else "a cell is missing"
                    raise InputError(
                        f"block {name}: no rectangle, {what} at {wording.place((row, column))} "
                        f"(for other shapes: {_SIDE}x{_SIDE}:)"
                    )


def exchanged(cells: str, red: str) -> str:
    """The cells with the letters of the red car and of A exchanged."""
    return cells if red == RED else cells.translate(str.maketrans(RED + red, red + RED))


def clearly_red(rows: int, columns: int, cells: str, *, notation: bool = False) -> bool:
    """Whether a reader of the cells alone takes A for the red car."""
    try:
        return red_car(rows, columns, cells, notation=notation) == RED
    except InputError:
        return False


def _class(block: shapes.Block) -> tuple[bool, int, int, shapes.Cells]:
    """Blocks with the same are interchangeable."""
    return block.name != RED, block.height, block.width, block.cells


def _block_of(letter: int, upright: int, row: int, column: int, length: int) -> shapes.Block:
    """A row of the table of cars as a block."""
    height, width = (length, 1) if upright else (1, length)
    return shapes.Block(chr(letter), row, column, height, width, shapes.rectangle(height, width))
