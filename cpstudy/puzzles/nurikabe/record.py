"""The record of Nurikabe."""

from functools import partial
from operator import attrgetter

from cpstudy.core import kind as rows
from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.puzzles.nurikabe.solvers import SOLVERS
from cpstudy.reading import boards, penpa, pzprv3

with deferred_imports():
    from cpstudy.core import lessons, puzzle_urls
    from cpstudy.frontier import freedom
    from cpstudy.puzzles.nurikabe import (
        counting,
        deduction,
        drawing,
        explaining,
        formats,
        generating,
        growing,
        meanings,
        measures,
        puzzle,
        repair,
    )
    from cpstudy.puzzles.nurikabe.proofs import checking, writing

_EXAMPLE = "nurikabe/5/5/h3q5k1h3g"
_SEVERAL = "nurikabe/5/5/j2k.o.i1"

_FORMATS = rows.table(
    rows.text_format(puzzle.Nurikabe, "text forms or puzz.link addresses, one per line"),
    *pzprv3.formats(
        formats.of_sheet, rows.decoder(puzzle.Nurikabe), puzzle_urls.write_address, formats.write
    ),
    penpa.penpa_format(formats.of_drawing),
    *boards.formats(
        formats.signs,
        rows.decoder(puzzle.Nurikabe),
        formats.write_grid,
        "rows of numbers, ? and dots; boards separated by blank lines",
    ),
)

_GENERATING = rows.Generating(
    rows.table(
        rows.Generator("islands", "land added to a sea cell by cell, a clue on each island",
            generating.generate, unique=generating.unique, apart=True),
        rows.Generator("grown",
            "islands grown to random sizes, changed and split where solutions differ",
            growing.unique, study=False, unique=growing.unique, version=4),
    ),
    rows.table(
        rows.Preset("small", "islands", (5, 5), unique=True),
        *rows.levels("grown", easy=7, medium=10, hard=10, expert=10),
    ),
    measures=measures.measures,
    places=attrgetter("clue_cells"),
)  # fmt: skip

KIND = rows.Kind(
    name="nurikabe",
    summary="Nurikabe: islands of given sizes in one sea without pools",
    puzzle=puzzle.Nurikabe,
    example=_EXAMPLE,
    rules="Blacken cells so that each number is in a white island of that many cells; "
    "islands touch only at corners. All black cells are connected, and no 2x2 square is black.",
    solvers=SOLVERS,
    formats=_FORMATS,
    pictures=rows.Pictures(drawing.text_picture, drawing.drawing, known=explaining.known),
    features=deduction.features,
    proofs=rows.Proofs(writing.prove, checking.why_rejected),
    counting=rows.Counting(counting.counter, freedom.cell_spot, counting.sign, freedom.board_size),
    generating=_GENERATING,
    explaining=rows.Explaining(
        explaining.EXPLAINER, repair.repair, partial(lessons.lessons, __package__, "nurikabe")
    ),
    page=rows.Page(
        drawing.board,
        rows.solution_values,
        bundled=(
            *rows.bundled("islands", {5: 5, (7, "sea bottleneck"): 4, (7, "lookahead"): 3}),
            *rows.bundled("islands", {10: 4, 12: 2}),
            *rows.bundled("grown", {(6, "easy"): 25, (7, "medium"): 20}),
            *rows.bundled("grown", {(8, "hard"): 10, (10, "hard"): 5}),
            rows.Bundled(texts=(_EXAMPLE, _SEVERAL)),
        ),
        learning=rows.Learning(
            meanings.meanings, "islands have their sizes and the sea is connected"
        ),
    ),
)
