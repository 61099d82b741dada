"""Puzzles of random loops, with all clues, with the fewest for one solution, or for a grade.

*The loop* is the border of a region of faces that grows and never closes around a hole. A face
joins if a walk around it meets the region exactly once, and not only at a corner: then region and
outside both stay connected, and the border is one loop that never touches itself. Faces are drawn
in random order. A face that touches the region at one side always joins; a face that touches it at
more sides joins with a probability drawn for the board, so that some loops are long and winding and
others wide. No distribution is claimed.

*The clues*: a board begins with all clues that its loop allows. If these leave another solution,
that one satisfies all of them and may allow more, so it replaces the loop, until there is no other,
or none that allows more; in the latter case another board is drawn. Clues are then removed in a
random order as long as no other solution appears (``search.Selection``), so every remaining clue is
needed. For a grade, clues return in the reverse order, as few as let rules up to that grade settle
the board.

A stream is keyed by (kind, shape, index), so board 17 is the same alone and in a batch. Cost: a
short search per clue; ten to twenty milliseconds for 10×10 when compiled.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import repeat

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.conflicts import minimal_conflict
from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted, distinct, least_form, numbered
from cpstudy.core.grading import SEARCH
from cpstudy.core.native import view
from cpstudy.core.orbits import orbits
from cpstudy.core.random import Stream, stream
from cpstudy.core.random_words import below, shuffle
from cpstudy.core.result import Solvable, Stop
from cpstudy.puzzles.loops.deduction.solver import RULES, Deduction
from cpstudy.puzzles.loops.explaining import EXPLAINER
from cpstudy.puzzles.loops.lattice import Lattice
from cpstudy.puzzles.loops.rules import Loops
from cpstudy.puzzles.loops.search import Selection

# The conflicts of a search, and the boards tried for a puzzle that must be unique, new and of a
# grade. The meaning of a seed depends on them.
PATIENCE = 2000
BOARDS = 2000

# The probability of a face that touches the region at several sides: 0, 1 or 2 twelfths.
_CHANCES, _OF = 3, 12

# The eight faces around one, in order: sides at even places, corners at odd ones.
RING = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


def random_loop(state: Stream, lattice: Lattice, symmetry: str = "", wide: int = 0) -> bytes:
    """A loop on a lattice with at least one face, one byte an edge; the stream continues.

    With a symmetry the region begins in the middle of the board, and either all images of a face
    join or none. wide: added to the probability of faces, so that loops get shorter.
    """
    rows, columns = lattice.rows - 1, lattice.columns - 1
    chance = wide + int(below(state, _CHANCES))
    region = [[False] * (columns + 2) for _ in range(rows + 2)]  # with a margin

    def joins(row: int, column: int) -> bool:
        ring = [region[row + 1 + down][column + 1 + right] for down, right in RING]
        touched = sum(ring[::2])
        met = sum(a and not b for a, b in zip(ring, ring[-1:] + ring[:-1], strict=True))
        if region[row + 1][column + 1] or not touched or met != 1:
            return False
        return touched == 1 or int(below(state, _OF)) < chance

    def take(faces: Sequence[int], first: bool) -> bool:
        """Whether all of them joined; otherwise none did."""
        for place, (row, column) in enumerate(divmod(face, columns) for face in faces):
            if not first and not joins(row, column):
                for back in faces[:place]:
                    region[back // columns + 1][back % columns + 1] = False
                return False
            region[row + 1][column + 1] = True
        return True

    waiting = [_middle(rows, columns) if symmetry else (int(below(state, rows * columns)),)]
    first = True
    while waiting:
        at = int(below(state, len(waiting)))
        waiting[at], waiting[-1] = waiting[-1], waiting[at]
        faces = waiting.pop()
        if not take(faces, first):
            continue
        first = False
        for row, column in (divmod(face, columns) for face in faces):
            for down, right in RING[::2]:
                if 0 <= row + down < rows and 0 <= column + right < columns:
                    near = (row + down) * columns + column + right
                    waiting += orbits(symmetry, rows, columns, [near])
    inside = [region[row + 1][column + 1] for row in range(rows) for column in range(columns)]
    inside.append(False)
    return bytes(inside[one] != inside[other] for one, other in lattice.faces)


def _middle(rows: int, columns: int) -> tuple[int, ...]:
    """One, two or four faces that every symmetry of the board maps to themselves."""
    across = range((columns - 1) // 2, columns // 2 + 1)
    return tuple(
        row * columns + column for row in range((rows - 1) // 2, rows // 2 + 1) for column in across
    )


def check_size(kind: type[Loops], wanted: Wanted) -> None:
    """Raise InputError for a board that is too small for a loop."""
    if min(wanted.rows, wanted.columns) < kind.least:
        raise InputError(
            f"a loop needs at least {kind.least}x{kind.least} cells, "
            f"got {wanted.columns}x{wanted.rows}"
        )


def drawn(
    kind: type[Loops], wanted: Wanted, state: Stream, symmetry: str = "", wide: int = 0
) -> tuple[Loops, bytes]:
    """A board with all clues of a random loop, and the loop."""
    rows, columns = wanted.rows, wanted.columns
    empty = kind(rows, columns, (kind.no_clue,) * (rows * columns))
    solution = random_loop(state, empty.lattice, symmetry, wide)
    return kind.of_loop(rows, columns, solution), solution


def stream_of(kind: type[Loops], wanted: Wanted, index: int) -> Stream:
    """The random stream of a board."""
    return stream(wanted.seed, kind.key, wanted.rows, wanted.columns, index)


def generate(kind: type[Loops], wanted: Wanted) -> Iterator[tuple[Loops, bytes]]:
    """Boards with all clues of their loops, and these loops, which may not be the only solutions.

    Raises InputError for a size without a loop.
    """
    check_size(kind, wanted)
    return numbered(wanted, lambda index: drawn(kind, wanted, stream_of(kind, wanted, index)))


def climbed(puzzle: Loops, solution: bytes, clock: Clock) -> tuple[Loops, bytes, Selection] | None:
    """A board whose clues leave one loop, and that loop; None if none was found from this one."""
    while True:
        selection = Selection(puzzle, solution)
        other = selection.solution(puzzle.clue_cells, PATIENCE, clock)
        clock.check()
        if other is Stop.DONE:
            return puzzle, solution, selection
        if isinstance(other, Stop):
            return None
        following = type(puzzle).of_loop(puzzle.rows, puzzle.columns, other)
        if following.clues == puzzle.clues:
            return None
        puzzle, solution = following, other


def _choices(
    puzzle: Loops, selection: Selection, state: Stream, clock: Clock
) -> list[tuple[int, ...]] | None:
    """Sets of clues with one solution; None if none was found.

    The first has no needless clue, each further set one clue more, the last all clues.
    """
    order = np.array(puzzle.clue_cells, np.int64)
    shuffle(state, view(order), len(order))

    def conflicting(cells: Sequence[int]) -> Solvable | set[int]:
        clock.check()
        return selection.conflicting(cells, PATIENCE, clock)

    answer = minimal_conflict(order.tolist(), conflicting)
    clock.check()
    if isinstance(answer, Solvable):
        return None
    kept = set(answer.members)
    back = [cell for cell in reversed(order.tolist()) if cell not in kept]
    found = []
    for number in range(len(back) + 1):
        cells = kept.union(back[:number])
        found.append(
            tuple(clue if c in cells else puzzle.no_clue for c, clue in enumerate(puzzle.clues))
        )
    return found


def settles(puzzle: Loops, solution: bytes, hardest: str, clock: Clock) -> bool:
    """Whether rules up to ``hardest`` settle a puzzle. solution: its only one."""
    deduction = Deduction(puzzle)
    deduction.spare(solution)
    deduction.run(RULES.index(hardest), clock)
    return deduction.settled


def of_grade(
    puzzle: Loops, solution: bytes, choices: list[tuple[int, ...]], grade: str, clock: Clock
) -> Loops | None:
    """The puzzle with the fewest of these clues that rules up to a grade (or a level) settle; None
    if there is none; the fewest of all for SEARCH.

    It may be of an easier grade. More clues never make deduction find less.
    """
    hardest = EXPLAINER.grades_of(grade)[-1]
    least, most = 0, len(choices) if hardest != SEARCH else 0
    while least < most:
        middle = (least + most) // 2
        if settles(puzzle.with_clues(choices[middle]), solution, hardest, clock):
            most = middle
        else:
            least = middle + 1
    return None if least == len(choices) else puzzle.with_clues(choices[least])


def identity(puzzle: Loops) -> tuple[int, ...]:
    """A value that is the same for all rotations and reflections of a puzzle."""
    return least_form(puzzle.rows, puzzle.columns, puzzle.clues)


def unique(kind: type[Loops], wanted: Wanted) -> Iterator[tuple[Loops, bytes]]:
    """Unique puzzles of a seed with their solutions, no two the same up to symmetry.

    Without a grade every clue is needed. The first puzzles are the same for any count. Raises
    InputError like :func:`generate` and :func:`distinct`.
    """
    check_size(kind, wanted)
    draw = partial(_drawn_unique, kind, wanted)
    candidates = (map(draw, repeat(stream_of(kind, wanted, index))) for index in wanted.numbers)
    return distinct(wanted, candidates, identity, EXPLAINER, BOARDS)


def _drawn_unique(kind: type[Loops], wanted: Wanted, state: Stream) -> tuple[Loops, bytes] | None:
    """One board with one solution, with clues for the wanted grade; None if none was found."""
    found = climbed(*drawn(kind, wanted, state), wanted.clock)
    if found is None:
        return None
    puzzle, solution, selection = found
    choices = _choices(puzzle, selection, state, wanted.clock)
    if choices is None:
        return None
    if wanted.grade is None:
        return puzzle.with_clues(choices[0]), solution
    board = of_grade(puzzle, solution, choices, wanted.grade, wanted.clock)
    return None if board is None else (board, solution)
