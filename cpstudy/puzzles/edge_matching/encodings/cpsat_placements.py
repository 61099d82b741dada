"""CP-SAT: one Boolean for each placement, one for each colour of an edge.

A placement is a kind of piece on a cell in one of its distinct orientations. Identical pieces are
one kind with several copies, so every model is a different picture. Each cell has exactly one
placement. Each kind has as many placements as copies (for single pieces: all-different). An edge
has the colour that the placements on both sides give it: a placement implies the colours of its
edges, and a colour implies one of the placements with it, in either cell. The colours are a
function of the placements, so no picture is found twice.

Rotations: the anchor (symmetry.py) stays in one part of the board. With a corner piece that occurs
once, each class is found once; without such an anchor up to four times, which the limit of the
enumeration takes into account.

Size for n × n with inner pieces all different: n² cells times up to 4n² placements, four
implications each. A model with table and all-different constraints took equally long overall at 6×6
near the ridge, and distinguished identical pieces and equal orientations. Source: the project's
own. Limits: those of CP-SAT (encode/cpsat.py); from 7×7 on, near the ridge, compiled depth-first
search is much faster.
"""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from ortools.sat.python import cp_model

from cpstudy.core.clock import UNLIMITED, Clock, OutOfTimeError
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.encode.cpsat import CpsatModel, CpsatSession, with_options
from cpstudy.encode.sessions import Values, enumerate_models
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Picture, Piece
from cpstudy.puzzles.edge_matching.symmetry import Classes, anchor, turns_on


@dataclass(frozen=True)
class Model:
    """The model and its placements: variable i puts ``lying[i]`` on cell ``cells[i]``.

    colours: for each edge (cell, side; the cell on the left or above) and colour, the variable that
    is true if the edge has that colour.
    """

    model: cp_model.CpModel
    placed: list[cp_model.IntVar]
    cells: list[int]
    lying: list[Piece]
    colours: dict[tuple[int, int], dict[int, cp_model.IntVar]]

    def picture(self, values: Values) -> Picture:
        """Return the oriented pieces, cell by cell, of a solution's placements."""
        chosen = {self.cells[index]: self.lying[index] for index in np.flatnonzero(values)}
        return tuple(lying for _, lying in sorted(chosen.items()))


def build(puzzle: EdgeMatching, clock: Clock = UNLIMITED) -> Model:
    """Build the model of the module docstring. Raises OutOfTimeError by the clock.

    Its solutions are pictures, at least one of each class.
    """
    built = Model(CpsatModel(), [], [], [], {})
    lay_pieces(built, puzzle, clock)
    colour_edges(built, puzzle, clock)
    return built


def lay_pieces(built: Model, puzzle: EdgeMatching, clock: Clock = UNLIMITED) -> None:
    """Add the placements: one for each cell, and for each kind of piece as many as its copies."""
    model = built.model
    kept = anchor(puzzle)
    copies = Counter(map(puzzle.look, puzzle.pieces))
    of_kind: dict[Piece, list[cp_model.IntVar]] = {kind: [] for kind in copies}
    for cell in range(len(puzzle.pieces)):
        choices = []
        for kind in copies:
            clock.check()
            for lying in turns_on(puzzle, cell, kind, kept):
                variable = model.new_bool_var("")
                built.placed.append(variable)
                built.cells.append(cell)
                built.lying.append(lying)
                of_kind[kind].append(variable)
                choices.append(variable)
        model.add_exactly_one(choices)
    for kind, choices in of_kind.items():
        if copies[kind] == 1:
            model.add_exactly_one(choices)
        else:
            model.add(cp_model.LinearExpr.sum(choices) == copies[kind])


def colour_edges(built: Model, puzzle: EdgeMatching, clock: Clock = UNLIMITED) -> None:
    """Let placements imply the colours of their edges, and a colour a placement on either side.

    So the two cells at an edge agree, and the colours are a function of the placements.
    """
    # For each edge, colour and end of the edge, the placements with that colour.
    giving: dict[tuple[int, int], dict[int, tuple[list[cp_model.IntVar], ...]]] = {}
    around: list[list[tuple[int, tuple[int, int], int]]] = [[] for _ in puzzle.pieces]
    for cell, side, other in puzzle.edges():
        giving[cell, side] = {}
        around[cell].append((side, (cell, side), 0))
        around[other].append((side ^ 2, (cell, side), 1))
    for variable, cell, lying in zip(built.placed, built.cells, built.lying, strict=True):
        for side, edge, end in around[cell]:
            giving[edge].setdefault(lying[side], ([], []))[end].append(variable)
    model = built.model
    for edge, by_colour in giving.items():
        built.colours[edge] = {}
        for colour, ends in by_colour.items():
            clock.check()
            has_colour = built.colours[edge][colour] = model.new_bool_var("")
            for choices in ends:
                model.add_bool_or([*choices, ~has_colour])
                for variable in choices:
                    model.add_implication(variable, has_colour)


def solve(puzzle: EdgeMatching, request: Request, **chosen: bool) -> Result:
    """Find up to ``limit`` solutions (None: all) by one enumerating search.

    chosen: options of CP-SAT. found: receives each solution immediately. Counters: conflicts (the
    iterations), branches, and boards if all were found. Phases: build, search.
    """
    clock = Clock(request.budget.seconds)
    try:
        built = build(puzzle, clock)
    except OutOfTimeError:
        counters = {"conflicts": 0, "branches": 0}
        return Result(stop=Stop.TIME, counters=counters, phases={"build": clock.passed})
    seconds = clock.passed
    classes = Classes(puzzle, request.found, request.limit)
    # This number of boards belongs to at least ``limit`` classes.
    rotated = puzzle.most_rotations
    ended = enumerate_models(
        CpsatSession(built.model, built.placed, request.rng, with_options(chosen)),
        None if request.limit is None else rotated * (request.limit - 1) + 1,
        clock=clock,
        iterations=request.budget.iterations,
        found=lambda values: classes.add(puzzle.placement(built.picture(values))),
    )
    phases = {"build": seconds, "search": ended.seconds}
    return classes.result(ended.stop, ended.counters, classes.boards(), phases)
