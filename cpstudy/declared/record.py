"""The record of a declared kind: everything that a verb needs, made from its class alone."""

from dataclasses import replace
from functools import partial

from cpstudy.core import kind as core
from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.explaining import LEVELS
from cpstudy.core.options import Option
from cpstudy.core.solving import Solver
from cpstudy.declared import notations
from cpstudy.declared.puzzle import Declared
from cpstudy.encode.solver_rows import ClauseLearningRow, CpsatRow, SatRow, cpmpy_row, sat_solver

with deferred_imports():
    from cpstudy.core import lessons
    from cpstudy.declared import drawing, explaining, generating, measures, page, solving, twins

_SAT = (sat_solver("minicard"),)
SYMMETRIES = {"none": "clues anywhere", "half-turn": "clues face each other by half a turn"}


def kind_of(puzzle: type[Declared]) -> core.Kind:
    """Return the record of a kind. Raises RuntimeError if the class lacks a required attribute."""
    if not (puzzle.kind and puzzle.summary and puzzle.unique and puzzle.blocks):
        raise RuntimeError(f"{puzzle.__name__}: kind, summary, blocks and unique are needed")
    title, making = puzzle.summary.partition(":")[0], _generating(puzzle)
    rows, columns = puzzle.usual
    sizes = dict.fromkeys((min(rows, most), min(columns, most)) for most in (6, 8))
    return core.Kind(
        name=puzzle.kind,
        summary=puzzle.summary,
        rules=puzzle.rules,
        puzzle=puzzle,
        example=puzzle.unique[0],
        solvers=_solvers(puzzle),
        formats=core.table(
            core.text_format(puzzle, "one puzzle per line"), *notations.formats(puzzle)
        ),
        pictures=core.Pictures(drawing.text_picture, drawing.drawing, known=explaining.known),
        explaining=core.Explaining(
            explaining.EXPLAINER,
            generating.repair if making else None,
            partial(lessons.lessons, __package__, puzzle.kind),
        ),
        generating=making,
        page=core.Page(
            page.board,
            core.solution_values,
            bundled=(
                *(core.Bundled("answers", size, 5) for size in sizes if making),
                core.Bundled(texts=(*puzzle.unique, puzzle.many)),
            ),
            script="cpstudy.web:kinds/declared.js",
            shared={
                "name": puzzle.kind,
                "title": title,
                "goal": puzzle.rules,
                "blocks": [vars(block) for block in puzzle.blocks],
            },
        ),
    )


def _generating(puzzle: type[Declared]) -> core.Generating | None:
    """Return its generator, if the kind states how clues follow from an answer."""
    own = vars(puzzle).keys() & {"layout", "clues"}
    if not own:
        return None
    row = core.Generator(
        "answers",
        "an answer drawn at random, its clues, and of these as few as it takes",
        partial(generating.generate, puzzle),
        unique=partial(generating.unique, puzzle),
        options=(Option("symmetry", "of the clues", str, puzzle.symmetry, SYMMETRIES),),
        version=4,
    )

    def preset(name: str, grade: str) -> core.Preset:
        return core.Preset(name, "answers", puzzle.usual, unique=True, grade=grade)

    levels, usual = core.table(*map(preset, LEVELS[:-1], LEVELS[:-1])), preset("", "medium")
    return core.Generating(
        core.table(row), levels, identity=twins.identity, usual=usual, measures=measures.measures
    )


def _solvers(puzzle: type[Declared]) -> dict[str, Solver]:
    clauses = "clauses of the rules and sums as they are, with lazy cuts"
    cdcl = "clauses, connected places by a propagator, other lazy cuts, by our clause learning"
    cpsat = "CP-SAT, the rules by CPMpy, lines as a circuit"
    rows: dict[str, Solver] = {
        "sat": SatRow("sat", clauses, solving.solve_sat, options=_SAT, version=2),
        "cpsat": CpsatRow("cpsat", cpsat, solving.solve_cpsat, options=(), version=2),
        "cdcl": ClauseLearningRow("cdcl", cdcl, solving.solve_cdcl, version=2),
    }
    rows = {name: replace(row, packages=(*row.packages, "cpmpy")) for name, row in rows.items()}
    first = rows.pop(puzzle.solver)
    return core.table(first, *rows.values(), cpmpy_row(solving.declare))
