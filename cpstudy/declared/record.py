"""The record of a declared kind: what every verb needs, from its class alone."""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.kind import Bundled, Kind, Page, Pictures, solution_values, table, text_format
from cpstudy.core.solving import Solver
from cpstudy.declared import addresses
from cpstudy.declared.puzzle import Declared
from cpstudy.encode.solver_rows import ClauseLearningRow, CpsatRow, SatRow, cpmpy_row

with deferred_imports():
    from cpstudy.declared import drawing, page, solving


def kind_of(puzzle: type[Declared]) -> Kind:
    """The record. Raises RuntimeError where the class lacks what it must have."""
    if not (puzzle.kind and puzzle.summary and puzzle.unique and puzzle.blocks):
        raise RuntimeError(f"{puzzle.__name__}: kind, summary, blocks and unique are needed")
    title = puzzle.summary.partition(":")[0]
    return Kind(
        name=puzzle.kind,
        summary=puzzle.summary,
        rules=puzzle.rules,
        puzzle=puzzle,
        example=puzzle.unique[0],
        solvers=_solvers(puzzle),
        formats=table(text_format(puzzle, "one puzzle a line"), *addresses.formats(puzzle)),
        pictures=Pictures(drawing.text_picture, drawing.drawing),
        page=Page(
            page.board,
            solution_values,
            bundled=(Bundled(texts=(*puzzle.unique, puzzle.many)),),
            script="cpstudy.web:kinds/declared.js",
            shared={"name": puzzle.kind, "title": title, "goal": puzzle.rules},
        ),
    )


def _solvers(puzzle: type[Declared]) -> dict[str, Solver]:
    rows = {
        "sat": SatRow("sat", "clauses of the rules, with lazy cuts", solving.solve_sat),
        "cpsat": CpsatRow("cpsat", "CP-SAT, the rules by CPMpy", solving.solve_cpsat, options=()),
        "cdcl": ClauseLearningRow(
            "cdcl", "the same clauses and cuts, by our clause learning", solving.solve_cdcl
        ),
    }
    first = rows.pop(puzzle.solver)
    return table(first, *rows.values(), cpmpy_row(solving.declare))
