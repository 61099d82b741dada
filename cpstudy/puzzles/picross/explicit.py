"""Row by row over explicit states, as a model checker sees the puzzle; and exact counting by it.

A *state* is what the rows so far determine about the rest: the state of each column's automaton. A
step fills one row such that its own clue holds and every column can still be completed in the
remaining rows. Pictures with the same state after a row have the same continuations.

- *bfs*: all states after each row, with the number of pictures that lead to each. The number of
  solutions is exact, however large, and no solution is enumerated; the search finds some
  afterwards.
- *dfs*: one picture after another; states without a solution are remembered and not entered again.

Source: Kamies's thesis gives the same transition system to LTSmin. Cost: every state and every
transition in plain Python, some microseconds a cell; feasible to about 15×15, or wider if columns
are nearly empty. Limits: memory; a budget of states or of memory ends it.
"""

from collections.abc import Iterator

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Request
from cpstudy.frontier.counting import listed
from cpstudy.puzzles.picross.puzzle import BLANK, FREE, Clue, Picross
from cpstudy.puzzles.picross.search import solving

Transition = tuple[int, int, int]


def automaton(clue: Clue) -> tuple[int, list[Transition]]:
    """The final state and the transitions (state, colour, state) for a clue; state 0 is initial.

    Each cell of a run leads to the next state, and so does the blank between runs of one colour.
    Before each run, and after the last, blanks keep the state. So the automaton has one state more
    than the smallest number of cells into which the runs fit, and it is minimal.
    """
    transitions = [(0, BLANK, 0)]
    state = 0
    for number, (length, colour) in enumerate(clue):
        transitions += [(s, colour, s + 1) for s in range(state, state + length)]
        state += length
        if number + 1 < len(clue) and clue[number + 1][1] == colour:
            transitions.append((state, BLANK, state + 1))
            state += 1
        transitions.append((state, BLANK, state))
    return state, transitions


# The states of the automata of all columns.
State = tuple[int, ...]
Step = tuple[State, bytes]

# Limits of what is assumed to fit into memory: fillings of one row, and stored steps.
_WIDEST = 200_000
_MOST_STEPS = 3_000_000

# Bytes of a step, approximately, and the additional bytes for each column.
_STEP_BYTES, _COLUMN_BYTES = 250, 10


class _OutOfStatesError(Exception):
    """The budget of states is spent."""


class _Line:
    """The automaton of one line: successors of a state, and the cells it needs to the end."""

    def __init__(self, clue: Clue) -> None:
        final, transitions = automaton(clue)
        self.following: list[dict[int, int]] = [{} for _ in range(final + 1)]
        for state, colour, then in transitions:
            self.following[state][colour] = then
        self.needs = [final - state for state in range(final + 1)]


class _Rows:
    """The transition system of one puzzle, its budget, and the number of expanded states."""

    def __init__(self, puzzle: Picross, budget: Budget) -> None:
        self.puzzle = puzzle
        self.states = 0
        self.clock = Clock(budget.seconds)
        limits = (budget.states, budget.iterations)
        self._most = min((limit for limit in limits if limit is not None), default=None)
        each = _STEP_BYTES + _COLUMN_BYTES * puzzle.columns
        self._most_steps = _MOST_STEPS
        if budget.memory is not None:
            self._most_steps = min(self._most_steps, budget.memory // each)
        self._rows = [_Line(clue) for clue in puzzle.row_clues]
        self._columns = [_Line(clue) for clue in puzzle.column_clues]
        self.start: State = (0,) * puzzle.columns

    def keep(self, steps: int) -> None:
        """Raise MemoryError if this number of steps does not fit into memory."""
        if steps > self._most_steps:
            raise MemoryError

    def steps(self, row: int, state: State) -> list[Step]:
        """All ways to fill a row, with the states after it. Raises if a budget is spent."""
        if self.states == self._most:
            raise _OutOfStatesError
        self.states += 1
        line, puzzle = self._rows[row], self.puzzle
        rows_left = puzzle.rows - row - 1
        partial: list[tuple[int, State, bytes]] = [(0, (), b"")]
        for column in range(puzzle.columns):
            self.clock.check()
            if len(partial) > _WIDEST:
                raise MemoryError
            across = puzzle.columns - column - 1
            below = self._columns[column]
            value = puzzle.given[row * puzzle.columns + column] if puzzle.given else FREE
            further = []
            for colour, then in below.following[state[column]].items():
                if below.needs[then] > rows_left or value not in (FREE, colour + 1):
                    continue
                for at, states, cells in partial:
                    after = line.following[at].get(colour)
                    if after is not None and line.needs[after] <= across:
                        further.append((after, (*states, then), cells + bytes((colour,))))
            partial = further
        return [(states, cells) for _, states, cells in partial]


def _breadth_first(rows: _Rows) -> int:
    """Count the solutions."""
    number = {rows.start: 1}
    for row in range(rows.puzzle.rows):
        before, number = number, {}
        for state, ways in before.items():
            for then, _ in rows.steps(row, state):
                number[then] = number.get(then, 0) + ways
            rows.keep(len(number))
    return sum(number.values())


def _depth_first(rows: _Rows) -> Iterator[bytes]:
    """Yield the solutions."""
    dead: set[tuple[int, State]] = set()

    def pictures(row: int, state: State) -> Iterator[bytes]:
        if row == rows.puzzle.rows:
            yield b""
            return
        if (row, state) in dead:
            return
        some = False
        steps = rows.steps(row, state)
        rows.keep(len(dead) + len(steps))
        for then, cells in steps:
            for below in pictures(row + 1, then):
                some = True
                yield cells + below
        if not some:
            dead.add((row, state))

    return pictures(0, rows.start)


def solve(puzzle: Picross, request: Request, *, order: str) -> Result:
    """Up to ``limit`` solutions (None: all).

    order: "bfs", which counts all solutions, or "dfs". Counter: states (the iterations), the
    expanded states; a budget of states limits the same number.
    """
    rows = _Rows(puzzle, request.budget)
    count: int | None = None
    solutions: list[bytes] = []
    stop = Stop.DONE
    try:
        if order == "bfs":
            count = _breadth_first(rows)
        for picture in _depth_first(rows) if order == "dfs" else ():
            rows.clock.check()
            solutions.append(picture)
            if request.found is not None:
                request.found(picture)
            if len(solutions) == request.limit:
                stop = Stop.LIMIT
                break
    except OutOfTimeError:
        stop = Stop.TIME
    except _OutOfStatesError:
        stop = Stop.STATES if request.budget.states is not None else Stop.ITERATIONS
    except MemoryError:
        stop = Stop.MEMORY
    counters = {"states": rows.states}
    found = Result(tuple(solutions), count, stop is Stop.DONE, counters=counters, stop=stop)
    return found if count is None else listed(found, solving.solve, puzzle, request)
