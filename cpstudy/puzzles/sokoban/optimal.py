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
import numpy.typing as npt

from cpstudy.core.clock import Clock
from cpstudy.core.exploring import Progress, Report
from cpstudy.core.kernels import prepared
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.puzzles.sokoban import search as engine
from cpstudy.puzzles.sokoban.board import FAR, Board
from cpstudy.puzzles.sokoban.bound import Matching, pushes_left
from cpstudy.puzzles.sokoban.deadlocks import frozen_off_goal
from cpstudy.puzzles.sokoban.lost import lost_groups, nothing_lost
from cpstudy.puzzles.sokoban.packing import Layout, fields, pack
from cpstudy.puzzles.sokoban.pairs import no_pairs, pairs
from cpstudy.puzzles.sokoban.puzzle import PUSH_LETTERS, Position, Sokoban
from cpstudy.puzzles.sokoban.steps import Moves

# Bytes that a search keeps at most where the budget names no limit.
MEMORY = 2 << 30

_FIRST_CAPACITY = 1 << 12

# The clock is looked at after each call of the kernel. The first call, and each one uncompiled,
# expands at most so many nodes. Uncompiled, it does at most so many units of work as well; then it
# is asked again whether to compile. Compiled, the first call makes at most so many small steps, and
# the nodes of the others follow from the time that the last one took: with hundreds of boxes a
# single expansion takes a tenth of a second. What is found does not depend on where calls end.
_FEW_NODES = 20
_PLAIN_WORK = 4_000
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
    space: Moves,
    budget: Budget,
    report: Report | None,
    *,
    by_moves: bool = False,
    weight: int = 1,
) -> PathResult:
    clock = Clock(budget.seconds)
    puzzle = space.puzzle
    memory = MEMORY if budget.memory is None else budget.memory
    if 16 * len(puzzle.cells) * len(puzzle.goals) > memory:  # the table of push distances
        return PathResult(stop=Stop.MEMORY)
    if budget.states == 0:
        return PathResult(stop=Stop.STATES)
    search = PushSearch(space.level, by_moves=by_moves, weight=weight, room=memory // _TABLES)
    states = _UNLIMITED if budget.states is None else budget.states
    stop: Stop | None = None
    while stop is None:
        status = search.go(_UNLIMITED, states)
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
    """One search under way: the arrays of ``search.py`` and what is known so far."""

    def __init__(
        self,
        level: Board,
        *,
        by_moves: bool = False,
        weight: int = 1,
        room: int = MEMORY // _TABLES,
        capacity: int = _FIRST_CAPACITY,
    ) -> None:
        n, k = len(level.beside), len(level.boxes)
        self._level = level
        self._layout = layout = Layout.of(n, k)
        self._task = engine.Task(
            level.floor, level.dead, level.is_goal, layout.bits, layout.per_word, by_moves, weight,
            no_pairs(), nothing_lost(),
        )  # fmt: skip
        self._room, self._told = room, False
        parents, costs, bounds, later, earlier = np.empty((5, capacity), np.int32)
        self._queue = engine.Queue(
            np.empty((capacity, layout.words), np.uint64), np.full(2 * capacity, -1, np.int32),
            parents, costs, bounds, later, earlier,
            heads=np.full(64 + 16 * n, -1, np.int32), counts=np.zeros(9, np.int64),
        )  # fmt: skip
        shared = np.zeros((3, k), np.int64)
        kept, tried = (Matching(*np.zeros((4, k), np.int64), *shared) for _ in range(2))
        by_square = (*np.zeros((2, n), np.uint8), *np.zeros((4, n), np.int64))
        walks = np.empty((4, n), np.int32)
        by_box = (*np.zeros((4, k), np.int64), np.zeros((4, k), np.int64))
        words, cost = np.zeros(layout.words, np.uint64), np.empty((k, k), np.int64)
        self._scratch = engine.Scratch._make(
            (*by_square, *walks, *by_box, words, cost, kept, tried)
        )
        # Nodes expanded in the last call, and the plain work that one takes: for pushes a walk over
        # the whole floor goes along.
        self._made = 0
        self._work = 10 * k + (0 if by_moves else n // 3)
        self._plain_slice = max(1, min(_FEW_NODES, _PLAIN_WORK // max(1, self._work)))
        # Each of k boxes is pushed: a walk over the floor, and one box matched anew.
        steps = k * (n + k * k)
        self._slice = max(1, min(_FEW_NODES, _FIRST_STEPS // max(1, steps)))
        self._start()

    def _start(self) -> None:
        level, layout, q = self._level, self._layout, self._queue
        bound = self._first_bound()
        q.counts[engine.NODES] = 1
        pack(q.nodes[0], level.player, level.boxes, layout.bits, layout.per_word)
        engine.rehash(q, 1)
        q.parents[0], q.costs[0], q.bounds[0], q.earlier[0] = 0, 0, 0, engine.OUT
        if bound < FAR:
            first = self._task.weight * bound
            q.counts[engine.BEST] = q.counts[engine.HIGHEST] = first
            while first >= len(self._queue.heads):
                self._widen()
            q.bounds[0] = bound
            engine.link(self._task, self._queue, 0)

    def _first_bound(self) -> int:
        """The bound of the start, FAR where it is lost at sight."""
        level = self._level
        if level.stuck or frozen_off_goal(
            level.beside, level.dead, level.is_goal, level.boxes, self._scratch.frozen
        ):
            return FAR
        return pushes_left(level, level.player, level.boxes)

    def go(self, limit: int, most: int) -> int:
        """Go on for about a twentieth of a second, at most to ``limit`` expansions and ``most``
        nodes in all; why it came back.
        """
        status = engine.TOO_FAR
        while status == engine.TOO_FAR:
            search = prepared(engine.search, self._made * self._work)
            plain = search is engine.search
            before, clock = self.expanded, Clock()
            end = min(limit, before + (self._plain_slice if plain else self._slice))
            if before < _LARGE:
                end = min(end, _LARGE)
            elif not self._told:
                self._make_tables()
            status = int(search(self._task, self._queue, self._scratch, end, most))
            self._made = self.expanded - before
            if not plain and status != engine.TOO_FAR:
                self._slice = max(1, self._slice // 2)
                if clock.passed < _SECONDS:
                    self._slice = min(4 * self._slice, _MOST_SLICE)
            if status == engine.TOO_FAR:
                self._widen()
        return status

    def _make_tables(self) -> None:
        level, self._told = self._level, True
        self._task = self._task._replace(
            pairs=pairs(level, self._room), lost=lost_groups(level, self._room)
        )

    def _widen(self) -> None:
        heads = self._queue.heads
        wider = np.full(2 * len(heads), -1, np.int32)
        wider[: len(heads)] = heads
        self._queue = self._queue._replace(heads=wider)

    def grow(self) -> None:
        """Room for twice as many nodes."""
        q = self._queue
        by_node = ("nodes", "parents", "costs", "bounds", "later", "earlier")
        larger = {name: _doubled(getattr(q, name)) for name in by_node}
        table = np.full(2 * len(q.table), -1, np.int32)
        self._queue = q._replace(table=table, **larger)
        prepared(engine.rehash, self.states)(self._queue, self.states)

    def bytes_after_growth(self) -> int:
        """Bytes held while the arrays are doubled, at the worst moment: the old nodes too."""
        q, s = self._queue, self._scratch
        growing = sum(array.nbytes for array in q) - q.heads.nbytes - q.counts.nbytes
        walks = 4 * (s.reached.nbytes + s.order.nbytes)
        tables = self._task.pairs.penalty.nbytes + self._task.lost.bits.nbytes
        return int(self._level.distance.nbytes + tables + walks + 2 * growing + q.nodes.nbytes)

    @property
    def states(self) -> int:
        """Nodes kept."""
        return int(self._queue.counts[engine.NODES])

    @property
    def expanded(self) -> int:
        """Nodes taken out and expanded."""
        return int(self._queue.counts[engine.EXPANDED])

    @property
    def pushes(self) -> int:
        """Pushes tried: the transitions out of the expanded nodes."""
        return int(self._queue.counts[engine.PUSHES])

    @property
    def waiting(self) -> int:
        """Nodes in the buckets."""
        return int(self._queue.counts[engine.WAITING])

    @property
    def deepest(self) -> int:
        """The highest cost of an expanded node."""
        return int(self._queue.counts[engine.DEEPEST])

    @property
    def depth(self) -> int:
        """Nodes on the path to the goal, both ends counted."""
        return len(self._chain())

    def _chain(self) -> list[int]:
        parents = self._queue.parents
        chain = [int(self._queue.counts[engine.GOAL_NODE])]
        while chain[-1] != 0:
            chain.append(int(parents[chain[-1]]))
        return chain[::-1]

    def squares_on_path(self) -> Iterator[frozenset[int]]:
        """The squares of the level with movable boxes on them, node by node to the goal."""
        layout, boxes = self._layout, len(self._level.boxes)
        squares: list[int] = self._level.squares.tolist()
        for words in self._queue.nodes[self._chain()].tolist():
            _, *numbers = fields(words, boxes, layout.bits, layout.per_word)
            yield frozenset(squares[number] for number in numbers)


def _doubled(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    wider = np.empty((2 * len(values), *values.shape[1:]), values.dtype)
    wider[: len(values)] = values
    return wider


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
