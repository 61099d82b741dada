"""Sliding tiles: the 8-puzzle, the 15-puzzle and all boards between 2×2 and 5×5."""

from cpstudy.core.exploring import Space, Strategy
from cpstudy.core.kind import (
    Bundled,
    Format,
    Generating,
    Generator,
    Kind,
    Page,
    Pictures,
    Preset,
    table,
)
from cpstudy.core.options import Option
from cpstudy.state_spaces.strategies import STRATEGIES as EXPLORERS

_HERE = "cpstudy.puzzles.sliding_tiles"

FORMATS = table(
    Format(
        name="text",
        summary="WxH: and the tiles row by row, 0 for the empty cell, one board a line",
        read=f"{_HERE}.formats:read_text",
        write=f"{_HERE}.formats:write_text",
    ),
    Format(
        name="numbers",
        summary="the tiles of a square board with spaces between, 0 to come first (Korf1985)",
        read=f"{_HERE}.formats:read_numbers",
        recognises=f"{_HERE}.formats:recognises_numbers",
    ),
)

GENERATORS = {
    "random": Generator(
        "random",
        f"{_HERE}.generate:generate",
        "boards that can be solved, each as likely as all others",
        of_moves=f"{_HERE}.generate:of_moves",
    )
}

BOUND = Option(
    "bound",
    "the lower bound",
    str,
    "auto",
    {
        "auto": "steps of each tile for the first 20,000 nodes, then patterns",
        "manhattan": "steps of each tile to its place",
        "patterns": "moves of groups of tiles, from tables",
    },
)

STRATEGIES = table(
    Strategy(
        "ida",
        f"{_HERE}.deepening:deepening",
        "iterative-deepening A*: fewest moves, pattern databases, parity",
        options=(BOUND,),
        least="moves",
    ),
    *EXPLORERS.values(),
)

PAGE = Page(
    script="cpstudy.web:kinds/sliding_tiles.js",
    board=f"{_HERE}.page:board",
    state=f"{_HERE}.page:state",
    bundled=(
        Bundled("random", (2, 3), count=2, unique=False),
        Bundled("random", (3, 3), count=6, unique=False),
        Bundled("random", (4, 4), count=3, unique=False),
    ),
)

KIND = Kind(
    name="sliding_tiles",
    summary="Sliding tiles: the 8-puzzle, the 15-puzzle and their kin",
    puzzle=f"{_HERE}.puzzle:SlidingTiles",
    example="3x3:1,2,3,7,4,6,5,0,8",
    rules=(
        "Slide the tiles beside the empty cell into it until the numbers stand in order, row by "
        "row. In the answers a move is the number of the tile that slides."
    ),
    formats=FORMATS,
    pictures=Pictures(f"{_HERE}.drawing:text_picture", f"{_HERE}.drawing:drawing"),
    generating=Generating(
        GENERATORS,
        table(Preset("eight", "random", (3, 3)), Preset("fifteen", "random", (4, 4))),
    ),
    space=Space(f"{_HERE}.space:SlidingTilesSpace", STRATEGIES, fewest="ida"),
    page=PAGE,
)
