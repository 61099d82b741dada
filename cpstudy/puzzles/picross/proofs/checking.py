"""Checking certificates of uniqueness with separate code that shares nothing with the writer.

A certificate holds if its witness solves the puzzle (``violation``), each clause of its formula
follows from one rule or states that some cell differs from the witness, and its proof shows that
the formula has no model (encode/rup.py). Missing clauses make the formula weaker, so the formula
need not be complete: a contradiction from some of the rules is enough.

*Variables.* For each cell, row by row: the cell is coloured; with several colours: it is blank, and
one variable for each colour. Then for each line, rows first, for each of its runs, for each place
from one past the run's earliest start to its latest: the run begins there or later. So every
solution determines the value of each variable.

*A clause follows from a cell* that is given, that has a colour or is blank, or that does not have
two colours. *It follows from a line* if its literals, all assumed false, leave each run a range of
places, narrowed by the order of the runs and the gaps between them, and some range is empty, or a
cell has no colour left.

Cost: for each clause, proportional to the number of runs of its line.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from cpstudy.core.certificate import Certificate
from cpstudy.encode import rup
from cpstudy.encode.rup import Clause
from cpstudy.puzzles.picross.puzzle import BLANK, FREE, Clue, Picross


def why_rejected(certificate: Certificate) -> str:
    """ "" if the certificate proves that its witness is the only solution, else the fault.

    Raises InputError if the puzzle's text form is invalid.
    """
    puzzle = Picross.decode(certificate.puzzle)
    variables = Variables(puzzle)
    return rup.why_rejected(
        certificate, puzzle, variables.number, partial(formula_violation, variables)
    )


@dataclass
class Variables:
    """The meaning of a puzzle's variables.

    each: variables of a cell. ranges: for each line, the earliest and latest start of its runs.
    begins: (line, run, place) of the variables that follow those of the cells.
    """

    puzzle: Picross
    each: int = 0
    ranges: list[list[tuple[int, int]]] = field(default_factory=list)
    begins: list[tuple[int, int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        puzzle = self.puzzle
        self.each = 1 if puzzle.colours == 1 else puzzle.colours + 1
        for line, clue in enumerate(puzzle.clues):
            early, late = _packed(clue), _packed(clue[::-1])[::-1]
            length = puzzle.columns if line < puzzle.rows else puzzle.rows
            runs = zip(clue, early, late, strict=True)
            ranges = [(first, length - after - run) for (run, _), first, after in runs]
            self.ranges.append(ranges)
            for run, (first, last) in enumerate(ranges):
                self.begins += [(line, run, place) for place in range(first + 1, last + 1)]

    @property
    def cells(self) -> int:
        """The number of variables of cells."""
        return self.each * self.puzzle.rows * self.puzzle.columns

    @property
    def number(self) -> int:
        """The number of variables."""
        return self.cells + len(self.begins)

    def of_cell(self, cell: int, colour: int) -> int:
        """The literal that a cell has a colour."""
        if self.each > 1:
            return cell * self.each + colour + 1
        return cell + 1 if colour else -cell - 1


def _packed(clue: Clue) -> list[int]:
    """The cells before each run if all runs are as far to one side as possible."""
    places: list[int] = []
    end = 0
    for number, (length, colour) in enumerate(clue):
        place = end + (number > 0 and clue[number - 1][1] == colour)
        places.append(place)
        end = place + length
    return places


def formula_violation(variables: Variables, witness: bytes, clauses: Iterable[Clause]) -> str:
    """ "" if every solution but the witness satisfies all clauses, else the first faulty clause."""
    given = variables.puzzle.given
    known = {variables.of_cell(cell, v - 1) for cell, v in enumerate(given) if v != FREE}
    other = {-variables.of_cell(cell, colour) for cell, colour in enumerate(witness)}
    for clause in clauses:
        if set(clause) != other and known.isdisjoint(clause) and not _follows(variables, clause):
            return f"clause {' '.join(map(str, (*clause, 0)))}: it follows from no rule"
    return ""


def _follows(variables: Variables, clause: Clause) -> bool:
    """Whether a cell or a line excludes that all literals of the clause are false."""
    cells = [literal for literal in clause if abs(literal) <= variables.cells]
    places = [literal for literal in clause if abs(literal) > variables.cells]
    numbers = {(abs(literal) - 1) // variables.each for literal in cells}
    lines = {variables.begins[abs(literal) - variables.cells - 1][0] for literal in places}
    if len(numbers) > 1 or len(lines) > 1:
        return False
    for cell in () if lines else numbers:
        row, column = divmod(cell, variables.puzzle.columns)
        lines = {row, variables.puzzle.rows + column}
    possible = set(range(variables.puzzle.colours + 1))
    for line in lines:
        ranges = _narrowed(variables, line, places)
        if ranges is None:
            return True
        for cell in numbers:
            possible &= _colours(variables.puzzle, line, ranges, cell)
    return bool(numbers) and not _left(variables, possible, cells)


def _left(variables: Variables, possible: set[int], cells: list[int]) -> set[int]:
    """The colours of a cell for which all these literals of the cell are false."""
    if variables.each == 1:
        return {c for c in possible if all((literal > 0) != (c > 0) for literal in cells)}
    shown = [((abs(literal) - 1) % variables.each, literal > 0) for literal in cells]
    return {c for c in possible if all((c == colour) != yes for colour, yes in shown)}


def _narrowed(variables: Variables, line: int, literals: list[int]) -> list[tuple[int, int]] | None:
    """The ranges of a line's runs if these literals are false; None if one range is empty."""
    clue = variables.puzzle.clues[line]
    ranges = [[first, last] for first, last in variables.ranges[line]]
    for literal in literals:
        _, run, place = variables.begins[abs(literal) - variables.cells - 1]
        if literal > 0:
            ranges[run][1] = min(ranges[run][1], place - 1)
        else:
            ranges[run][0] = max(ranges[run][0], place)
    steps = [a[0] + (a[1] == b[1]) for a, b in pairwise(clue)]
    for run, step in enumerate(steps):
        ranges[run + 1][0] = max(ranges[run + 1][0], ranges[run][0] + step)
    for run in range(len(steps) - 1, -1, -1):
        ranges[run][1] = min(ranges[run][1], ranges[run + 1][1] - steps[run])
    if any(first > last for first, last in ranges):
        return None
    return [(first, last) for first, last in ranges]


def _colours(puzzle: Picross, line: int, ranges: list[tuple[int, int]], cell: int) -> set[int]:
    """The colours that a cell can have if a line's runs begin within these ranges."""
    row, column = divmod(cell, puzzle.columns)
    if line not in (row, puzzle.rows + column):
        return set(range(puzzle.colours + 1))
    place = column if line < puzzle.rows else row
    possible = {BLANK}
    for (length, colour), (first, last) in zip(puzzle.clues[line], ranges, strict=True):
        if last <= place < first + length:
            return {colour}
        if first <= place < last + length:
            possible.add(colour)
    return possible
