"""The record of Pipes (Net, FreeNet) on squares."""

from functools import partial

from cpstudy.core import kind as rows
from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.options import Option
from cpstudy.puzzles.pipes.solvers import SOLVERS

with deferred_imports():
    from cpstudy.core import lessons
    from cpstudy.frontier import freedom
    from cpstudy.puzzles.pipes import drawing, features, puzzle
    from cpstudy.puzzles.pipes.board import symmetry
    from cpstudy.puzzles.pipes.counting import frontier
    from cpstudy.puzzles.pipes.explaining import explainer
    from cpstudy.puzzles.pipes.formats import saves, text
    from cpstudy.puzzles.pipes.generating import mazes, repair, unique, wished
    from cpstudy.puzzles.tilings import counting, downloads, meanings, words
    from cpstudy.puzzles.tilings.proofs import checking, count_checking, count_writing, writing
    from cpstudy.reading import saves as containers

_FORMATS = rows.table(
    rows.text_format(puzzle.Pipes, "game IDs of Net, one per line"),
    rows.Format("tiles", "tile numbers 0…15, one row per line", text.read_tiles, text.write_tiles,
        text.recognises_tiles),
    rows.Format("types", "Yurichev's array of types; a free graph", text.read_types,
        text.write_types, text.recognises_types),
    rows.Format("hexapipes", "a download of hexapipes, square grids",
        partial(downloads.read_download, puzzle.Pipes), downloads.write_download,
        downloads.recognises),
    rows.Format("sav", "a saved game of Net in Simon Tatham's collection", saves.read_save,
        saves.write_save, containers.recognises, has_syntax=True),
)  # fmt: skip

_maze = partial(
    rows.Generator, function=mazes.generate, unique=unique.unique, wraps=True, apart=True
)
_exchanges = rows.Generator(
    "exchanges",
    "random trees with a requested tile mix or symmetry",
    wished.generate,
    study=False,
    unique=wished.unique,
    wraps=True,
    options=(
        Option("tiles", "how many tiles of a type: dead-end=30%,corner=5", str, ""),
        Option(
            "symmetry",
            "of the solution",
            str,
            "",
            {
                "half-turn": "unchanged by a half turn; needs an odd side",
                "left-right": "the left is the mirror image of the right",
                "top-bottom": "the top is the mirror image of the bottom",
                "quarter-turn": "unchanged by a quarter turn; needs a square of odd side",
            },
        ),
    ),
)

_GENERATING = rows.Generating(
    rows.table(
        # Without wrapping, the tiles to the upper left of a binary tree's tile decide it.
        _maze("binary-tree", "each tile opens up or left (Hegeman2022)", grades=("local", "easy")),
        _maze("depth-first", "a stack of tiles that connect all their neighbours (Hegeman2022)"),
        _maze("kruskal", "random edges that close no cycle (Hegeman2022)"),
        _maze("prim", "growth from the centre by random queued edges (Hegeman2022)"),
        _maze("wilson", "loop-erased random walks (Hegeman2022)"),
        rows.Generator("random-joints",
            "free graphs: random joints, dangling ends pruned (Yurichev)", mazes.generate,
            study=False, wraps=True, apart=True),
        _exchanges,
    ),
    rows.table(
        rows.Preset("easy", "wilson", (7, 7), unique=True, grade="loop"),
        rows.Preset("medium", "wilson", (10, 10), unique=True, grade="dead end"),
        rows.Preset("hard", "depth-first", (12, 12), unique=True, grade="lookahead"),
        rows.Preset("large", "wilson", (25, 25), unique=True),
        rows.Preset("torus", "kruskal", (9, 9), unique=True, wrap=True),
    ),
    identity=symmetry.symmetry_class,
    # Boards with these grades among 100: 21, 3, 4. None of thousands needs a harder rule.
    graded={
        "dead end": ("prim", (10, 10)),
        "parity": ("depth-first", (20, 20)),
        "lookahead": ("depth-first", (15, 15)),
    },
)  # fmt: skip

_PAGE = rows.Page(
    drawing.board,
    rows.solution_values,
    bundled=(
        *(
            line
            for algorithm in ("depth-first", "kruskal", "prim", "wilson", "binary-tree")
            for line in rows.bundled(algorithm, {5: 8, 7: 6, 10: 4, 15: 2, 20: 1})
        ),
        *rows.bundled("wilson", {30: 2, 50: 1}),
        *rows.bundled("depth-first", {50: 1}),
        rows.Bundled("kruskal", (9, 9), 4, wrap=True),
        rows.Bundled(texts=("4x4:195ce72154716ab2", "2x1w:11", "5x5g:28b58bdc165751a55193137e2")),
    ),
    learning=rows.Learning(meanings.meanings, "the pipes form one tree"),
)

KIND = rows.Kind(
    name="pipes",
    summary="Pipes, also called Net or FreeNet: turn the tiles so that all are connected",
    puzzle=puzzle.Pipes,
    example="3x3:654eb6414",
    rules="Turn the tiles so that all pipes are connected to the source, the black square, with no "
    "loop and no open end. On paper, the corner of a cell shows its tile: draw the tile as "
    "you turn it. A thick line is a wall; through a dashed border pipes lead to the opposite side. "
    "Without a square, loops and separate parts are allowed.",
    solvers=SOLVERS,
    formats=_FORMATS,
    safe_states=frontier.safe_states,
    features=features.features,
    pictures=rows.Pictures(
        drawing.text_picture,
        drawing.drawing,
        drawing.known,
        drawing.printed,
        ambiguity=(drawing.ambiguity_picture, drawing.ambiguity_drawing),
    ),
    generating=_GENERATING,
    explaining=rows.Explaining(
        explainer.EXPLAINER,
        repair.repair,
        partial(lessons.lessons, "cpstudy.puzzles.tilings", "pipes"),
    ),
    page=_PAGE,
    proofs=rows.Proofs(writing.prove, partial(checking.why_rejected, puzzle.Pipes)),
    count_proofs=rows.CountProofs(count_writing.prove, count_checking.why_rejected),
    counting=rows.Counting(counting.counter, freedom.cell_spot, words.sign, freedom.board_size),
)
