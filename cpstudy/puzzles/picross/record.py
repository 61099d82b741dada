"""The record of Picross."""

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
    Pictures,
    Preset,
    Proofs,
    by_first_line,
    decoder,
    table,
    text_format,
)
from cpstudy.puzzles.picross.solvers import SOLVERS
from cpstudy.reading import pzprv3, saves

with deferred_imports():
    from cpstudy.puzzles.picross import (
        drawing,
        explaining,
        features,
        formats,
        generating,
        page,
        puzzle,
        repair,
        sites,
    )
    from cpstudy.puzzles.picross.encodings import sat_starts
    from cpstudy.puzzles.picross.proofs import checking, writing

_EXAMPLE = "5x5:2/4/4/4/2/1.1/5/5/3/1"
_SEVERAL = "8x8:3/1.1.1/4/1.4/4.1/1.3.2/1.2.2/7/2.1.3/1.1.1/1.1.4/1.4/5.1/2.2/1.3/1.3"

_FORMATS = table(
    text_format(puzzle.Picross, "game IDs of Pattern, one a line"),
    Format(
        "hints",
        "rows and columns, then the clues of columns and rows, a line each",
        formats.read_hints,
        formats.write_hints,
        by_first_line(formats.recognises_hints),
    ),
    Format(
        "picture",
        "a picture of . # b c …, or a plain bitmap (PBM): the puzzle that it solves",
        formats.read_picture,
        recognises=by_first_line(formats.recognises_picture),
    ),
    Format(
        "non",
        ".non files and bundles (Steve Simpson's format, colours as letters)",
        formats.read_non,
        formats.write_non,
        by_first_line(formats.recognises_non),
    ),
    *pzprv3.formats(sites.of_sheet, decoder(puzzle.Picross), sites.write_address, sites.write),
    saves.save_format("Pattern", decoder(puzzle.Picross)),
    Format("dimacs", "a CNF formula for SAT solvers", write=sat_starts.write_dimacs),
)

_generator = partial(Generator, function=generating.generate, unique=generating.unique)

KIND = Kind(
    name="picross",
    summary="Picross (nonogram, Pattern): colour cells so that all lines have their runs",
    puzzle=puzzle.Picross,
    example=_EXAMPLE,
    rules="Colour cells so that the runs of coloured cells in each row and column, in order, are "
    "as long as the numbers beside it say. Between two runs of one colour at least one cell is "
    "blank.",
    solvers=SOLVERS,
    formats=_FORMATS,
    features=features.features,
    generating=Generating(
        table(
            _generator("blobs", "smoothed noise: stretches of cells, as in drawings"),
            _generator("noise", "each cell coloured with one chance in two"),
            _generator("mirrored", "blobs whose right half is the image of the left"),
            _generator("coloured", "blobs of three colours"),
        ),
        table(
            Preset("easy", "blobs", (10, 10), unique=True, grade="overlap"),
            Preset("medium", "noise", (15, 15), unique=True, grade="line"),
            Preset("hard", "noise", (15, 15), unique=True, grade="lookahead"),
            Preset("mirrored", "mirrored", (20, 20), unique=True),
            Preset("colours", "coloured", (15, 15), unique=True),
            Preset("large", "blobs", (40, 40), unique=True),
        ),
        # Of 200 puzzles so many percent have it: 23, 16.
        graded={"line": ("noise", (15, 15)), "lookahead": ("noise", (15, 15))},
    ),
    explaining=Explaining(explaining.EXPLAINER, repair.repair),
    pictures=Pictures(drawing.text_picture, drawing.drawing, known=explaining.known),
    proofs=Proofs(writing.prove, checking.why_rejected),
    page=Page(
        page.board,
        page.answer,
        bundled=(
            Bundled("blobs", (5, 5), 3),
            Bundled("blobs", (10, 10), 4, grade="overlap"),
            Bundled("noise", (10, 10), 3, grade="line"),
            Bundled("coloured", (10, 10), 3),
            Bundled("blobs", (15, 15), 3),
            Bundled("noise", (15, 15), 1, grade="lookahead"),
            Bundled("coloured", (15, 15), 2),
            Bundled("mirrored", (20, 20)),
            Bundled(texts=(_EXAMPLE, _SEVERAL)),
        ),
    ),
)
