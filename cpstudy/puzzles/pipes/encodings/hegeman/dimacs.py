"""Hegeman's formula as a DIMACS file for any SAT solver, and a solver's answer as a board."""

from __future__ import annotations

from dataclasses import replace

from cpstudy.core.errors import InputError, NotApplicable
from cpstudy.core.result import Stop
from cpstudy.core.text import NoBoardError
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.sat_programs import read_answer
from cpstudy.puzzles.pipes.encodings.hegeman.formula import (
    Layout,
    formula,
    full_bound,
    other_than,
    placement_of,
    too_large,
)
from cpstudy.puzzles.pipes.puzzle import SIDE_NAMES, Pipes


def write_dimacs(puzzle: Pipes) -> str:
    """The right formula with b = n·m, for any SAT solver.

    Where the board lies solved the formula asks for a second solution, else for any. Raises
    InputError above 26×26 (as the next).
    """
    cnf = _formula_to_write(puzzle, inverted=False)
    asks = "Satisfiable where the puzzle has a solution."
    if not puzzle.violation(puzzle.tiles):
        cnf.clauses.append(other_than(puzzle, puzzle.tiles))
        asks = "Satisfiable where the puzzle has a solution other than the position of its tiles."
    return _written(puzzle, cnf, asks)


def write_dimacs_printed(puzzle: Pipes) -> str:
    """The formula as printed, wrong sign and all, which excludes the tiles as they lie."""
    cnf = _formula_to_write(puzzle, inverted=True)
    cnf.clauses.append(other_than(puzzle, puzzle.tiles))
    return _written(
        puzzle,
        cnf,
        "WRONG on purpose, as printed: satisfiable where there is a safe state, connected or not, "
        "other than the position of the tiles.",
    )


def _formula_to_write(puzzle: Pipes, inverted: bool) -> Cnf:
    if too_large(puzzle, full_bound(puzzle)):
        raise NotApplicable(f"size {puzzle.size}: the formula would have millions of clauses")
    return formula(puzzle, inverted=inverted)


def _written(puzzle: Pipes, cnf: Cnf, asks: str) -> str:
    layout = Layout(puzzle.rows, puzzle.columns, full_bound(puzzle))
    cnf.comments += [f"Pipes {puzzle.encode()}: the formula of Hegeman2022.", asks]
    if not puzzle.free:
        cnf.comments += [
            f"Tile t = 0..{len(puzzle.tiles) - 1}, row by row, level l = 0..{layout.bound - 1}:",
            f"{layout.sides} + {layout.bound} t + l: the tile is at most l steps from the start.",
            f"{layout.step(0, 1, 0)} + {4 * layout.bound} t + 4 l + d: its side d = 0..3 (up, "
            "right, down, left) is open, and the tile there is at most l steps from the start.",
        ]
    cnf.names |= {
        layout.side(tile, side): f"tile {puzzle.cell(tile)} is open {SIDE_NAMES[side]}"
        for tile in range(len(puzzle.tiles))
        for side in range(4)
    }
    return cnf.dimacs()


def read_assignment(puzzle: Pipes, text: str) -> bytes:
    """The placement in a SAT solver's answer ("s" and "v" lines) to one of the files above.

    It is a safe state, and a solution unless the file was the printed formula. Raises InputError
    where the answer is "unsatisfiable" or none, or no safe state of this puzzle.
    """
    try:
        answer = read_answer(text)
    except InputError:
        raise InputError("assignment: not a list of literals") from None
    if answer is None:
        raise InputError("assignment: no line 's SATISFIABLE' or 's UNSATISFIABLE'")
    if isinstance(answer, Stop):
        raise NoBoardError("assignment: the formula is unsatisfiable, there is no board in it")
    layout = Layout(puzzle.rows, puzzle.columns, 0)
    given = set(map(abs, answer))
    for tile in range(len(puzzle.tiles)):
        for side in range(4):
            if layout.side(tile, side) not in given:
                raise InputError(
                    f"assignment: no value for variable {layout.side(tile, side)}: "
                    f"tile {puzzle.cell(tile)}, {SIDE_NAMES[side]}"
                )
    placement = placement_of(puzzle, answer)
    reason = replace(puzzle, free=True).violation(placement)
    if reason:
        raise InputError(f"assignment: {reason}")
    return placement
