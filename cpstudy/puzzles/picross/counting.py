"""Exact counts along a frontier, cell by cell; a state is the states of the automata of lines.

Each line has an automaton (:func:`~cpstudy.puzzles.picross.explicit.automaton`). Cells are
processed row by row, along the shorter side. A state of the frontier consists of the states of all
columns' automata and of the current row's automaton: pictures that agree in these have the same
completions. Dead ends of the automata are removed first: lines are solved one by one until nothing
changes, with automaton states as bits of a word. The states that are left depend on the cell.

The default first lists up to a thousand solutions, because the search is fastest if there are few
solutions, and a large picture can have very many states.

Cost: 50 to 150 ns for each state created, depending on its words; a thousand solutions of a 30×30
picture take a few seconds. Sources: Kamies's transition system, cut at each cell instead of each
row; Batenburg2009 solves lines in this way.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from math import prod

import numpy as np

from cpstudy.core.counting import listed_then_counted
from cpstudy.core.kernel_types import Const2, Const3, i64
from cpstudy.core.native import kernel, table, view, workspace
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.frontier import counting
from cpstudy.frontier.engine import Model
from cpstudy.frontier.fields import Fields
from cpstudy.frontier.layers import Layers, load, put
from cpstudy.puzzles.picross import portfolio
from cpstudy.puzzles.picross.explicit import automaton
from cpstudy.puzzles.picross.lines.checker import checker
from cpstudy.puzzles.picross.puzzle import FREE, SYMBOLS, Clue, Picross

# The number of solutions that the search lists before the frontier counts instead.
LISTED = 1000


@workspace
class Lines(Model):
    """down, across: by cell, state of its column or row, and colour: the next state, or -1 if the
    line cannot be completed. fields [columns + 1, 3]: word, shift, mask; the last is the row's.
    """

    width: i64
    down: Const3[i64]
    across: Const3[i64]
    fields: Const2[i64]

    def __init__(self, puzzle: Picross) -> None:
        lines = Automata(puzzle)
        self.width = puzzle.columns
        self.down, self.across = view(lines.table(columns=True)), view(lines.table(columns=False))
        fields, layout = [], Fields()
        for most in (*lines.finals[puzzle.rows :], max(lines.finals[: puzzle.rows])):
            field = layout.take(max(1, most.bit_length()))
            fields.append((field.word, field.shift, (1 << field.bits) - 1))
        self.fields = table(fields, "i64")
        ends = [0] * layout.words
        for (word, shift, _), end in zip(fields, lines.finals[puzzle.rows :], strict=False):
            ends[word] |= end << shift
        self.furnish(puzzle.rows * puzzle.columns, layout.words, puzzle.colours + 1, ends[0])

    @kernel
    def expand(self, t: Layers, state: i64) -> None:
        """Expand by every colour that both lines of the cell allow; label: the colour."""
        cell = t.place
        load(t, state)
        column = cell % self.width
        word, shift, mask = self.fields[column, 0], self.fields[column, 1], self.fields[column, 2]
        row_word = self.fields[self.width, 0]
        row_shift = self.fields[self.width, 1]
        row_mask = self.fields[self.width, 2]
        above = t.key[word] >> shift & mask
        left = t.key[row_word] >> row_shift & row_mask
        last = column == self.width - 1
        for colour in range(self.down.shape[2]):
            below = self.down[cell, above, colour]
            right = self.across[cell, left, colour]
            if below >= 0 and right >= 0:
                t.key[word] = t.key[word] & ~(mask << shift) | below << shift
                t.key[row_word] &= ~(row_mask << row_shift)
                if not last:
                    t.key[row_word] |= right << row_shift
                t.label = colour
                put(t, state, t.key[0])
                t.key[row_word] = t.key[row_word] & ~(row_mask << row_shift) | left << row_shift


class _Line:
    """The automaton of a line, with sets of states as words.

    stays: the states in which a blank keeps the state. leads: by colour, the states from which it
    leads to the next state.
    """

    def __init__(self, clue: Clue, colours: int) -> None:
        self.final, transitions = automaton(clue)
        self.stays = 0
        self.leads = [0] * (colours + 1)
        for state, colour, then in transitions:
            if then == state:
                self.stays |= 1 << state
            else:
                self.leads[colour] |= 1 << state

    def after(self, states: int, colour: int) -> int:
        """The set of states after a cell of this colour."""
        on = (states & self.leads[colour]) << 1
        return on | states & self.stays if colour == 0 else on

    def before(self, states: int, colour: int) -> int:
        """The set of states from which this colour leads to one of ``states``."""
        back = states >> 1 & self.leads[colour]
        return back | states & self.stays if colour == 0 else back


class Automata:
    """The automata of all lines, rows first, without dead ends.

    finals: their last states. alive: by line and number of cells read, a word of states. allowed:
    by cell, a word of colours.
    """

    def __init__(self, puzzle: Picross) -> None:
        self._puzzle = puzzle
        every = (1 << puzzle.colours + 1) - 1
        self._lines = [_Line(clue, puzzle.colours) for clue in puzzle.clues]
        self.finals = [line.final for line in self._lines]
        self.allowed = [1 << value - 1 if value != FREE else every for value in puzzle.given] or [
            every
        ] * (puzzle.rows * puzzle.columns)
        self.alive: list[list[int]] = [[] for _ in self._lines]
        waiting = dict.fromkeys(range(len(self._lines)))
        while waiting:
            line = next(iter(waiting))
            del waiting[line]
            for cell in self._solve(line):
                row, column = divmod(cell, puzzle.columns)
                waiting[puzzle.rows + column if line < puzzle.rows else row] = None

    def _solve(self, line: int) -> list[int]:
        """Solve a line; return the cells that lost an allowed colour."""
        automaton, cells = self._lines[line], self._puzzle.cells_of(line)
        forward = [1]
        for cell in cells:
            forward.append(self._union(automaton.after, forward[-1], self.allowed[cell]))
        alive = [forward[-1] & 1 << automaton.final]
        changed = []
        for place in range(len(cells) - 1, -1, -1):
            cell, here, there = cells[place], forward[place], alive[-1]
            colours = [c for c in _bits(self.allowed[cell]) if automaton.after(here, c) & there]
            left = sum(1 << colour for colour in colours)
            if left != self.allowed[cell]:
                self.allowed[cell] = left
                changed.append(cell)
            alive.append(here & self._union(automaton.before, there, left))
        self.alive[line] = alive[::-1]
        return changed

    @staticmethod
    def _union(step: object, states: int, colours: int) -> int:
        found = 0
        for colour in _bits(colours):
            found |= step(states, colour)  # type: ignore[operator]
        return found

    def table(self, *, columns: bool) -> np.typing.NDArray[np.int64]:
        """By cell, state of its line, and colour: the next state, or -1 for a dead end."""
        puzzle = self._puzzle
        lines = range(puzzle.rows, len(self.finals)) if columns else range(puzzle.rows)
        most = max(self.finals[line] for line in lines) + 1
        found = np.full((puzzle.rows * puzzle.columns, most, puzzle.colours + 1), -1)
        for line in lines:
            automaton = self._lines[line]
            for place, cell in enumerate(puzzle.cells_of(line)):
                for state in _bits(self.alive[line][place]):
                    for colour in _bits(self.allowed[cell]):
                        after = automaton.after(1 << state, colour) & self.alive[line][place + 1]
                        if after:
                            found[cell, state, colour] = after.bit_length() - 1
        return found

    def states(self, row: int) -> int:
        """The number of combinations of states that the columns can have after a row."""
        return prod(alive[row].bit_count() for alive in self.alive[self._puzzle.rows :])


def _bits(word: int) -> Iterator[int]:
    """The positions of the ones of a word."""
    while word:
        yield (word & -word).bit_length() - 1
        word &= word - 1


def _turned(puzzle: Picross) -> Picross:
    """The puzzle reflected at its diagonal."""
    given = b"".join(puzzle.given[c :: puzzle.columns] for c in range(puzzle.columns))
    return Picross(puzzle.column_clues, puzzle.row_clues, given)


def counter(puzzle: Picross) -> counting.Counter:
    """The counter of the puzzle for the frontier. A place is a cell, its value the colour."""
    turned = puzzle.columns > puzzle.rows
    board = _turned(puzzle) if turned else puzzle
    model = Lines(board)

    def values(cell: int, label: int) -> Iterator[tuple[int, int]]:
        row, column = divmod(cell, board.columns)
        yield (column * puzzle.columns + row if turned else cell), label

    return counting.Counter(model, values, bytes, partial(_need, board, model))


def _need(puzzle: Picross, model: Model) -> counting.Need:
    """An upper bound: the columns' states multiplied as if they were independent."""
    lines = Automata(puzzle)
    levels: Sequence[float] = [float(lines.states(row)) for row in range(1, puzzle.rows)] or [1.0]
    bits = puzzle.rows * puzzle.columns
    need = counting.Need.of(model, puzzle.columns * sum(levels), max(levels), bits)
    return need._replace(at_most=True)


def sign(_: Picross, value: int) -> str:
    """The symbol of a colour, as in solutions."""
    return SYMBOLS[value]


def frontier(puzzle: Picross, request: Request) -> Result:
    """The exact number of solutions, and up to ``limit`` of them by the search (None: all).

    See :func:`cpstudy.frontier.counting.solve`.
    """
    return counting.solve(counter(puzzle), portfolio.solve, puzzle, request)


def solve(puzzle: Picross, request: Request) -> Result:
    """The number of solutions, and up to ``limit`` of them (None: those that were listed)."""
    count = listed_then_counted(portfolio.solve, "frontier", frontier, LISTED, checker)
    return count(puzzle, request)
