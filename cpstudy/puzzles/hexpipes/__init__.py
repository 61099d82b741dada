"""Pipes on hexagons (hexapipes): turn the tiles so that all are connected."""

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
    table,
)
from cpstudy.core.options import Option
from cpstudy.puzzles.tilings.solvers import ROWS

_HERE = "cpstudy.puzzles.hexpipes"
_TILINGS = "cpstudy.puzzles.tilings"

SOLVERS = table(*ROWS)

FORMATS = table(
    Format(
        name="text",
        summary="text forms, one a line",
        read=f"{_HERE}.formats:read_text",
        write=f"{_HERE}.formats:write_text",
    ),
    Format(
        name="hexapipes",
        summary="a download of hexapipes, hexagonal grids",
        read=f"{_HERE}.formats:read_download",
        write=f"{_HERE}.formats:write_download",
        recognises=f"{_TILINGS}.downloads:recognises",
    ),
)

_OUTLINE = Option("outline", "which cells there are; the others are holes", str, "")

GENERATORS = table(
    *(
        Generator(
            name,
            f"{_HERE}.generating:generate",
            summary,
            unique=f"{_HERE}.generating:unique",
            options=(_OUTLINE,),
        )
        for name, summary in (
            ("wilson", "loop-erased random walks (Hegeman2022)"),
            ("kruskal", "random edges that close no cycle (Hegeman2022)"),
            ("prim", "growth from the middle by random queued edges (Hegeman2022)"),
            ("depth-first", "a stack of tiles that connect all their neighbours (Hegeman2022)"),
            ("binary-tree", "each tile opens towards one of those before it (Hegeman2022)"),
        )
    )
)

PRESETS = table(
    Preset("easy", "wilson", (7, 7), unique=True, grade="local"),
    Preset("medium", "prim", (9, 9), unique=True, grade="dead end"),
    Preset("hard", "depth-first", (10, 10), unique=True, grade="lookahead"),
    Preset("hexagon", "wilson", (9, 9), unique=True, outline="hexagon"),
    Preset("ring", "kruskal", (13, 13), unique=True, outline="ring"),
    Preset("torus", "kruskal", (7, 7), unique=True, wrap=True),
    Preset("large", "wilson", (25, 25), unique=True),
)

# Of 100 boards so many have it: 10, 80, 20.
GRADED = {
    "loop": ("wilson", (10, 10)),
    "dead end": ("prim", (9, 9)),
    "lookahead": ("depth-first", (10, 10)),
}

# More than one solution.
_SEVERAL = "4x4:02244412642001011075370420025020"

PAGE = Page(
    script="cpstudy.web:kinds/hexpipes.js",
    board=f"{_TILINGS}.page:board",
    answer=f"{_TILINGS}.page:answer",
    bundled=(
        Bundled("wilson", (5, 5), 4),
        Bundled("wilson", (7, 7), 4, grade="local"),
        Bundled("prim", (7, 7), 3, grade="dead end"),
        Bundled("depth-first", (7, 7), 3, grade="lookahead"),
        Bundled("kruskal", (9, 9), 3, outline="hexagon"),
        Bundled("prim", (9, 9), 2, outline="triangle"),
        Bundled("depth-first", (13, 13), 2, outline="ring"),
        Bundled("kruskal", (5, 5), 2, wrap=True),
        Bundled("wilson", (7, 7), 2, wrap=True),
        Bundled("wilson", (10, 10), 2),
        Bundled("depth-first", (15, 15), 1),
        Bundled(texts=(_SEVERAL,)),
    ),
)

KIND = Kind(
    name="hexpipes",
    summary="Pipes on hexagons: turn the tiles so that all are connected",
    puzzle=f"{_HERE}.puzzle:HexPipes",
    example="3x3:045410712220012402",
    rules=(
        "Turn the hexagons so that all pipes are connected to the source, the black dot, with no "
        "loop and no open end; nothing leads into a hole. On paper, the upper corner of a cell "
        "shows its tile: draw it as it is to lie. Through a dashed border pipes lead to the "
        "opposite side. Without a black dot, loops and separate parts are allowed."
    ),
    solvers=SOLVERS,
    formats=FORMATS,
    generating=Generating(
        GENERATORS,
        PRESETS,
        identity=f"{_TILINGS}.generating.symmetry:identity",
        graded=GRADED,
    ),
    pictures=Pictures(
        f"{_HERE}.text_drawing:text_picture",
        f"{_HERE}.drawing:drawing",
        known=f"{_HERE}.drawing:known",
        printed=f"{_HERE}.drawing:printed",
    ),
    explaining=Explaining(f"{_HERE}.explainer:EXPLAINER", repair=f"{_TILINGS}.repair:repair"),
    page=PAGE,
    features=f"{_TILINGS}.features:features",
)
