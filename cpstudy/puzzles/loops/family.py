"""What the records of Slitherlink and Masyu share."""

from __future__ import annotations

from functools import partial

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.kind import (
    Bundled,
    Explaining,
    Format,
    Generating,
    Generator,
    Kind,
    Page,
    Preset,
    table,
)
from cpstudy.encode.solver_rows import ClauseLearningRow, CpsatRow, DeductionRow, SatRow

with deferred_imports():
    from cpstudy.core import puzzle_urls
    from cpstudy.puzzles.loops import features, grids, page, portfolio
    from cpstudy.puzzles.loops.deduction import solver as deduction
    from cpstudy.puzzles.loops.encodings import cpsat_circuit, sat_loops
    from cpstudy.puzzles.loops.explaining import explainer
    from cpstudy.puzzles.loops.generating import boards
    from cpstudy.puzzles.loops.search import solving

# The default first.
SOLVERS = table(
    ClauseLearningRow(
        "portfolio", "cdcl, and sat where it is at a loss; results name the engine", portfolio.solve
    ),
    ClauseLearningRow(
        "cdcl", "clause learning, compiled; one loop explains itself by its paths", solving.solve
    ),
    CpsatRow("cpsat", "CP-SAT: one circuit that leaves vertices out", cpsat_circuit.solve),
    SatRow(
        "sat", "SAT: sets of loops, cuts where there are several (Dantzig1954)", sat_loops.solve
    ),
    DeductionRow(
        "deduce",
        "deduction only: clues, paths, early loops, inside and outside, one step ahead",
        deduction.solve,
        unit="one finding: edges that become known for one reason",
    ),
)

TEXT = "text forms or puzz.link addresses, one a line"
ADDRESS = Format(
    "address", "addresses of puzz.link, where the puzzle is shown", write=puzzle_urls.write_address
)
grid_format = partial(Format, "grid", recognises=grids.recognises)

# What every kind writes for other programs.
DIMACS = Format(
    "dimacs", "a CNF formula for SAT solvers, of sets of loops", write=sat_loops.write_dimacs
)


def generating(regions: Generator) -> Generating:
    """One generator, called "regions", and the settings that people like."""
    return Generating(
        table(regions),
        table(
            Preset("small", "regions", (5, 5), unique=True),
            Preset("easy", "regions", (7, 7), unique=True, grade="paths round a clue"),
            Preset("medium", "regions", (6, 6), unique=True, grade="inside and outside"),
            Preset("hard", "regions", (10, 10), unique=True, grade="lookahead"),
        ),
        identity=boards.identity,
    )


def loop_page(*examples: str) -> Page:
    """The page of a kind, with its examples behind puzzles of the generator."""
    bundled = (
        Bundled("regions", (5, 5), 4),
        Bundled("regions", (6, 6), 3, grade="paths round a clue"),
        Bundled("regions", (6, 6), 2, grade="inside and outside"),
        Bundled("regions", (7, 7), 3, grade="lookahead"),
        Bundled("regions", (10, 10), 2),
        Bundled(texts=examples),
    )
    return Page(page.board, page.answer, bundled=bundled)


loop_kind = partial(
    Kind, solvers=SOLVERS, explaining=Explaining(explainer.EXPLAINER), features=features.features
)
