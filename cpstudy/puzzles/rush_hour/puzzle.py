"""Rush Hour and Klotski: sliding blocks as data, their text form and their rules.

A board of cells contains blocks, each of joined cells, and walls. A move takes one block to another
place along a path of free cells. In *Rush Hour* the blocks are cars, one cell wide and at least two
long, that move along their row or column; the red car ``A`` must reach the end of its lane, to the
right or below. In *Klotski* blocks of any shape move in both directions, the block ``A`` must reach
a given place, and blocks of one shape are interchangeable. The place of a block is its first cell,
the leftmost of its upper row; in a rectangle, the upper left one.

A move is by default a *slide*: one block, any distance, in Klotski also round corners. Moves of
Rush Hour are usually counted like this, and the classic Klotski board then takes 81 moves. With
``moves="steps"`` a move takes one block by one cell (116 for the classic board).

Text form: 36 characters row by row for a Rush Hour board of 6×6; other boards have a head,
``WxH[k][@R,C]:`` and the cells. ``o`` or ``.`` is empty, ``x`` a wall; each other letter (with a
head also a digit) is a block, made of the cells with that letter. ``k`` means that blocks move both
ways; it is omitted if some block is not a car, which implies it. ``@R,C`` is the goal of A's first
cell, row and column from 0; by default it is the end of A's lane, in Klotski the middle of the
lower edge (rounded to the left).

Other sources often give the red car another letter, and ``A`` is a different car. If another car of
a board of 36 characters is the red one by its row and its name (:mod:`.red_car`), the two letters
are exchanged. A board in which the red car is ambiguous is refused; with a head it is always A.

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
# The places of the blocks, in order of their numbers: their first cells.
State = tuple[int, ...]

_BLOCKS = frozenset(string.ascii_letters + string.digits) - {EMPTY, WALL}
_CELLS = _BLOCKS | {EMPTY, WALL}
_CELLS_OF_CARS = frozenset(string.ascii_uppercase) | {EMPTY, WALL}
_HEAD = re.compile(r"([0-9]{1,3})x([0-9]{1,3})(k?)(?:@([0-9]{1,3}),([0-9]{1,3}))?")
_SIDE = 6


@dataclass(frozen=True)
class RushHour(PuzzleOfMoves[State]):
    """One board. cells: rows × columns characters. both_ways: Klotski. goal: (row, column) of A.

    The default goal is filled in; a block that is not a car sets ``both_ways``. Raises an
    InputError that names the block and the cell (row, column).
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
        """The name of a cell: ``row 1, column 3``."""
        return wording.place(divmod(cell, self.columns))

    # -- blocks --------------------------------------------------------------------------------

    @cached_property
    def blocks(self) -> tuple[shapes.Block, ...]:
        """All blocks in the order of search.

        Rush Hour: by lane, rows before columns, and along the lane. Klotski: A, then the others by
        shape, so that interchangeable ones are consecutive. Raises InputError if a block is not
        connected.
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
        """The block with these cells, which are in order. Raises InputError."""
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
        """Klotski: ranges (first, one past the last) of interchangeable blocks."""
        keys = [_class(block) for block in self.blocks]
        starts = [i for i, key in enumerate(keys) if i == 0 or keys[i - 1] != key]
        return tuple(zip(starts, [*starts[1:], len(keys)], strict=True))

    @cached_property
    def start(self) -> State:
        """The initial places of the blocks."""
        return tuple(block.row * self.columns + block.column for block in self.blocks)

    def directions(self, block: shapes.Block) -> tuple[tuple[int, int], ...]:
        """The directions in which a block can move, as (rows, columns): up, down, left, right."""
        upright = ((-1, 0), (1, 0))
        level = ((0, -1), (0, 1))
        if self.both_ways:
            return upright + level
        return upright if block.height > 1 else level

    @cached_property
    def _walls(self) -> int:
        """The wall cells, as bits."""
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
        """By block: from each place, the places one step away, ignoring other blocks."""
        return tuple(
            shapes.neighbours_of(
                self.rows, self.columns, self._walls, block.cells, self.directions(block)
            )
            for block in self.blocks
        )

    @cached_property
    def _lines(self) -> tuple[dict[int, tuple[tuple[tuple[int, int], ...], ...]], ...]:
        """By block: from each place, by direction, all places in it with their cells as bits."""
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
        """The places to which one move can take a block from ``here``, in the order of search.

        taken: the cells of all blocks, see :meth:`taken`. The order is depth first, up, down, left,
        right: a car's nearest place comes first.
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
        """The places of :meth:`reach` for a car: on its line, up to the first obstacle."""
        others = taken & ~self.masks[block][here]
        found = []
        for line in self._lines[block][here]:
            for place, cells in line:
                if cells & others:
                    break
                found.append(place)
        return found

    def canonical(self, state: State) -> State:
        """The same board with interchangeable blocks sorted by place."""
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
        """The notation of a move: ``B+2``, ``C-1`` for cars, ``0,1-2,1`` in Klotski.

        A car with + goes to the right or down. Interchangeable blocks have no names, so a move of
        Klotski states the place of a first cell before and after it.
        """
        mover = self._mover(block, origin)
        if self.both_ways:
            return "{}{},{}".format(mover, *divmod(target, self.columns))
        stride = self.columns if self.blocks[block].height > 1 else 1
        return f"{mover}{(target - origin) // stride:+d}"

    def _mover(self, block: int, origin: int) -> str:
        """The beginning of a move's name for this block."""
        if self.both_ways:
            return "{},{}-".format(*divmod(origin, self.columns))
        return self.blocks[block].name

    def after(self, state: State, move: str) -> tuple[State, int]:
        """The state after a slide (or a step), and its cost. Raises InputError."""
        taken = self.taken(state)
        for block, origin in enumerate(state):
            # Only blocks whose name or place begins the move's name.
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
        """The same puzzle with another start."""
        cells = self.picture(state)
        return type(self)(self.rows, self.columns, cells, self.both_ways, self.goal)

    def encode(self) -> str:
        """The text form, as short as possible."""
        if self.is_plain:
            return self.cells
        usual = self.goal == self._usual_goal(self.blocks[self.red])
        both_ways = "k" if self.both_ways and self._has_cars_only else ""
        assert self.goal is not None
        goal = "" if usual else f"@{self.goal[0]},{self.goal[1]}"
        return f"{self.columns}x{self.rows}{both_ways}{goal}:{self.cells}"

    @cached_property
    def is_plain(self) -> bool:
        """Whether the 36 cells suffice: 6×6, only cars, the default goal, a clear red car."""
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
        """The board of a text form. Raises an InputError that names the block and the cell."""
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
        """The board of its 36 cells alone, whatever the red car's letter. Raises InputError."""
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
    """The cells of each letter, in order."""
    places: dict[str, list[int]] = {}
    for cell, name in enumerate(cells):
        if name in _BLOCKS:
            places.setdefault(name, []).append(cell)
    return places


def _check_rectangles(cells: str) -> None:
    """Raise InputError if a block of a board of 36 cells is not a rectangle."""
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
    """Whether A is the red car of a board that is given by its cells alone."""
    try:
        return red_car(rows, columns, cells, notation=notation) == RED
    except InputError:
        return False


def _class(block: shapes.Block) -> tuple[bool, int, int, shapes.Cells]:
    """The key of a block; blocks with the same key are interchangeable."""
    return block.name != RED, block.height, block.width, block.cells


def _block_of(letter: int, upright: int, row: int, column: int, length: int) -> shapes.Block:
    """A row of the table of cars as a block."""
    height, width = (length, 1) if upright else (1, length)
    return shapes.Block(chr(letter), row, column, height, width, shapes.rectangle(height, width))
