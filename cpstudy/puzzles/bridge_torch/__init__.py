"""Bridge and torch: any walking times, with or without a limit."""

from cpstudy.core.exploring import Space
from cpstudy.core.kind import Bundled, Format, Kind, Page, Pictures
from cpstudy.state_spaces.strategies import STRATEGIES

_HERE = "cpstudy.puzzles.bridge_torch"

PAGE = Page(
    script="cpstudy.web:kinds/bridge_torch.js",
    board=f"{_HERE}.page:board",
    state=f"{_HERE}.page:state",
    bundled=(
        Bundled(
            texts=(
                "1,2,5,8:15",
                "1,3,5,8:15",
                "1,2,5,10",
                "5,10,20,25:60",
                "1,3,6,8,12:30",
                "1,2,3,5,8,13",
                "2,3,5,7,11,13,17",
            ),
            source="composed",
        ),
    ),
)

KIND = Kind(
    name="bridge_torch",
    summary="Bridge and torch: all across at night, two at a time, within the time limit",
    puzzle=f"{_HERE}.puzzle:BridgeTorch",
    example="1,2,5,8:15",
    rules=(
        "Bring all across the bridge at night within the time limit. At most two cross "
        "together, with the torch, at the pace of the slower one."
    ),
    formats={
        "text": Format(
            name="text",
            summary="times[:limit], one puzzle a line",
            read=f"{_HERE}.puzzle:read_text",
            write=f"{_HERE}.puzzle:write_text",
        )
    },
    pictures=Pictures(f"{_HERE}.puzzle:text_picture"),
    space=Space(f"{_HERE}.space:BridgeTorchSpace", STRATEGIES, fewest="astar"),
    page=PAGE,
)
