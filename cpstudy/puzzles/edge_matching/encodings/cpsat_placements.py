"""CP-SAT: one Boolean a placement, one a colour of an edge.

A placement is a kind of piece on a cell in one of its distinct turns; identical pieces are one
kind with so many copies, so every model is another picture. Each cell has exactly one placement,
each kind as many as it has copies (all-different, for single pieces), and an edge has the colour
that the placements on both sides give it: a placement implies the colours of its edges, and a
colour implies one of the placements with it, in either cell. The colours are a function of the
placements, so no picture is met twice.

Rotations: the anchor (symmetry.py) is kept in one part of the board. With a corner piece that
occurs once each class is met once, without such an anchor up to four times, and the limit of the
enumeration allows for that.

Size for n × n with inner pieces all different: n² cells times up to 4n² placements, four
implications each. A model with table and all-different constraints instead took as long on the
whole at 6×6 near the ridge, and tells identical pieces and equal turns apart. Source: the
project's own. Limits: as for CP-SAT at large (encode/cpsat.py); from 7×7 near the ridge compiled
depth-first search is far ahead.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass

import numpy as np
from ortools.sat.python import cp_model

from cpstudy.core.clock import Clock
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.encode.cpsat import CpsatSession
from cpstudy.encode.sessions import enumerate_models
from cpstudy.puzzles.edge_matching.board.symmetry import anchor
from cpstudy.puzzles.edge_matching.puzzle import (
    FRAME,
    EdgeMatching,
    Picture,
    Piece,
    Placement,
    least_turn,
    rotations,
    turned,
)


@dataclass(frozen=True)
class Model:
    """The model and its placements: variable i lays ``lying[i]`` on cell ``cells[i]``."""

    model: cp_model.CpModel
    placed: list[cp_model.IntVar]
    cells: list[int]
    lying: list[Piece]


def build(puzzle: EdgeMatching) -> Model:
    """The model of the module's text. Its solutions are pictures, some of each class."""
    model = cp_model.CpModel()
    built = Model(model, [], [], [])
    kept = anchor(puzzle)
    copies = Counter(map(least_turn, puzzle.pieces))
    of_kind: dict[Piece, list[cp_model.IntVar]] = {kind: [] for kind in copies}
    on_cell: list[list[cp_model.IntVar]] = []
    # For each edge, colour and side of the edge, the placements that give it.
    giving: dict[tuple[int, int], dict[int, tuple[list[cp_model.IntVar], ...]]] = {
        (cell, side): {} for cell, side, _ in puzzle.edges()
    }
    for cell in range(len(puzzle.pieces)):
        on_cell.append([])
        neighbours = [puzzle.neighbour(cell, side) for side in range(4)]
        for kind in copies:
            if kept is not None and kind == kept.piece and cell not in kept.cells:
                continue
            for lying in dict.fromkeys(turned(kind, quarters) for quarters in range(4)):
                if puzzle.framed and any(
                    (colour == FRAME) is not (other is None)
                    for colour, other in zip(lying, neighbours, strict=True)
                ):
                    continue
                variable = model.new_bool_var("")
                built.placed.append(variable)
                built.cells.append(cell)
                built.lying.append(lying)
                of_kind[kind].append(variable)
                on_cell[cell].append(variable)
                for side, other in enumerate(neighbours):
                    if other is not None:
                        # Edges belong to the cell on their left or above.
                        edge, end = ((cell, side), 0) if cell < other else ((other, side ^ 2), 1)
                        giving[edge].setdefault(lying[side], ([], []))[end].append(variable)
    for choices in on_cell:
        model.add_exactly_one(choices)
    for kind, choices in of_kind.items():
        if copies[kind] == 1:
            model.add_exactly_one(choices)
        else:
            model.add(cp_model.LinearExpr.sum(choices) == copies[kind])
    for by_colour in giving.values():
        for ends in by_colour.values():
            has_colour = model.new_bool_var("")
            for choices in ends:
                model.add_bool_or([*choices, ~has_colour])
                for variable in choices:
                    model.add_implication(variable, has_colour)
    return built


def solve(
    puzzle: EdgeMatching, budget: Budget, rng: np.random.Generator, limit: int | None
) -> Result:
    """Up to ``limit`` solutions (None: all) by one enumerating search.

    Counters: conflicts (the iterations), branches, and boards where all were found. Phases:
    build, search.
    """
    start = time.perf_counter()
    built = build(puzzle)
    seconds = time.perf_counter() - start

    # So many boards belong to at least ``limit`` classes.
    rotated = 4 if puzzle.rows == puzzle.columns else 2
    enough = None if limit is None else rotated * (limit - 1) + 1
    session = CpsatSession(built.model, built.placed, rng)
    clock = Clock(budget.seconds)
    found = enumerate_models(session, enough, clock=clock, iterations=budget.iterations)

    classes: dict[Picture, Placement] = {}
    boards = 0
    for values in found.solutions:
        picture: list[Piece] = [(0, 0, 0, 0)] * len(puzzle.pieces)
        for index in np.flatnonzero(values):
            picture[built.cells[index]] = built.lying[index]
        turns = rotations(tuple(picture), puzzle.rows, puzzle.columns)
        if min(turns) not in classes:
            classes[min(turns)] = puzzle.placement(tuple(picture))
            boards += len(set(turns))
    done = found.stop is Stop.DONE
    counters = dict(found.counters)
    if done:
        counters["boards"] = boards
    return Result(
        solutions=tuple(classes.values()),
        count=len(classes) if done else None,
        exhausted=done,
        stop=found.stop,
        counters=counters,
        phases={"build": seconds, "search": found.seconds},
    )
