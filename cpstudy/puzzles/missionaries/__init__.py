"""Missionaries and cannibals: any numbers of both, a boat of any size."""

from cpstudy.core.exploring import Space
from cpstudy.core.kind import Bundled, Format, Kind, Page, Pictures
from cpstudy.state_spaces.strategies import STRATEGIES

_HERE = "cpstudy.puzzles.missionaries"

PAGE = Page(
    script="cpstudy.web:kinds/missionaries.js",
    board=f"{_HERE}.page:board",
    state=f"{_HERE}.page:state",
    bundled=(
        Bundled(
            texts=("2,2:2", "3,3:2", "4,4:3", "5,5:3", "5,3:2", "6,6:4", "4,4:2"),
            source="composed",
        ),
    ),
)

KIND = Kind(
    name="missionaries",
    summary="Missionaries and cannibals: all across, cannibals never in the majority",
    puzzle=f"{_HERE}.puzzle:Missionaries",
    example="3,3:2",
    rules=(
        "Bring everybody across the river; somebody has to row the boat each time. Where "
        "missionaries are, on a bank or in the boat, cannibals must never outnumber them."
    ),
    formats={
        "text": Format(
            name="text",
            summary="missionaries,cannibals:places in the boat, one puzzle a line",
            read=f"{_HERE}.puzzle:read_text",
            write=f"{_HERE}.puzzle:write_text",
        )
    },
    pictures=Pictures(f"{_HERE}.drawing:text_picture", f"{_HERE}.drawing:drawing"),
    space=Space(f"{_HERE}.space:MissionariesSpace", STRATEGIES, fewest="astar"),
    page=PAGE,
)
