"""Proofs of uniqueness: the formula of a second solution, and a proof that it has no model.

The clauses, in any order, are those of search/board.py, one that some cell differs from the
witness, and the explanations of the propagators of islands and sea. Each follows from the rules by
one argument about the board (a cut, an island that reaches too few cells, a sea that is too small),
so it can be checked by itself (checking.py does this and shares no code with this file). The proof
is the log of our clause-learning search (cdcl/drup.py), probing at the frontier included.

Variables are renumbered so that their meaning needs no computation: variable c + 1 means that cell
c of n is sea, variable n + k · n + c + 1 that it is on the k-th island.

Size: n · (1 + islands) variables, of which the search uses those within an island's reach; some
explanations for each conflict. Limit: the findings of search/enclosing.py, which uses areas, are
left out, so two clues that touch at a corner in a scarce sea are as hard as without it.
"""

from cpstudy.cdcl import drup
from cpstudy.cdcl.recording import split
from cpstudy.core.certificate import Certificate
from cpstudy.core.native import array
from cpstudy.encode.cnf import Cnf
from cpstudy.puzzles.nurikabe.puzzle import Nurikabe
from cpstudy.puzzles.nurikabe.search.board import Board, clauses_of
from cpstudy.puzzles.nurikabe.search.propagator import IslandsAndSea
from cpstudy.puzzles.nurikabe.search.solving import Models, another


def prove(puzzle: Nurikabe, witness: bytes) -> Certificate:
    """The certificate that ``witness`` is the only solution of ``puzzle``.

    Raises WrongAnswerError if there is a second solution.
    """
    board = IslandsAndSea(puzzle)
    cells = len(puzzle.clues)
    return drup.prove(
        puzzle,
        witness,
        lambda puzzle, witness: second_solution(puzzle, witness, board),
        lambda puzzle, model: model[:cells].tobytes(),
        lambda puzzle: board,
        lambda engine: Models(puzzle, engine).next(),
        names_of(board),
    )


def second_solution(puzzle: Nurikabe, witness: bytes, board: Board) -> Cnf:
    """The formula of the module's docstring in a board's variables, without explanations."""
    clauses = [*map(list, split(clauses_of(board).tolist())), another(puzzle, witness)]
    return Cnf(len(board.cell) - 1, clauses)


def names_of(board: Board) -> list[int]:
    """By variable of a board, from 0, its number in the certificate; then the largest number."""
    cells = len(board.neighbours)
    names = cells * (1 + array(board.island)) + array(board.cell) + 1
    names[0] = 0
    return [*names.tolist(), cells * (1 + len(board.clue))]
