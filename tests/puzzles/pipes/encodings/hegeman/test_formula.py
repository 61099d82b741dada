"""Test Hegeman's formula as printed and as meant: what each decides, and the published numbers.

The oracles are the printed example, Hegeman's tables, and brute force on small boards.
"""

import random
from collections import Counter
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy import generate
from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.puzzles.pipes.encodings.hegeman.formula import (
    Layout,
    _connectivity,
    formula,
    full_bound,
    half_bound,
    other_than,
    start_tile,
)
from cpstudy.puzzles.pipes.puzzle import TYPE_NAMES, Pipes, tile_type
from cpstudy.puzzles.tilings.edges import edge_table
from tests.encode.graphs import Assignment, assert_same, expected
from tests.published import table
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import all_solutions, is_tree, safe_states
from tests.puzzles.pipes.shapes import shapes

pysat = pytest.importorskip("pysat.solvers")

from tests.puzzles.pipes.encodings.hegeman.formulas import (  # noqa: E402
    ALGORITHMS,
    clauses_of,
    has_loops,
    model,
    published_example,
)


def test_the_printed_example_to_the_letter():
    """The formula of two corners and two dead ends, not turned, equals the printed one: 139
    variables and 174 clauses in the same order."""
    printed = published_example()
    board = Pipes.decode("2x2:3232")
    cnf = formula(board, inverted=True)
    cnf.clauses.append(other_than(board, board.tiles))
    assert cnf.clauses == clauses_of(printed)
    assert f"p cnf {cnf.variables} {len(cnf.clauses)}\n" in printed
    assert "p cnf 139 174\n" in printed


def test_what_separates_the_example_from_the_text():
    """The example differs from the text in four signs: in the text only the start is a source, in
    the example all other tiles are."""
    board = Pipes.decode("2x2:3232")
    printed = clauses_of(published_example())[:-1]
    meant = formula(board).clauses
    differing = [(a, b) for a, b in zip(printed, meant, strict=True) if a != b]
    assert differing == [([64], [-64]), ([68], [-68]), ([-72], [72]), ([76], [-76])]
    assert start_tile(board) == 2
    # The last clause excludes the given position of the tiles, which is not a solution.
    assert board.violation(board.tiles)
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
    """The formulas of section 3.2.4 hold: a tile's number K from a variable k, and the variables of
    its neighbours to the right (k + 6) and below."""
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


def rows_of(what: str) -> dict[tuple[int, int], dict[str, int]]:
    return {
        (int(row["table"]), int(row["size"])): {name: int(row[name]) for name in ALGORITHMS}
        for row in table("hegeman2022_tables24")
        if row["what"] == what
    }


BOUND = {2: full_bound, 4: half_bound}


def test_published_numbers_of_variables():
    """All published numbers of variables are reproduced but one: 15x15 in table 4 repeats the
    number of 10x10 above it."""
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
    """The number of clauses that all n x n boards share: border, edges, connectivity, and the
    clause for another solution."""
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
    """The tables differ in clauses exactly by the effect of their bounds, in all twenty cells."""
    clauses = rows_of("clauses")
    for size in (5, 10, 15, 20):
        expected = clause_count(size, size**2) - clause_count(size, size**2 // 2)
        for name in ALGORITHMS:
            assert clauses[2, size][name] - clauses[4, size][name] == expected


def test_a_straight_has_nine_clauses():
    """A straight tile has nine clauses: the published averages, less all clauses of other kinds,
    divided by the published number of straights."""
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


def reached_within(shape: Pipes, bound: int, opened: Assignment) -> bool:
    """Whether at most bound - 1 open edges lead from the start to each non-empty cell."""
    ends = edge_table(shape).ends[np.flatnonzero(opened)].tolist()
    joined = nx.Graph(ends)
    joined.add_nodes_from(range(len(shape.tiles)))
    steps = nx.single_source_shortest_path_length(joined, start_tile(shape))
    return all(steps.get(tile, bound) < bound for tile in np.flatnonzero(list(shape.tiles)))


def test_distances_within_the_bound_and_nothing_else():
    """The connectivity clauses allow exactly the edge sets whose distances are below the bound.

    All sets of edges of small shapes are tried as assumptions on their sides, with every bound.
    """
    allowed = forbidden = 0
    for shape in shapes()[::2]:
        table = edge_table(shape)
        if len(table.ends) > 8:
            continue
        for bound in range(1, len(shape.tiles) + 1):
            layout = Layout(shape.rows, shape.columns, bound)
            sides = [
                [layout.side(tile, bit.bit_length() - 1) for tile, bit in zip(*edge, strict=True)]
                for edge in zip(table.ends.tolist(), table.bits.tolist(), strict=True)
            ]
            clauses = _connectivity(shape, bound, False, Clock())
            truth = expected(lambda v, s=shape, b=bound: reached_within(s, b, v), len(sides))
            found = set()
            with pysat.Solver("minicard", bootstrap_with=clauses) as solver:
                for opened in expected(lambda _: True, len(sides)):
                    assumed = [
                        side if value else -side
                        for edge, value in zip(sides, opened, strict=True)
                        for side in edge
                    ]
                    if solver.solve(assumptions=assumed):
                        found.add(opened)
            assert_same(found, truth, (shape, bound))
            allowed += len(truth)
            forbidden += 2 ** len(sides) - len(truth)
    assert min(allowed, forbidden) > 500


def test_a_clock_strikes_while_the_formula_is_built():
    board, _ = next(generate("pipes", "wilson", 9, 1))
    with pytest.raises(OutOfTimeError):
        formula(board, clock=Clock(0))


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
