"""Slitherlink: one loop along the sides of cells, numbers that count them."""

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
    table,
)
from cpstudy.puzzles.loops.solvers import ROWS, WRITTEN

_HERE = "cpstudy.puzzles.slitherlink"
_LOOPS = "cpstudy.puzzles.loops"

SOLVERS = table(*ROWS)

FORMATS = table(
    Format(
        name="text",
        summary="text forms or puzz.link addresses, one a line",
        read=f"{_HERE}.formats:read_text",
        write=f"{_HERE}.formats:write_text",
    ),
    Format(
        name="address",
        summary="addresses of puzz.link, where the puzzle is shown",
        write=f"{_HERE}.formats:write_address",
    ),
    Format(
        name="loopy",
        summary="game IDs of Loopy in Simon Tatham's collection, or their addresses",
        read=f"{_HERE}.formats:read_loopy",
        write=f"{_HERE}.formats:write_loopy",
        recognises=f"{_HERE}.formats:recognises_loopy",
    ),
    Format(
        name="grid",
        summary="rows of numbers and dots, sizes before them or not; blank lines between boards",
        read=f"{_HERE}.formats:read_grid",
        write=f"{_HERE}.formats:write_grid",
        recognises=f"{_LOOPS}.grids:recognises",
    ),
    *WRITTEN,
)

GENERATORS = table(
    Generator(
        "regions",
        f"{_HERE}.generating:generate",
        "the border of a region grown cell by cell, every number told",
        unique=f"{_HERE}.generating:unique",
    ),
)

PRESETS = table(
    Preset("small", "regions", (5, 5), unique=True),
    Preset("easy", "regions", (7, 7), unique=True, grade="paths round a clue"),
    Preset("medium", "regions", (6, 6), unique=True, grade="inside and outside"),
    Preset("hard", "regions", (10, 10), unique=True, grade="lookahead"),
)

_EXAMPLE = "slither/5/5/g2dgbdg510bh27"
# More than one solution.
_SEVERAL = "slither/4/4/j3ai288"

PAGE = Page(
    script="cpstudy.web:kinds/slitherlink.js",
    board=f"{_LOOPS}.page:board",
    answer=f"{_LOOPS}.page:answer",
    bundled=(
        Bundled("regions", (5, 5), 4),
        Bundled("regions", (6, 6), 3, grade="paths round a clue"),
        Bundled("regions", (6, 6), 2, grade="inside and outside"),
        Bundled("regions", (7, 7), 3, grade="lookahead"),
        Bundled("regions", (10, 10), 2),
        Bundled(texts=(_EXAMPLE, _SEVERAL)),
    ),
)

KIND = Kind(
    name="slitherlink",
    summary="Slitherlink: one loop along the sides of cells, numbers that count them",
    puzzle=f"{_HERE}.puzzle:Slitherlink",
    example=_EXAMPLE,
    rules=(
        "Draw one loop along the sides of cells; it does not branch, cross or touch itself. "
        "A number says how many of the four sides of its cell the loop takes."
    ),
    solvers=SOLVERS,
    formats=FORMATS,
    pictures=Pictures(
        f"{_LOOPS}.drawing:text_picture",
        f"{_HERE}.drawing:drawing",
        known=f"{_HERE}.drawing:known",
    ),
    generating=Generating(GENERATORS, PRESETS, identity=f"{_LOOPS}.generating.boards:identity"),
    explaining=Explaining(f"{_LOOPS}.explaining.explainer:EXPLAINER"),
    page=PAGE,
    features=f"{_LOOPS}.features:features",
)
