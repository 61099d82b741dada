"""Helpers for tests of Hegeman's formula: read DIMACS, call a SAT solver."""

from pysat.solvers import Solver

from cpstudy.puzzles.pipes.puzzle import Pipes
from tests.published import GOLDEN

ALGORITHMS = ("binary-tree", "depth-first", "kruskal", "prim", "wilson")


def clauses_of(text: str) -> list[list[int]]:
    lines = [line for line in text.splitlines() if line[0] not in "cp"]
    assert all(f" {line}".endswith(" 0") for line in lines)
    return [[int(word) for word in line.split()[:-1]] for line in lines]


def published_example() -> str:
    return (GOLDEN / "hegeman2022_2x2.cnf").read_text()


def model(clauses: list[list[int]]) -> list[int] | None:
    with Solver("glucose4", bootstrap_with=clauses) as solver:
        return solver.get_model() if solver.solve() else None


def has_loops(board: Pipes) -> bool:
    """Whether tiles can face themselves: a start whose only pipe leads to itself is not reached."""
    return board.wrap and min(board.rows, board.columns) == 1
