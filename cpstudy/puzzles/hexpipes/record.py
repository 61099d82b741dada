"""The record of Pipes on hexagons (hexapipes)."""

from functools import partial

from cpstudy.core import kind as rows
from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.options import Option
from cpstudy.puzzles.tilings.solvers import SOLVERS

with deferred_imports():
    from cpstudy.core import lessons
    from cpstudy.puzzles.hexpipes import drawing, explainer, generating, puzzle, text_drawing
    from cpstudy.puzzles.tilings import (
        counting,
        deduction,
        downloads,
        meanings,
        repair,
        words,
    )
    from cpstudy.puzzles.tilings import drawing as tilings_drawing
    from cpstudy.puzzles.tilings.generating import symmetry
    from cpstudy.puzzles.tilings.proofs import checking, count_checking, count_writing, writing

_generator = partial(
    rows.Generator,
    function=generating.generate,
    unique=generating.unique,
    wraps=True,
    apart=True,
    options=(Option("outline", "the shape of the board; other cells are holes", str, ""),),
)

_GENERATING = rows.Generating(
    rows.table(
        _generator("wilson", "loop-erased random walks (Hegeman2022)"),
        _generator("kruskal", "random edges that close no cycle (Hegeman2022)"),
        _generator("prim", "growth from the middle by random queued edges (Hegeman2022)"),
        _generator(
            "depth-first", "a stack of tiles that connect all their neighbours (Hegeman2022)"
        ),
        _generator(
            "binary-tree", "each tile opens towards one of the tiles before it (Hegeman2022)"
        ),
    ),
    rows.table(
        rows.Preset("easy", "wilson", (7, 7), unique=True, grade="local"),
        rows.Preset("medium", "prim", (9, 9), unique=True, grade="dead end"),
        rows.Preset("hard", "depth-first", (10, 10), unique=True, grade="lookahead"),
        rows.Preset("hexagon", "wilson", (9, 9), unique=True, outline="hexagon"),
        rows.Preset("ring", "kruskal", (13, 13), unique=True, outline="ring"),
        rows.Preset("torus", "kruskal", (7, 7), unique=True, wrap=True),
        rows.Preset("large", "wilson", (25, 25), unique=True),
    ),
    identity=symmetry.identity,
    # Boards with these grades among 100: 10, 80, 20.
    graded={
        "loop": ("wilson", (10, 10)),
        "dead end": ("prim", (9, 9)),
        "lookahead": ("depth-first", (10, 10)),
    },
)

_SEVERAL = "4x4:02244412642001011075370420025020"

_PAGE = rows.Page(
    tilings_drawing.board,
    rows.solution_values,
    bundled=(
        *rows.bundled("wilson", {5: 4, (7, "local"): 4, 10: 2}),
        *rows.bundled("prim", {(7, "dead end"): 3}),
        *rows.bundled("depth-first", {(7, "lookahead"): 3, 15: 1}),
        rows.Bundled("kruskal", (9, 9), 3, outline="hexagon"),
        rows.Bundled("prim", (9, 9), 2, outline="triangle"),
        rows.Bundled("depth-first", (13, 13), 2, outline="ring"),
        *rows.bundled("kruskal", {5: 2}, wrap=True),
        *rows.bundled("wilson", {7: 2}, wrap=True),
        rows.Bundled(texts=(_SEVERAL,)),
    ),
    learning=rows.Learning(meanings.meanings, "the pipes form one tree"),
)

_FORMATS = rows.table(
    rows.text_format(puzzle.HexPipes, "text forms, one per line"),
    rows.Format("hexapipes", "a download of hexapipes, hexagonal grids",
        partial(downloads.read_download, puzzle.HexPipes), downloads.write_download,
        downloads.recognises),
)  # fmt: skip

KIND = rows.Kind(
    name="hexpipes",
    summary="Pipes on hexagons: turn the tiles so that all are connected",
    puzzle=puzzle.HexPipes,
    example="3x3:045410712220012402",
    rules="Turn the hexagons so that all pipes are connected to the source, the black dot, with no "
    "loop and no open end; nothing leads into a hole. On paper, the upper corner of a cell "
    "shows its tile: draw the tile as you turn it. Through a dashed border pipes lead to the "
    "opposite side. Without a black dot, loops and separate parts are allowed.",
    solvers=SOLVERS,
    formats=_FORMATS,
    generating=_GENERATING,
    pictures=rows.Pictures(
        text_drawing.text_picture,
        drawing.drawing,
        drawing.known,
        drawing.printed,
        ambiguity=(text_drawing.ambiguity_picture, drawing.ambiguity_drawing),
    ),
    explaining=rows.Explaining(
        explainer.EXPLAINER,
        repair.repair,
        partial(lessons.lessons, "cpstudy.puzzles.tilings", "hexpipes"),
    ),
    page=_PAGE,
    features=deduction.features,
    proofs=rows.Proofs(writing.prove, partial(checking.why_rejected, puzzle.HexPipes)),
    count_proofs=rows.CountProofs(count_writing.prove, count_checking.why_rejected),
    counting=rows.Counting(counting.counter, drawing.spot, words.sign, drawing.size),
)
