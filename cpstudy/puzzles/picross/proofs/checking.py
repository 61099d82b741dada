"""Checking certificates of uniqueness with code of its own: nothing of the writer is used.

A certificate holds when its witness solves the puzzle (``violation``), each clause of its formula
follows from one rule, or says that some cell is not as in the witness, and its proof shows that the
formula has no model (encode/rup.py). Clauses that are left out make the formula weaker, so nothing
has to be complete: what is refuted by some of the rules is refuted.

*Variables.* Of each cell, row by row: that it is coloured; where there are several colours, blank
and each colour in turn. Then of each line, rows first, of each of its runs, of each place from one
past the earliest at which the run can begin to the latest: that it begins there or later. So every
solution says of each variable whether it is true.

*A clause follows from a cell* that is given, that has a colour or none, that has no two. *From a
line*: its literals, all false, leave each run a range of places, narrowed by the order of the runs
and the gaps between them; where one is empty, or a cell has no colour left, the clause is true.

Cost: for each clause as much as its line has runs.
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
    """ "" where the certificate proves that its witness is the only solution, else the fault.

    Raises InputError where the puzzle's text form is not one.
    """
    puzzle = Picross.decode(certificate.puzzle)
    variables = Variables(puzzle)
    return rup.why_rejected(
        certificate, puzzle, variables.number, partial(formula_violation, variables)
    )


@dataclass
class Variables:
    """What the variables of a puzzle mean.

    each: variables a cell. ranges: for each line the places from which to which its runs can begin.
    begins: (line, run, place) of the variables after those of the cells.
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
        """How many are of cells."""
        return self.each * self.puzzle.rows * self.puzzle.columns

    @property
    def number(self) -> int:
        """How many there are."""
        return self.cells + len(self.begins)

    def of_cell(self, cell: int, colour: int) -> int:
        """The literal "a cell is of a colour"."""
        if self.each > 1:
            return cell * self.each + colour + 1
        return cell + 1 if colour else -cell - 1


def _packed(clue: Clue) -> list[int]:
    """The cells before each run when all lie as far to one side as they can."""
    places: list[int] = []
    end = 0
    for number, (length, colour) in enumerate(clue):
        place = end + (number > 0 and clue[number - 1][1] == colour)
        places.append(place)
        end = place + length
    return places


def formula_violation(variables: Variables, witness: bytes, clauses: Iterable[Clause]) -> str:
    """ "" where every solution but the witness keeps all clauses, else the first that may not."""
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
    """The colours of a cell for which these literals of it are all false."""
    if variables.each == 1:
        return {c for c in possible if all((literal > 0) != (c > 0) for literal in cells)}
    shown = [((abs(literal) - 1) % variables.each, literal > 0) for literal in cells]
    return {c for c in possible if all((c == colour) != yes for colour, yes in shown)}


def _narrowed(variables: Variables, line: int, literals: list[int]) -> list[tuple[int, int]] | None:
    """The ranges of a line's runs where these literals are false; None where one is empty."""
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
    """The colours that a cell can have where a line's runs begin within these ranges."""
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
