"""River crossing (fox, goose and beans): any items, any conflicts, any boat."""

from cpstudy.core.exploring import Space
from cpstudy.core.kind import Format, Kind, Pictures
from cpstudy.explore.strategies import STRATEGIES

_HERE = "cpstudy.puzzles.river_crossing"

KIND = Kind(
    name="river_crossing",
    summary="River crossing: bring everything across, never leave enemies alone",
    puzzle=f"{_HERE}.puzzle:RiverCrossing",
    example="fox,goose,beans:fox-goose,goose-beans",
    rules=(
        "Bring everything across the river. The boat needs you to row it; without you, "
        "enemies must not be left together on a bank."
    ),
    formats={
        "text": Format(
            name="text",
            summary="items:conflicts[:places in the boat], one puzzle a line",
            read=f"{_HERE}.puzzle:read_text",
            write=f"{_HERE}.puzzle:write_text",
        )
    },
    pictures=Pictures(f"{_HERE}.puzzle:text_picture"),
    space=Space(f"{_HERE}.space:RiverCrossingSpace", STRATEGIES),
)
