"""The record of bridge and torch."""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.exploring import Space
from cpstudy.core.kind import Bundled, Kind, Page, Pictures, table, text_format
from cpstudy.state_spaces.strategies import STRATEGIES

with deferred_imports():
    from cpstudy.puzzles.bridge_torch import puzzle, space

_COMPOSED = (
    "1,2,5,8:15",
    "1,3,5,8:15",
    "1,2,5,10",
    "5,10,20,25:60",
    "1,3,6,8,12:30",
    "1,2,3,5,8,13",
    "2,3,5,7,11,13,17",
)

KIND = Kind(
    name="bridge_torch",
    summary="Bridge and torch: all across at night, two at a time, within the time limit",
    puzzle=puzzle.BridgeTorch,
    example="1,2,5,8:15",
    rules="Bring all across the bridge at night within the time limit. At most two cross "
    "together, with the torch, at the pace of the slower one.",
    formats=table(text_format(puzzle.BridgeTorch, "times[:limit], one puzzle a line")),
    pictures=Pictures(puzzle.text_picture),
    space=Space(space.BridgeTorchSpace, STRATEGIES, fewest="astar"),
    page=Page(
        puzzle.board, state=puzzle.state, bundled=(Bundled(texts=_COMPOSED, source="composed"),)
    ),
)
