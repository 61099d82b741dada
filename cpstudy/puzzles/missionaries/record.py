"""The record of missionaries and cannibals."""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.exploring import Space
from cpstudy.core.kind import Bundled, Kind, Page, Pictures, line_format, table, text_format
from cpstudy.state_spaces.strategies import STRATEGIES

with deferred_imports():
    from cpstudy.puzzles.missionaries import drawing, formats, puzzle, space

KIND = Kind(
    name="missionaries",
    summary="Missionaries and cannibals: bring all across, cannibals never in the majority",
    puzzle=puzzle.Missionaries,
    example="3,3:2",
    rules="Bring everybody across the river; somebody has to row the boat each time. Wherever "
    "there are missionaries, on a bank or in the boat, cannibals must never outnumber them.",
    formats=table(
        text_format(
            puzzle.Missionaries, "missionaries,cannibals:places in the boat, one puzzle per line"
        ),
        line_format(
            "words",
            "three numbers, with or without words: 3 missionaries, 3 cannibals, boat 2",
            formats.decode,
            formats.claims,
        ),
    ),
    pictures=Pictures(drawing.text_picture, drawing.drawing),
    space=Space(space.MissionariesSpace, STRATEGIES, fewest="astar"),
    page=Page(
        drawing.board,
        state=drawing.state,
        bundled=(
            Bundled(
                texts=("2,2:2", "3,3:2", "4,4:3", "5,5:3", "5,3:2", "6,6:4", "4,4:2"),
                source="composed",
            ),
        ),
    ),
)
