"""Tatham2019: the boards that his solver settles, and what the two parities he describes would add.

His solver for Net applies the local rule, avoids loops and avoids dead ends, so it settles exactly
the boards of the grade "dead end" and below. He describes two parity arguments and built neither:
of regions, and of chains of sides, which he expects on small wrapping boards rather than large
ones. There are no published numbers; his expectation is tested.
"""

from collections import Counter
from collections.abc import Iterator

from cpstudy.api import solve
from cpstudy.core.generating import Wanted
from cpstudy.core.result import Verdict
from cpstudy.core.solving import WrongAnswerError
from cpstudy.puzzles.pipes.deduction.deducing import SETTLED, STUCK
from cpstudy.puzzles.pipes.deduction.knowledge import PARITY, RULES, log
from cpstudy.puzzles.pipes.deduction.solver import Deduction, hardest_of, settled_solution
from cpstudy.puzzles.pipes.generating.mazes import generate
from cpstudy.puzzles.pipes.generating.unique import unique
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.search.engine import UNIQUE
from cpstudy.study.agreement import Cell, Parts, compared, exact_cell, measured_share
from cpstudy.study.store import Store

SEED = 2022
SEARCH = len(RULES)
_MAZES = {"small": 1500, "paper": 20_000}
_BOARDS = {"small": 300, "paper": 5000}
_SHAPES = (5, 10, 20)
# The grades, with separate parities, each with its meaning for his solver.
REGIONS, CHAINS = "parity of regions", "parity of chains"
ORDER = ("local", "loop", "dead end", REGIONS, CHAINS, "lookahead", "search")
_PUBLISHED = {
    "dead end": "his solver",
    REGIONS: "described, not built",
    CHAINS: "described, not built",
}


def rules(scale: str, store: Store) -> Parts:
    """Report the share of unique boards that each rule settles together with earlier ones."""
    flat = _unique_mazes(_MAZES[scale])
    yield "20x20 by Wilson, unique as drawn", compared(_cumulated(flat))
    used = {}
    for size in _SHAPES:
        boards = list(unique(Wanted("wilson", size, size, _BOARDS[scale], SEED, wrap=True)))
        needed = [needed_grade(puzzle, solution) for puzzle, solution in boards]
        used[size] = sum(name == CHAINS for name in needed) / len(needed)
        yield f"{size}x{size} wrapping by Wilson, repaired", compared(_cumulated(needed))
    most = max(used, key=used.__getitem__)
    yield (
        "the parity of chains",
        compared([exact_cell("size where it is needed most often", most, _SHAPES[0])]),
    )


def needed_grade(puzzle: Pipes, solution: bytes) -> str:
    """Return the hardest rule that a board with one solution needs, with two separate parities.

    Chains are tried only when regions are stuck, and they exclude an orientation, never an edge, so
    the log distinguishes them.
    """
    number = needed_rule(puzzle, solution)
    if number != PARITY:
        return RULES[number] if number < len(RULES) else "search"
    deduction = Deduction(puzzle)
    deduction.run(PARITY)
    steps = log(deduction.knowledge)
    chains = ((steps[:, 0] == PARITY) & (steps[:, 2] == -1)).any()
    return CHAINS if chains else REGIONS


def needed_rule(puzzle: Pipes, solution: bytes) -> int:
    """Return the hardest rule that a puzzle with one solution needs; SEARCH if all are stuck.

    Raises WrongAnswerError if the deduction, or the search that confirms a counterexample,
    contradicts that solution.
    """
    deduction = Deduction(puzzle)
    if deduction.run(PARITY) == STUCK:
        # Steps do not depend on it: an orientation of the solution is never refuted.
        deduction.spare(solution)
        deduction.run()
    if deduction.end == STUCK:
        result = solve(puzzle, "search")
        if result.verdict is not Verdict.UNIQUE or result.solutions[0] != solution:
            raise WrongAnswerError(f"search: not the repaired solution of {puzzle.encode()}")
        return SEARCH
    if deduction.end != SETTLED or settled_solution(deduction.knowledge) != solution:
        raise WrongAnswerError(f"deduce: not the repaired solution of {puzzle.encode()}")
    return hardest_of(deduction.knowledge)


def _unique_mazes(mazes: int) -> list[str]:
    import numpy as np

    from cpstudy.puzzles.pipes.search.batch import decide_boards

    drawn = list(generate(Wanted("wilson", 20, 20, mazes, SEED)))
    tiles = np.array([list(puzzle.tiles) for puzzle, _ in drawn], np.uint8)
    decisions = decide_boards(tiles, 20, 20)
    return [
        needed_grade(puzzle, solution)
        for (puzzle, solution), verdict in zip(drawn, decisions.verdicts.tolist(), strict=True)
        if verdict == UNIQUE
    ]


def _cumulated(needed: list[str]) -> Iterator[Cell]:
    counts = Counter(needed)
    settled = 0
    for name in ORDER[:-1]:
        settled += counts[name]
        what, published = f"settled up to {name}", _PUBLISHED.get(name, "")
        yield measured_share(what, published, settled, len(needed), digits=1)
    yield exact_cell("boards beyond one step ahead", counts["search"], 0)
