"""The record of Bloxorz."""

from cpstudy.core import kind as rows
from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.exploring import Notation, Space
from cpstudy.state_spaces.strategies import STRATEGIES

with deferred_imports():
    from cpstudy.puzzles.bloxorz import drawing, formats, generate, puzzle, space


_FORMATS = rows.table(
    rows.text_format(puzzle.Bloxorz, "level files with / for line ends, one per line"),
    rows.Format("level", "a level file: rows of tile codes, ----, switch lines", formats.read_level,
        formats.write_level, formats.recognises_level),
    rows.Format("letters",
        "levels as rows of o (tile), - (none), S (start) and T (end), blank lines between",
        formats.read_letters, recognises=formats.recognises_letters),
)  # fmt: skip

_GENERATING = rows.Generating(
    rows.table(
        rows.Generator("open", "open boards, start top left, end bottom right (Kamies2016)",
            generate.generate)
    ),
    rows.table(rows.Preset("field", "open", (20, 20))),
)  # fmt: skip

KIND = rows.Kind(
    name="bloxorz",
    summary="Bloxorz: roll a 1x1x2 block over tiles, switches and teleports to the end",
    puzzle=puzzle.Bloxorz,
    example="s w p x x x p/p p w x p p p/w S1 p x1 p p e/----/S1 opens x1",
    rules="Roll the dark block until it stands upright on the tile E. Crossed tiles do not carry "
    "it upright. A round switch works under any weight, a square one only under the upright "
    "block: bridges come and go. A teleport splits the block; halves join side by side.",
    formats=_FORMATS,
    pictures=rows.Pictures(drawing.text_picture, drawing.drawing, printed=drawing.printed),
    generating=_GENERATING,
    space=Space(
        space.BloxorzSpace,
        {name: STRATEGIES[name] for name in ("bfs", "dfs", "astar")},
        notation=Notation(
            "keys",
            "keys to press: up, down, left, right, space for the other half",
            formats.write_keys,
            formats.read_keys,
            formats.tally_keys,
        ),
    ),
    page=rows.Page(
        drawing.board,
        state=drawing.state,
        bundled=(rows.boards(puzzle.Bloxorz, __file__), rows.Bundled("open", (5, 6), unique=False)),
    ),
)
