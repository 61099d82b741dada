"""The log of a deduction as steps, each with a minimal set of known cells that force it.

The log is replayed on a fresh board, so that each reason is found in the knowledge at that moment.
For a step in one line, the knowledge of its cells is removed one cell after the other as long as
the rule still gives the same; every remaining cell is necessary. For a look-ahead, the necessary
lines are found by going back from the line that has no arrangement; the known cells of these lines
are the reason. A step's ``change`` has ``removed``, a list of (row, column, colour) that became
impossible, and ``placed``, the same for cells that have only one colour left after it.

Cost: one use of the rule for each known cell of the line.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from cpstudy.core.explaining import Step, cells_of
from cpstudy.core.native import array
from cpstudy.puzzles.picross import words
from cpstudy.puzzles.picross.deduction import LOOKAHEAD, OVERLAP, RULES, Finding, overlap, words_of
from cpstudy.puzzles.picross.lines.board import (
    board,
    can_be,
    keep,
    remove,
    solve_line,
    take_line,
    undo,
)
from cpstudy.puzzles.picross.lines.state import LONGEST, Board
from cpstudy.puzzles.picross.puzzle import Picross

# A rule applied to a line with these possible cells: by colour, the cells left; None: no
# arrangement.
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
        return words_of(array(b.found))

    return exactly


def of_line(puzzle: Picross, b: Board, step: Finding) -> list[int]:
    """The cells of a line that force a step in it. b: the board before the step."""
    line = step.subject
    ask = _rule(puzzle, b, step.rule, line)
    cells = puzzle.cells_of(line)
    place_of = {cell: place for place, cell in enumerate(cells)}
    gone = [(place_of[cell], colour) for cell, colour in step.removed]

    def follows(may: Sequence[int]) -> bool:
        left = ask(may)
        if left is None or not gone:
            return left is None
        return not any(left[colour] >> place & 1 for place, colour in gone)

    may = words_of(array(b.may)[line])
    reason = []
    for place, cell in enumerate(cells):
        bit = 1 << place
        if all(word & bit for word in may):
            continue
        freed = [word | bit for word in may]
        # A removal that was known before the step must not count as its reason.
        if follows(freed):
            may = freed
        else:
            reason.append(cell)
    return reason


def of_supposition(puzzle: Picross, b: Board, cell: int, colour: int) -> list[int]:
    """The line that an assumption leaves without an arrangement, then the lines that lead to it.

    b: the board before the step; it is restored.
    """
    mark = b.trailed
    made_by: dict[int, int] = {}  # cell -> the line that first removed one of its colours
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
    return needed


def steps_of(puzzle: Picross, log: Iterable[Finding]) -> Iterator[Step]:
    """All steps of a deduction of ``puzzle``, in order."""
    b = board(puzzle)
    undo(b, 0)
    for found in log:
        yield _step(puzzle, b, found)


def _step(puzzle: Picross, b: Board, finding: Finding) -> Step:
    lines: list[int] = []
    if finding.rule == LOOKAHEAD:
        lines = of_supposition(puzzle, b, *divmod(finding.subject, puzzle.colours + 1))
        known = {x for line in lines for x in puzzle.cells_of(line) if b.left[x] <= puzzle.colours}
        because = sorted(known)
    else:
        because = of_line(puzzle, b, finding)
    for cell, colour in finding.removed:
        remove(b, cell, colour)
    undo(b, b.trailed)
    cells = list(dict.fromkeys(cell for cell, _ in finding.removed))
    placed = {cell: _only(puzzle, b, cell) for cell in cells if b.left[cell] == 1}
    change = {
        "placed": [[*divmod(cell, puzzle.columns), colour] for cell, colour in placed.items()],
        "removed": [[*divmod(cell, puzzle.columns), colour] for cell, colour in finding.removed],
    }
    return Step(
        RULES[finding.rule],
        cells_of(puzzle.columns, cells or puzzle.cells_of(finding.subject)),
        cells_of(puzzle.columns, because),
        words.step(puzzle, finding, placed, lines),
        change,
    )


def _only(puzzle: Picross, b: Board, cell: int) -> int:
    return next(colour for colour in range(puzzle.colours + 1) if can_be(b, cell, colour))
