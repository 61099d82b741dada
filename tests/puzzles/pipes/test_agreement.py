"""Test every complete solver of Pipes against brute force and the other solvers, on all variants.

Solvers are the entries of SOLVERS. A solver may refuse boards that wrap with a ValueError.
"""

import random
from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpstudy import Budget, Stop, Verdict, generate
from cpstudy.core import solving
from cpstudy.core.solving import check_agreement, solve
from cpstudy.puzzles.pipes.puzzle import OPEN_SIDES, Pipes
from cpstudy.puzzles.pipes.solvers import SOLVERS
from tests.puzzles.pipes.images import mirrored, rotated, transposed, turn_tiles
from tests.puzzles.pipes.instances import by_shape, random_board
from tests.puzzles.pipes.oracle import all_solutions
from tests.puzzles.pipes.strategies import mixed_pipes
from tests.samples import sample

COMPLETE = [solver for solver in SOLVERS.values() if solver.in_all]

# These solvers take some milliseconds per board. They get every eighth board, and each board of a
# class that they have met less than twice.
SLOW = {s.name for s in COMPLETE if s.name.startswith(("cpsat:", "smt", "sat:hegeman"))}


def test_without_its_package_a_solver_names_the_extra_and_is_left_out(monkeypatch):
    monkeypatch.setattr(solving, "find_spec", lambda package: None)
    extras = {"pysat": "sat", "z3": "smt", "cpmpy": "cpmpy"}
    assert {solver.requires for solver in SOLVERS.values()} == {"", *extras}
    for solver in SOLVERS.values():
        assert solver.installed is (solver.requires == "")
        if solver.requires:
            assert not solver.in_all
            extra = rf"{solver.name} needs .*install cpstudy\[{extras[solver.requires]}\]"
            with pytest.raises(ValueError, match=extra):
                solver.ready()


def expected_verdict(solutions: int) -> Verdict:
    return (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)[min(solutions, 2)]


def variants(puzzle: Pipes) -> set[str]:
    """The variants that a board belongs to; the agreement test must meet each of VARIANTS."""
    met = {"free" if puzzle.free else "tree"}
    if puzzle.wrap:
        met.add("wrap")
        met |= {f"wrap side {s}" for s in (puzzle.rows, puzzle.columns) if s < 3}
    if puzzle.barriers:
        met.add("barriers")
    if 15 in puzzle.tiles:
        met.add("crosses")
    if 0 in puzzle.tiles:
        met.add("empties")
    if puzzle.rows * puzzle.columns == 1:
        met.add("1x1")
    elif min(puzzle.rows, puzzle.columns) == 1:
        met.add("1xn")
    if not puzzle.free and puzzle.tree_impossible():
        met.add("impossible by counting")
    return met


VARIANTS = (
    "tree", "free", "wrap", "wrap side 1", "wrap side 2", "barriers", "crosses", "empties", "1x1",
    "1xn",
)  # fmt: skip


@sample(200, 1000)
def test_all_complete_solvers_agree_with_brute_force(number):
    rng = random.Random(20220528)
    verdicts: Counter[Verdict] = Counter()
    met: dict[str, Counter[str]] = {s.name: Counter() for s in COMPLETE}
    refused: dict[str, Counter[str]] = {s.name: Counter() for s in COMPLETE}
    # Small trees that do not wrap rarely have several solutions; a quarter of these mazes do.
    boards = [puzzle for puzzle, _ in generate("pipes", "depth-first", 5, number // 10, seed=3)]
    boards += [random_board(rng) for _ in range(number - len(boards))]
    for index, puzzle in enumerate(by_shape(boards)):
        truth = all_solutions(puzzle)
        expected = expected_verdict(len(truth))
        verdicts[expected] += 1
        classes = {f"{variant} {expected}" for variant in variants(puzzle)}
        results = {}
        for solver in COMPLETE:
            new = any(met[solver.name][each] < 2 for each in classes)
            if solver.name in SLOW and index % 8 and not new:
                continue
            try:
                result = solve(puzzle, solver, seed=rng.randrange(100))
            except ValueError:
                refused[solver.name].update(variants(puzzle))
                continue
            met[solver.name].update(classes | variants(puzzle))
            results[solver.name] = result
            assert result.verdict is expected, (solver.name, puzzle.encode(), len(truth))
            assert set(result.solutions) <= truth, (solver.name, puzzle.encode())
        check_agreement(puzzle, results)
    each = [verdicts[verdict] for verdict in (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)]
    assert min(each) > number // 10, verdicts
    for name, counts in met.items():
        for variant in VARIANTS:
            if refused[name] and variant not in ("tree", "free"):
                # A solver may refuse boards that wrap; some verdicts are rare on the others.
                assert refused[name]["wrap"] == max(refused[name].values())
                assert counts[variant] > 0 or variant.startswith("wrap"), (name, variant)
                continue
            for verdict in ("none", "unique", "many"):
                if (variant, verdict) != ("1x1", "many"):  # one such board: test_degenerate_boards
                    assert counts[f"{variant} {verdict}"] > 0, (name, variant, verdict)
        assert counts["impossible by counting"] > 2, name
    for name in ("cpsat", "sat:lazy"):
        assert name not in met or not refused[name]


def test_a_board_that_a_row_refuses_is_bad_input():
    if not SOLVERS["sat:planar"].installed:
        pytest.skip("python-sat is not installed")
    with pytest.raises(ValueError, match="wrap"):
        solve(Pipes.decode("2x1w:11"), SOLVERS["sat:planar"])


@cache
def boards_with_truths() -> list[tuple[Pipes, set[bytes]]]:
    """Small boards with all solutions; the first six are larger, with more than two solutions."""
    mazes = (puzzle for puzzle, _ in generate("pipes", "depth-first", 5, 100, seed=3))
    ambiguous = [p for p in mazes if len(all_solutions(p)) > 2][:6]
    rng = random.Random(7)
    small = [random_board(rng, largest=3) for _ in range(60)]
    return [(puzzle, all_solutions(puzzle)) for puzzle in ambiguous + small]


@pytest.mark.parametrize("solver", COMPLETE, ids=lambda s: s.name)
def test_all_solutions_are_found_once(solver):
    several = 0
    for puzzle, truth in boards_with_truths()[: 36 if solver.name in SLOW else None]:
        try:
            result = solve(puzzle, solver, limit=None)
        except ValueError:
            assert puzzle.wrap
            continue
        assert result.exhausted
        assert len(result.solutions) == len(set(result.solutions))
        assert set(result.solutions) == truth, puzzle.encode()
        several += len(truth) > 2
        for limit in (1, 2, 3) if len(truth) > 1 else ():  # the test above has the other boards
            some = solve(puzzle, solver, limit=limit)
            assert len(some.solutions) == min(limit, len(truth)), puzzle.encode()
    assert several > 5


def _striking_side(name: str) -> int:
    """A board side on which the solver must search, but no larger: it mostly builds its model."""
    if name in ("portfolio", "search", "frontier"):
        return 12
    return 7 if name.startswith("sat:hegeman") else 9


@pytest.mark.parametrize("solver", COMPLETE, ids=lambda s: s.name)
def test_a_budget_that_strikes_in_mid_search_gives_unknown(solver):
    """With half of the effort that it needs to prove a unique board, a solver reports unknown."""
    struck = 0
    for puzzle, _ in generate("pipes", "prim", _striking_side(solver.name), 3000, seed=1):
        if struck == 2:
            break
        whole = solve(puzzle, solver, budget=Budget(iterations=10**6))
        effort = whole.counters[solver.counter]
        if whole.verdict is not Verdict.UNIQUE or effort < 2:
            continue
        half = solve(puzzle, solver, budget=Budget(iterations=effort // 2))
        if half.stop is Stop.DONE:  # some solvers check the budget a few conflicts late
            assert half.verdict is Verdict.UNIQUE
            continue
        assert half.stop is Stop.ITERATIONS
        assert half.verdict is Verdict.UNKNOWN
        assert 0 < half.counters[solver.counter] <= effort  # CaDiCaL exceeds the budget by one
        assert not half.exhausted
        struck += 1
    assert struck == 2


@settings(max_examples=15)
@given(mixed_pipes(), st.data())
def test_symmetries_keep_verdict_and_solutions(puzzle, data):
    image = puzzle
    for step in data.draw(st.lists(st.sampled_from((rotated, mirrored, transposed)), max_size=3)):
        image = step(image)
    quarters = data.draw(st.binary(min_size=len(puzzle.tiles), max_size=len(puzzle.tiles)))
    image = turn_tiles(image, bytes(q % 4 for q in quarters))
    for solver in COMPLETE:
        try:
            before, after = (solve(p, solver, limit=None) for p in (puzzle, image))
        except ValueError:
            assert puzzle.wrap
            continue
        assert len(before.solutions) == len(after.solutions)
        assert before.verdict is after.verdict


@given(mixed_pipes())
def test_symmetry_maps_are_symmetries(puzzle):
    again = puzzle
    for _ in range(4):
        again = rotated(again)
    assert again.tiles == puzzle.tiles
    assert mirrored(mirrored(puzzle)).tiles == puzzle.tiles
    assert transposed(transposed(puzzle)) == puzzle
    # Reflections must map solutions to solutions; this determines how they move walls.
    truth = all_solutions(puzzle)
    for move in (mirrored, transposed, rotated):
        image = move(puzzle)
        moved = {move(Pipes(puzzle.rows, puzzle.columns, s, puzzle.wrap)).tiles for s in truth}
        assert all_solutions(image) == moved


def test_the_given_position_counts_only_if_it_is_a_solution():
    rng = random.Random(3)
    as_given = 0
    for _ in range(30):
        puzzle = random_board(rng, largest=3)
        truth = all_solutions(puzzle)
        for solution in truth:
            lying = Pipes(
                puzzle.rows, puzzle.columns, solution, puzzle.wrap, puzzle.free, puzzle.barriers
            )
            result = solve(lying, SOLVERS["cpsat"])
            assert result.verdict is expected_verdict(len(truth))
            assert result.solutions[0] == solution
            as_given += 1
    assert as_given > 30


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("1x1:0", 1), ("1x1:1", 0), ("1x1:f", 0), ("1x1w:5", 0), ("1x1wg:5", 2), ("1x1wg:f", 1),
        ("2x1:11", 1), ("1x2:11", 1), ("2x1w:11", 2), ("2x1:1v1", 0), ("2x1:55", 0),
        ("2x2:9911", 1), ("2x2g:9999", 1), ("2:0000", 1), ("5x1:15551", 1), ("5x1w:15551", 1),
        ("5x1w:11555", 1),
        ("3x3:0100f1010", 0), ("3:0101f1010", 1),
    ],
)  # fmt: skip
def test_degenerate_boards(text, count):
    puzzle = Pipes.decode(text)
    assert len(all_solutions(puzzle)) == count
    for solver in COMPLETE:
        try:
            found = solve(puzzle, solver, limit=None)
        except ValueError:
            assert puzzle.wrap
            continue
        assert len(found.solutions) == count, solver.name


def test_turning_a_symmetric_tile_is_no_second_solution():
    """A cross with four dead ends has one solution: turning a symmetric tile gives no other."""
    puzzle = Pipes.decode("3:0101f1010")
    assert [OPEN_SIDES[tile] for tile in puzzle.tiles] == [0, 1, 0, 1, 4, 1, 0, 1, 0]
    for solver in COMPLETE:
        assert solve(puzzle, solver).verdict is Verdict.UNIQUE
