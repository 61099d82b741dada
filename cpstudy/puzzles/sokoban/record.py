"""The record of Sokoban."""

from dataclasses import replace

from cpstudy.core import kind as rows
from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.exploring import Notation, Space, Strategy
from cpstudy.core.options import Option
from cpstudy.state_spaces.strategies import STRATEGIES

with deferred_imports():
    from cpstudy.core import text
    from cpstudy.puzzles.sokoban import (
        drawing,
        formats,
        generate,
        measures,
        optimal,
        pulling,
        puzzle,
        run_lengths,
        slc,
        space,
    )


_GOALS = {"goals": "more: solved when all boxes are on goals (--reading goals=more)"}
_FORMATS = rows.table(
    rows.line_format("text", "WxH: and the rows in XSB characters joined by '|', one level per "
                             "line",
        rows.noted(formats.decode_text), None, text.write_text, hints=_GOALS),
    rows.Format("rle", "XSB with run lengths, rows joined by '|', one level per line",
        run_lengths.read, run_lengths.write, run_lengths.recognises, hints=_GOALS),
    rows.Format("slc", "collections in XML", slc.read, recognises=slc.recognises,
        write_all=slc.write_all, hints=_GOALS, has_syntax=True),
    rows.Format("xsb", "levels and collections in XSB, or in other letters", formats.read_xsb,
        formats.write_xsb, formats.recognises_xsb, formats.write_collection,
        hints={**_GOALS, "letters": "the meaning of signs (--reading letters=B$,&@)"}),
)  # fmt: skip

_SPACE = Option("space", "what a move is", str, "steps", {
    "steps": "each step of the player",
    "areas": "each push; walking is free",
    "live": "each step that brings no box to a dead square",
})  # fmt: skip

_BFS = STRATEGIES["bfs"]

# The first is the default: it solves most levels that people play at once.
_STRATEGIES = rows.table(
    Strategy("portfolio", "fewest moves: live, or move-optimal if that is too much",
        optimal.portfolio, settled={"space": "steps"}, least="moves"),
    *STRATEGIES.values(),
    replace(_BFS, name="live", summary="breadth first, no box on dead squares: fewest moves",
        settled={"space": "live"}),
    Strategy("move-optimal",
        "fewest moves: A* on pushes with their walks, matching bound, deadlocks",
        optimal.move_optimal, settled={"space": "steps"}, least="moves"),
    Strategy("push-optimal", "fewest pushes: A* on areas, matching bound, deadlocks",
        optimal.push_optimal, settled={"space": "areas"}, least="cost"),
    Strategy("greedy",
        "some solution, perhaps with more pushes than needed: A* with the bound times three",
        optimal.greedy, settled={"space": "areas"}),
    replace(_BFS, name="areas", summary="breadth first, walking free: every push is a move",
        settled={"space": "areas"}, least="cost"),
)  # fmt: skip

_GENERATING = rows.Generating(
    rows.table(
        rows.Generator("empty-room", "one box, one goal and no walls (Kamies2016)",
            generate.generate, study=False),
        rows.Generator("pulled",
            "rooms with two to six boxes, searched backwards; --moves sets the pushes",
            pulling.generate, study=False, of_moves=pulling.generate, version=2),
    ),
    rows.table(
        rows.Preset("room", "empty-room", (20, 20)),
        rows.Preset("small", "pulled", (7, 7)),
        rows.Preset("large", "pulled", (9, 9)),
    ),
    usual=rows.Preset("", "pulled", (8, 8)),
    measures=measures.measures,
    identity=measures.identity,
)  # fmt: skip

KIND = rows.Kind(
    name="sokoban",
    summary="Sokoban: push the boxes onto the goals",
    puzzle=puzzle.Sokoban,
    example="6x4:######|#@$-.#|#----#|######",
    rules="Push all boxes onto the goals. You, the black disc, push one box at a time by walking "
    "against it; you cannot pull. In the answers u, d, l, r are steps, capitals are pushes.",
    formats=_FORMATS,
    pictures=rows.Pictures(drawing.text_picture, drawing.drawing, printed=drawing.printed),
    generating=_GENERATING,
    space=Space(
        space.state_space,
        _STRATEGIES,
        (_SPACE,),
        fewest="move-optimal",
        notation=Notation(
            "lurd",
            "the player's steps l u r d, pushes as capitals",
            formats.write_moves,
            formats.read_moves,
            formats.tally_moves,
        ),
    ),
    page=rows.Page(
        drawing.board,
        state=drawing.state,
        bundled=(
            rows.boards(puzzle.Sokoban, __file__),
            rows.Bundled("empty-room", (4, 4), unique=False),
            *rows.bundled("pulled", {7: 30, 8: 10}, unique=False),
        ),
    ),
)
