"""Proofs of uniqueness: the formula of a second solution, and a proof that it has no model.

Variable i + 1 says that edge i of the board is open (:meth:`Pipes.edges`). The clauses, whose order
means nothing:

- of each tile all prime implicates of "the open sides are a rotation of the tile, none at a wall",
  over the variables of its sides;
- one that excludes the witness: some edge that is open in it is closed;
- cuts, on trees only. *Cycle*: of the edges of a cycle of the grid one is closed. *Component*: of
  the edges between a set of non-empty tiles and the other non-empty tiles one is open.

Every cut follows from the tree rule alone, whatever made it, so it can be checked by itself
(checking.py does, sharing no code with this file). The cuts are the ones that a search with lazy
cuts needs; a second solver, given all of them at the start, writes the proof.

Size: one variable an edge, 7 clauses for a dead end or T in the middle of the board, 12 for a
straight, 4 for the others; a few cuts. Solver: CaDiCaL 1.5.3 of python-sat, whose proofs need
RUP only.
"""

from functools import lru_cache
from importlib import import_module
from itertools import takewhile

from cpstudy.core.certificate import Certificate
from cpstudy.core.errors import InputError
from cpstudy.core.solving import WrongAnswerError
from cpstudy.encode.cnf import Cnf, clauses_of
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes
from cpstudy.puzzles.tilings.encodings.sat_trees import search_lazily

_SOLVER = "cadical153"


def prove(puzzle: Pipes, witness: bytes) -> Certificate:
    """The certificate that ``witness`` is the only solution of ``puzzle``.

    Raises InputError where the witness is not a solution or python-sat is not installed,
    WrongAnswerError where there is a second solution.
    """
    reason = puzzle.violation(witness)
    if reason:
        raise RuntimeError(f"not a solution of {puzzle.encode()}: {reason}")
    try:
        pysat = import_module("pysat.solvers")
    except ImportError:
        raise InputError(
            "proofs need python-sat: install cpstudy[sat] or python-sat>=1.8.dev30"
        ) from None
    cnf = second_solution(puzzle, witness)
    if [] in cnf.clauses:  # a board without pipes: nothing is open that could be closed
        return _certificate(puzzle, witness, cnf, ["0"])
    found = search_lazily(puzzle, limit=1, known=[witness])
    for second in found.solutions:
        shown = puzzle.encode_solution(second)
        raise WrongAnswerError(f"a second solution of {puzzle.encode()}: {shown}")
    cnf.clauses += [cut.clause() for cut in found.cuts]
    with pysat.Solver(name=_SOLVER, bootstrap_with=cnf.clauses, with_proof=True) as solver:
        solver.solve()
        return _certificate(puzzle, witness, cnf, solver.get_proof())


def _certificate(puzzle: Pipes, witness: bytes, cnf: Cnf, proof: list[str]) -> Certificate:
    # The solver continues for a while after the empty clause, and leaves it out where the clauses
    # contradict each other without it.
    steps = [*takewhile(lambda line: line != "0", proof), "0"]
    text = "".join(f"{line}\n" for line in steps)
    return Certificate(puzzle.encode(), puzzle.encode_solution(witness), cnf.dimacs(), text)


def second_solution(puzzle: Pipes, witness: bytes) -> Cnf:
    """Tiles and the clause that excludes ``witness``; on trees, edges to a tile itself closed."""
    edges = [edge[:3] for edge in puzzle.edges()]
    cnf = Cnf(len(edges))
    sides: list[list[int]] = [[0] * 4 for _ in puzzle.tiles]
    for number, (tile, side, other) in enumerate(edges, 1):
        sides[tile][side] = sides[other][side ^ 2] = number
    for tile, variables in zip(puzzle.tiles, sides, strict=True):
        # The variables by rank, so that few different tables are needed.
        distinct = sorted(set(variables) - {0})
        ranks = tuple(distinct.index(v) if v else -1 for v in variables)
        cnf.clauses += clauses_of(distinct, _patterns(ORIENTATIONS[tile], ranks))
    cnf.add(
        *(-number for number, (tile, side, _) in enumerate(edges, 1) if witness[tile] >> side & 1)
    )
    if not puzzle.free:
        for number, (tile, _, other) in enumerate(edges, 1):
            if tile == other:
                cnf.add(-number)
    return cnf


@lru_cache
def _patterns(orientations: tuple[int, ...], ranks: tuple[int, ...]) -> tuple[int, ...]:
    """The sets of open variables in which a tile lies in an orientation; ranks: by side, -1 a wall.

    A set is a number with bit r for the variable of rank r.
    """
    return tuple(
        pattern
        for pattern in range(1 << max(ranks) + 1)
        if sum(1 << side for side, rank in enumerate(ranks) if rank >= 0 and pattern >> rank & 1)
        in orientations
    )
