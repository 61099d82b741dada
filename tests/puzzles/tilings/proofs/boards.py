"""Boards with one solution, and certificates of them, for the tests of proofs."""

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
    """Small boards of every variety that have exactly one solution, by brute force."""
    rng = random.Random(seed)
    found: list[tuple[Pipes, bytes]] = []
    while len(found) < count:
        board = random_board(rng)
        solutions = all_solutions(board)
        if len(solutions) == 1:
            found.append((board, *solutions))
    return found


def mazes(algorithm: str, size: int, count: int) -> list[tuple[Pipes, bytes]]:
    """Mazes with one solution whose proofs have cuts and lemmas."""
    boards = generate("pipes", algorithm, size, 2000, seed=1)
    unique = (pair for pair in boards if solve(pair[0]).verdict is Verdict.UNIQUE)
    return list(itertools.islice(unique, count))


@cache
def certificates() -> tuple[Certificate, ...]:
    """Mazes whose proofs have lemmas: what follows at once needs none."""
    made = (prove(board, solution) for board, solution in mazes("prim", 10, 120))
    return tuple(itertools.islice((one for one in made if one.proof.count("\n") > 3), 15))


def edited(certificate: Certificate, clauses: list[tuple[int, ...]]) -> Certificate:
    """The certificate with another formula."""
    variables = read_dimacs(certificate.formula).variables
    lines = [f"p cnf {variables} {len(clauses)}"]
    lines += [" ".join(map(str, (*clause, 0))) for clause in clauses]
    return replace(certificate, formula="\n".join(lines) + "\n")


@cache
def rules(board: Pipes, witness: bytes) -> frozenset[tuple[int, ...]]:
    """The clauses of a formula that are no cuts, sorted."""
    return frozenset(tuple(sorted(c)) for c in second_solution(board, witness).clauses)


def is_cut(clause: tuple[int, ...], board: Pipes, witness: bytes) -> bool:
    return tuple(sorted(clause)) not in rules(board, witness)
