"""Solutions with the fewest pushes or the fewest moves: strategies built on ``search.py``.

The kernel searches pushes. This module handles the budget, the growth of its arrays, and the
letters of a chain of nodes: between two pushes the player takes a shortest walk. Among solutions
with these pushes in this order, the result has the fewest moves.

A search that grows large creates tables of penalties and lost groups (``pairs.py``, ``lost.py``)
and then needs a fraction of the nodes: half a second of work that small levels do not need.

Cost: see ``search.py``. Memory is bounded even without a budget (``MEMORY``).
"""

from collections.abc import Iterator
from dataclasses import replace

from cpstudy.core.clock import UNLIMITED, Clock, OutOfTimeError
from cpstudy.core.exploring import Progress, Report
from cpstudy.core.native import array, doubled, view, zeros
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.puzzles.sokoban import search as engine
from cpstudy.puzzles.sokoban.bound import pushes_left
from cpstudy.puzzles.sokoban.deadlocks import frozen_off_goal
from cpstudy.puzzles.sokoban.floor import INFINITE, Board
from cpstudy.puzzles.sokoban.lost import lost_groups
from cpstudy.puzzles.sokoban.packing import fields
from cpstudy.puzzles.sokoban.pairs import pairs
from cpstudy.puzzles.sokoban.puzzle import PUSH_LETTERS, Position, Sokoban
from cpstudy.puzzles.sokoban.space import Areas, LiveSteps, Moves
from cpstudy.state_spaces.packed.visited import fill_table
from cpstudy.state_spaces.strategies import bfs

# Positions that the portfolio visits breadth first: a twentieth of a second. All 77 first levels of
# Microban have fewer; A* visits a hundredth of them, but takes longer for each.
PATIENCE = 600_000

# The most bytes that a search keeps if the budget has no limit.
MEMORY = 2 << 30

_FIRST_CAPACITY = 1 << 12

# The clock is checked after each call of the kernel. The first call is bounded by a number of nodes
# and of elementary steps; the nodes of later calls follow from the time of the previous call: with
# hundreds of boxes a single expansion takes a tenth of a second. Results do not depend on where
# calls end.
_FEW_NODES = 20
_FIRST_STEPS = 1_000_000
_MOST_SLICE = 1000
_SECONDS = 0.05

_UNLIMITED = 1 << 62

# The weight of the bound in a greedy search.
_WEIGHT = 3

# Expansions after which tables are created, and the share of the memory that each may take.
_LARGE = 2_000
_TABLES = 80


def portfolio(space: Moves, budget: Budget, *, report: Report | None = None) -> PathResult:
    """A solution with the fewest moves, or the proof that there is none: the default search.

    Breadth first through positions without a lost box, and A* if these are more than PATIENCE;
    A* at once if positions need several words. The result's ``engine`` names the search that
    answered; states, transitions and depth are its own. The choice depends only on the level and
    the limit of states, never on time.
    """
    clock = Clock(budget.seconds)
    if space.puzzle.more_goals:
        return move_optimal(space, budget, report=report)
    if space.layout.words == 1:
        most = PATIENCE if budget.states is None else min(PATIENCE, budget.states)
        result = bfs(LiveSteps(space.puzzle), replace(budget, states=most), report=report)
        if result.stop is not Stop.STATES or most == budget.states:
            return replace(result, engine="live")
    result = move_optimal(space, replace(budget, seconds=clock.left), report=report)
    return replace(result, engine="move-optimal")


def push_optimal(space: Moves, budget: Budget, *, report: Report | None = None) -> PathResult:
    """A solution with the fewest pushes, or the proof that there is none.

    The bound of this search and the next two requires equal numbers of boxes and goals; levels with
    more goals are searched breadth first.
    """
    if space.puzzle.more_goals:
        return _breadth_first(Areas(space.puzzle), "areas", budget, report)
    return _search(space, budget, report)


def move_optimal(space: Moves, budget: Budget, *, report: Report | None = None) -> PathResult:
    """A solution with the fewest moves, or the proof that there is none."""
    if space.puzzle.more_goals:
        return _breadth_first(LiveSteps(space.puzzle), "live", budget, report)
    return _search(space, budget, report, by_moves=True)


def greedy(space: Moves, budget: Budget, *, report: Report | None = None) -> PathResult:
    """A solution that usually has more pushes than needed, or the proof that there is none.

    The bound counts three times, so nodes that seem close to the goal come first: often faster.
    """
    if space.puzzle.more_goals:
        return _breadth_first(Areas(space.puzzle), "areas", budget, report)
    return _search(space, budget, report, weight=_WEIGHT)


def _breadth_first(space: Moves, engine: str, budget: Budget, report: Report | None) -> PathResult:
    return replace(bfs(space, budget, report=report), engine=engine)


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
        space.level, by_moves=by_moves, weight=weight, memory=memory // _TABLES, clock=clock
    )
    state, states = search.state, _UNLIMITED if budget.states is None else budget.states
    stop: Stop | None = None
    while stop is None:
        try:
            status = search.go(_UNLIMITED, states)
        except OutOfTimeError:
            stop = Stop.TIME
            break
        if report is not None:
            report(Progress(state.made, state.waiting, state.deepest + 1, clock.passed))
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
    counters = {"expanded": state.expanded}
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
        states=state.made,
        transitions=state.pushes,
        depth=len(search.chain()) if path is not None else state.deepest + 1,
        cost=cost,
        counters=counters,
    )


class PushSearch:
    """A search that can be continued. state: the workspace of ``search.py``."""

    def __init__(
        self,
        level: Board,
        *,
        by_moves: bool = False,
        weight: int = 1,
        memory: int = MEMORY // _TABLES,
        capacity: int = _FIRST_CAPACITY,
        clock: Clock = UNLIMITED,
    ) -> None:
        self._clock = clock
        n, k = len(level.neighbours), len(level.boxes)
        self._level = level
        self.state = engine.Search(
            level.floor, k, by_moves=by_moves, weight=weight, capacity=capacity
        )
        self._memory, self._has_tables = memory, False
        # Each of k boxes is pushed: one walk over the floor, and one row matched again.
        steps = k * (n + k * k)
        self._slice = max(1, min(_FEW_NODES, _FIRST_STEPS // max(1, steps)))
        bound = self._first_bound()
        while bound < INFINITE and weight * bound >= len(self.state.heads):
            self._widen()
        engine.begin(self.state, level.player, view(level.boxes), bound)

    def _first_bound(self) -> int:
        """The bound of the start, INFINITE if it is obviously lost."""
        level = self._level
        if level.stuck or frozen_off_goal(level.floor, view(level.boxes), self.state.frozen):
            return INFINITE
        return pushes_left(level, level.player, level.boxes)

    def go(self, limit: int, most: int) -> int:
        """Continue for about a twentieth of a second, up to ``limit`` expansions and ``most`` nodes
        in total; return why it stopped. Raises OutOfTimeError if the clock runs out.
        """
        status = engine.BOUND_TOO_LARGE
        while status == engine.BOUND_TOO_LARGE:
            before, clock = self.state.expanded, Clock()
            end = min(limit, before + self._slice)
            if before < _LARGE:
                end = min(end, _LARGE)
            elif not self._has_tables:
                self._make_tables()
            status = engine.search(self.state, end, most)
            if status == engine.BOUND_TOO_LARGE:
                self._widen()
            else:
                self._slice = max(1, self._slice // 2)
                if clock.passed < _SECONDS:
                    self._slice = min(4 * self._slice, _MOST_SLICE)
        return status

    def _make_tables(self) -> None:
        self._has_tables = True
        self.state.pairs = pairs(self._level, self._memory, self._clock)
        self.state.lost = lost_groups(self._level, self._memory, self._clock)

    def _widen(self) -> None:
        self.state.heads = doubled(self.state.heads, -1)

    def grow(self) -> None:
        """Double the capacity in nodes."""
        w = self.state
        w.nodes, w.parents, w.costs = doubled(w.nodes), doubled(w.parents), doubled(w.costs)
        w.bounds, w.later, w.earlier = doubled(w.bounds), doubled(w.later), doubled(w.earlier)
        w.known.order, w.known.slots = w.nodes, zeros(2 * len(w.known.slots), "u32")
        fill_table(w.known, w.made)

    def bytes_after_growth(self) -> int:
        """The bytes in use while the arrays are doubled, at the peak: including the old nodes."""
        w = self.state
        by_node = (w.nodes, w.known.slots, w.parents, w.costs, w.bounds, w.later, w.earlier)
        walks = 4 * (_bytes(w.here.seen) + _bytes(w.here.queue))
        tables = _bytes(w.pairs.penalty) + _bytes(w.lost.bits)
        growing = sum(map(_bytes, by_node))
        return self._level.distance.nbytes + tables + walks + 2 * growing + _bytes(w.nodes)

    def chain(self) -> list[int]:
        """The nodes on the path to the goal, both ends included."""
        parents = self.state.parents
        chain = [self.state.goal]
        while chain[-1] != 0:
            chain.append(parents[chain[-1]])
        return chain[::-1]

    def squares_on_path(self) -> Iterator[frozenset[int]]:
        """The level's squares of the movable boxes, node by node to the goal."""
        w, boxes = self.state, len(self._level.boxes)
        squares: list[int] = self._level.squares.tolist()
        for words in array(w.nodes)[self.chain()].tolist():
            _, *numbers = fields(words, boxes, w.bits, w.per_word)
            yield frozenset(squares[number] for number in numbers)


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
        yield from puzzle.path(position, behind) or ""
        yield PUSH_LETTERS[side]
        position = Position(box, position.boxes - {box} | {target})
        before = after
