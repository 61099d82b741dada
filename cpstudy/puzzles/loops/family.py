"""The common part of the records of Slitherlink and Masyu."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

from cpstudy.core import kind as rows
from cpstudy.core import orbits
from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.options import Option
from cpstudy.core.solving import Solver
from cpstudy.encode import solver_rows
from cpstudy.reading import boards, penpa, pzprv3

with deferred_imports():
    from cpstudy.core import lessons, puzzle_urls
    from cpstudy.frontier import freedom
    from cpstudy.puzzles.loops import (
        counting,
        drawing,
        explaining,
        generating,
        meanings,
        measures,
        placing,
        portfolio,
        search,
        sites,
    )
    from cpstudy.puzzles.loops.deduction import solver as deduction
    from cpstudy.puzzles.loops.encodings import cpmpy_model, cpsat_circuit, sat_loops
    from cpstudy.puzzles.loops.proofs import checking as proof_checking
    from cpstudy.puzzles.loops.proofs import count_checking, count_writing, writing

if TYPE_CHECKING:
    from cpstudy.puzzles.loops.rules import Loops

# The first solver is the default.
SOLVERS = rows.table(
    solver_rows.ClauseLearningRow(
        "portfolio",
        "cdcl, then sat if it is stuck; results name the engine",
        portfolio.solve,
        packages=("python-sat",),
    ),
    solver_rows.ClauseLearningRow(
        "cdcl",
        "compiled clause learning; paths explain the rule of one loop",
        search.solve,
    ),
    Solver(
        "counting",
        "exact counts: the default lists a few; beyond that, frontier counts",
        portfolio.counting,
        counter="conflicts",
        unit="one conflict of the clause-learning search",
        counts=True,
    ),
    solver_rows.FrontierRow(
        "frontier",
        "exact counting: dynamic programming over the ends of paths (Enting1980)",
        counting.solve,
    ),
    solver_rows.CpsatRow(
        "cpsat", "CP-SAT: one circuit that may skip vertices", cpsat_circuit.solve
    ),
    solver_rows.SatRow(
        "sat", "SAT: sets of loops, cuts if there are several (Dantzig1954)", sat_loops.solve
    ),
    solver_rows.cpmpy_row(cpmpy_model.declare),
    solver_rows.DeductionRow(
        "deduce",
        "deduction only: clues, paths, early loops, inside and outside, one step ahead",
        deduction.solve,
        unit="one finding: edges that become known for one reason",
    ),
)

_COUNT_PROOFS = rows.CountProofs(count_writing.prove, count_checking.why_rejected)

_PRESETS = rows.table(
    rows.Preset("small", "regions", (5, 5), unique=True),
    *rows.levels("placed", easy=7, medium=10, hard=10, expert=10),
)

_BUNDLED = (
    *rows.bundled("regions", {5: 4, (6, "paths round a clue"): 3, (6, "inside and outside"): 2}),
    *rows.bundled("regions", {(7, "lookahead"): 3, 10: 2}),
    *rows.bundled("placed", {(6, "easy"): 30, (7, "medium"): 25, (7, "hard"): 15}),
    *rows.bundled("placed", {(10, "easy"): 10, (10, "medium"): 5}),
)


_COUNTING = rows.Counting(counting.counter, counting.spot, counting.sign, freedom.board_size)


def _formats(
    puzzle: type[Loops], grid_rows: str, own: tuple[rows.Format, ...]
) -> Mapping[str, rows.Format]:
    """The formats that puzzles of a kind are read from and written in. own: the kind's own."""
    return rows.table(
        rows.text_format(puzzle, "text forms or puzz.link addresses, one per line"),
        *pzprv3.formats(
            partial(sites.of_sheet, puzzle),
            rows.decoder(puzzle),
            puzzle_urls.write_address,
            sites.write,
        ),
        penpa.penpa_format(partial(sites.of_drawing, puzzle)),
        *own,
        *boards.formats(
            partial(sites.signs, puzzle),
            rows.decoder(puzzle),
            sites.write_grid,
            f"rows of {grid_rows}, sizes before them or not; blank lines between boards",
        ),
    )


def _symmetry(usual: str) -> Option:
    choices = {**orbits.NAMES, "none": "clues may be anywhere"}
    return Option("symmetry", "of the places of clues", str, usual, choices)


def _page(example: str, several: str) -> rows.Page:
    return rows.Page(
        drawing.board,
        rows.solution_values,
        bundled=(*_BUNDLED, rows.Bundled(texts=(example, several))),
        learning=rows.Learning(meanings.meanings, "there is one loop"),
    )


def loop_kind(
    puzzle: type[Loops],
    example: str,
    several: str,
    *,
    name: str,
    summary: str,
    rules: str,
    grid_rows: str,
    clues: str,
    symmetry: str,
    formats: tuple[rows.Format, ...] = (),
) -> rows.Kind:
    """The record of a kind.

    several: a puzzle with several solutions, for the page. grid_rows: the contents of rows in a
    grid. clues: the generator's initial clues. symmetry: the default symmetry of their places.
    formats: the kind's own.
    """
    regions = rows.Generator(
        "regions",
        f"the border of a region grown cell by cell, {clues}",
        partial(generating.generate, puzzle),
        unique=partial(generating.unique, puzzle),
        apart=True,
    )
    placed = rows.Generator(
        "placed",
        "such loops with few clues, placed by a design and a symmetry",
        partial(placing.unique, puzzle),
        study=False,
        unique=partial(placing.unique, puzzle),
        options=(_symmetry(symmetry),),
        version=2,
    )
    return rows.Kind(
        name,
        summary,
        puzzle,
        example,
        rules,
        solvers=SOLVERS,
        formats=_formats(puzzle, grid_rows, formats),
        pictures=rows.Pictures(drawing.text_picture, drawing.drawing, known=drawing.known),
        generating=rows.Generating(
            rows.table(regions, placed),
            _PRESETS,
            identity=generating.identity,
            measures=measures.measures,
            places=attrgetter("clue_cells"),
        ),
        explaining=rows.Explaining(
            explaining.EXPLAINER, lessons=partial(lessons.lessons, __package__, name)
        ),
        page=_page(example, several),
        features=deduction.features,
        proofs=rows.Proofs(writing.prove, partial(proof_checking.why_rejected, puzzle)),
        count_proofs=_COUNT_PROOFS,
        counting=_COUNTING,
    )
