"""River crossing (fox, goose and beans): any items, any conflicts, any boat."""

from cpstudy.core.exploring import Space
from cpstudy.core.kind import Bundled, Format, Kind, Page, Pictures
from cpstudy.state_spaces.strategies import STRATEGIES

_HERE = "cpstudy.puzzles.river_crossing"

PAGE = Page(
    script="cpstudy.web:kinds/river_crossing.js",
    board=f"{_HERE}.page:board",
    state=f"{_HERE}.page:state",
    bundled=(
        Bundled(
            texts=(
                "fox,goose,beans:fox-goose,goose-beans",
                "fox,goose,beans,dog:fox-goose,goose-beans,dog-fox:2",
                "wolf,dog,sheep,goat,hay:wolf-sheep,wolf-goat,dog-wolf,sheep-hay,goat-hay:2",
                "cat,mouse,hay,dog,corn,wolf:cat-mouse,cat-dog,cat-wolf,dog-wolf:2",
                "goose,goat,hen,mouse,wolf,fox,dog:fox-goose,fox-hen,fox-wolf,fox-dog,"
                "wolf-goose,wolf-goat,wolf-dog:2",
            ),
            source="composed",
        ),
    ),
)

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
    page=PAGE,
)
