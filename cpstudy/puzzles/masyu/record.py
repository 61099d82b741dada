"""The record of Masyu."""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.kind import Generator, Pictures, table, text_format
from cpstudy.puzzles.loops import family

with deferred_imports():
    from cpstudy.puzzles.loops import drawing as loops
    from cpstudy.puzzles.masyu import drawing, formats, generating, puzzle

_EXAMPLE = "mashu/5/5/009691300"
_SEVERAL = "mashu/4/4/010300"

KIND = family.loop_kind(
    name="masyu",
    summary="Masyu: one loop from cell to cell, straight on at white pearls, turning at black ones",
    puzzle=puzzle.Masyu,
    example=_EXAMPLE,
    rules="Draw one loop from cell to cell that passes every pearl. At a white pearl it goes "
    "straight on, and turns in the cell before it or in the one after it; at a black pearl "
    "it turns, and goes straight on in the cells before and after it.",
    formats=table(
        text_format(puzzle.Masyu, family.TEXT),
        family.ADDRESS,
        family.grid_format(
            "rows of w, b and dots, sizes before them or not; blank lines between boards",
            formats.read_grid,
            formats.write_grid,
        ),
        family.DIMACS,
    ),
    pictures=Pictures(loops.text_picture, drawing.drawing, known=drawing.known),
    generating=family.generating(
        Generator(
            "regions",
            "the border of a region grown cell by cell, every pearl that it allows",
            generating.generate,
            unique=generating.unique,
        )
    ),
    page=family.loop_page(_EXAMPLE, _SEVERAL),
)
