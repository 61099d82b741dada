"""KenKen: a Latin square, and what the values of each cage give."""

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

_HERE = "cpstudy.puzzles.kenken"
_LATIN = "cpstudy.puzzles.latin"

SOLVERS = table(*solvers(batches=False, presolved=False, search_version=2))

FORMATS = table(
    Format(
        name="text",
        summary="game IDs of Keen, one a line",
        read=f"{_HERE}.formats:read_text",
        write=f"{_HERE}.formats:write_text",
    ),
    Format(
        name="grid",
        summary="size, targets, cages: one puzzle",
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
        )
        for name, summary in (
            ("cages", "cages of up to four cells, every operation"),
            ("products", "cages that multiply only"),
            ("hidden", "operations are not told"),
        )
    )
)

# Of 200 puzzles so many percent have it: 27, 3, 3, 4, 75, 7.
GRADED = {
    "naked pair": ("cages", (6, 6)),
    "hidden pair": ("hidden", (5, 5)),
    "naked triple": ("cages", (7, 7)),
    "x-wing": ("cages", (7, 7)),
    "one step ahead": ("hidden", (6, 6)),
    "search": ("hidden", (6, 6)),
}

PRESETS = table(
    Preset("easy", "cages", (4, 4), unique=True, grade="cage"),
    Preset("medium", "cages", (6, 6), unique=True),
    Preset("hard", "cages", (9, 9), unique=True, grade="one step ahead"),
    Preset("products", "products", (6, 6), unique=True),
    Preset("hidden", "hidden", (6, 6), unique=True),
)

_EXAMPLE = "3:a_3aab_,a3d3s1m6"
# More than one solution.
_SEVERAL = "4:a_6baa_aa_a__,m12d2s2m4a5d2a3s1"

PAGE = Page(
    script="cpstudy.web:kinds/kenken.js",
    board=f"{_LATIN}.page:board",
    answer=f"{_LATIN}.page:answer",
    bundled=(
        Bundled("cages", (4, 4), 4, grade="cage"),
        Bundled("cages", (5, 5), 4),
        Bundled("cages", (6, 6), 3, grade="cage"),
        Bundled("cages", (6, 6), 2, grade="one step ahead"),
        Bundled("products", (6, 6), 2),
        Bundled("hidden", (5, 5), 2),
        Bundled("cages", (8, 8)),
        Bundled(texts=(_EXAMPLE, _SEVERAL)),
    ),
)

KIND = Kind(
    name="kenken",
    summary="KenKen: a Latin square, and what the values of each cage give",
    puzzle=f"{_HERE}.puzzle:KenKen",
    example=_EXAMPLE,
    rules=(
        "Fill the cells so that each row and each column holds every number once, and "
        "the numbers of each outlined cage give its target by the operation beside it."
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
        f"{_LATIN}.explaining.explainer:EXPLAINER", repair=f"{_HERE}.repairing:repair"
    ),
    proofs=Proofs(f"{_LATIN}.proofs.writing:prove", f"{_HERE}.proofs:why_rejected"),
    page=PAGE,
)
