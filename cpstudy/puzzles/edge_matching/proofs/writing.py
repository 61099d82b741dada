"""Proofs of uniqueness: the formula of a second solution, and a proof that it has no model.

The clauses are those of encodings/sat_diamonds.py without auxiliary variables and without an
anchor. Each clause therefore concerns one cell, one piece or one edge, and checking.py, which
shares no code with this file, can judge it alone. For n pieces on n cells with k colours, variable
p · n + c + 1 says that piece p lies on cell c, and variable n² + e · k + i + 1 that edge e has the
i-th colour in increasing order. On framed boards, the frame is not a colour and the border has no
edges. Edges are numbered by their first cell, then by its sides, clockwise from the top. The
clauses:

- each edge has exactly one colour; each cell has exactly one of the pieces that fit; each piece has
  exactly one of the cells that it fits;
- a piece on a cell implies, from the colours read from any side on, the next ones;
- some edge differs from the witness, and some edge from each of its rotations.

The proof is the log of our clause-learning search (cdcl/drup.py). Size: about n³ clauses, so at
most ``MOST_PIECES`` pieces.
"""

from collections.abc import Iterable
from itertools import combinations

from cpstudy.cdcl import drup
from cpstudy.cdcl.engine import Values
from cpstudy.core.certificate import Certificate
from cpstudy.core.errors import NotApplicable
from cpstudy.encode.cnf import Cnf
from cpstudy.puzzles.edge_matching.encodings.sat_diamonds import (
    Colours,
    forbidden,
    implications,
    picture_of,
)
from cpstudy.puzzles.edge_matching.puzzle import FRAME, EdgeMatching, Piece, Placement
from cpstudy.puzzles.edge_matching.symmetry import turns_on

MOST_PIECES = 64


def prove(puzzle: EdgeMatching, witness: Placement) -> Certificate:
    """Return the certificate that ``witness`` is the only solution of ``puzzle``.

    Raises NotApplicable if there are too many pieces, WrongAnswerError if there is a second
    solution.
    """
    return drup.prove(puzzle, witness, second_solution, _solution_of)


def second_solution(puzzle: EdgeMatching, witness: Placement) -> Cnf:
    """Return the formula of the module docstring. Raises NotApplicable if it would be too large."""
    cells = range(len(puzzle.pieces))
    if len(cells) > MOST_PIECES:
        raise NotApplicable(f"no proof: {len(cells)} pieces, at most {MOST_PIECES}")
    colours = _colours(puzzle)
    cnf = Cnf(len(cells) ** 2 + sum(len({*side.values()}) for side in _edges(colours)))
    for side in _edges(colours):
        _just_one(cnf, side.values())
    laid: dict[tuple[int, int], int] = {}
    for number, piece in enumerate(puzzle.pieces):
        for cell in cells:
            turns = turns_on(puzzle, cell, piece, None)
            if turns:
                laid[number, cell] = variable = number * len(cells) + cell + 1
                _restrict(cnf, variable, colours[cell], turns)
    for one in cells:
        _just_one(cnf, [laid[piece, one] for piece in cells if (piece, one) in laid])
        _just_one(cnf, [laid[one, cell] for cell in cells if (one, cell) in laid])
    for picture in set(puzzle.rotations(puzzle.picture(witness))):
        cnf.add(*forbidden(colours, picture))
    return cnf


def _colours(puzzle: EdgeMatching) -> Colours:
    """Return for each cell and side the variables by colour, shared by edges, none at the frame."""
    values = sorted({colour for piece in puzzle.pieces for colour in piece})
    if puzzle.framed:
        values = [colour for colour in values if colour != FRAME]
    found: Colours = []
    last = len(puzzle.pieces) ** 2
    for cell in range(len(puzzle.pieces)):
        found.append([{}, {}, {}, {}])
        for side in range(4):
            other = puzzle.neighbour(cell, side)
            if other is not None and other < cell:
                found[cell][side] = found[other][side ^ 2]
            elif other is not None or not puzzle.framed:
                found[cell][side] = {colour: last + i for i, colour in enumerate(values, 1)}
                last += len(values)
    return found


def _edges(colours: Colours) -> list[dict[int, int]]:
    """Return each edge once."""
    return [*{id(side): side for sides in colours for side in sides if side}.values()]


def _just_one(cnf: Cnf, literals: Iterable[int]) -> None:
    """Require exactly one literal, pair by pair: the checker accepts no auxiliary variables."""
    some = list(literals)
    cnf.add(*some)
    cnf.clauses += [[-a, -b] for a, b in combinations(some, 2)]


def _restrict(cnf: Cnf, variable: int, colours: list[dict[int, int]], turns: list[Piece]) -> None:
    """Add the clauses by which a piece on a cell restricts the colours to its orientations."""
    sides = [side for side in range(4) if colours[side]]
    lying = [[colours[side][turn[side]] for side in sides] for turn in turns]
    for clause in sorted(implications(lying)):
        cnf.add(-variable, *clause)


def _solution_of(puzzle: EdgeMatching, model: Values) -> Placement:
    """Return the solution of a model, from the colours that it shows."""
    return puzzle.placement(picture_of(_colours(puzzle), model))
