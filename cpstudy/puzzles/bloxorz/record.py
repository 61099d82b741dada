"""The record of Bloxorz."""

from cpstudy.core import kind as rows
from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.exploring import Notation, Space
from cpstudy.state_spaces.strategies import STRATEGIES

with deferred_imports():
    from cpstudy.puzzles.bloxorz import drawing, formats, generate, puzzle, space

_COMPOSED = (
    "s w p x x x p/p p w x p p p/w S1 p x1 p p e/----/S1 opens x1",
    "s p p p p x x x x l1/p p t1 p p x x W1 p p/p p p p p x1 x1 p p e/"
    "x p p p l2 x x p p p/----/t1 teleports l1, l2/W1 toggles x1",
)
_RANDOM = (
    "x x x p x p x x/x p x x p p w w/e x p p p p p w/p p p p p x p s/p p p x p p p x",
    "p p p p p p p x p p/p p p p p x p e p p/p p x p p p p p p p/p s p x x p p p x p/"
    "p p p x x x x p p p/p p x p x p p p p p",
    "w e p p p x1 p p/x x1 x x x w p p2/W1 p x x p p p s/p p p p w p p W2/"
    "x x x p p x x x/----/W1 toggles x1/W2 toggles p2",
    "p x p p x p p p p p/p p p p x p p p p p/p p x p x p w x p p/p p p p p x1 p x e p/"
    "p w p s p x p p p p/x p p p p S1 x p p p/----/S1 opens x1",
    "p p p p p p p p p x/p x x x p x s p p p/S1 x p x p p x p p p/"
    "p p p p x e x1 x1 p p/p p w x p p x x p p/w p p p x p p x p p/----/S1 toggles x1",
    "p p p2 p p p p x1 x/p x W2 x p S1 p p w/p p p p p p x e x/p x x p p p w x p/"
    "p x x p p x p p p/s p p p x p p x p/----/S1 opens x1/W2 toggles p2",
)

KIND = rows.Kind(
    name="bloxorz",
    summary="Bloxorz: roll a 1x1x2 block over tiles, switches and teleports to the end",
    puzzle=puzzle.Bloxorz,
    example="s w p x x x p/p p w x p p p/w S1 p x1 p p e/----/S1 opens x1",
    rules="Roll the dark block until it stands upright on the tile E. Crossed tiles do not carry "
    "it upright. A round switch works under any weight, a square one only under the upright "
    "block: bridges come and go. A teleport splits the block; halves join side by side.",
    formats=rows.table(
        rows.text_format(puzzle.Bloxorz, "level files with / for line ends, one a line"),
        rows.Format(
            "level",
            "a level file: rows of tile codes, ----, switch lines",
            formats.read_level,
            formats.write_level,
            formats.recognises_level,
        ),
        rows.Format(
            "letters",
            "levels as rows of o (tile), - (none), S (start) and T (end), blank lines between",
            formats.read_letters,
            recognises=formats.recognises_letters,
        ),
    ),
    pictures=rows.Pictures(drawing.text_picture, drawing.drawing, printed=drawing.printed),
    generating=rows.Generating(
        rows.table(
            rows.Generator(
                "open",
                "open boards, start top left, end bottom right (Kamies2016)",
                generate.generate,
            )
        ),
        rows.table(rows.Preset("field", "open", (20, 20))),
    ),
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
        bundled=(
            rows.Bundled(texts=_COMPOSED, source="composed"),
            rows.Bundled(texts=_RANDOM, source="random tiles"),
            rows.Bundled("open", (5, 6), unique=False),
        ),
    ),
)
