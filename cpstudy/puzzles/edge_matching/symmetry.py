"""The symmetries of a board: classes of its solutions, and an anchor that breaks its rotations.

Two boards belong to one class if a rotation of the board maps one picture to the other. A method
that counts classes may search for fewer boards of each: :func:`anchor` names a piece to keep in one
part of the board. Cost: linear; a picture and its rotations for each board found.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Found
from cpstudy.puzzles.edge_matching.puzzle import (
    FRAME,
    EdgeMatching,
    Picture,
    Piece,
    Place,
    Placement,
    least_turn,
    turned,
)


class Classes:
    """The solutions of a puzzle that a search has found.

    pictures: their boards. solutions: the first of each class, by its canonical form.
    """

    def __init__(
        self, puzzle: EdgeMatching, found: Found | None = None, limit: int | None = None
    ) -> None:
        """found: receives the first solution of each class. limit: of classes; others are left."""
        self.pictures: set[Picture] = set()
        self.solutions: dict[Picture, Placement] = {}
        self._puzzle, self._found, self._limit, self._left = puzzle, found, limit, False

    def add(self, solution: Placement) -> None:
        """Add a solution, which may have been found before."""
        picture = self._puzzle.picture(solution)
        if picture in self.pictures:
            return
        self.pictures.add(picture)
        canonical = min(self._puzzle.rotations(picture))
        if canonical in self.solutions:
            return
        self._left = len(self.solutions) == self._limit
        if not self._left:
            self.solutions[canonical] = solution
            if self._found is not None:
                self._found(solution)

    def boards(self) -> int:
        """Return the number of boards in the classes, with all rotations, found or not."""
        return sum(len(set(self._puzzle.rotations(picture))) for picture in self.solutions)

    def result(
        self,
        stop: Stop,
        counters: Mapping[str, int],
        boards: int,
        phases: Mapping[str, float] | None = None,
    ) -> Result:
        """Return the result of the search; if all were found, it counts classes and ``boards``."""
        stop = Stop.LIMIT if self._left else stop
        done = stop is Stop.DONE
        return Result(
            solutions=tuple(self.solutions.values()),
            count=len(self.solutions) if done else None,
            exhausted=done,
            stop=stop,
            counters={**counters, "boards": boards} if done else counters,
            phases=phases or {},
        )


@dataclass(frozen=True)
class Anchor:
    """A piece that occurs once, given by its ``least_turn``, and the cells to keep it in."""

    piece: Piece
    cells: frozenset[int]


def anchor(puzzle: EdgeMatching) -> Anchor | None:
    """Return a piece and cells so that every board has a rotation with the piece on one of them.

    The cells are the first of each orbit under the rotations of the board, among those where the
    piece's frame sides can lie; the piece with the fewest cells is chosen (a corner: one cell). The
    middle of the board is its own orbit, so boards may still come in several rotations there. None
    if no piece occurs once, or if rotations are not the same solution.
    """
    if not puzzle.symmetric:
        return None
    rows, columns = puzzle.rows, puzzle.columns
    domain = []
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        orbit = [(row, column), (rows - 1 - row, columns - 1 - column)]
        if rows == columns:
            orbit += [(column, rows - 1 - row), (columns - 1 - column, row)]
        if cell == min(r * columns + c for r, c in orbit):
            domain.append(cell)
    # Cells of the domain by their sides at the border; without a frame, all are alike.
    alike: dict[tuple[bool, ...], list[int]] = {}
    for cell in domain:
        alike.setdefault(puzzle.borders[cell] if puzzle.framed else (False,) * 4, []).append(cell)
    best: Anchor | None = None
    for piece, times in Counter(map(least_turn, puzzle.pieces)).items():
        if times > 1:
            continue
        frames = {
            tuple(puzzle.framed and colour == FRAME for colour in turned(piece, quarters))
            for quarters in range(4)
        }
        size = sum(len(alike.get(frame, ())) for frame in frames)
        if best is None or size < len(best.cells):
            best = Anchor(piece, frozenset(chain(*(alike.get(frame, ()) for frame in frames))))
    return best


def narrow(puzzle: EdgeMatching) -> EdgeMatching:
    """Return the puzzle with its shorter side across, reflected in the diagonal if necessary.

    Its boards are those of the puzzle, reflected.
    """
    if puzzle.columns <= puzzle.rows:
        return puzzle

    def reflected(place: Place) -> Place:
        row, column = divmod(place.cell, puzzle.columns)
        quarters = None if place.quarters is None else -place.quarters % 4
        return Place(place.piece, column * puzzle.rows + row, quarters)

    return replace(
        puzzle, rows=puzzle.columns, columns=puzzle.rows,
        pieces=tuple(piece[::-1] for piece in puzzle.pieces),
        fixed=tuple(map(reflected, puzzle.fixed)),
        forbidden=tuple(map(reflected, puzzle.forbidden)),
    )  # fmt: skip


def turns_on(puzzle: EdgeMatching, cell: int, piece: Piece, kept: Anchor | None) -> list[Piece]:
    """Return the different orientations that a piece may have on a cell.

    On framed boards, the frame is on the cell's sides at the border and on no other. The anchor
    ``kept`` lies on its own cells only.
    """
    if kept is not None and cell not in kept.cells and least_turn(piece) == kept.piece:
        return []
    turns = puzzle.turns(piece)
    if puzzle.framed:
        turns = _framed(turns, puzzle.borders[cell])
    return [turn for turn in turns if puzzle.allows(cell, turn)]


@lru_cache(maxsize=4096)
def _framed(turns: tuple[Piece, ...], border: tuple[bool, ...]) -> tuple[Piece, ...]:
    """Return the orientations with the frame on the sides at the border and on no other."""
    return tuple(turn for turn in turns if tuple(colour == FRAME for colour in turn) == border)
