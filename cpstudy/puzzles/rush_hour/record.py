"""The record of Rush Hour and Klotski."""

from cpstudy.core import kind as rows
from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.exploring import Space
from cpstudy.core.options import Option
from cpstudy.state_spaces.strategies import STRATEGIES

with deferred_imports():
    from cpstudy.core import text
    from cpstudy.puzzles.rush_hour import (
        clusters,
        drawing,
        formats,
        generate,
        puzzle,
        space,
        vehicles,
    )

# The reading hints for a board's lettering.
_HINTS = {
    "red": "the letter of the car that must leave",
    "blank": "the sign of empty cells",
    "exit": "the side of the exit: left, right, top, bottom (--reading exit=left)",
    "x": "what x is: car or wall (--reading x=car)",
}
_MOVES = Option("moves", "what a move is", str, "slides",
    {"slides": "one block, any distance", "steps": "one block by one cell"})  # fmt: skip

_FORMATS = rows.table(
    rows.line_format("text", "36 characters, or WxH: and the cells, one board per line",
        rows.noted(formats.decode_text), None, text.write_text, hints=_HINTS),
    rows.line_format("known", "moves, board and cluster size, one board per line (Fogleman2018)",
        rows.noted(formats.decode_known_board), formats.recognises_known, hints=_HINTS),
    rows.line_format("cells", "the cells of a square board in any lettering, one board per line",
        rows.noted(formats.decode_cells), formats.claims_other_cells, hints=_HINTS),
    rows.Format("grid",
        "boards as rows of cells in any lettering, exits drawn, blank lines between",
        formats.read_grid, formats.write_grid, formats.recognises_grid, hints=_HINTS),
    rows.Format("vehicles", "CSV of cars: vehicle, orientation, col, row, length", vehicles.read,
        recognises=vehicles.recognises,
        hints={**_HINTS, "size": "the board's size (--reading size=WxH)"}, has_syntax=True),
)  # fmt: skip

_GENERATING = rows.Generating(
    rows.table(
        rows.Generator("random", "Rush Hour boards with cars at random places", generate.generate,
            of_moves=clusters.of_moves, apart=True),
        rows.Generator("hardest", "the hardest boards of clusters, of ten moves or more",
            clusters.farthest, study=False, of_moves=clusters.of_moves),
    ),
    rows.table(rows.Preset("classic", "random", (6, 6))),
    usual=rows.Preset("", "hardest", (6, 6)),
    measures=clusters.measures,
    identity=clusters.identity,
)  # fmt: skip

KIND = rows.Kind(
    name="rush_hour",
    summary="Rush Hour and Klotski: slide blocks until A is out",
    puzzle=puzzle.RushHour,
    example="oooEooKIIEJJKoAABCoFFFBCDoHHGCDoooGo",
    rules="Slide the pieces along free cells, cars only forwards and backwards, until A stands "
    "where the outline is. A slide over any distance is one move. In the answers A+2 is two cells "
    "to the right or down, A-2 to the left or up.",
    formats=_FORMATS,
    pictures=rows.Pictures(drawing.text_picture, drawing.drawing),
    generating=_GENERATING,
    space=Space(
        space.SlidingSpace,
        {name: STRATEGIES[name] for name in ("bfs", "dfs", "astar")},
        options=(_MOVES,),
        hardest=clusters.hardest,
    ),
    page=rows.Page(
        drawing.board, state=drawing.state, bundled=(rows.boards(puzzle.RushHour, __file__),)
    ),
)
