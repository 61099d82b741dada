"""The record of edge matching, framed or not."""

from functools import partial

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.kind import (
    Bundled,
    Format,
    Generating,
    Generator,
    Kind,
    Page,
    Pictures,
    Preset,
    by_first_line,
    table,
    text_format,
)
from cpstudy.puzzles.edge_matching.solvers import SOLVERS

with deferred_imports():
    from cpstudy.puzzles.edge_matching import drawing, formats, page, puzzle
    from cpstudy.puzzles.edge_matching.generating import colours, expectation

_generator = partial(Generator, function=colours.generate)

KIND = Kind(
    name="edge_matching",
    summary="Edge matching: lay all pieces so that touching sides have the same colour",
    puzzle=puzzle.EdgeMatching,
    example="2x2:0,0,1,2;0,0,2,1;0,0,2,2;0,0,1,1",
    rules="Cut out the pieces and lay them on the board, turned as you like, so that sides that "
    "touch have the same colour and number. Grey sides, where there are any, lie along the border.",
    solvers=SOLVERS,
    formats=table(
        text_format(puzzle.EdgeMatching, "text forms, one a line"),
        Format(
            "pieces",
            "one piece a line: top right bottom left, frame 0 (e2pieces)",
            formats.read_pieces,
            formats.write_pieces,
            by_first_line(formats.recognises_pieces),
        ),
        Format(
            "viewer",
            "addresses of the viewer at e2.bucas.name, one a line",
            formats.read_viewer,
            formats.write_viewer,
            by_first_line(formats.recognises_viewer),
        ),
    ),
    features=expectation.features,
    pictures=Pictures(drawing.text_picture, drawing.drawing, cutouts=drawing.cutouts),
    generating=Generating(
        table(
            _generator(
                "two-set",
                "framed, outer and inner colours apart, hard numbers of them (Ansotegui2008)",
            ),
            _generator(
                "one-set", "framed, one set of colours, a hard number of them (Ansotegui2008)"
            ),
        ),
        table(
            Preset("small", "two-set", (4, 4)),
            Preset("hard", "two-set", (6, 6)),
            Preset("one-set", "one-set", (5, 5)),
        ),
    ),
    page=Page(
        page.board,
        page.answer,
        page.searches,
        # A scan of few inner colours thrashes, where looking ahead is done at once.
        solver="pla",
        bundled=(Bundled(made=page.small), Bundled(made=page.large)),
    ),
)
