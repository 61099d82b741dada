"""The record of river crossing (fox, goose and beans)."""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.exploring import Space
from cpstudy.core.kind import Bundled, Kind, Page, Pictures, line_format, table, text_format
from cpstudy.state_spaces.strategies import STRATEGIES

with deferred_imports():
    from cpstudy.puzzles.river_crossing import formats, puzzle, space

_COMPOSED = (
    "fox,goose,beans:fox-goose,goose-beans",
    "fox,goose,beans,dog:fox-goose,goose-beans,dog-fox:2",
    "wolf,dog,sheep,goat,hay:wolf-sheep,wolf-goat,dog-wolf,sheep-hay,goat-hay:2",
    "cat,mouse,hay,dog,corn,wolf:cat-mouse,cat-dog,cat-wolf,dog-wolf:2",
    "goose,goat,hen,mouse,wolf,fox,dog:fox-goose,fox-hen,fox-wolf,fox-dog,"
    "wolf-goose,wolf-goat,wolf-dog:2",
)

KIND = Kind(
    name="river_crossing",
    summary="River crossing: bring everything across, never leave enemies alone",
    puzzle=puzzle.RiverCrossing,
    example="fox,goose,beans:fox-goose,goose-beans",
    rules="Bring everything across the river. The boat needs you to row it; without you, "
    "enemies must not be left together on a bank.",
    formats=table(
        text_format(
            puzzle.RiverCrossing,
            "items (* after those that row):conflicts[:places in the boat], one puzzle per line",
        ),
        line_format(
            "words",
            "items, a colon, who eats whom, with spaces and in words",
            formats.decode,
            formats.claims,
        ),
    ),
    pictures=Pictures(puzzle.text_picture),
    space=Space(space.RiverCrossingSpace, STRATEGIES),
    page=Page(
        puzzle.board, state=puzzle.state, bundled=(Bundled(texts=_COMPOSED, source="composed"),)
    ),
)
