"""Solutions with the fewest pushes, or the fewest moves: the strategies on top of ``search.py``.

The kernel searches pushes; here are the budget, the growth of its arrays, and the way back from a
chain of nodes to letters: between two pushes the player takes a shortest walk. With the fewest
pushes asked for, the moves are as few as these pushes in this order allow, no fewer.

A search that grows large makes tables of what boxes cost each other and which are lost
(``pairs.py``, ``lost.py``), and needs a fraction of the nodes then: half a second of work that
small levels are spared.

Cost: see ``search.py``. Memory is bounded also where no budget says so (``MEMORY``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from cpstudy.core.clock import UNLIMITED, Clock, OutOfTimeError
from cpstudy.core.exploring import Progress, Report
from cpstudy.core.native import array, filled, view
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.puzzles.sokoban import search as engine
from cpstudy.puzzles.sokoban.board import Board
from cpstudy.puzzles.sokoban.bound import pushes_left
from cpstudy.puzzles.sokoban.deadlocks import frozen_off_goal
from cpstudy.puzzles.sokoban.floor import FAR
from cpstudy.puzzles.sokoban.lost import lost_groups
from cpstudy.puzzles.sokoban.packing import fields
from cpstudy.puzzles.sokoban.pairs import pairs
from cpstudy.puzzles.sokoban.puzzle import PUSH_LETTERS, Position, Sokoban
from cpstudy.puzzles.sokoban.steps import Moves

# Bytes that a search keeps at most where the budget names no limit.
MEMORY = 2 << 30

_FIRST_CAPACITY = 1 << 12

# The clock is examined after each call of the kernel. The first call expands at most so many nodes
# and makes at most so many small steps; the nodes of the others follow from the time that the last
# one took: with hundreds of boxes a single expansion takes a tenth of a second. What is found does
# not depend on where calls end.
_FEW_NODES = 20
_FIRST_STEPS = 1_000_000
_MOST_SLICE = 1000
_SECONDS = 0.05

_UNLIMITED = 1 << 62

# How often a greedy search counts the bound.
_WEIGHT = 3

# Expansions after which tables are made, and the share of the memory that one may take meanwhile.
_LARGE = 2_000
_TABLES = 80


def push_optimal(space: Moves, budget: Budget, *, report: Report | None = None) -> PathResult:
    """A solution with the fewest pushes, or the proof that there is none."""
    return _search(space, budget, report)


def move_optimal(space: Moves, budget: Budget, *, report: Report | None = None) -> PathResult:
    """A solution with the fewest moves, or the proof that there is none."""
    return _search(space, budget, report, by_moves=True)


def greedy(space: Moves, budget: Budget, *, report: Report | None = None) -> PathResult:
    """A solution with more pushes than needed as a rule, or the proof that there is none.

    The bound counts three times, so what seems near the goal goes first: often sooner, not always.
    """
    return _search(space, budget, report, weight=_WEIGHT)


def _search(
    space: Moves, budget: Budget, report: Report | None, *, by_moves: bool = False, weight: int = 1
) -> PathResult:
    clock = Clock(budget.seconds)
    puzzle = space.puzzle
    memory = MEMORY if budget.memory is None else budget.memory
    if 16 * len(puzzle.cells) * len(puzzle.goals) > memory:  # the table of push distances
        return PathResult(stop=Stop.MEMORY)
    if budget.states == 0:
        return PathResult(stop=Stop.STATES)
    search = PushSearch(
        space.level, by_moves=by_moves, weight=weight, room=memory // _TABLES, clock=clock
    )
    states = _UNLIMITED if budget.states is None else budget.states
    stop: Stop | None = None
    while stop is None:
        try:
            status = search.go(_UNLIMITED, states)
        except OutOfTimeError:
            stop = Stop.TIME
            break
        if report is not None:
            report(Progress(search.states, search.waiting, search.deepest + 1, clock.passed))
        if status == engine.FOUND:
            stop = Stop.LIMIT
        elif status == engine.EXHAUSTED:
            stop = Stop.DONE
        elif status == engine.TOO_MANY:
            stop = Stop.STATES
        elif clock.late:
            stop = Stop.TIME
        elif status == engine.FULL:
            if search.bytes_after_growth() > memory:
                stop = Stop.MEMORY
            else:
                search.grow()
    counters = {"expanded": search.expanded}
    path: tuple[str, ...] | None = None
    cost: int | None = None
    if stop is Stop.LIMIT:
        path = tuple(_letters(puzzle, search.squares_on_path()))
        pushes = sum(letter.isupper() for letter in path)
        cost = len(path) if by_moves else pushes
        counters |= {"pushes": pushes, "moves": len(path)}
        if weight > 1:
            counters["optimal"] = 0
    return PathResult(
        path=path,
        exhausted=stop is Stop.DONE,
        stop=stop,
        states=search.states,
        transitions=search.pushes,
        depth=search.depth if path is not None else search.deepest + 1,
        cost=cost,
        counters=counters,
    )


class PushSearch:
    """One search under way: what ``search.py`` works on, and how far it is to go at once."""

    def __init__(
        self,
        level: Board,
        *,
        by_moves: bool = False,
        weight: int = 1,
        room: int = MEMORY // _TABLES,
        capacity: int = _FIRST_CAPACITY,
        clock: Clock = UNLIMITED,
    ) -> None:
        self._clock = clock
        n, k = len(level.beside), len(level.boxes)
        self._level = level
        self._state = engine.Search(
            level.floor, k, by_moves=by_moves, weight=weight, capacity=capacity
        )
        self._room, self._told = room, False
        # Each of k boxes is pushed: a walk over the floor, and one box matched again.
        steps = k * (n + k * k)
        self._slice = max(1, min(_FEW_NODES, _FIRST_STEPS // max(1, steps)))
        bound = self._first_bound()
        while bound < FAR and weight * bound >= len(self._state.heads):
            self._widen()
        engine.begin(self._state, level.player, view(level.boxes), bound)

    def _first_bound(self) -> int:
        """The bound of the start, FAR where it is lost at sight."""
        level = self._level
        if level.stuck or frozen_off_goal(level.floor, view(level.boxes), self._state.frozen):
            return FAR
        return pushes_left(level, level.player, level.boxes)

    def go(self, limit: int, most: int) -> int:
        """Continue for about a twentieth of a second, at most to ``limit`` expansions and ``most``
        nodes in all; why it came back. Raises OutOfTimeError by the clock.
        """
        status = engine.TOO_FAR
        while status == engine.TOO_FAR:
            before, clock = self.expanded, Clock()
            end = min(limit, before + self._slice)
            if before < _LARGE:
                end = min(end, _LARGE)
            elif not self._told:
                self._make_tables()
            status = engine.search(self._state, end, most)
            if status == engine.TOO_FAR:
                self._widen()
            else:
                self._slice = max(1, self._slice // 2)
                if clock.passed < _SECONDS:
                    self._slice = min(4 * self._slice, _MOST_SLICE)
        return status

    def _make_tables(self) -> None:
        self._told = True
        self._state.pairs = pairs(self._level, self._room, self._clock)
        self._state.lost = lost_groups(self._level, self._room, self._clock)

    def _widen(self) -> None:
        self._state.heads = _doubled(self._state.heads, -1)

    def grow(self) -> None:
        """Room for twice as many nodes."""
        w = self._state
        w.nodes, w.parents, w.costs = _doubled(w.nodes), _doubled(w.parents), _doubled(w.costs)
        w.bounds, w.later, w.earlier = _doubled(w.bounds), _doubled(w.later), _doubled(w.earlier)
        w.table = filled(2 * len(w.table), -1, "i32")
        engine.rehash(w)

    def bytes_after_growth(self) -> int:
        """Bytes held while the arrays are doubled, at the worst moment: the old nodes too."""
        w = self._state
        by_node = (w.nodes, w.table, w.parents, w.costs, w.bounds, w.later, w.earlier)
        walks = 4 * (_bytes(w.here.seen) + _bytes(w.here.queue))
        tables = _bytes(w.pairs.penalty) + _bytes(w.lost.bits)
        growing = sum(map(_bytes, by_node))
        return self._level.distance.nbytes + tables + walks + 2 * growing + _bytes(w.nodes)

    @property
    def states(self) -> int:
        """Nodes kept."""
        return self._state.made

    @property
    def expanded(self) -> int:
        """Nodes taken out and expanded."""
        return self._state.expanded

    @property
    def pushes(self) -> int:
        """Pushes tried: the transitions out of the expanded nodes."""
        return self._state.pushes

    @property
    def waiting(self) -> int:
        """Nodes in the buckets."""
        return self._state.waiting

    @property
    def deepest(self) -> int:
        """The highest cost of an expanded node."""
        return self._state.deepest

    @property
    def depth(self) -> int:
        """Nodes on the path to the goal, both ends counted."""
        return len(self._chain())

    def _chain(self) -> list[int]:
        parents = self._state.parents
        chain = [self._state.goal]
        while chain[-1] != 0:
            chain.append(parents[chain[-1]])
        return chain[::-1]

    def squares_on_path(self) -> Iterator[frozenset[int]]:
        """The squares of the level with movable boxes on them, node by node to the goal."""
        w, boxes = self._state, len(self._level.boxes)
        squares: list[int] = self._level.squares.tolist()
        for words in array(w.nodes)[self._chain()].tolist():
            _, *numbers = fields(words, boxes, w.bits, w.per_word)
            yield frozenset(squares[number] for number in numbers)


def _doubled(memory: object, fresh: int = 0) -> Any:
    values = array(memory)
    return view(np.concatenate([values, np.full_like(values, fresh)]))


def _bytes(memory: object) -> int:
    return array(memory).nbytes


def _letters(puzzle: Sokoban, boxes_on_path: Iterator[frozenset[int]]) -> Iterator[str]:
    """The letters of the pushes between sets of boxes, with the walks between them."""
    before = next(boxes_on_path)
    position = puzzle.start
    for after in boxes_on_path:
        (box,) = before - after
        (target,) = after - before
        side = puzzle.neighbours[box].index(target)
        behind = puzzle.neighbours[box][side ^ 1]
        yield from puzzle.way(position, behind) or ""
        yield PUSH_LETTERS[side]
        position = Position(box, position.boxes - {box} | {target})
        before = after
