"""Test each group of the CP-SAT model against a predicate, on every assignment of its variables.

The oracle for the whole model is brute force.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from ortools.sat.python import cp_model

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.result import Stop
from cpstudy.encode.cpsat import CpsatSession
from cpstudy.encode.sessions import enumerate_models
from cpstudy.puzzles.edge_matching.encodings.cpsat_placements import (
    Model,
    build,
    colour_edges,
    lay_pieces,
)
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, least_turn
from cpstudy.puzzles.edge_matching.symmetry import anchor
from tests.puzzles.edge_matching import oracle
from tests.puzzles.edge_matching.encodings.enumeration import (
    TINY,
    assert_same,
    assignments,
    fits_frame,
    lyings,
)

# The boards with at most 18 variables for placements and colours of edges.
COLOURED = [text for text in TINY if text not in (TINY[7], TINY[9])]


def empty_model() -> Model:
    return Model(cp_model.CpModel(), [], [], [], {})


def solutions(model: Model, watched: list[cp_model.IntVar]) -> set[tuple[bool, ...]]:
    found = enumerate_models(CpsatSession(model.model, watched, np.random.default_rng(0)), None)
    assert found.stop is Stop.DONE
    values = [tuple(solution.tolist()) for solution in found.solutions]
    assert len(set(values)) == len(values)
    return set(values)


def named(model: Model) -> list[tuple[int, tuple[int, ...]]]:
    return list(zip(model.cells, model.lying, strict=True))


@pytest.mark.parametrize("text", TINY)
def test_the_variables_are_all_placements_that_keep_to_frame_and_anchor(text):
    puzzle = EdgeMatching.decode(text)
    kept = anchor(puzzle)
    model = empty_model()
    lay_pieces(model, puzzle)
    wanted = {
        (cell, lying)
        for cell in range(len(puzzle.pieces))
        for piece in puzzle.pieces
        for lying in lyings(puzzle, piece)
        if fits_frame(puzzle, cell, lying)
        and (kept is None or kept.piece != least_turn(piece) or cell in kept.cells)
    }
    assert len(named(model)) == len(set(named(model)))
    assert set(named(model)) == wanted


@pytest.mark.parametrize("text", TINY)
def test_a_piece_on_each_cell_and_each_piece_once(text):
    puzzle = EdgeMatching.decode(text)
    model = empty_model()
    lay_pieces(model, puzzle)
    names = named(model)
    copies = Counter(map(least_turn, puzzle.pieces))

    def holds(values: tuple[bool, ...]) -> bool:
        chosen = [name for name, true in zip(names, values, strict=True) if true]
        cells = sorted(cell for cell, _ in chosen)
        return (
            cells == list(range(len(puzzle.pieces)))
            and Counter(least_turn(lying) for _, lying in chosen) == copies
        )

    assert_same(
        solutions(model, model.placed), assignments(len(names), holds), names, puzzle.encode()
    )


@pytest.mark.parametrize("text", COLOURED)
def test_an_edge_has_a_colour_just_where_both_its_cells_show_it(text):
    """An edge has a colour exactly if a placement on each of its cells shows it.

    The placements are unconstrained here, so that a cell may have none or several of them.
    """
    puzzle = EdgeMatching.decode(text)
    laid = empty_model()
    lay_pieces(laid, puzzle)
    # The same variables without the constraints on placements.
    model = Model(cp_model.CpModel(), [], laid.cells, laid.lying, {})
    model.placed.extend(model.model.new_bool_var("") for _ in laid.placed)
    colour_edges(model, puzzle)
    edges = [(edge, colour) for edge, colours in model.colours.items() for colour in colours]
    watched = [*model.placed, *(model.colours[edge][colour] for edge, colour in edges)]
    placements = named(model)
    names = [*placements, *edges]
    ends = {(cell, side): (cell, other) for cell, side, other in puzzle.edges()}

    def holds(values: tuple[bool, ...]) -> bool:
        chosen = [p for p, true in zip(placements, values, strict=False) if true]
        coloured = values[len(placements) :]
        for ((cell, side), colour), has_colour in zip(edges, coloured, strict=True):
            here, there = ends[cell, side]
            shown_here = any(c == here and lying[side] == colour for c, lying in chosen)
            shown_there = any(c == there and lying[side ^ 2] == colour for c, lying in chosen)
            if (has_colour, has_colour) != (shown_here, shown_there):
                return False
        return True

    assert_same(solutions(model, watched), assignments(len(names), holds), names, puzzle.encode())


@pytest.mark.parametrize("text", TINY)
def test_the_whole_model_has_a_board_of_every_class_and_no_other(text):
    puzzle = EdgeMatching.decode(text)
    model = build(puzzle)
    cells = [divmod(cell, puzzle.columns) for cell in range(len(puzzle.pieces))]
    found = {
        tuple(zip(cells, model.picture(np.array(values)), strict=True))
        for values in solutions(model, model.placed)
    }
    asked = (puzzle.rows, puzzle.columns, puzzle.pieces, puzzle.framed)
    assert found <= oracle.boards(*asked)
    assert all(found & boards for boards in oracle.classes(*asked))


def test_a_large_model_is_written_under_the_clock():
    puzzle = next(puzzles(12, 12, 14, 4, 1, seed=0))[0]
    with pytest.raises(OutOfTimeError):
        build(puzzle, Clock(0.0))
