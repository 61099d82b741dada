"""Boards with exactly one solution and their certificates, for the tests of proofs."""

import itertools
import random
from dataclasses import replace
from functools import cache, partial

from cpstudy import Verdict, generate, solve
from cpstudy.core.certificate import Certificate
from cpstudy.encode.rup import read_dimacs
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.tilings.proofs import checking
from cpstudy.puzzles.tilings.proofs.writing import prove, second_solution
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import all_solutions

why_rejected = partial(checking.why_rejected, Pipes)


def unique_boards(seed: int, count: int) -> list[tuple[Pipes, bytes]]:
    """Small boards of every variety with exactly one solution, by brute force."""
    rng = random.Random(seed)
    found: list[tuple[Pipes, bytes]] = []
    while len(found) < count:
        board = random_board(rng)
        solutions = all_solutions(board)
        if len(solutions) == 1:
            found.append((board, *solutions))
    return found


def mazes(algorithm: str, size: int, count: int) -> list[tuple[Pipes, bytes]]:
    """The first ``count`` mazes with exactly one solution."""
    boards = generate("pipes", algorithm, size, 2000, seed=1)
    unique = (pair for pair in boards if solve(pair[0]).verdict is Verdict.UNIQUE)
    return list(itertools.islice(unique, count))


@cache
def certificates() -> tuple[Certificate, ...]:
    """The certificates of 15 mazes whose proofs have lemmas; unit propagation proves the others."""
    made = (prove(board, solution) for board, solution in mazes("prim", 10, 120))
    return tuple(itertools.islice((one for one in made if one.proof.count("\n") > 3), 15))


def edited(certificate: Certificate, clauses: list[tuple[int, ...]]) -> Certificate:
    """The certificate with its formula replaced by these clauses."""
    variables = read_dimacs(certificate.formula).variables
    lines = [f"p cnf {variables} {len(clauses)}"]
    lines += [" ".join(map(str, (*clause, 0))) for clause in clauses]
    return replace(certificate, formula="\n".join(lines) + "\n")


@cache
def rules(board: Pipes, witness: bytes) -> frozenset[tuple[int, ...]]:
    """The clauses of the formula without cuts, each sorted."""
    return frozenset(tuple(sorted(c)) for c in second_solution(board, witness).clauses)


def is_cut(clause: tuple[int, ...], board: Pipes, witness: bytes) -> bool:
    return tuple(sorted(clause)) not in rules(board, witness)
