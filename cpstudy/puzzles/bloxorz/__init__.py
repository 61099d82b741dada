"""Bloxorz: a block rolls over tiles, switches and teleports; which states can be reached?"""

from cpstudy.core.exploring import Space
from cpstudy.core.kind import Format, Generating, Generator, Kind, Pictures, Preset, table
from cpstudy.core.waiting import describe_kernels
from cpstudy.explore.strategies import STRATEGIES

describe_kernels(__name__, "the explorer of Bloxorz", seconds=2)

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
        f"{_HERE}.space:BloxorzSpace", {name: STRATEGIES[name] for name in ("bfs", "dfs", "astar")}
    ),
)
