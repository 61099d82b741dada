"""Jigsaw: Sudoku whose regions are given."""

from cpstudy.core.kind import (
    Bundled,
    Explaining,
    Format,
    Generating,
    Generator,
    Kind,
    Page,
    Pictures,
    Preset,
    Proofs,
    table,
)
from cpstudy.puzzles.latin.solvers import WRITTEN, solvers

_HERE = "cpstudy.puzzles.jigsaw"
_LATIN = "cpstudy.puzzles.latin"

SOLVERS = table(*solvers(batches=True, presolved=False, search_version=1))

FORMATS = table(
    Format(
        name="text",
        summary="game IDs of Solo, one a line",
        read=f"{_HERE}.formats:read_text",
        write=f"{_HERE}.formats:write_text",
    ),
    Format(
        name="grid",
        summary="size, values, regions: one puzzle",
        read=f"{_HERE}.formats:read_grid",
        write=f"{_HERE}.formats:write_grid",
        recognises=f"{_LATIN}.grids:recognises_grid",
    ),
    Format(
        name="records",
        summary="a JSON object of records with such grids",
        read=f"{_HERE}.formats:read_records",
        recognises=f"{_LATIN}.grids:recognises_records",
    ),
    *WRITTEN,
)

GENERATORS = table(
    *(
        Generator(
            name,
            f"{_HERE}.generating:generate",
            summary,
            unique=f"{_HERE}.generating:unique",
            symmetry="half-turn" if name == "symmetric" else "",
        )
        for name, summary in (
            ("minimal", "random regions; every clue is needed"),
            ("symmetric", "random regions, clues symmetric by half a turn"),
        )
    )
)

# Of up to 200 puzzles so many percent have it: 30, 1, 3, 1, 1, 70, 18.
GRADED = {
    "locked candidates": ("symmetric", (7, 7)),
    "naked pair": ("symmetric", (7, 7)),
    "hidden pair": ("minimal", (9, 9)),
    "naked triple": ("minimal", (7, 7)),
    "x-wing": ("symmetric", (7, 7)),
    "one step ahead": ("minimal", (7, 7)),
    "search": ("minimal", (9, 9)),
}

PRESETS = table(
    Preset("easy", "symmetric", (7, 7), unique=True, grade="hidden single"),
    Preset("hard", "minimal", (9, 9), unique=True, grade="one step ahead"),
)

_EXAMPLE = "4j:a3c1a4a4f,b__b__bc___c_"
# More than one solution.
_SEVERAL = "6j:c4b5i5b2_1k3_2b,_cbaadcaddba_____aa__b__c_a"

PAGE = Page(
    script="cpstudy.web:kinds/jigsaw.js",
    board=f"{_LATIN}.page:board",
    answer=f"{_LATIN}.page:answer",
    bundled=(
        Bundled("symmetric", (5, 5), 4),
        Bundled("symmetric", (7, 7), 4, grade="hidden single"),
        Bundled("minimal", (7, 7), 3, grade="one step ahead"),
        Bundled("symmetric", (9, 9), 3, grade="hidden single"),
        Bundled("minimal", (9, 9), 3),
        Bundled(texts=(_EXAMPLE, _SEVERAL)),
    ),
)

KIND = Kind(
    name="jigsaw",
    summary="Jigsaw: Sudoku whose regions are given",
    puzzle=f"{_HERE}.puzzle:Jigsaw",
    example=_EXAMPLE,
    rules=(
        "Fill the cells so that each row, each column and each outlined region holds "
        "every number once."
    ),
    solvers=SOLVERS,
    formats=FORMATS,
    pictures=Pictures(
        f"{_LATIN}.drawing:text_picture",
        f"{_LATIN}.drawing:drawing",
        known=f"{_LATIN}.explaining.known:known",
    ),
    features=f"{_LATIN}.features:features",
    generating=Generating(GENERATORS, PRESETS, graded=GRADED),
    explaining=Explaining(
        f"{_LATIN}.explaining.explainer:EXPLAINER", repair=f"{_LATIN}.generating.repairing:repair"
    ),
    proofs=Proofs(f"{_LATIN}.proofs.writing:prove", f"{_HERE}.proofs:why_rejected"),
    page=PAGE,
)
