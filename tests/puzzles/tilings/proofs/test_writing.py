"""Test written certificates of uniqueness: all are accepted, none is written for a false claim."""

import random
from collections import Counter

import pytest

from cpstudy.core.certificate import Certificate
from cpstudy.core.solving import WrongAnswerError
from cpstudy.encode.rup import read_dimacs, read_proof
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.tilings.proofs.writing import prove, second_solution
from tests.encode.test_rup import naive
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import all_solutions
from tests.puzzles.tilings.proofs.boards import (
    certificates,
    edited,
    is_cut,
    mazes,
    unique_boards,
    why_rejected,
)


def test_proofs_of_all_varieties_hold():
    met: Counter[str] = Counter()
    for board, solution in unique_boards(1, 150):
        assert why_rejected(prove(board, solution)) == "", board.encode()
        met["free" if board.free else "tree"] += 1
        met["wrap"] += board.wrap
        met["loops"] += board.wrap and min(board.rows, board.columns) == 1
        met["barriers"] += bool(board.barriers)
        met["crosses"] += 15 in board.tiles
        met["empties"] += 0 in board.tiles
        met["1x1"] += len(board.tiles) == 1
    assert min(met.values()) > 2, met
    assert len(met) == 8


def test_proofs_of_mazes_hold():
    cuts = lemmas = 0
    for certificate in certificates():
        assert why_rejected(certificate) == ""
        board = Pipes.decode(certificate.puzzle)
        witness = board.decode_solution(certificate.witness)
        formula = read_dimacs(certificate.formula)
        cuts += sum(is_cut(clause, board, witness) for clause in formula.clauses)
        steps = read_proof(certificate.proof, formula.variables)
        lemmas += sum(len(step.clause) > 1 and not step.deletes for step in steps)
        assert naive(formula.clauses, steps)
    assert cuts > 5
    assert lemmas > 5


@pytest.mark.slow
def test_a_thousand_proofs_hold():
    boards = unique_boards(2, 500)
    for name in ("depth-first", "kruskal", "prim", "wilson"):
        boards += mazes(name, 5, 75) + mazes(name, 10, 75)
    for name in ("prim", "wilson"):
        boards += mazes(name, 20, 5)
    assert len(boards) > 1000
    for board, solution in boards:
        assert why_rejected(prove(board, solution)) == "", board.encode()


def test_boards_without_pipes():
    for text in ("1x1:0", "3x2:000000", "2x2w:0000", "2x2g:0000"):
        board = Pipes.decode(text)
        certificate = prove(board, board.tiles)
        assert certificate.proof == "0\n"
        assert why_rejected(certificate) == ""


def test_there_is_no_proof_for_two_solutions():
    """For a board with two solutions, the writer raises an error, and forgeries are rejected.

    Forged are: no proof, a formula that excludes both solutions, and false cuts.
    """
    rng = random.Random(5)
    met = 0
    while met < 60:
        board = random_board(rng)
        solutions = sorted(all_solutions(board))
        if len(solutions) < 2:
            continue
        first, second = solutions[:2]
        with pytest.raises(WrongAnswerError, match="a second solution"):
            prove(board, first)
        honest = second_solution(board, first)
        claim = Certificate(board.encode(), board.encode_solution(first), honest.dimacs(), "0\n")
        assert why_rejected(claim).startswith("proof: line 1")
        other = second_solution(board, second).clauses
        excluding_both = [*honest.clauses, *(c for c in other if c not in honest.clauses)]
        forged = edited(claim, [tuple(clause) for clause in excluding_both])
        assert why_rejected(forged).startswith("formula"), board.encode()
        units = [*map(tuple, honest.clauses), (1,), (-1,)]
        assert why_rejected(edited(claim, units)).startswith("formula"), board.encode()
        met += 1
