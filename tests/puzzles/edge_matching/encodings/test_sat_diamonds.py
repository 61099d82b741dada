"""Test each group of the SAT encoding against a predicate, on every assignment of its variables.

The oracle for the whole formula is brute force.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.solving import solve
from cpstudy.encode.cnf import Cnf
from cpstudy.puzzles.edge_matching.encodings.sat_diamonds import (
    Encoding,
    encode,
    forbidden,
    picture_of,
)
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, least_turn
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.puzzles.edge_matching.symmetry import anchor
from tests.puzzles.edge_matching import oracle
from tests.puzzles.edge_matching.encodings.enumeration import (
    TINY,
    assert_same,
    assignments,
    fits_frame,
    lyings,
)
from tests.puzzles.edge_matching.instances import SMALL

pysat = pytest.importorskip("pysat.solvers")


def models(cnf: Cnf, watched: list[int]) -> set[tuple[bool, ...]]:
    """The assignments of the watched variables that can be extended to a model."""
    found = set()
    with pysat.Solver(name="minicard", bootstrap_with=cnf.clauses) as solver:
        for values in product((False, True), repeat=len(watched)):
            literals = [v if true else -v for v, true in zip(watched, values, strict=True)]
            if solver.solve(assumptions=literals):
                found.add(values)
    return found


def colour_variables(encoding: Encoding) -> dict[int, tuple[int, int, int]]:
    """The variables of colours, each with a cell, a side and the colour that it represents."""
    return {
        variable: (cell, side, colour)
        for cell, sides in enumerate(encoding.colours)
        for side, colours in enumerate(sides)
        for colour, variable in colours.items()
    }


@pytest.mark.parametrize("text", TINY)
def test_every_edge_has_one_colour(text):
    puzzle = EdgeMatching.decode(text)
    encoding = Encoding(puzzle)
    encoding.colour_edges()
    names = colour_variables(encoding)
    edges: dict[tuple[int, ...], list[int]] = {}
    for cell, sides in enumerate(encoding.colours):
        for side, colours in enumerate(sides):
            other = puzzle.neighbour(cell, side)
            assert bool(colours) == (other is not None or not puzzle.framed)
            if colours:
                # An edge is identified by its two cells, or by a cell and a side at the border.
                ends = (cell, -1 - side) if other is None else tuple(sorted((cell, other)))
                assert edges.setdefault(ends, list(colours.values())) == list(colours.values())
    # Edges share no variables, as their total number shows, so each edge is enumerated alone.
    assert len(names) == sum(map(len, edges.values()))
    for variables in edges.values():
        truth = assignments(len(variables), lambda values: sum(values) == 1)
        result = [names[variable] for variable in variables]
        assert_same(models(encoding.cnf, variables), truth, result, puzzle.encode())


@pytest.mark.parametrize("text", TINY)
def test_the_variables_are_all_cells_that_a_piece_may_go_on(text):
    puzzle = EdgeMatching.decode(text)
    kept = anchor(puzzle)
    encoding = Encoding(puzzle)
    encoding.lay_pieces()
    wanted = {
        (number, cell)
        for number, piece in enumerate(puzzle.pieces)
        for cell in range(len(puzzle.pieces))
        if any(fits_frame(puzzle, cell, lying) for lying in lyings(puzzle, piece))
        and (kept is None or kept.piece != least_turn(piece) or cell in kept.cells)
    }
    assert set(encoding.on_cell) == wanted
    assert len(set(encoding.on_cell.values())) == len(wanted)


@pytest.mark.parametrize("text", TINY)
def test_every_cell_has_one_piece_and_every_piece_one_cell(text):
    puzzle = EdgeMatching.decode(text)
    encoding = Encoding(puzzle)
    encoding.lay_pieces()
    encoding.one_to_one()
    names = list(encoding.on_cell)
    every = list(range(len(puzzle.pieces)))

    def holds(values: tuple[bool, ...]) -> bool:
        chosen = [name for name, true in zip(names, values, strict=True) if true]
        return sorted(p for p, _ in chosen) == sorted(c for _, c in chosen) == every

    found = models(encoding.cnf, list(encoding.on_cell.values()))
    assert_same(found, assignments(len(names), holds), names, puzzle.encode())


@pytest.mark.parametrize("text", TINY)
def test_a_piece_on_a_cell_shows_the_colours_of_a_turn(text):
    """A piece on a cell allows exactly the colours of its turns around that cell.

    All colourings around the cell are tried, also impossible ones.
    """
    puzzle = EdgeMatching.decode(text)
    encoding = Encoding(puzzle)
    encoding.colour_edges()
    encoding.lay_pieces()
    encoding.show_colours()
    for (number, cell), variable in encoding.on_cell.items():
        sides = [side for side in range(4) if encoding.colours[cell][side]]
        colours = [list(encoding.colours[cell][side]) for side in sides]
        fitting = {
            tuple(lying[side] for side in sides)
            for lying in lyings(puzzle, puzzle.pieces[number])
            if fits_frame(puzzle, cell, lying)
        }
        for around in product(*colours):
            literals = [
                encoding.colours[cell][side][colour]
                for side, colour in zip(sides, around, strict=True)
            ]
            with pysat.Solver(name="minicard", bootstrap_with=encoding.cnf.clauses) as solver:
                allowed = solver.solve(assumptions=[variable, *literals])
                assert solver.solve(assumptions=[-variable, *literals])
            assert allowed == (around in fitting), (puzzle.encode(), number, cell, around)


@pytest.mark.parametrize("text", TINY)
def test_the_whole_formula_has_a_board_of_every_class_and_no_other(text):
    puzzle = EdgeMatching.decode(text)
    encoding = encode(puzzle)
    cells = [divmod(cell, puzzle.columns) for cell in range(len(puzzle.pieces))]
    found = set()
    with pysat.Solver(name="minicard", bootstrap_with=encoding.cnf.clauses) as solver:
        while solver.solve():
            picture = picture_of(encoding.colours, np.array(solver.get_model()) > 0)
            assert picture not in found, "its clause does not forbid a board"
            found.add(picture)
            solver.add_clause(forbidden(encoding.colours, picture))
    boards = {tuple(zip(cells, picture, strict=True)) for picture in found}
    asked = (puzzle.rows, puzzle.columns, puzzle.pieces, puzzle.framed)
    assert boards <= oracle.boards(*asked)
    assert all(boards & same for same in oracle.classes(*asked))


def test_a_large_formula_is_written_under_the_clock():
    puzzle = next(puzzles(12, 12, 14, 4, 1, seed=0))[0]
    with pytest.raises(OutOfTimeError):
        encode(puzzle, Clock(0.0))


def test_a_missing_extra_is_said(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pysat.solvers", None)
    with pytest.raises(ValueError, match=r"install cpstudy\[sat\]"):
        solve(SMALL, SOLVERS["sat"])
