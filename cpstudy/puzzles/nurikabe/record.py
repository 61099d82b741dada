"""The record of Nurikabe."""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.kind import (
    Bundled,
    Explaining,
    Generating,
    Generator,
    Kind,
    Page,
    Pictures,
    Preset,
    decoder,
    solution_values,
    table,
    text_format,
)
from cpstudy.puzzles.nurikabe.solvers import SOLVERS
from cpstudy.reading import boards, penpa, pzprv3

with deferred_imports():
    from cpstudy.core import puzzle_urls
    from cpstudy.puzzles.nurikabe import (
        deduction,
        drawing,
        explaining,
        formats,
        generating,
        growing,
        measures,
        puzzle,
        repair,
    )

_EXAMPLE = "nurikabe/5/5/h3q5k1h3g"
_SEVERAL = "nurikabe/5/5/j2k.o.i1"

KIND = Kind(
    name="nurikabe",
    summary="Nurikabe: islands of given sizes in one sea without pools",
    puzzle=puzzle.Nurikabe,
    example=_EXAMPLE,
    rules="Blacken cells so that each number is in a white island of that many cells; "
    "islands touch only at corners. All black cells are connected, and no 2x2 square is black.",
    solvers=SOLVERS,
    formats=table(
        text_format(puzzle.Nurikabe, "text forms or puzz.link addresses, one a line"),
        *pzprv3.formats(
            formats.of_sheet, decoder(puzzle.Nurikabe), puzzle_urls.write_address, formats.write
        ),
        penpa.penpa_format(formats.of_drawing),
        *boards.formats(
            formats.signs,
            decoder(puzzle.Nurikabe),
            formats.write_grid,
            "rows of numbers, ? and dots; boards separated by blank lines",
        ),
    ),
    pictures=Pictures(drawing.text_picture, drawing.drawing, known=explaining.known),
    features=deduction.features,
    generating=Generating(
        table(
            Generator(
                "islands",
                "land put into a sea cell by cell, a clue on each island",
                generating.generate,
                unique=generating.unique,
            ),
            Generator(
                "grown",
                "islands grown to drawn sizes, changed and parted where solutions differ",
                growing.unique,
                study=False,
                unique=growing.unique,
            ),
        ),
        table(
            Preset("small", "islands", (5, 5), unique=True),
            Preset("easy", "grown", (7, 7), unique=True, grade="easy"),
            Preset("medium", "grown", (10, 10), unique=True, grade="medium"),
            Preset("hard", "grown", (10, 10), unique=True, grade="hard"),
            Preset("expert", "grown", (10, 10), unique=True, grade="expert"),
        ),
        usual=Preset("", "grown", (10, 10), unique=True, grade="medium"),
        measures=measures.measures,
        places=measures.places,
    ),
    explaining=Explaining(explaining.EXPLAINER, repair.repair),
    page=Page(
        drawing.board,
        solution_values,
        bundled=(
            Bundled("islands", (5, 5), 5),
            Bundled("islands", (7, 7), 4, grade="sea bottleneck"),
            Bundled("islands", (7, 7), 3, grade="lookahead"),
            Bundled("islands", (10, 10), 4),
            Bundled("islands", (12, 12), 2),
            Bundled("grown", (6, 6), 25, grade="easy"),
            Bundled("grown", (7, 7), 20, grade="medium"),
            Bundled("grown", (8, 8), 10, grade="hard"),
            Bundled("grown", (10, 10), 5, grade="hard"),
            Bundled(texts=(_EXAMPLE, _SEVERAL)),
        ),
    ),
)
