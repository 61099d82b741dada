"""The record of sliding tiles."""

from cpstudy.core import kind as rows
from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.exploring import Space, Strategy
from cpstudy.core.options import Option
from cpstudy.state_spaces.strategies import STRATEGIES

with deferred_imports():
    from cpstudy.puzzles.sliding_tiles import deepening, drawing, formats, generate, puzzle, space

_HINTS = {"goal": "last, first (the empty cell) or snail (--reading goal=first)"}
_BOUND = Option("bound", "the lower bound", str, "auto", {
    "auto": "steps of each tile for the first 20,000 nodes, then patterns",
    "manhattan": "steps of each tile to its place",
    "patterns": "moves of groups of tiles, from tables",
})  # fmt: skip
_DEEPENING = Strategy("ida", "iterative-deepening A*: fewest moves, pattern databases, parity",
    deepening.search, options=(_BOUND,), least="moves")  # fmt: skip

_FORMATS = rows.table(
    rows.text_format(puzzle.SlidingTiles,
        "WxH: and the tiles row by row, 0 for the empty cell, one board per line"),
    rows.line_format("numbers",
        "the tiles of a square board with spaces between; in the goal 0 comes first (Korf1985)",
        rows.noted(formats.decode_numbers), formats.claims_numbers, hints=_HINTS),
    rows.Format("rows", "boards as rows of tiles, with or without their size first, blank lines "
                        "between",
        formats.read_rows, recognises=formats.recognises_rows, hints=_HINTS),
)  # fmt: skip

_GENERATING = rows.Generating(
    rows.table(
        rows.Generator("random", "boards that can be solved, all equally likely",
            generate.generate, of_moves=generate.of_moves, apart=True)
    ),
    rows.table(rows.Preset("eight", "random", (3, 3)), rows.Preset("fifteen", "random", (4, 4))),
)  # fmt: skip

KIND = rows.Kind(
    name="sliding_tiles",
    summary="Sliding tiles: the 8-puzzle, the 15-puzzle and other sizes",
    puzzle=puzzle.SlidingTiles,
    example="3x3:1,2,3,7,4,6,5,0,8",
    rules="Slide tiles next to the empty cell into it until the numbers are in order, row by row."
    " In the answers a move is the number of the tile that slides.",
    formats=_FORMATS,
    pictures=rows.Pictures(drawing.text_picture, drawing.drawing),
    generating=_GENERATING,
    space=Space(
        space.SlidingTilesSpace, rows.table(_DEEPENING, *STRATEGIES.values()), fewest="ida"
    ),
    page=rows.Page(
        drawing.board,
        state=drawing.state,
        bundled=(
            rows.Bundled("random", (2, 3), count=2, unique=False),
            *rows.bundled("random", {3: 6, 4: 3}, unique=False),
        ),
    ),
)
