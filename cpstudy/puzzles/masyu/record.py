"""The record of Masyu."""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.kind import line_format
from cpstudy.puzzles.loops import family
from cpstudy.reading import saves

with deferred_imports():
    from cpstudy.puzzles.masyu import formats, puzzle

KIND = family.loop_kind(
    puzzle.Masyu,
    "mashu/5/5/009691300",
    "mashu/4/4/010300",
    name="masyu",
    summary="Masyu: one loop from cell to cell, straight on at white pearls, turning at black ones",
    rules="Draw one loop from cell to cell that passes every pearl. At a white pearl it goes "
    "straight on, and turns in the cell before it or in the one after it; at a black pearl "
    "it turns, and goes straight on in the cells before and after it.",
    grid_rows="w, b and dots",
    clues="every pearl that it allows",
    symmetry="none",
    formats=(
        line_format(
            "pearl",
            "game IDs of Pearl in Simon Tatham's collection, or their addresses",
            formats.decode_pearl,
            formats.is_pearl,
            formats.write_pearl,
        ),
        saves.save_format("Pearl", formats.decode_pearl),
    ),
)
