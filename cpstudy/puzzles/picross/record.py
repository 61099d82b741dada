"""The record of Picross."""

from functools import partial

from cpstudy.core import kind as rows
from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.puzzles.picross.solvers import SOLVERS
from cpstudy.reading import pzprv3, saves

with deferred_imports():
    from cpstudy.core import lessons
    from cpstudy.frontier import freedom
    from cpstudy.puzzles.picross import (
        counting,
        deduction,
        drawing,
        explaining,
        generating,
        meanings,
        measures,
        puzzle,
        repair,
        sites,
    )
    from cpstudy.puzzles.picross.formats import (
        headings,
        hints,
        images,
        non,
        pictures,
        records,
        sections,
        webpbn,
    )
    from cpstudy.puzzles.picross.proofs import checking, writing

_EXAMPLE = "5x5:2/4/4/4/2/1.1/5/5/3/1"
_SEVERAL = "8x8:3/1.1.1/4/1.4/4.1/1.3.2/1.2.2/7/2.1.3/1.1.1/1.1.4/1.4/5.1/2.2/1.3/1.3"

# The reading hints for pictures of pixels, for lists of hints and for records.
_PIXELS = {
    "threshold": "0 … 255: pixels darker than this are coloured, with one colour",
    "colours": "1 … 26: the largest number of colours; the nearest are merged",
    "background": "#rrggbb: the colour of blank cells",
}
_ORDER = {"order": "columns or rows: whose clues come first in a list of hints"}
_RECORDS = {**_ORDER, "commas": "runs or clues: what commas separate in a text of clues"}

_FORMATS = rows.table(
    rows.text_format(puzzle.Picross, "game IDs of Pattern, one per line"),
    rows.Format("hints", "rows and columns, then the clues of columns and rows, one per line",
        hints.read_hints, hints.write_hints, hints.recognises_hints, hints=_ORDER),
    rows.Format("nin",
        "width and height, then the clues of rows and columns, one per line (Jakub Wilk's)",
        hints.read_nin, hints.write_nin, hints.recognises_nin, hints=_ORDER),
    rows.Format("mk",
        "rows and columns, the clues of rows, a line #, those of columns (Mirek and Petr Olšák's)",
        hints.read_mk, hints.write_mk, hints.recognises_mk),
    rows.Format("cwd", "as mk, but with the sizes on two lines and an empty line for the # "
                       "(QNonograms)",
        hints.read_cwd, recognises=hints.recognises_cwd),
    rows.Format("makhorin",
        "the clues of rows, a line &, those of columns (Andrew Makhorin's pbnsol)",
        sections.read_makhorin, sections.write_makhorin, sections.recognises_makhorin),
    rows.Format("olsak",
        ".g files: colours, then the clues of rows and columns behind lines with a colon",
        sections.read_olsak, recognises=sections.recognises_olsak,
        write_all=sections.write_all_olsak),
    rows.Format("headings",
        "the clues of rows and of columns below headings (.gno of Gnonograms, ROWS and COLUMNS)",
        headings.read, recognises=headings.recognises),
    rows.Format("picture",
        "a picture of . # b c …, or a plain bitmap (PBM, PGM, PPM): the puzzle that it solves",
        pictures.read, recognises=pictures.recognises, hints=_PIXELS),
    rows.Format("image",
        "a picture of pixels (PNG, GIF, BMP, PBM, PGM, PPM): the puzzle that it solves",
        images.read, recognises=images.recognises, hints=_PIXELS, binary=True),
    rows.Format("non", ".non files and bundles (Steve Simpson's format, colours as letters)",
        non.read, recognises=non.recognises, write_all=non.write_all, has_syntax=True),
    rows.Format("webpbn", "XML of webpbn.com, one puzzle or many, with colours and solutions",
        webpbn.read, recognises=webpbn.recognises, write_all=webpbn.write_all, has_syntax=True),
    rows.Format("json",
        "JSON records with arrays of clues, or with a list of hints and its solution",
        records.read_json, recognises=records.recognises_json, hints=_RECORDS, has_syntax=True),
    rows.Format("toml",
        "TOML with arrays or texts of clues (nonogrid), INI with lines of them (pynogram)",
        records.read_toml, recognises=records.recognises_toml, hints=_RECORDS, has_syntax=True),
    *pzprv3.formats(sites.of_sheet, rows.decoder(puzzle.Picross), sites.write_address, sites.write),
    saves.save_format("Pattern", rows.decoder(puzzle.Picross)),
)  # fmt: skip

_generator = partial(rows.Generator, function=generating.generate, unique=generating.unique)

_GENERATING = rows.Generating(
    rows.table(
        _generator("blobs", "smoothed noise: stretches of cells, as in drawings"),
        _generator("noise", "each cell coloured with probability 1/2"),
        _generator("mirrored", "blobs whose right half is the mirror image of the left"),
        _generator("coloured", "blobs of three colours"),
        _generator(
            "shapes", "discs, boxes, triangles and strokes, often mirrored", study=False, version=2
        ),
        _generator(
            "glyphs", "symbols of a free font: chess pieces, card suits, weather", study=False
        ),
    ),
    rows.table(
        *rows.levels("shapes", easy=10, medium=15, hard=15),
        rows.Preset("mirrored", "mirrored", (20, 20), unique=True),
        rows.Preset("colours", "coloured", (15, 15), unique=True),
        rows.Preset("large", "blobs", (40, 40), unique=True),
    ),
    # Percentages of 200 puzzles that have these grades: 23, 16.
    graded=rows.graded({("noise", 15): ("line", "lookahead")}),
    measures=measures.measures,
)

KIND = rows.Kind(
    name="picross",
    summary="Picross (nonogram, Pattern): colour cells so that all lines have their runs",
    puzzle=puzzle.Picross,
    example=_EXAMPLE,
    rules="Colour cells so that the runs of coloured cells in each row and column, in order, are "
    "as long as its numbers say. Between two runs of one colour at least one cell is blank.",
    solvers=SOLVERS,
    formats=_FORMATS,
    features=deduction.features,
    counting=rows.Counting(counting.counter, freedom.cell_spot, counting.sign, freedom.board_size),
    generating=_GENERATING,
    explaining=rows.Explaining(
        explaining.EXPLAINER, repair.repair, partial(lessons.lessons, __package__, "picross")
    ),
    pictures=rows.Pictures(
        drawing.text_picture,
        drawing.drawing,
        explaining.known,
        ambiguity=(drawing.ambiguity_picture, drawing.ambiguity_drawing),
    ),
    proofs=rows.Proofs(writing.prove, checking.why_rejected),
    page=rows.Page(
        drawing.board,
        rows.solution_values,
        bundled=(
            *rows.bundled("blobs", {5: 3, (10, "overlap"): 4, 15: 3}),
            *rows.bundled("noise", {(10, "line"): 3, (15, "lookahead"): 1}),
            *rows.bundled("coloured", {10: 3, 15: 2}),
            *rows.bundled("mirrored", {20: 1}),
            *rows.bundled("shapes", {8: 30, 10: 50, 15: 25, 20: 10}),
            rows.Bundled(texts=(_EXAMPLE, _SEVERAL)),
        ),
        learning=rows.Learning(meanings.meanings),
    ),
)
