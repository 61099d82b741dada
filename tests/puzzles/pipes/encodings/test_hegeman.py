"""Hegeman's formula: as printed, as meant, what each decides, and the published numbers."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from cpstudy import Budget, Stop, Verdict, generate, solve
from cpstudy.cli import main
from cpstudy.puzzles.pipes import SOLVERS
from cpstudy.puzzles.pipes.encodings.hegeman import (
    BOUNDS,
    Layout,
    connected,
    formula,
    full_bound,
    half_bound,
    observed_bound,
    other_than,
    read_assignment,
    solve_bounded,
    start_tile,
)
from cpstudy.puzzles.pipes.puzzle import TYPE_NAMES, Pipes, tile_type
from tests.published import GOLDEN, table
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import all_solutions, is_tree, safe_states

pytest.importorskip("pysat")

ALGORITHMS = ("binary-tree", "depth-first", "kruskal", "prim", "wilson")


def clauses_of(text: str) -> list[list[int]]:
    lines = [line for line in text.splitlines() if line[0] not in "cp"]
    assert all(f" {line}".endswith(" 0") for line in lines)
    return [[int(word) for word in line.split()[:-1]] for line in lines]


def published_example() -> str:
    return (GOLDEN / "hegeman2022_2x2.cnf").read_text()


def model(clauses: list[list[int]]) -> list[int] | None:
    from pysat.solvers import Solver

    with Solver("glucose4", bootstrap_with=clauses) as solver:
        return solver.get_model() if solver.solve() else None


# -- the printed example -------------------------------------------------------------------------


def test_the_printed_example_to_the_letter():
    """139 variables, 174 clauses, in their order: two corners and two dead ends, unturned."""
    printed = published_example()
    board = Pipes.decode("2x2:3232")
    cnf = formula(board, inverted=True)
    cnf.clauses.append(other_than(board, board.tiles))
    assert cnf.clauses == clauses_of(printed)
    assert f"p cnf {cnf.variables} {len(cnf.clauses)}\n" in printed
    written = CliRunner().invoke(main, ["convert", "2x2:3232", "--to", "dimacs-printed"]).stdout
    assert clauses_of(written) == clauses_of(printed)
    assert "p cnf 139 174\n" in written


def test_what_separates_the_example_from_the_text():
    """Four signs: the text makes the start the only source, the example all others."""
    board = Pipes.decode("2x2:3232")
    printed = clauses_of(published_example())[:-1]
    meant = formula(board).clauses
    differing = [(a, b) for a, b in zip(printed, meant, strict=True) if a != b]
    assert differing == [([64], [-64]), ([68], [-68]), ([-72], [72]), ([76], [-76])]
    assert start_tile(board) == 2
    # The last clause excludes the position of the tiles, which is no solution.
    assert board.why_not(board.tiles)
    (only,) = all_solutions(board)
    # So the printed example is satisfiable although its puzzle is unique, and stays unsatisfiable
    # when the solution is excluded.
    assert model(clauses_of(published_example())) is not None
    assert model([*printed, other_than(board, only)]) is None


def test_the_sections_of_the_example():
    layout = Layout(2, 2, 4)
    assert [layout.side(0, side) for side in range(4)] == [21, 20, 23, 22]
    assert [layout.reached(tile, 0) for tile in range(4)] == [64, 68, 72, 76]
    assert layout.step(3, 2, 2) == layout.variables == 139


@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_the_printed_formulas_for_numbers(rows, columns, data):
    """Section 3.2.4: the number K of a tile from a variable k; neighbours at k + 6 and below."""
    layout = Layout(rows, columns, data.draw(st.integers(1, 5)))
    tile = data.draw(st.integers(0, rows * columns - 1))
    for side in range(4):
        k = layout.side(tile, side)
        number = (k // 4 // (columns + 2) - 1) * columns + k // 4 % (columns + 2)
        assert number == tile + 1
    if tile % columns < columns - 1:
        assert layout.side(tile + 1, 2) == layout.side(tile, 0) + 6
    if tile + columns < rows * columns:
        assert layout.side(tile + columns, 1) == layout.side(tile, 3) + 4 * (columns + 2) - 2


# -- the published numbers -----------------------------------------------------------------------


def rows_of(what: str) -> dict[tuple[int, int], dict[str, int]]:
    return {
        (int(row["table"]), int(row["size"])): {name: int(row[name]) for name in ALGORITHMS}
        for row in table("hegeman2022_tables24")
        if row["what"] == what
    }


BOUND = {2: full_bound, 4: half_bound}


def test_published_numbers_of_variables():
    """All but one: 15x15 in table 4 repeats the number of 10x10 above it."""
    wrong = []
    for (number, size), published in rows_of("variables").items():
        board, _ = next(generate("pipes", "kruskal", size, 1))
        bound = BOUND[number](board)
        ours = Layout(size, size, bound).variables
        if size <= 10:
            cnf = formula(board, bound)
            assert cnf.variables == ours == max(max(map(abs, clause)) for clause in cnf.clauses)
        if set(published.values()) != {ours}:
            wrong.append((number, size, set(published.values()), ours))
    assert wrong == [(4, 15, {25_571}, 127_151)]


def clause_count(size: int, bound: int) -> int:
    """What all n x n boards share: border, edges, connectivity, the clause for another solution."""
    links = 4 * size * (size - 1)
    border, edges = 4 * (4 * size + 4) - 1, 4 * (size + 1) ** 2
    return border + edges + 2 * size**2 + (bound - 1) * (size**2 + 2 * links) + 1


def test_clauses_beside_the_tiles():
    for algorithm, size in (("prim", 5), ("wilson", 10), ("depth-first", 3), ("kruskal", 2)):
        board, solution = next(generate("pipes", algorithm, size, 1))
        for bound in (1, 7):
            cnf = formula(board, bound)
            cnf.clauses.append(other_than(board, solution))
            types = Counter(TYPE_NAMES[tile_type(tile)] for tile in board.tiles)
            tiles = 7 * (types["dead end"] + types["T"]) + 4 * (types["corner"] + types["empty"])
            assert len(cnf.clauses) == clause_count(size, bound) + tiles + 9 * types["straight"]


def test_the_two_published_tables_have_the_same_mazes():
    """The difference is that of the bounds, exactly, in all twenty cells."""
    clauses = rows_of("clauses")
    for size in (5, 10, 15, 20):
        expected = clause_count(size, size**2) - clause_count(size, size**2 // 2)
        for name in ALGORITHMS:
            assert clauses[2, size][name] - clauses[4, size][name] == expected


def test_a_straight_has_nine_clauses():
    """Published averages less all that is known, over the published number of straights."""
    mean = {
        (int(row["size"]), row["tile"], name): float(row[name])
        for row in table("hegeman2022_table6")
        for name in ALGORITHMS
    }
    rest = straights = 0.0
    for (number, size), published in rows_of("clauses").items():
        for name in ALGORITHMS:
            bound = size**2 if number == 2 else size**2 // 2
            others = (
                7 * (mean[size, "dead end", name] + mean[size, "T", name])
                + 4 * mean[size, "corner", name]
            )
            rest += published[name] - clause_count(size, bound) - others
            straights += mean[size, "straight", name]
    assert 8.9 < rest / straights < 9.1


def test_bounds_of_table_3():
    published = {
        "depth-first": (20, 67, 130, 213),
        "kruskal": (22, 59, 94, 136),
        "prim": (16, 26, 37, 45),
        "wilson": (23, 62, 107, 147),
    }
    for name, bounds in published.items():
        assert tuple(observed_bound(name, size) for size in (5, 10, 15, 20)) == bounds
    for name, size in (("binary-tree", 5), ("prim", 6)):
        with pytest.raises(ValueError, match="table 3 has no bound"):
            observed_bound(name, size)


# -- what the formulas decide --------------------------------------------------------------------


def has_loops(board: Pipes) -> bool:
    """A start whose only pipe leads back to itself is reached from nowhere."""
    return board.wrap and min(board.rows, board.columns) == 1


def test_the_formula_decides_trees_and_the_printed_one_safe_states():
    rng = random.Random(24)
    met: Counter[tuple[int, int]] = Counter()
    for _ in range(300):
        board = replace(random_board(rng), free=False)
        if board.tree_impossible() or not any(board.tiles):
            continue
        states = [bytes(state) for state in safe_states(board)]
        trees = [state for state in states if is_tree(board, list(state))]
        vertices = len(board.tiles) - board.tiles.count(0)
        for known in trees[:1] or [b""]:
            more = [other_than(board, known)] if known else []
            meant = model(formula(board).clauses + more) is not None
            printed = model(formula(board, inverted=True).clauses + more) is not None
            assert meant == (len(trees) > bool(known)), board.encode()
            if vertices > 1 and not has_loops(board):
                assert printed == (len(states) > bool(known)), board.encode()
        met[min(len(trees), 2), min(len(states), 2)] += 1
    assert min(met[1, 1], met[1, 2], met[2, 2]) > 10, met
    assert met[0, 0] > 2


def test_disconnectivity_is_satisfiable_where_a_safe_state_is_no_tree():
    rng = random.Random(4)
    met: Counter[bool] = Counter()
    while min(met[True], met[False]) < 50:
        board = replace(random_board(rng), free=False)
        if board.tree_impossible():
            continue
        for state in safe_states(board):
            assert connected(board, bytes(state)) == is_tree(board, state), board.encode()
            met[is_tree(board, state)] += 1


def test_the_solver_of_the_printed_formula_says_what_it_says():
    """MANY exactly where a second safe state exists; a witness only where it is a tree."""
    rng = random.Random(11)
    met: Counter[tuple[Verdict, bool]] = Counter()
    for _ in range(400):
        board = random_board(rng)
        if has_loops(board):
            continue
        states = list(safe_states(board))
        truth = all_solutions(board)
        result = solve(board, "sat:hegeman-printed")
        assert set(result.solutions) <= truth
        expected = (
            Verdict.NONE if not truth else Verdict.UNIQUE if len(states) == 1 else Verdict.MANY
        )
        assert result.verdict is expected, board.encode()
        met[expected, len(truth) == 1] += 1
    # All three verdicts, and wrong ones: "many" where the solution is unique.
    assert met[Verdict.MANY, True] > 5
    assert min(met[Verdict.NONE, False], met[Verdict.UNIQUE, True], met[Verdict.MANY, False]) > 10
    row = SOLVERS["sat:hegeman-printed"]
    assert not row.complete
    assert "WRONG" in row.summary
    assert "printed" in row.name


def test_small_bounds_are_never_wrong_and_sometimes_unknown():
    rng = random.Random(8)
    met: Counter[tuple[str, Verdict]] = Counter()
    for _ in range(150):
        board = random_board(rng)
        truth = Verdict.NONE, Verdict.UNIQUE, Verdict.MANY
        expected = truth[min(len(all_solutions(board)), 2)]
        for bound in (1, 2, half_bound(board)):
            result = solve_bounded(board, Budget(), 2, bound)
            assert result.verdict in (expected, Verdict.UNKNOWN), (board.encode(), bound)
            if result.verdict is Verdict.UNKNOWN:
                assert result.stop is Stop.BOUND
            met["all", result.verdict] += 1
    assert min(met["all", verdict] for verdict in Verdict) > 10


def test_half_the_bound_taken_for_a_proof_is_wrong():
    """Read as in the thesis, "no second solution within the bound" calls ambiguous mazes valid."""
    wrong = ambiguous = 0
    for board, solution in generate("pipes", "depth-first", 5, 60, seed=1):
        solved = replace(board, tiles=solution)
        if solve(solved).verdict is not Verdict.MANY:
            continue
        ambiguous += 1
        found = solve(solved, "sat:hegeman:half")
        wrong += found.verdict is not Verdict.MANY
        assert found.verdict in (Verdict.MANY, Verdict.UNKNOWN)
    assert ambiguous > 10
    assert wrong > 0


def test_options():
    board, solution = next(generate("pipes", "prim", 5, 1))
    truth = solve(board).verdict
    for option in (*BOUNDS, "glucose4", "cadical153", "half:minicard"):
        for name in ("sat:hegeman", "sat:hegeman-printed"):
            result = solve(board, f"{name}:{option}")
            assert result.provenance.solver == f"{name}:{option}"
            if name == "sat:hegeman":
                assert result.verdict in (truth, Verdict.UNKNOWN)
    for option, message in (
        ("half:prim", "one bound, not 2"),
        ("glucose4:minicard", "one SAT solver, not 2"),
        ("magic", "option 'magic'"),
    ):
        with pytest.raises(ValueError, match=message):
            solve(board, f"sat:hegeman:{option}")
    for text in ("3x2:000000", "6:" + 36 * "1"):
        oblong = Pipes.decode(text)
        with pytest.raises(ValueError, match="table 3 has no bound"):
            solve(oblong, "sat:hegeman:wilson")
    solved = replace(board, tiles=solution)
    for name in ("sat:hegeman", "sat:hegeman-safe-states"):
        cut = solve(solved, name, budget=Budget(seconds=1e-9))
        assert (cut.verdict, cut.stop) == (Verdict.UNKNOWN, Stop.TIME)
        assert cut.solutions == (solution,)


def test_safe_states_are_counted():
    counts = Counter()
    for board, solution in generate("pipes", "depth-first", 5, 40, seed=2):
        solved = replace(board, tiles=solution)
        states = [bytes(state) for state in safe_states(solved)]
        result = solve(solved, "sat:hegeman-safe-states", limit=None)
        assert result.counters["safe_states"] == len(states)
        assert set(result.solutions) == all_solutions(solved)
        counts[len(states) > 1] += 1
    assert min(counts[False], counts[True]) > 3


def test_a_formula_of_millions_of_clauses_is_not_built():
    board, _ = next(generate("pipes", "wilson", 40, 1))
    result = solve(board, "sat:hegeman")
    assert (result.verdict, result.stop) == (Verdict.UNKNOWN, Stop.MEMORY)
    failed = CliRunner().invoke(main, ["convert", board.encode(), "--to", "dimacs"])
    assert failed.exit_code == 2
    assert "millions of clauses" in failed.stderr


# -- out to a SAT solver and back ----------------------------------------------------------------


def answer(dimacs: str) -> str:
    found = model(clauses_of(dimacs))
    if found is None:
        return "c comment\ns UNSATISFIABLE\n"
    numbers = [*map(str, found), "0"]
    lines = ["v " + " ".join(numbers[i : i + 9]) for i in range(0, len(numbers), 9)]
    return "\n".join(["c comment", "s SATISFIABLE", *lines]) + "\n"


def test_assignments_come_back_as_boards():
    rng = random.Random(3)
    met: Counter[str] = Counter()
    for _ in range(80):
        board = random_board(rng, largest=3)
        truth = all_solutions(board)
        for lying in [board.tiles, *sorted(truth)[:1]]:
            board = replace(board, tiles=lying)
            run = CliRunner().invoke(main, ["convert", board.encode(), "--to", "dimacs"])
            if board.tree_impossible() and not board.free:
                continue  # connected is no tree there
            said = answer(run.stdout)
            back = CliRunner().invoke(
                main,
                ["convert", board.encode(), "--from-assignment", "-", "--to", "text"],
                input=said,
            )
            others = truth - {lying}
            if others:
                assert board.decode_solution(back.stdout) in others
                assert back.exit_code == 0
                met["found"] += 1
            else:
                assert back.exit_code == 2
                assert "unsatisfiable" in back.stderr
                met["none"] += 1
    assert min(met.values()) > 20


def test_a_safe_state_is_printed_with_a_word_of_warning():
    """The printed formula finds safe states that are no tree; they are shown all the same."""
    for puzzle, _ in generate("pipes", "depth-first", 5, 60, seed=1):
        run = CliRunner().invoke(main, ["convert", puzzle.encode(), "--to", "dimacs-printed"])
        said = answer(run.stdout)
        placement = read_assignment(puzzle, said)
        assert replace(puzzle, free=True).why_not(placement) == ""
        if puzzle.why_not(placement):
            back = CliRunner().invoke(
                main,
                ["convert", puzzle.encode(), "--from-assignment", "-", "--to", "text"],
                input=said,
            )
            assert puzzle.decode_solution(back.stdout) == placement
            assert "not a solution" in back.stderr
            return
    raise AssertionError("no safe state without a tree was met")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no line"),
        ("s UNSATISFIABLE\n", "unsatisfiable"),
        ("s SATISFIABLE\nv 1 x 0\n", "not a list of literals"),
        ("s SATISFIABLE\nv 1 2 0\n", "no value for variable 21: tile (0, 0), right"),
        ("s SATISFIABLE\nv " + " ".join(map(str, range(1, 60))) + " 0\n", "15 is no rotation of 1"),
    ],
)
def test_bad_assignments(text, message):
    with pytest.raises(ValueError, match=r".*") as caught:
        read_assignment(Pipes.decode("2x1:11"), text)
    assert message in str(caught.value)
