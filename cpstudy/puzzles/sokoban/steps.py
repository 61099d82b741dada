"""Single steps: the state space of Sokoban as it is played.

A state is a position, a transition is a step or a push of one square, and costs 1. This is the
system that Kamies2016 searched, without the board in the state. Successors come in the order up,
down, left, right; with it LTSmin's depths of his empty rooms are met in breadth-first and
depth-first search.

The lower bound is that of pushes (``bound.py``): a solution has at least as many moves.

Compiled, a position is packed as ``packing.py`` says. Where the k boxes can stand in few enough
ways, visited states are a bitmap by rank: the number of the boxes' squares among all sets of k
squares in colexicographic order, which is a sum of a binomial coefficient a box, times
the number of squares, plus the player's. Cost: a few nanoseconds a successor, and one look a box
for all of a position's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from cpstudy.core.kernels import kernel
from cpstudy.puzzles.sokoban.board import FAR, Board, board
from cpstudy.puzzles.sokoban.bound import Matching, assign_all, fill_cost, pushes_left, total
from cpstudy.puzzles.sokoban.many_steps import many_steps
from cpstudy.puzzles.sokoban.packing import Layout, fields, pack, unpack
from cpstudy.puzzles.sokoban.puzzle import (
    PUSH_LETTERS,
    SIDE_NAMES,
    STEP_LETTERS,
    Position,
    Sokoban,
)
from cpstudy.state_spaces.packed.space import CompiledSpace, Words
from cpstudy.state_spaces.space import StateSpace

if TYPE_CHECKING:
    import numpy.typing as npt

# Bitmaps of visited states are made up to this many bits (128 MiB).
LARGEST_BITMAP = 1 << 30

_ZERO = np.uint64(0)
_ONE = np.uint64(1)

# What stands on a square.
_NOTHING, _BOX, _WALL = map(np.uint8, range(3))


class Moves(StateSpace[Position]):
    """What both state spaces of a level share: goals, the bound, packing."""

    def __init__(self, puzzle: Sokoban) -> None:
        self.puzzle = puzzle

    @cached_property
    def level(self) -> Board:
        """The level's arrays."""
        return board(self.puzzle)

    @cached_property
    def layout(self) -> Layout:
        """How positions are packed."""
        return Layout.of(len(self.level.beside), len(self.level.boxes))

    @cached_property
    def _fixed(self) -> frozenset[int]:
        """Boxes that the player never comes near: no part of packed positions."""
        return self.puzzle.start.boxes - set(self.level.squares[self.level.boxes].tolist())

    def is_goal(self, state: Position) -> bool:
        """Whether every goal carries a box."""
        return self.puzzle.solved(state)

    def heuristic(self, state: Position) -> int:
        """The pushes of a cheapest assignment of boxes to goals, each box alone on the floor."""
        if self.level.stuck:
            return 0
        number = self.level.number
        boxes = np.array([number[s] for s in sorted(state.boxes - self._fixed)], np.int64)
        return pushes_left(self.level, int(number[state.player]), boxes)

    def describe(self, state: Position) -> str:
        """The rows of the position, joined by ``|``."""
        return "|".join(self.puzzle.lines(state))

    def pack(self, state: Position) -> Words:
        """The words of a position."""
        number = self.level.number
        boxes = np.array([number[s] for s in sorted(state.boxes - self._fixed)], np.int64)
        words = np.empty(self.layout.words, np.uint64)
        pack(words, int(number[state.player]), boxes, self.layout.bits, self.layout.per_word)
        return tuple(map(int, words))

    def unpack(self, words: Words) -> Position:
        """The inverse of :meth:`pack`."""
        layout, squares = self.layout, self.level.squares
        numbers = fields(words, len(self.level.boxes), layout.bits, layout.per_word)
        player, *boxes = squares[numbers].tolist()
        return Position(player, self._fixed.union(boxes))

    @property
    def bound(self) -> int | None:
        """All ranks are below it, where a bitmap of that size is reasonable."""
        n, k = len(self.level.beside), len(self.level.boxes)
        ranks = n * comb(n, k)
        return ranks if self.layout.words == 1 and ranks <= LARGEST_BITMAP else None

    def rank(self, words: Words) -> int:
        """The number of a packed position of one word among all."""
        layout, n, k = self.layout, len(self.level.beside), len(self.level.boxes)
        player, *boxes = fields(words, k, layout.bits, layout.per_word)
        return player + n * sum(comb(box, i + 1) for i, box in enumerate(boxes))

    def ranks(self) -> dict[str, Any]:
        """What a compiled space says of ranks."""
        if self.bound is None:
            return {}
        bits = self.layout.bits * (len(self.level.boxes) + 1)
        return {"bound": self.bound, "rank": self.rank, "bits": bits}

    def guide(self) -> tuple[Any, ...]:
        """What :func:`pushes_ahead` reads: the layout, the floor, room for a matching."""
        level, layout = self.level, self.layout
        k = len(level.boxes)
        numbers = np.array([layout.bits, layout.per_word, bool(level.stuck)], np.int64)
        matching = Matching(*np.zeros((7, k), np.int64))
        return numbers, level.floor, np.zeros(k, np.int64), np.zeros((k, k), np.int64), matching

    def tables(self) -> tuple[npt.NDArray[Any], ...]:
        """What both kernels read: few arrays, since a call hands over every one of them.

        uint64[n, 9 + k]: the neighbours of a square, n for a wall; where a box pushed from it comes
        to stand, n where it may not; whether the square is a goal; what the i-th box adds to the
        rank there. uint64[4]: bits, per_word, k, whether a goal is out of reach.
        Unsigned, because numba looks at the sign of every signed index.
        """
        level, layout = self.level, self.layout
        n, k = len(level.beside), len(level.boxes)
        squares = np.zeros((n, 9 + k), np.uint64)
        squares[:, :4] = squares[:, 4:8] = np.where(level.beside < 0, n, level.beside)
        squares[:, 8] = level.is_goal
        if self.bound is not None:
            for i in range(k):
                squares[:, 9 + i] = [n * comb(square, i + 1) for square in range(n)]
        numbers = np.array([layout.bits, layout.per_word, k, bool(level.stuck)], np.uint64)
        return squares, numbers


class Steps(Moves):
    """Every step of the player is a transition."""

    microseconds = 2

    @property
    def nanoseconds_by_layers(self) -> int | None:
        """For positions of one word."""
        return 250 if self.layout.words == 1 else None

    def initial(self) -> Iterable[Position]:
        """The start."""
        return (self.puzzle.start,)

    def successors(self, state: Position) -> Iterator[tuple[str, Position, int]]:
        """Steps and pushes, up, down, left, right."""
        step, boxes = self.puzzle.step, state.boxes
        for side in range(4):
            following = step(state, side)
            if following is not None:
                letters = STEP_LETTERS if following.boxes is boxes else PUSH_LETTERS
                yield letters[side], following, 1

    def invalid(self, state: Position) -> Iterator[tuple[str, Position, str]]:
        """Moves into walls and pushes against walls or boxes: they leave everything in place."""
        for side in range(4):
            if self.puzzle.step(state, side) is None:
                into = self.puzzle.neighbours[state.player][side]
                what = "a wall is in the way" if into < 0 else "the box cannot move"
                yield STEP_LETTERS[side], state, f"{SIDE_NAMES[side]}: {what}"

    def predecessors(self, state: Position) -> Iterator[tuple[str, Position, int]]:
        """Steps back, with and without the box that the player has just pushed."""
        player, boxes = state
        for side in range(4):
            back = self.puzzle.neighbours[player][side ^ 1]
            if back < 0 or back in boxes:
                continue
            yield STEP_LETTERS[side], Position(back, boxes), 1
            ahead = self.puzzle.neighbours[player][side]
            if ahead in boxes:
                yield PUSH_LETTERS[side], Position(back, boxes - {ahead} | {player}), 1

    def goals(self) -> Iterator[Position]:
        """The boxes on the goals, the player on any other floor square."""
        goals = self.puzzle.goals
        for square in self.puzzle.floor:
            if square not in goals:
                yield Position(square, goals)

    def compiled(self) -> CompiledSpace[Position]:
        """The same over packed positions."""
        n = len(self.level.beside)
        return CompiledSpace(
            initial=[self.pack(self.puzzle.start)],
            successors=step_successors,
            is_goal=all_home,
            tables=(*self.tables(), np.append(np.zeros(n, np.uint8), _WALL)),
            fanout=4,
            label=(STEP_LETTERS + PUSH_LETTERS).__getitem__,
            pack=self.pack,
            unpack=self.unpack,
            words=self.layout.words,
            **self.ranks(),
            heuristic=pushes_ahead,
            guide=self.guide,
            many=many_steps(*self.tables()) if self.layout.words == 1 else None,
        )


@kernel
def pushes_ahead(state: Any, guide: Any) -> Any:
    """The pushes of a cheapest assignment of boxes to goals, FAR where there is none."""
    numbers, floor, boxes, cost, matching = guide
    if numbers[2] != 0:
        return 0
    player = unpack(state, boxes, numbers[0], numbers[1])
    for i in range(len(boxes)):
        fill_cost(floor, boxes[i], player, cost[i])
    assign_all(cost, matching)
    return min(total(cost, matching), FAR)


@kernel
def all_home(state: Any, tables: Any) -> Any:
    """Whether every box of a packed position is on a goal, and no goal is out of reach."""
    squares, numbers = tables[0], tables[1]
    bits, per_word, k = numbers[0], numbers[1], numbers[2]
    if numbers[3] != _ZERO:
        return False
    mask = (_ONE << bits) - _ONE
    if k < per_word:  # one word, the usual case
        rest = state[0]
        for _ in range(np.int64(k)):
            rest >>= bits
            if squares[rest & mask, 8] == _ZERO:
                return False
        return True
    field = _ONE
    while field <= k:
        square = state[field // per_word] >> (field % per_word * bits) & mask
        if squares[square, 8] == _ZERO:
            return False
        field += _ONE
    return True


@kernel
def step_successors(state: Any, tables: Any, following: Any, labels: Any, costs: Any) -> Any:
    """Steps and pushes, up, down, left, right; labels 0…3 are steps, 4…7 pushes.

    tables: those of the level, and what stands on each square: uint8[n + 1], no boxes on it.
    """
    squares, numbers, stands = tables
    bits, per_word, k = numbers[0], numbers[1], numbers[2]
    player = state[0] & ((_ONE << bits) - _ONE)
    rank = put_boxes(state, squares, numbers, stands, _BOX)
    ranked = following.shape[1] > len(state)
    count = 0
    for side in range(4):
        # Written at any rate and kept where legal: no branch that nobody can foretell.
        ahead = squares[player, side]
        following[count, 0] = state[0] ^ player ^ ahead
        for w in range(1, len(state)):
            following[count, w] = state[w]
        if ranked:
            following[count, 1] = rank + ahead
        labels[count] = side
        costs[count] = 1
        legal = stands[ahead] == _NOTHING
        if stands[ahead] == _BOX:
            beyond = squares[ahead, 4 + side]
            legal = stands[beyond] == _NOTHING
            if legal:
                labels[count] = 4 + side
                if k < per_word:
                    _push_in_word(following, count, squares, numbers, ahead, beyond)
                else:
                    _push(following, count, numbers, ahead, beyond)
        count += 1 if legal else 0
    put_boxes(state, squares, numbers, stands, _NOTHING)
    return count


@kernel
def put_boxes(state: Any, squares: Any, numbers: Any, stands: Any, what: Any) -> Any:
    """Write ``what`` where boxes are; returns their part of the rank."""
    bits, per_word, k = numbers[0], numbers[1], numbers[2]
    mask = (_ONE << bits) - _ONE
    rank = _ZERO
    if k < per_word:  # one word, the usual case
        rest = state[0]
        for i in range(np.int64(k)):
            rest >>= bits
            stands[rest & mask] = what
            rank += squares[rest & mask, 9 + i]
        return rank
    field = _ONE
    while field <= k:
        stands[state[field // per_word] >> (field % per_word * bits) & mask] = what
        field += _ONE
    return rank


@kernel
def _push_in_word(rows: Any, row: Any, squares: Any, numbers: Any, box: Any, target: Any) -> None:
    """Move a box of the position ``rows[row]``, packed in one word, and tell its rank if wanted."""
    bits = numbers[0]
    mask = (_ONE << bits) - _ONE
    rest = rows[row, 0]
    word = rest & mask
    rank = word
    shift = bits
    place = 9
    waits = True
    for _ in range(np.int64(numbers[2])):
        rest >>= bits
        square = rest & mask
        if waits and target < square:
            word |= target << shift
            rank += squares[target, place]
            shift += bits
            place += 1
            waits = False
        if square != box:
            word |= square << shift
            rank += squares[square, place]
            shift += bits
            place += 1
    if waits:
        word |= target << shift
        rank += squares[target, place]
    rows[row, 0] = word
    if rows.shape[1] > 1:
        rows[row, 1] = rank


@kernel
def _push(rows: Any, row: Any, numbers: Any, box: Any, target: Any) -> None:
    """Move a box of the packed position ``rows[row]``, boxes kept in order, in place.

    In place and by row number, since each view of an array costs more than the whole step.
    """
    bits, per_word, k = numbers[0], numbers[1], numbers[2]
    field = _ONE
    while _get(rows, row, field, bits, per_word) != box:
        field += _ONE
    while field > _ONE and _get(rows, row, field - _ONE, bits, per_word) > target:
        _set(rows, row, field, bits, per_word, _get(rows, row, field - _ONE, bits, per_word))
        field -= _ONE
    while field < k and _get(rows, row, field + _ONE, bits, per_word) < target:
        _set(rows, row, field, bits, per_word, _get(rows, row, field + _ONE, bits, per_word))
        field += _ONE
    _set(rows, row, field, bits, per_word, target)


@kernel
def _get(rows: Any, row: Any, field: Any, bits: Any, per_word: Any) -> Any:
    return rows[row, field // per_word] >> (field % per_word * bits) & ((_ONE << bits) - _ONE)


@kernel
def _set(rows: Any, row: Any, field: Any, bits: Any, per_word: Any, value: Any) -> None:
    place = field % per_word * bits
    mask = (_ONE << bits) - _ONE
    rows[row, field // per_word] &= ~(mask << place)
    rows[row, field // per_word] |= value << place
