"""Bloxorz: a block rolls over tiles, switches and teleports; which states can be reached?"""

from cpstudy.core.exploring import Notation, Space
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
from cpstudy.state_spaces.strategies import STRATEGIES

_HERE = "cpstudy.puzzles.bloxorz"

FORMATS = table(
    Format(
        name="text",
        summary="level files with / for line ends, one a line",
        read=f"{_HERE}.formats:read_text",
        write=f"{_HERE}.formats:write_text",
    ),
    Format(
        name="level",
        summary="a level file: rows of tile codes, ----, switch lines",
        read=f"{_HERE}.formats:read_level",
        write=f"{_HERE}.formats:write_level",
        recognises=f"{_HERE}.formats:recognises_level",
    ),
)

GENERATORS = {
    "open": Generator(
        "open",
        f"{_HERE}.generate:generate",
        "open boards, start top left, end bottom right (Kamies2016)",
    )
}

KEYS = Notation(
    name="keys",
    summary="keys to press: up, down, left, right, space for the other half",
    write=f"{_HERE}.keys:write",
    read=f"{_HERE}.keys:read",
    tally=f"{_HERE}.keys:tally",
)

PAGE = Page(
    script="cpstudy.web:kinds/bloxorz.js",
    board=f"{_HERE}.page:board",
    state=f"{_HERE}.page:state",
    bundled=(
        Bundled(
            texts=(
                "s w p x x x p/p p w x p p p/w S1 p x1 p p e/----/S1 opens x1",
                "s p p p p x x x x l1/p p t1 p p x x W1 p p/p p p p p x1 x1 p p e/"
                "x p p p l2 x x p p p/----/t1 teleports l1, l2/W1 toggles x1",
            ),
            source="composed",
        ),
        Bundled(
            texts=(
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
            ),
            source="random tiles",
        ),
        Bundled("open", (5, 6), unique=False),
    ),
)

KIND = Kind(
    name="bloxorz",
    summary="Bloxorz: roll a 1x1x2 block over tiles, switches and teleports to the end",
    puzzle=f"{_HERE}.puzzle:Bloxorz",
    example="s w p x x x p/p p w x p p p/w S1 p x1 p p e/----/S1 opens x1",
    rules=(
        "Roll the dark block until it stands upright on the tile E. Crossed tiles do not carry it "
        "upright. A round switch works under any weight, a square one only under the upright "
        "block: bridges come and go. A teleport splits the block; halves join side by side."
    ),
    formats=FORMATS,
    pictures=Pictures(
        f"{_HERE}.drawing:text_picture",
        f"{_HERE}.drawing:drawing",
        printed=f"{_HERE}.drawing:printed",
    ),
    generating=Generating(GENERATORS, table(Preset("field", "open", (20, 20)))),
    space=Space(
        f"{_HERE}.space:BloxorzSpace",
        {name: STRATEGIES[name] for name in ("bfs", "dfs", "astar")},
        notation=KEYS,
    ),
    page=PAGE,
)
