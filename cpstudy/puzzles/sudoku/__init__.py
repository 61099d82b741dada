"""Sudoku of any box shape to 25x25, with diagonals: each value once in rows, columns, boxes."""

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

_HERE = "cpstudy.puzzles.sudoku"
_LATIN = "cpstudy.puzzles.latin"

SOLVERS = table(*solvers(batches=True, presolved=True, search_version=1))

FORMATS = table(
    Format(
        name="text",
        summary="81 characters, or game IDs of Solo; one a line",
        read=f"{_HERE}.formats:read_text",
        write=f"{_HERE}.formats:write_text",
    ),
    Format(
        name="grid",
        summary="a row a line: one puzzle",
        read=f"{_HERE}.formats:read_grid",
        write=f"{_HERE}.formats:write_grid",
        recognises=f"{_HERE}.formats:recognises_grid",
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
            ("minimal", "every clue is needed"),
            ("symmetric", "clues symmetric by half a turn, none can go with its partner"),
            ("diagonal", "diagonals hold each value once too; every clue is needed"),
        )
    )
)

# Of 200 puzzles so many percent have it: 54, 13, 3, 2, 1, 44, 4.
GRADED = {
    "hidden single": ("symmetric", (9, 9)),
    "locked candidates": ("minimal", (9, 9)),
    "naked pair": ("symmetric", (9, 9)),
    "hidden pair": ("symmetric", (9, 9)),
    "naked triple": ("minimal", (9, 9)),
    "one step ahead": ("minimal", (9, 9)),
    "search": ("diagonal", (9, 9)),
}

PRESETS = table(
    Preset("easy", "symmetric", (9, 9), unique=True, grade="hidden single"),
    Preset("medium", "symmetric", (9, 9), unique=True, grade="locked candidates"),
    Preset("hard", "minimal", (9, 9), unique=True, grade="one step ahead"),
    Preset("mini", "minimal", (6, 6), unique=True),
    Preset("diagonal", "diagonal", (9, 9), unique=True),
)

_EXAMPLE = "..3.29.5.245....7..9.5.823...28.....7.8.1.3.94.6..5.2...9.5..1.....96483....835.7"
# More than one solution.
_SEVERAL = "..3.29.5.245....7..9.5.823...28.....7.8.1.3.94.6..5.2...9.5..1.....96483....83..."

PAGE = Page(
    script="cpstudy.web:kinds/sudoku.js",
    board=f"{_LATIN}.page:board",
    answer=f"{_LATIN}.page:answer",
    bundled=(
        Bundled("symmetric", (9, 9), 6, grade="hidden single"),
        Bundled("symmetric", (9, 9), 3, grade="locked candidates"),
        Bundled("minimal", (9, 9), 2, grade="naked pair"),
        Bundled("minimal", (9, 9), 3, grade="one step ahead"),
        Bundled("diagonal", (9, 9), 3),
        Bundled("minimal", (4, 4), 2),
        Bundled("minimal", (6, 6), 4),
        Bundled("minimal", (16, 16)),
        Bundled(texts=(_EXAMPLE, _SEVERAL)),
    ),
)

KIND = Kind(
    name="sudoku",
    summary="Sudoku of any box shape to 25x25: each value once in rows, columns, boxes, diagonals",
    puzzle=f"{_HERE}.puzzle:Sudoku",
    example=_EXAMPLE,
    rules=(
        "Fill the cells so that each row, each column and each box holds every number "
        "once; so do marked diagonals."
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
