"""Every solver and strategy keeps a budget of seconds, also if there are very many solutions.

Compiling and loading do not count (the phase "compiling"). The strict bound, half a second or a
fifth of the budget, is tested only on demand. It takes the smaller of processor time and elapsed
time, since other processes may compute too. The test that always runs asserts that each solver
stops by its clock on a puzzle that it does not finish.
"""

import functools
import os
import random
import time
from math import prod

import pytest

from cpstudy import Budget, Stop, generate, puzzle
from cpstudy.api import explore
from cpstudy.core.solving import solve
from cpstudy.puzzles import PUZZLES, kind
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.nurikabe.puzzle import Nurikabe
from cpstudy.puzzles.picross.puzzle import Picross
from cpstudy.puzzles.pipes.puzzle import Pipes
from tests.puzzles.loops.instances import KINDS as LOOPS
from tests.puzzles.tilings.instances import random_tree
from tests.state_spaces.test_limits import HUGE

SOLVERS = [
    pytest.param(name, row.name, id=f"{name}-{row.name}")
    for name in PUZZLES
    for row in kind(name).solvers.values()
    if row.installed
]

STRATEGIES = [
    pytest.param(name, row, id=f"{name}-{row}") for name in HUGE for row in kind(name).strategies
]


PRINTED = "sat:hegeman-printed"

# Empty boards, also large ones, and cages that add nothing to the rules of rows.
LATIN = {
    "sudoku": ("." * 81, f"5x5:{'z' * 24}a"),
    "jigsaw": (f"9j:zzzc,zzv{'_' * 72}", f"16j:{'z' * 9}v,{'z' * 9}o{'_' * 240}"),
    "kenken": (f"9:zzv_72,{'a45' * 9}", f"16:z9o_240,{'a136' * 16}"),
}


@functools.cache
def hard_puzzles(name: str) -> list[object]:
    """Puzzles that no method finishes: very many solutions, and large boards.

    Every solver takes one of them and stops by its clock there.
    """
    if name == "edge_matching":
        rng = random.Random(4)
        plain = tuple((1, 1, 1, 1) for _ in range(400))
        mixed = tuple(tuple(rng.choices((1, 2, 3, 4, 5, 6), k=4)) for _ in range(100))
        framed = next(iter(generate("edge_matching", "one-set", 20, 1, seed=3)))[0]
        return [EdgeMatching(20, 20, plain, False), EdgeMatching(10, 10, mixed, False), framed]
    if name == "picross":
        one = (((1, 1),),)
        rng = random.Random(6)
        noise = Picross.of_picture(40, 40, bytes(rng.random() < 0.3 for _ in range(1600)))
        return [Picross(30 * one, 30 * one), noise, Picross(150 * one, 150 * one)]
    if name in LATIN:
        return [kind(name).puzzle.decode(text) for text in LATIN[name]]
    if name == "nurikabe":
        rng = random.Random(6)
        narrow = Nurikabe(10, 24, tuple(rng.choices((0, -1), (60, 1), k=240)))
        return [narrow, Nurikabe(30, 30, tuple(rng.choices((0, 30), (200, 1), k=900)))]
    if name in LOOPS:
        rng = random.Random(6)
        shapes = ((12, 60), (30, 30))  # only a narrow board is not too wide for the frontier
        values = LOOPS[name].no_clue, 1, 2
        return [LOOPS[name](*s, tuple(rng.choices(values, (150, 1, 1), k=prod(s)))) for s in shapes]
    if name == "hexpipes":
        wide = random_tree(random.Random(6), HexPipes(40, 40, bytes(1600), wrap=True))
        loops = (HexPipes(n, n, bytes([3] * n * n), wrap=True, free=True) for n in (20, 30))
        return [wide, *loops]
    if name != "pipes":
        pytest.fail(f"hard_puzzles knows no boards of {name}")
    flood = next(iter(generate("pipes", "depth-first", 30, 1, seed=3)))[0]
    dominoes = Pipes(12, 12, b"\1" * 144, wrap=True, free=True)
    return [flood, dominoes]


def rng_tiles(count: int) -> list[int]:
    rng = random.Random(5)
    return [rng.choice((5, 3, 7, 15)) for _ in range(count)]


def large_puzzles(name: str) -> list[object]:
    """Puzzles whose tables and models take seconds to build."""
    if name == "edge_matching":
        rng = random.Random(7)
        mixed = tuple(tuple(rng.choices(range(1, 9), k=4)) for _ in range(900))
        return [EdgeMatching(30, 30, mixed, framed=False)]
    if name != "pipes":  # the hard puzzles of the other kinds are large too
        return []
    wide = next(iter(generate("pipes", "depth-first", 100, 1, seed=3)))[0]
    return [wide, Pipes(60, 60, bytes(rng_tiles(3600)), wrap=True, free=True)]


def busy() -> float:
    """Seconds of processor time of this process and of the processes that it has waited for."""
    return sum(os.times()[:4])


def seconds_over(
    puzzles: list[object], name: str, solver: str, seconds: float
) -> tuple[float, set[Stop]]:
    """The largest number of seconds by which a solver exceeds its budget on these puzzles, and why
    its runs ended.
    """
    most, stops = 0.0, set()
    for board in puzzles:
        begun, worked = time.perf_counter(), busy()
        try:
            result = solve(
                board, kind(name).solvers[solver], budget=Budget(seconds=seconds), limit=None
            )
        except ValueError:  # the solver does not take this puzzle
            continue
        passed = min(time.perf_counter() - begun, busy() - worked)
        most = max(most, passed - result.phases.get("compiling", 0.0) - seconds)
        ends = {Stop.TIME, Stop.DONE, Stop.STUCK, Stop.BOUND, Stop.MEMORY}
        # The printed formula asks for two boards at most, so it can end by that limit.
        assert result.stop in (ends | {Stop.LIMIT} if solver == PRINTED else ends)
        stops.add(result.stop)
    return most, stops


@pytest.mark.parametrize(("name", "solver"), SOLVERS)
def test_no_solver_forgets_its_clock(name, solver):
    boards = hard_puzzles(name)
    if solver == PRINTED:  # its formula of the large board may need more memory than is free
        boards = [*boards, next(iter(generate("pipes", "depth-first", 15, 1, seed=3)))[0]]
    _, stops = seconds_over(boards, name, solver, 0.005)
    assert Stop.TIME in stops


@pytest.mark.slow
@pytest.mark.parametrize(("name", "solver"), SOLVERS)
def test_seconds_are_kept_closely(name, solver):
    puzzles = [*hard_puzzles(name), *large_puzzles(name)]
    for seconds in (1.0, 3.0):
        over, _ = seconds_over(puzzles, name, solver, seconds)
        assert over < max(0.5, seconds / 5)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "strategy"), STRATEGIES)
def test_strategies_keep_seconds_closely(name, strategy):
    """Strategies keep budgets on boards that none finishes; a first run, not measured, compiles."""
    board = puzzle(name, HUGE[name])
    explore(board, strategy, budget=Budget(seconds=0.5))
    for seconds in (1.0, 3.0):
        begun, worked = time.perf_counter(), busy()
        result = explore(board, strategy, budget=Budget(seconds=seconds))
        passed = min(time.perf_counter() - begun, busy() - worked)
        assert result.stop in (Stop.TIME, Stop.MEMORY, Stop.LIMIT, Stop.DONE)
        assert passed < seconds + max(0.5, seconds / 5)
