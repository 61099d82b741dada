"""Check certificates of uniqueness with independent code: it uses nothing of the writer.

A certificate is valid under three conditions. Its witness solves the puzzle (``violation``). Each
clause of its formula follows from one rule, or says that some edge differs from the witness or from
one of its rotations. Its proof shows that the formula has no model (encode/rup.py). Missing clauses
only weaken the formula, so it need not be complete.

For n pieces on n cells with k colours, variable p · n + c + 1 says that piece p lies on cell c, and
variable n² + e · k + i + 1 that edge e has the i-th colour in increasing order. On framed boards,
the frame is not a colour and the border has no edges. Edges are numbered by their first cell, then
by its sides, clockwise from the top. A clause follows if its literals, all false, contradict

- *an edge*: it has two colours, or no colour is left;
- *a piece*: it lies on two cells, or no cell is left that allows one of its orientations;
- *a cell*: two pieces lie on it, or no allowed piece is left;
- *a piece on a cell*: none of its orientations there shows the known colours.

Identical pieces are different here: exchanging them shows the same colours, so the clauses of the
witness forbid this too. Cost: linear in a clause and the orientations of the pieces on its cells.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from cpstudy.core.certificate import Certificate
from cpstudy.encode import rup
from cpstudy.encode.rup import Clause
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Picture, Piece, Placement


class Judge:
    """Decides whether clauses follow from the rules of a puzzle.

    colours: in increasing order. edges: for each cell the numbers of its four edges, clockwise from
    the top; -1 at the frame. number: the number of edges.
    """

    def __init__(self, puzzle: EdgeMatching) -> None:
        self.puzzle = puzzle
        self.cells = puzzle.rows * puzzle.columns
        colours = {colour for piece in puzzle.pieces for colour in piece}
        self.colours = sorted(colours - {0} if puzzle.framed else colours)
        self.edges = [[-1] * 4 for _ in puzzle.pieces]
        self.number = 0
        for cell, here in enumerate(self.edges):
            row, column = divmod(cell, puzzle.columns)
            last_row, last_column = row == puzzle.rows - 1, column == puzzle.columns - 1
            border = (row == 0, last_column, last_row, column == 0)
            beyond = (cell - puzzle.columns, cell + 1, cell + puzzle.columns, cell - 1)
            for side in range(4):
                if here[side] < 0 and not (border[side] and puzzle.framed):
                    here[side] = self.number
                    if not border[side]:
                        self.edges[beyond[side]][side - 2] = self.number
                    self.number += 1
        self.ways: dict[tuple[int, int], list[Piece]] = {}

    @property
    def variables(self) -> int:
        """The number of variables."""
        return self.cells**2 + self.number * len(self.colours)

    def shown(self, picture: Picture) -> set[int]:
        """Return the clause that some edge is not coloured as in a picture."""
        return {
            -(self.cells**2) - edge * len(self.colours) - self.colours.index(colour) - 1
            for edges, piece in zip(self.edges, picture, strict=True)
            for edge, colour in zip(edges, piece, strict=True)
            if edge >= 0
        }

    def turns(self, piece: int, cell: int) -> list[Piece]:
        """Return the allowed orientations of a piece on a cell."""
        if (piece, cell) not in self.ways:
            puzzle = self.puzzle
            top, right, bottom, left = puzzle.pieces[piece]
            turns = [(top, right, bottom, left)]
            if puzzle.turning:
                turns.append((left, top, right, bottom))
                turns.append((bottom, left, top, right))
                turns.append((right, bottom, left, top))
            self.ways[piece, cell] = [
                turn
                for turn in turns
                if puzzle.allows(cell, turn)
                and not (
                    puzzle.framed
                    and any(
                        (colour == 0) != (edge < 0)
                        for colour, edge in zip(turn, self.edges[cell], strict=True)
                    )
                )
            ]
        return self.ways[piece, cell]

    def follows(self, clause: Clause) -> bool:
        """Return whether the literals of a clause, all false, exclude every board."""
        lies: dict[tuple[int, int], bool] = {}
        coloured: dict[tuple[int, int], bool] = {}
        for literal in clause:
            variable = abs(literal) - 1
            if variable < self.cells**2:
                lies[divmod(variable, self.cells)] = literal < 0
            else:
                edge, colour = divmod(variable - self.cells**2, len(self.colours))
                coloured[edge, self.colours[colour]] = literal < 0
        return len(lies) + len(coloured) < len(set(clause)) or any(
            (*self._edges(coloured), *self._pieces_and_cells(lies), *self._turns(lies, coloured))
        )

    def _edges(self, coloured: dict[tuple[int, int], bool]) -> Iterator[bool]:
        for edge in {edge for edge, _ in coloured}:
            left = [coloured.get((edge, colour)) for colour in self.colours]
            yield left.count(True) > 1 or left.count(False) == len(left)

    def _pieces_and_cells(self, lies: dict[tuple[int, int], bool]) -> Iterator[bool]:
        for piece in {piece for piece, _ in lies}:
            yield self._no_place(lies, [(piece, cell) for cell in range(self.cells)])
        for cell in {cell for _, cell in lies}:
            yield self._no_place(lies, [(piece, cell) for piece in range(self.cells)])

    def _no_place(self, lies: dict[tuple[int, int], bool], places: list[tuple[int, int]]) -> bool:
        """Return whether two of these places are occupied, or none of them can be."""
        if sum(lies.get(place, False) for place in places) > 1:
            return True
        return all(lies.get(place) is False or not self.turns(*place) for place in places)

    def _turns(
        self, lies: dict[tuple[int, int], bool], coloured: dict[tuple[int, int], bool]
    ) -> Iterator[bool]:
        for (piece, cell), there in lies.items():
            if there:
                yield not any(
                    self._agrees(self.edges[cell], turn, coloured)
                    for turn in self.turns(piece, cell)
                )

    def _agrees(self, edges: list[int], turn: Piece, coloured: dict[tuple[int, int], bool]) -> bool:
        """Return whether a piece in this orientation shows the known colours around it."""
        shown = dict(zip(edges, turn, strict=True))
        return all(
            (shown[edge] == colour) == there
            for (edge, colour), there in coloured.items()
            if edge in shown
        )


def formula_violation(judge: Judge, witness: Placement, clauses: Iterable[Clause]) -> str:
    """Return "" if every solution but the witness satisfies all clauses, else a doubtful one."""
    puzzle = judge.puzzle
    others = [judge.shown(picture) for picture in puzzle.rotations(puzzle.picture(witness))]
    for clause in clauses:
        if set(clause) not in others and not judge.follows(clause):
            return f"clause {' '.join(map(str, (*clause, 0)))}: it follows from no rule"
    return ""


def why_rejected(certificate: Certificate) -> str:
    """Return "" if the certificate proves that its witness is the only solution, else the fault.

    Raises InputError if the puzzle's text form is invalid.
    """
    judge = Judge(EdgeMatching.decode(certificate.puzzle))
    return rup.why_rejected(
        certificate, judge.puzzle, judge.variables, partial(formula_violation, judge)
    )
