"""What the records of Sudoku, jigsaw and KenKen share."""

from __future__ import annotations

from functools import partial

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.kind import Explaining, Format, Kind, Page, Pictures, Proofs
from cpstudy.core.solving import Solver
from cpstudy.encode.solver_rows import (
    CpsatRow,
    DeductionRow,
    SatRow,
    SearchRow,
    cell_rows,
    checked_by,
)

with deferred_imports():
    from cpstudy.puzzles.latin import (
        brute_force,
        checking,
        drawing,
        features,
        grids,
        page,
        portfolio,
        stepwise,
    )
    from cpstudy.puzzles.latin.deduction import solver as deduction
    from cpstudy.puzzles.latin.encodings import cpsat_values, sat_values
    from cpstudy.puzzles.latin.explaining import explainer, known
    from cpstudy.puzzles.latin.generating import repairing
    from cpstudy.puzzles.latin.proofs import writing
    from cpstudy.puzzles.latin.search import batch, engine


def solvers(*, batches: bool, presolved: bool, search_version: int) -> dict[str, Solver]:
    """The default first. batches: boards are decided together, where their tables are the same.

    presolved: whether CP-SAT presolves its models, which most boards of the kind are settled by.
    search_version: of the compiled search, which cages can change for one kind alone.
    """
    searching = partial(SearchRow, version=search_version)
    return checked_by(
        checking.checker,
        searching(
            "portfolio",
            "search, and sat where it thrashes; results name the engine",
            portfolio.solve,
            batch=portfolio.solve_batch if batches else None,
        ),
        searching(
            "search",
            "compiled search: singles, cages, fewest values first",
            engine.solve,
            batch=batch.solve_batch if batches else None,
        ),
        CpsatRow(
            "cpsat",
            "CP-SAT: an integer a cell, all different in units, arithmetic in cages",
            cpsat_values.solve,
            version=2,
            arguments={"presolved": presolved},
        ),
        SatRow("sat", "SAT: exactly one value a cell, one cell a value in units", sat_values.solve),
        DeductionRow(
            "deduce",
            "deduction only: singles, cages, locked candidates, subsets, x-wing, one ahead",
            deduction.solve,
            unit="one value placed, or values taken from cells by one rule",
        ),
        *cell_rows("cells filled", stepwise.solve),
        Solver(
            "brute-force",
            "values cell by cell, without propagation: for comparison",
            brute_force.solve,
            counter="values",
            unit="one value tried in a cell",
        ),
    )


# What every kind writes for other programs.
WRITTEN = (
    Format("cpsat", "the CP-SAT model's protocol buffer, as text", write=cpsat_values.write_proto),
    Format("dimacs", "a CNF formula for SAT solvers", write=sat_values.write_dimacs),
)

# Grids of a size and clues, one a file or in records.
grid_format = partial(Format, "grid", recognises=grids.recognises_grid)
records_format = partial(
    Format,
    "records",
    "a JSON object of records with such grids",
    recognises=grids.recognises_records,
)

latin_page = partial(Page, page.board, page.answer)
latin_proofs = partial(Proofs, writing.prove)
latin_kind = partial(
    Kind,
    pictures=Pictures(drawing.text_picture, drawing.drawing, known=known.known),
    features=features.features,
    explaining=Explaining(explainer.EXPLAINER, repairing.repair),
)
