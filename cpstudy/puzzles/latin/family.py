"""The common part of the records of Sudoku, jigsaw and KenKen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cpstudy.core import kind as rows
from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.solving import Solver
from cpstudy.encode import solver_rows

with deferred_imports():
    from cpstudy.core import lessons
    from cpstudy.puzzles.latin import (
        brute_force,
        checking,
        counting,
        drawing,
        explaining,
        generating,
        grids,
        meanings,
        measures,
        portfolio,
        repairing,
        signs,
        stepwise,
    )
    from cpstudy.puzzles.latin.deduction import solver as deduction
    from cpstudy.puzzles.latin.encodings import cpmpy_model, cpsat_values, sat_values
    from cpstudy.puzzles.latin.proofs import checking as proof_checking
    from cpstudy.puzzles.latin.proofs import writing
    from cpstudy.puzzles.latin.search import engine
    from cpstudy.reading import records

if TYPE_CHECKING:
    from cpstudy.core.documents import Document, Item
    from cpstudy.puzzles.latin.generating import Draw
    from cpstudy.puzzles.latin.rules import Latin


HINTS = {"blank": "the sign of empty cells, or several: .0"}


def _counting(version: int, settle: Any) -> tuple[Solver, ...]:
    """The rows that count."""
    return (
        solver_rows.SearchRow(
            "counting",
            "exact counts: the default lists up to 1,000 solutions; beyond that, frontier counts",
            counting.solve,
            version=version,
            arguments={"settle": settle},
            counts=True,
            on_request=True,
        ),
        solver_rows.FrontierRow(
            "frontier",
            "exact counting: dynamic programming over the values that units have used",
            counting.frontier,
            on_request=True,
        ),
        solver_rows.model_count_row(sat_values.solve),
    )


def solvers(
    *,
    batches: bool,
    presolved: bool,
    search_version: int,
    settle: Any = portfolio.solve,
    settle_batch: Any = portfolio.solve_batch,
    more: tuple[Solver, ...] = (),
) -> dict[str, Solver]:
    """The solvers, the default first. batches: whether a call decides many boards of equal units.

    settle, settle_batch: the default. more: the kind's own compiled searches. presolved: whether
    CP-SAT presolves its models, which settles most boards of some kinds.
    search_version: of solvers that read the cages, which can change for one kind only.
    """
    searching = partial(solver_rows.SearchRow, version=search_version)
    return solver_rows.checked_by(
        checking.checker,
        searching(
            "portfolio",
            "search, then sat if it thrashes; results name the engine",
            settle,
            batch=settle_batch if batches else None,
            packages=("python-sat", "ortools"),
        ),
        searching(
            "search",
            "compiled search: singles, cages, fewest values first",
            engine.solve,
            batch=engine.solve_batch if batches else None,
        ),
        *more,
        *_counting(search_version, settle),
        solver_rows.CpsatRow(
            "cpsat",
            "CP-SAT: an integer per cell, all different in units, arithmetic in cages",
            cpsat_values.solve,
            version=2,
            arguments={"presolved": presolved},
        ),
        solver_rows.SatRow(
            "sat", "SAT: exactly one value per cell, one cell per value in units", sat_values.solve
        ),
        solver_rows.cpmpy_row(cpmpy_model.declare),
        solver_rows.DeductionRow(
            "deduce",
            "deduction only: singles, cages, locked candidates, subsets, x-wing, one ahead",
            deduction.solve,
            version=search_version,
            unit="one value placed, or values taken from cells by one rule",
        ),
        *solver_rows.cell_rows("cells filled", stepwise.solve),
        Solver(
            "brute-force",
            "values cell by cell, without propagation: for comparison",
            brute_force.solve,
            counter="values",
            unit="one value tried in a cell",
        ),
    )


def grid_formats(
    read_rows: Callable[[list[grids.Row], signs.Hints], Latin],
    write: Callable[[Any], str],
    blocks: str,
    read_records: Callable[[Document], Iterator[Item]] | None = None,
) -> tuple[rows.Format, ...]:
    """Grids of a size and blocks, and records of them. read_rows: returns the puzzle of a grid."""
    return (
        rows.Format(
            "grid",
            f"size, {blocks}: one line per row",
            partial(grids.read_grids, read_rows),
            write,
            grids.recognises,
            hints=HINTS,
        ),
        rows.Format(
            "records",
            f"JSON: {blocks} under 'problem', 'puzzle', 'regions', … at any depth",
            read_records or partial(grids.read_records, read_rows),
            recognises=records.recognises,
            hints=HINTS,
            has_syntax=True,
        ),
    )


def _pictures() -> rows.Pictures:
    ambiguity = drawing.ambiguity_picture, drawing.ambiguity_drawing
    return rows.Pictures(
        drawing.text_picture, drawing.drawing, known=drawing.known, ambiguity=ambiguity
    )


def _generators(
    draw: Draw,
    key: Callable[[Any], Any],
    algorithms: Mapping[str, str],
    versions: Mapping[str, int],
) -> dict[str, rows.Generator]:
    return rows.table(
        *(
            rows.Generator(
                algorithm,
                words,
                partial(generating.generate, draw),
                unique=partial(generating.unique, draw, key),
                symmetry="half-turn" if algorithm == "symmetric" else "",
                apart=True,
                version=versions.get(algorithm, 1),
            )
            for algorithm, words in algorithms.items()
        )
    )


def latin_kind(
    puzzle: type[Latin],
    example: str,
    several: str,
    *,
    name: str,
    summary: str,
    rules: str,
    solvers: Mapping[str, Solver],
    text: str,
    formats: tuple[rows.Format, ...],
    draw: Draw,
    key: Callable[[Any], Any],
    algorithms: Mapping[str, str],
    presets: tuple[rows.Preset, ...],
    graded: Mapping[str, tuple[str, tuple[int, int]]],
    bundled: tuple[rows.Bundled, ...],
    repair: Any = repairing.repair,
    versions: Mapping[str, int] = MappingProxyType({}),
) -> rows.Kind:
    """The record of a kind. several: a puzzle with several solutions. draw, key: see generating.py.
    versions: of algorithms whose version is not the first.
    """
    return rows.Kind(
        name,
        summary,
        puzzle,
        example,
        rules,
        solvers=solvers,
        formats=rows.table(rows.text_format(puzzle, text), *formats),
        pictures=_pictures(),
        generating=rows.Generating(
            _generators(draw, key, algorithms, versions),
            rows.table(*presets),
            graded=graded,
            measures=measures.measures,
            places=measures.places,
        ),
        explaining=rows.Explaining(
            explaining.EXPLAINER, repair, partial(lessons.lessons, __package__, name)
        ),
        proofs=rows.Proofs(writing.prove, partial(proof_checking.why_rejected, puzzle)),
        page=rows.Page(
            drawing.board,
            rows.solution_values,
            bundled=(*bundled, rows.Bundled(texts=(example, several))),
            learning=rows.Learning(meanings.meanings, solve=meanings.solve),
        ),
        features=deduction.features,
        counting=rows.Counting(counting.counter, counting.spot, counting.sign, counting.size),
    )
