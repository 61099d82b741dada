"""SAT: pieces on cells and colours on edges, with implicit orientations (Heule2008).

The variables are "piece on cell" and "edge has colour"; on unframed boards the sides at the border
are edges too. There is no variable for the orientation of a piece: a piece on a cell restricts the
colours around the cell to those of its orientations. Read clockwise from each of the four sides,
the piece and the colours read so far imply one of the next colours in its orientations. Reading
from one side would be exact; the other three let colours propagate both ways. A piece that fits a
cell in one orientation implies its colours directly.

Every piece has exactly one cell, every cell exactly one piece, and every edge exactly one colour.
Frame sides have no variables, since the choice of pieces for each cell settles them.

After a solution, one clause forbids the colours of its board, and one those of each rotation of the
board: identical pieces are not distinguished, and each class is found once. The anchor
(symmetry.py) stays in one part of the board.

Solver: Glucose 4 of python-sat unless an option names another; budgets as in encode/sat.py.
Requires the extra ``sat``; if it is missing, an InputError reports this. The project's own clause
learning takes equally long on 5×5 and 6×6 and requires no package.

The variables follow Heule2008; the clauses for orientations are our own, written for any repeated
colours, and exactly-one constraints use sequential counters from seven literals on.
"""

from collections.abc import Callable
from typing import cast

from cpstudy.cdcl.engine import Engine
from cpstudy.cdcl.session import CdclSession
from cpstudy.core.clock import UNLIMITED, Clock, OutOfTimeError
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.sat import SatSession
from cpstudy.encode.sessions import Session, Values, enumerate_models
from cpstudy.puzzles.edge_matching.puzzle import (
    FRAME,
    EdgeMatching,
    Picture,
    Piece,
)
from cpstudy.puzzles.edge_matching.symmetry import Classes, anchor, turns_on

_SOLVER = "glucose4"

# For each cell and side, a dict from colour to its variable.
Colours = list[list[dict[int, int]]]

# Clauses added between two checks of the clock.
_CHUNK = 10_000


class Encoding:
    """The formula and its variables, written one group of clauses after the other.

    cnf: the formula. on_cell: (piece, cell) -> variable. colours: for each cell and side, a dict
    from colour to its variable; the two cells at an edge share it. It is empty at the frame. Every
    group raises OutOfTimeError by the clock.
    """

    def __init__(self, puzzle: EdgeMatching, clock: Clock = UNLIMITED) -> None:
        self.puzzle = puzzle
        self.cnf = Cnf()
        self.on_cell: dict[tuple[int, int], int] = {}
        self.colours: Colours = [[{}, {}, {}, {}] for _ in puzzle.pieces]
        self._turns: dict[tuple[int, int], tuple[Piece, ...]] = {}
        self._anchor = anchor(puzzle)
        self._clock = clock
        self._cells = range(len(puzzle.pieces))

    def colour_edges(self) -> None:
        """Give every edge exactly one colour; the frame has no variable."""
        puzzle = self.puzzle
        colours = sorted({colour for piece in puzzle.pieces for colour in piece})
        if puzzle.framed:
            colours = [colour for colour in colours if colour != FRAME]
        for cell in self._cells:
            self._clock.check()
            for side in range(4):
                other = puzzle.neighbour(cell, side)
                if other is not None and other < cell:
                    self.colours[cell][side] = self.colours[other][side ^ 2]
                elif other is not None or not puzzle.framed:
                    self.colours[cell][side] = {colour: self.cnf.variable() for colour in colours}
                    self.cnf.exactly_one(self.colours[cell][side].values())

    def lay_pieces(self) -> None:
        """Add a variable for each piece and each cell that its frame sides and the anchor allow."""
        for number, piece in enumerate(self.puzzle.pieces):
            self._clock.check()
            for cell in self._cells:
                turns = turns_on(self.puzzle, cell, piece, self._anchor)
                if turns:
                    self.on_cell[number, cell] = self.cnf.variable()
                    self._turns[number, cell] = tuple(turns)

    def show_colours(self) -> None:
        """Restrict the colours around a piece to those of its orientations."""
        add = self.cnf.clauses.append
        around = [_places(sides) for sides in self.colours]
        # Cells whose colours have the same indices share the clauses of a piece.
        shared: dict[tuple[tuple[int, ...], tuple[Piece, ...]], list[tuple[int, ...]]] = {}
        for (number, cell), variable in self.on_cell.items():
            self._clock.check()
            order, places, literals = around[cell]
            turns = self._turns[number, cell]
            clauses = shared.get((order, turns))
            if clauses is None:
                lying = [[side[turn[at]] for at, side in places] for turn in turns]
                clauses = shared[order, turns] = sorted(implications(lying))
            for clause in clauses:
                add([-variable, *[literals[place] for place in clause]])

    def one_to_one(self) -> None:
        """Give every cell exactly one piece, and every piece exactly one cell."""
        cells, laid = self._cells, self.on_cell
        for cell in cells:
            self._clock.check()
            self.cnf.exactly_one(laid[p, cell] for p in cells if (p, cell) in laid)
        for piece in cells:
            self._clock.check()
            self.cnf.exactly_one(laid[piece, c] for c in cells if (piece, c) in laid)


def picture_of(colours: Colours, values: Values) -> Picture:
    """Return the board of a satisfying assignment, the values of all variables."""

    def shown(side: dict[int, int]) -> int:
        return next((colour for colour in side if values[side[colour] - 1]), FRAME)

    return tuple(cast(Piece, tuple(map(shown, sides))) for sides in colours)


def forbidden(colours: Colours, picture: Picture) -> list[int]:
    """Return the clause that ``picture`` violates and no other board does."""
    return sorted(
        {
            -side[colour]
            for sides, piece in zip(colours, picture, strict=True)
            for side, colour in zip(sides, piece, strict=True)
            if side
        }
    )


def _places(
    sides: list[dict[int, int]],
) -> tuple[tuple[int, ...], list[tuple[int, dict[int, int]]], list[int]]:
    """Number the colours around a cell in the order of their variables.

    Returns the sides in that order; for each side that is not at the frame the indices of its
    colours, from 1; and the literals: at an index the variable, at the negative index its negation.
    """
    order = sorted((side for side in range(4) if sides[side]), key=lambda s: min(sides[s].values()))
    places, variables = {}, [0]
    for side in order:
        places[side] = {colour: len(variables) + i for i, colour in enumerate(sides[side])}
        variables += sides[side].values()
    literals = [*variables, *(-variable for variable in reversed(variables[1:]))]
    return tuple(order), sorted(places.items()), literals


def implications(lying: list[list[int]]) -> set[tuple[int, ...]]:
    """Return what a piece in one of several orientations implies for the colours around its cell.

    lying: for each orientation the true variables, clockwise. Read from any side, the colours read
    so far imply one of those that follow them: clauses of negated variables, then of implied ones.
    """
    found = set()
    for start in range(len(lying[0])):
        read = [turn[start:] + turn[:start] for turn in lying]
        for length in range(len(read[0])):
            following: dict[tuple[int, ...], set[int]] = {}
            for turn in read:
                following.setdefault(tuple(turn[:length]), set()).add(turn[length])
            for before, after in following.items():
                found.add((*sorted([-variable for variable in before]), *sorted(after)))
    return found


def encode(puzzle: EdgeMatching, clock: Clock = UNLIMITED) -> Encoding:
    """Return the formula of the module docstring. Raises OutOfTimeError by the clock."""
    encoding = Encoding(puzzle, clock)
    encoding.colour_edges()
    encoding.lay_pieces()
    encoding.show_colours()
    encoding.one_to_one()
    return encoding


def solve(puzzle: EdgeMatching, request: Request, *, solver: str = _SOLVER) -> Result:
    """Find up to ``limit`` solutions (None: all), one of each class. The search is not random.

    solver: a SAT solver's name (encode/solver_rows.py). found: receives each solution immediately.
    Counters: conflicts (the iterations) if the solver reports them, and boards if all were found.
    Phases: build, search. Raises InputError if python-sat is not installed.
    """

    def opening(cnf: Cnf, clock: Clock) -> Session:
        return SatSession(cnf, cnf.variables, solver=solver, clock=clock)

    return _solved(puzzle, request, opening)


def solve_learning(puzzle: EdgeMatching, request: Request) -> Result:
    """Solve the same formula by our own clause learning, which needs no package.

    Counters: conflicts (the iterations), and boards if all were found. Phases: build, search.
    """

    def opening(cnf: Cnf, clock: Clock) -> Session:
        engine = Engine(cnf.variables)
        for start in range(0, len(cnf.clauses), _CHUNK):
            clock.check()
            engine.add(cnf.clauses[start : start + _CHUNK])
        return CdclSession(engine, cnf.variables)

    return _solved(puzzle, request, opening)


class _Boards:
    """A session that forbids each solution together with the rotations of its board."""

    exhausted = False

    def __init__(self, session: Session, encoding: Encoding) -> None:
        self.next_solution, self.add = session.next_solution, session.add
        self.counters, self.close = session.counters, session.close
        self._encoding = encoding

    def forbid(self, solution: Values) -> None:
        """Forbid this board in every rotation."""
        puzzle, colours = self._encoding.puzzle, self._encoding.colours
        boards = set(puzzle.rotations(picture_of(colours, solution)))
        self.add(forbidden(colours, board) for board in boards)


def _solved(
    puzzle: EdgeMatching, request: Request, opening: Callable[[Cnf, Clock], Session]
) -> Result:
    """Find the solutions with the session that ``opening`` makes from the formula."""
    clock = Clock(request.budget.seconds)
    try:
        encoding = encode(puzzle, clock)
        session = _Boards(opening(encoding.cnf, clock), encoding)
    except OutOfTimeError:
        counters = {"conflicts": 0}
        return Result(stop=Stop.TIME, counters=counters, phases={"build": clock.passed})
    built = clock.passed
    classes = Classes(puzzle, request.found)
    ended = enumerate_models(
        session,
        request.limit,
        clock=clock,
        iterations=request.budget.iterations,
        found=lambda values: classes.add(puzzle.placement(picture_of(encoding.colours, values))),
    )
    counters = {name: number for name, number in ended.counters.items() if name == "conflicts"}
    phases = {"build": built, "search": ended.seconds}
    return classes.result(ended.stop, counters, classes.boards(), phases)
