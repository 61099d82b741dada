"""Deduction with all rules, cheapest first: unique, none, or stuck.

- *overlap*: a cell that a run covers in both its earliest and its latest position has the run's
  colour; a cell that no run of a colour can reach does not have this colour;
- *line*: all arrangements of a line together, exactly;
- *lookahead*: assume one colour for one cell and solve lines; if some line then has no arrangement,
  the cell does not have this colour.

Verdicts and grades are those of core/deducing.py; its framework is not used, because it supports
only two values a cell. Cost: some tens of microseconds a line; one look-ahead solves some ten lines
in compiled code.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.grading import Deducing, deduced
from cpstudy.core.native import array
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.picross.lines.board import (
    board,
    can_be,
    next_refuted,
    remove,
    solve_line,
    take_line,
    undo,
)
from cpstudy.puzzles.picross.lines.state import LONGEST
from cpstudy.puzzles.picross.puzzle import BLANK, Clue, Picross, least_length
from cpstudy.puzzles.picross.search.solving import shown


def _starts(clue: Clue, may: Sequence[int], cells: int) -> list[set[int]]:
    """The possible starts of each run, considering only the cells and the runs before it."""
    reached = {0}
    starts = []
    before = BLANK
    for length, colour in clue:
        run = (1 << length) - 1
        possible = set()
        for boundary in sorted(reached):
            start = boundary + (colour == before)
            if start > boundary and not may[BLANK] >> boundary & 1:
                continue
            while start + length <= cells:
                if may[colour] >> start & run == run:
                    possible.add(start)
                if not may[BLANK] >> start & 1:
                    break
                start += 1
        starts.append(possible)
        reached = {start + length for start in possible}
        before = colour
    return starts


def overlap(clue: Clue, may: Sequence[int], cells: int) -> list[int] | None:
    """By colour, the cells that can still have it; None if a run does not fit.

    may: by colour, blank first, the cells that can have it.
    """
    before = _starts(clue, may, cells)
    after = _starts(clue[::-1], [_mirror(word, cells) for word in may], cells)[::-1]
    reach = [0] * len(may)
    core = [0] * len(may)
    for (length, colour), starts, mirrored in zip(clue, before, after, strict=True):
        possible = starts & {cells - start - length for start in mirrored}
        if not possible:
            return None
        start, end = min(possible), max(possible) + length
        reach[colour] |= (1 << end) - (1 << start)
        if start + length > end - length:
            core[colour] |= (1 << start + length) - (1 << end - length)
    settled = _union(core)
    reach[BLANK] = (1 << cells) - 1
    left = [reach[c] & ~(settled & ~core[c]) & may[c] for c in range(len(may))]
    return left if _union(left) == reach[BLANK] else None


def _union(words: Sequence[int]) -> int:
    together = 0
    for word in words:
        together |= word
    return together


def _mirror(word: int, cells: int) -> int:
    return int(format(word, f"0{cells}b")[::-1], 2)


RULES = ("overlap", "line", "lookahead")
OVERLAP, LINE, LOOKAHEAD = range(3)

CONTRADICTION, STUCK, SETTLED, PAUSED = range(4)

# Values examined by look-ahead between two checks of the clock.
_PACE = 200

Removal = tuple[int, int]


class Finding(NamedTuple):
    """One use of a rule: the rule, the line or value, and the removals as (cell, colour).

    subject: the line, or for lookahead cell · (colours + 1) + colour. removed: empty if the rule
    found a line without an arrangement.
    """

    rule: int
    subject: int
    removed: tuple[Removal, ...]


def words_of(found: npt.NDArray[np.int64]) -> list[int]:
    """By colour, the cells of a line (words of the board) as integers: bit i is cell i."""
    return [sum(w << (LONGEST * place) for place, w in enumerate(row)) for row in found.tolist()]


class Deduction(Deducing):
    """A deduction of one puzzle and its log. Given cells are known from the start."""

    def __init__(self, puzzle: Picross) -> None:
        self.puzzle = puzzle
        self.board = board(puzzle)
        self.log: list[Finding] = []
        self.end = PAUSED
        lines = range(puzzle.rows + puzzle.columns)
        self._waiting = {OVERLAP: dict.fromkeys(lines), LINE: dict.fromkeys(lines)}
        self._value = 0  # the next value for look-ahead
        self._quiet = 0  # values examined since the last refutation
        undo(self.board, 0)  # lines wait in the dictionaries, not on the board

    @property
    def hardest(self) -> str:
        """See :class:`Deducing`."""
        return RULES[max((step.rule for step in self.log), default=OVERLAP)]

    def run_rules(self) -> bool:
        """See :class:`Deducing`."""
        return self.run(LINE) not in (STUCK, PAUSED)

    def run(self, hardest: int = LOOKAHEAD) -> int:
        """Use rules up to ``hardest``; return the end, or PAUSED if the budget is spent."""
        self.end = PAUSED
        while self.end == PAUSED and not self.clock.late:
            if self.most is not None and len(self.log) >= self.most:
                break
            self.end = self._step(hardest)
        return self.end

    def _step(self, hardest: int) -> int:
        if self.board.unsettled == 0 and not any(self._waiting.values()):
            return SETTLED
        for rule in (OVERLAP, LINE):
            if rule <= hardest and self._waiting[rule]:
                line = next(iter(self._waiting[rule]))
                del self._waiting[rule][line]
                return self._use_on_line(rule, line)
        return self._look_ahead() if hardest == LOOKAHEAD else STUCK

    def _use_on_line(self, rule: int, line: int) -> int:
        b = self.board
        mark = b.trailed
        if rule == OVERLAP:
            may = words_of(array(b.may)[line])
            possible = overlap(self.puzzle.clues[line], may, self.puzzle.length(line))
            fault = possible is None
            for colour, word in enumerate(possible or ()):
                self._restrict(line, colour, word)
        else:
            fault = not solve_line(b, line)
            if not fault:
                take_line(b, line)
        return self._note(rule, line, mark, fault)

    def _restrict(self, line: int, colour: int, word: int) -> None:
        for place, cell in enumerate(self.puzzle.cells_of(line)):
            if not word >> place & 1 and can_be(self.board, cell, colour):
                remove(self.board, cell, colour)

    def _note(self, rule: int, subject: int, mark: int, fault: bool) -> int:
        """Record the removals since ``mark``; queue the lines of these cells."""
        b = self.board
        removed = tuple((x, c) for x, c in array(b.trail)[mark : b.trailed].tolist())
        if removed or fault:
            self.log.append(Finding(rule, subject, removed))
        if fault:
            return CONTRADICTION
        for cell, _ in removed:
            row, column = divmod(cell, self.puzzle.columns)
            for line in (row, self.puzzle.rows + column):
                if rule != LINE or line != subject:
                    self._waiting[OVERLAP][line] = None
                    self._waiting[LINE][line] = None
        undo(b, b.trailed)  # empties the board's queue of lines and changes nothing else
        return PAUSED

    def _look_ahead(self) -> int:
        """Look ahead at some values; STUCK if all values were examined without a refutation."""
        b = self.board
        values = len(b.left) * b.may.shape[1]
        refuted = next_refuted(b, self._value, min(_PACE, values - self._quiet))
        if refuted < 0:
            self._quiet += -1 - refuted - self._value
            self._value = (-1 - refuted) % values
            return STUCK if self._quiet >= values else PAUSED
        self._quiet = 0
        self._value = refuted
        mark = b.trailed
        cell, colour = divmod(refuted, b.may.shape[1])
        remove(b, cell, colour)
        return self._note(LOOKAHEAD, refuted, mark, fault=False)

    def result(self, stop: Stop = Stop.STUCK) -> Result:
        """The result at the end. stop: why it paused, if it did not reach an end."""
        counters = {"steps": len(self.log), "lines": self.board.solved}
        if self.end == CONTRADICTION:
            return Result(exhausted=True, counters=counters)
        if self.end == SETTLED:
            return Result((shown(self.board),), exhausted=True, counters=counters)
        return Result(stop=Stop.STUCK if self.end == STUCK else stop, counters=counters)


def solve(puzzle: Picross, request: Request) -> Result:
    """Solve by deduction alone. Counters: steps (the iterations), uses of rules; lines solved."""
    return deduced(Deduction(puzzle), request)


def features(puzzle: Picross) -> dict[str, float]:
    """Features of a board before solving it, for choosing a solver; cost: some milliseconds.

    ``cells``, ``colours``, ``share filled``, ``runs a line``, ``room a line`` (the share of a
    line's cells that its runs do not need) and ``undecided after RULE``, the share of cells that
    still have several colours; missing if the rule finds a contradiction.
    """
    cells = puzzle.rows * puzzle.columns
    clues = list(enumerate(puzzle.clues))
    found: dict[str, float] = {
        "cells": cells,
        "colours": puzzle.colours,
        "share filled": sum(length for clue in puzzle.row_clues for length, _ in clue) / cells,
        "runs a line": sum(len(clue) for _, clue in clues) / len(clues),
        "room a line": sum(1 - least_length(clue) / puzzle.length(line) for line, clue in clues)
        / len(clues),
    }
    for hardest in (OVERLAP, LINE):
        deduction = Deduction(puzzle)
        if deduction.run(hardest) == CONTRADICTION:
            break
        left = int((array(deduction.board.left) > 1).sum())
        found[f"undecided after {RULES[hardest]}"] = left / cells
    return found
