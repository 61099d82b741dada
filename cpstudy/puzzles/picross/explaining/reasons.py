"""Why a step holds: the fewest known cells that one can point at.

For a step in one line, knowledge is taken away from its cells one after the other as long as the
rule still says the same; what is left forces the step, and no cell of it can be spared. For a
look ahead, the lines that were needed are found by going back from the line that ended without an
arrangement; what is known in these is the reason.

Cost: a use of the rule for each known cell of the line.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from cpstudy.core.native import array
from cpstudy.puzzles.picross.deduction.overlap import overlap
from cpstudy.puzzles.picross.deduction.solver import OVERLAP, Found, words_of
from cpstudy.puzzles.picross.lines.board import keep, solve_line, take_line, undo
from cpstudy.puzzles.picross.lines.state import LONGEST, Board
from cpstudy.puzzles.picross.puzzle import Picross

# What a rule says of a line whose cells can be so: the cells left by colour, None for a fault.
_Rule = Callable[[Sequence[int]], list[int] | None]


def _rule(puzzle: Picross, b: Board, rule: int, line: int) -> _Rule:
    if rule == OVERLAP:
        return lambda may: overlap(puzzle.clues[line], may, puzzle.length(line))

    def exactly(may: Sequence[int]) -> list[int] | None:
        here = array(b.may)[line]
        kept = here.copy()
        for colour, word in enumerate(may):
            for place in range(here.shape[1]):
                here[colour, place] = word >> (LONGEST * place) & ((1 << LONGEST) - 1)
        found = solve_line(b, line)
        here[:] = kept
        if not found:
            return None
        return [
            sum(word << (LONGEST * place) for place, word in enumerate(words))
            for words in array(b.found).tolist()
        ]

    return exactly


def of_line(puzzle: Picross, b: Board, step: Found) -> list[int]:
    """The cells of a line that force a step in it. b: the board before the step."""
    line = step.subject
    ask = _rule(puzzle, b, step.rule, line)
    cells = puzzle.cells_of(line)
    place_of = {cell: place for place, cell in enumerate(cells)}
    gone = [(place_of[cell], colour) for cell, colour in step.removed]

    def follows(may: Sequence[int]) -> bool:
        told = ask(may)
        if told is None or not gone:
            return told is None
        return not any(told[colour] >> place & 1 for place, colour in gone)

    may = words_of(b, line)
    reason = []
    for place, cell in enumerate(cells):
        bit = 1 << place
        if all(word & bit for word in may):
            continue
        freed = [word | bit for word in may]
        # A removal that was known before the step must not be counted as its reason.
        if follows(freed):
            may = freed
        else:
            reason.append(cell)
    return reason


def of_supposition(puzzle: Picross, b: Board, cell: int, colour: int) -> tuple[int, list[int]]:
    """The line that a supposition leaves without an arrangement, and the lines on the way to it.

    b: the board before the step, to which it comes back.
    """
    mark = b.trailed
    made_by: dict[int, int] = {}  # cell -> the line that removed something of it
    keep(b, cell, colour)
    row, column = divmod(cell, puzzle.columns)
    waiting = deque([row, puzzle.rows + column])
    failed = -1
    while waiting and failed < 0:
        line = waiting.popleft()
        before = b.trailed
        if not solve_line(b, line):
            failed = line
            break
        take_line(b, line)
        for changed, _ in array(b.trail)[before : b.trailed].tolist():
            made_by.setdefault(changed, line)
            row, column = divmod(changed, puzzle.columns)
            crossing = row if line >= puzzle.rows else puzzle.rows + column
            if crossing not in waiting:
                waiting.append(crossing)
    undo(b, mark)
    if failed < 0:
        raise AssertionError(f"{puzzle.encode()}: nothing is wrong with cell {cell} as {colour}")
    needed = [failed]
    for line in needed:
        made = (made_by[x] for x in puzzle.cells_of(line) if x in made_by)
        needed += [other for other in dict.fromkeys(made) if other not in needed]
    return failed, needed
