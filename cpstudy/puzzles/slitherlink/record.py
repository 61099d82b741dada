"""The record of Slitherlink."""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.kind import Format, Generator, Pictures, table, text_format
from cpstudy.puzzles.loops import family

with deferred_imports():
    from cpstudy.puzzles.loops import drawing as loops
    from cpstudy.puzzles.slitherlink import drawing, formats, generating, puzzle

_EXAMPLE = "slither/5/5/g2dgbdg510bh27"
_SEVERAL = "slither/4/4/j3ai288"

KIND = family.loop_kind(
    name="slitherlink",
    summary="Slitherlink: one loop along the sides of cells, numbers that count them",
    puzzle=puzzle.Slitherlink,
    example=_EXAMPLE,
    rules="Draw one loop along the sides of cells; it does not branch, cross or touch itself. "
    "A number says how many of the four sides of its cell the loop takes.",
    formats=table(
        text_format(puzzle.Slitherlink, family.TEXT),
        family.ADDRESS,
        Format(
            "loopy",
            "game IDs of Loopy in Simon Tatham's collection, or their addresses",
            formats.read_loopy,
            formats.write_loopy,
            formats.recognises_loopy,
        ),
        family.grid_format(
            "rows of numbers and dots, sizes before them or not; blank lines between boards",
            formats.read_grid,
            formats.write_grid,
        ),
        family.DIMACS,
    ),
    pictures=Pictures(loops.text_picture, drawing.drawing, known=drawing.known),
    generating=family.generating(
        Generator(
            "regions",
            "the border of a region grown cell by cell, every number told",
            generating.generate,
            unique=generating.unique,
        )
    ),
    page=family.loop_page(_EXAMPLE, _SEVERAL),
)
