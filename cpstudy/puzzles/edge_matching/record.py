"""The record of edge matching, framed or not."""

from functools import partial

from cpstudy.core import kind as rows
from cpstudy.core import text
from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.options import Option
from cpstudy.puzzles.edge_matching.solvers import SOLVERS

with deferred_imports():
    from cpstudy.frontier import freedom
    from cpstudy.puzzles.edge_matching import drawing, page, puzzle
    from cpstudy.puzzles.edge_matching.counting import meeting
    from cpstudy.puzzles.edge_matching.formats import clues, pieces, viewer
    from cpstudy.puzzles.edge_matching.generating import clues as clued
    from cpstudy.puzzles.edge_matching.generating import expectation
    from cpstudy.puzzles.edge_matching.proofs import (
        checking,
        count_checking,
        count_writing,
        writing,
    )

_CLUE = {"clue": "a fixed piece: PIECE@ROW,COLUMN[,QUARTERS] from 0, 139@I8, or a viewer's board"}

_generator = partial(
    rows.Generator,
    function=clued.generate,
    options=(Option("clues", "pieces fixed as in the solution: 5, or cells, I8/C3", str, ""),),
    apart=True,
)

_FORMATS = rows.table(
    rows.line_format(
        "text", "text forms, one per line", clues.decoded, None, text.write_text, hints=_CLUE
    ),
    rows.Format("pieces",
        "one piece per line: four sides, top right bottom left (e2pieces) or in another order that "
        "the frame shows; as numbers, letters or binary words (CSV)",
        pieces.read_pieces, pieces.write_pieces, pieces.recognises,
        hints={ "frame": "the frame's colour in the file, or none",
        "sides": "the order of sides: trbl, tblr, … (top, right, bottom, left)",
        "turn": "free, or fixed: pieces are not turned (Tetravex)", "size": "ROWSxCOLUMNS", **_CLUE,
        }),
    rows.line_format("viewer",
        "addresses of the viewers e2.bucas.name and eternity2.dev, one per line",
        clues.read_address,
        viewer.claims, viewer.write_viewer,
        hints={"frame": "the frame's letter, or none", **_CLUE}),
)  # fmt: skip

_GENERATING = rows.Generating(
    rows.table(
        _generator("two-set",
            "framed, separate outer and inner colours, in numbers that make it hard "
            "(Ansotegui2008)"),
        _generator("one-set", "framed, one set of colours, in a number that makes it hard "
                              "(Ansotegui2008)"),
    ),
    rows.table(
        rows.Preset("small", "two-set", (4, 4)),
        rows.Preset("hard", "two-set", (6, 6)),
        rows.Preset("one-set", "one-set", (5, 5)),
    ),
)  # fmt: skip

KIND = rows.Kind(
    name="edge_matching",
    summary="Edge matching: lay all pieces so that touching sides have the same colour",
    puzzle=puzzle.EdgeMatching,
    example="2x2:0,0,1,2;0,0,2,1;0,0,2,2;0,0,1,1",
    rules="Cut out the pieces and lay them on the board, turned as you like, so that sides that "
    "touch have the same colour and number. Grey sides, if there are any, lie along the border.",
    solvers=SOLVERS,
    formats=_FORMATS,
    features=expectation.features,
    proofs=rows.Proofs(writing.prove, checking.why_rejected),
    count_proofs=rows.CountProofs(count_writing.prove, count_checking.why_rejected),
    counting=rows.Counting(meeting.counter, freedom.cell_spot, meeting.sign, freedom.board_size),
    pictures=rows.Pictures(drawing.text_picture, drawing.drawing, cutouts=drawing.cutouts),
    generating=_GENERATING,
    page=rows.Page(
        page.board,
        page.answer,
        page.searches,
        # With few inner colours a scan thrashes, while looking ahead finishes at once.
        solver="pla",
        bundled=(rows.Bundled(made=page.small), rows.Bundled(made=page.large)),
    ),
)
