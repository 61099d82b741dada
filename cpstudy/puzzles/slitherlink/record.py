"""The record of Slitherlink."""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.kind import line_format
from cpstudy.puzzles.loops import family
from cpstudy.reading import saves

with deferred_imports():
    from cpstudy.puzzles.slitherlink import formats, puzzle

KIND = family.loop_kind(
    puzzle.Slitherlink,
    "slither/5/5/g2dgbdg510bh27",
    "slither/4/4/j3ai288",
    name="slitherlink",
    summary="Slitherlink: one loop along the sides of cells; numbers count these sides",
    rules="Draw one loop along the sides of cells; it does not branch, cross or touch itself. "
    "A number says how many of the four sides of its cell the loop takes.",
    grid_rows="numbers and dots",
    clues="every number given",
    symmetry="half-turn",
    formats=(
        line_format(
            "loopy",
            "game IDs of Loopy in Simon Tatham's collection, or their addresses",
            formats.decode_loopy,
            formats.is_loopy,
            formats.write_loopy,
        ),
        saves.save_format("Loopy", formats.decode_loopy),
    ),
)
