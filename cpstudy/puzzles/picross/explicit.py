"""Row by row over explicit states, as a model checker sees the puzzle; and exact counting by it.

A *state* is what the rows above leave to say of each column: the state of its clue's automaton. A
step fills one row so that its own clue is kept and every column can still be completed in the rows
that are left. Pictures with the same state after a row have the same ways to continue.

- *bfs*: all states after each row, with the number of pictures that lead to each. The number of
  solutions is exact, however large, and none of them is visited; the search finds a few afterwards.
- *dfs*: one picture after another; states that lead to no solution are remembered and not entered
  again.

Source: Kamies's thesis puts the same transition system to LTSmin. Cost: every state and every step
between states in plain Python, some microseconds a cell; up to about 15×15, wider boards where
columns are nearly empty. Limits: memory; a budget of states or of memory ends it.
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
    """The final state and the transitions (state, colour, state) for a clue; it begins in 0.

    Each cell of a run leads on by one state, and so does the blank between runs of one colour.
    Before each run, and after the last, blanks leave it where it is. So it has one state more than
    the fewest cells in which the runs find room, and no two of them mean the same.
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


# The automata states of all columns.
State = tuple[int, ...]
Step = tuple[State, bytes]

# Fillings of one row, and steps kept in all, that are taken to fit the memory.
_WIDEST = 200_000
_MOST_STEPS = 3_000_000

# About what a step takes, and what it takes more for each column.
_STEP_BYTES, _COLUMN_BYTES = 250, 10


class _OutOfStatesError(Exception):
    """A budget of states is spent."""


class _Line:
    """The automaton of one line: what follows a state, and how many cells it needs to the end."""

    def __init__(self, clue: Clue) -> None:
        final, transitions = automaton(clue)
        self.following: list[dict[int, int]] = [{} for _ in range(final + 1)]
        for state, colour, then in transitions:
            self.following[state][colour] = then
        self.needs = [final - state for state in range(final + 1)]


class _Rows:
    """The transition system of one puzzle, its budget, and how many states were expanded."""

    def __init__(self, puzzle: Picross, budget: Budget) -> None:
        self.puzzle = puzzle
        self.states = 0
        self.clock = Clock(budget.seconds)
        limits = (budget.states, budget.iterations)
        self._most = min((limit for limit in limits if limit is not None), default=None)
        each = _STEP_BYTES + _COLUMN_BYTES * puzzle.columns
        self._room = _MOST_STEPS
        if budget.memory is not None:
            self._room = min(self._room, budget.memory // each)
        self._rows = [_Line(clue) for clue in puzzle.row_clues]
        self._columns = [_Line(clue) for clue in puzzle.column_clues]
        self.start: State = (0,) * puzzle.columns

    def keep(self, steps: int) -> None:
        """Raise MemoryError where there is no room for so many steps."""
        if steps > self._room:
            raise MemoryError

    def steps(self, row: int, state: State) -> list[Step]:
        """All ways to fill a row, with the states after it. Raises where a budget is spent."""
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
    """The number of solutions."""
    number = {rows.start: 1}
    for row in range(rows.puzzle.rows):
        before, number = number, {}
        for state, ways in before.items():
            for then, _ in rows.steps(row, state):
                number[then] = number.get(then, 0) + ways
            rows.keep(len(number))
    return sum(number.values())


def _depth_first(rows: _Rows) -> Iterator[bytes]:
    """Solution after solution."""
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

    order: "bfs", which counts all solutions, or "dfs". Counter: states (the iterations), states
    expanded; a budget of states is one of these.
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
