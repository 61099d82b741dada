"""The record of jigsaw."""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.kind import Bundled, Preset, decoder, line_format
from cpstudy.puzzles.latin import family
from cpstudy.reading import saves

with deferred_imports():
    from cpstudy.puzzles.jigsaw import formats, generating, puzzle
    from cpstudy.puzzles.latin import grids

KIND = family.latin_kind(
    puzzle.Jigsaw,
    "4j:a3c1a4a4f,b__b__bc___c_",
    "6j:c4b5i5b2_1k3_2b,_cbaadcaddba_____aa__b__c_a",
    name="jigsaw",
    summary="Jigsaw: Sudoku whose regions are given",
    rules="Fill the cells so that each row, each column and each outlined region holds every "
    "number once.",
    solvers=family.solvers(batches=True, presolved=False, search_version=1),
    text="game IDs of Solo, one a line",
    formats=(
        *family.grid_formats(formats.of_rows, formats.write_grid, "values, regions"),
        saves.save_format("Solo", decoder(puzzle.Jigsaw)),
        line_format(
            "line",
            "values and regions as two words of N² characters a line",
            formats.decode_line,
            grids.claims_line,
            hints=family.HINTS,
        ),
    ),
    draw=generating.draw,
    key=generating.key,
    algorithms={
        "minimal": "random regions; every clue is needed",
        "symmetric": "random regions, clues symmetric by half a turn",
        "once": "random regions; each value is shown once, up to 8x8",
    },
    presets=(
        Preset("small", "once", (6, 6), unique=True, grade="easy"),
        Preset("easy", "symmetric", (7, 7), unique=True, grade="easy"),
        Preset("medium", "symmetric", (9, 9), unique=True, grade="medium"),
        Preset("hard", "symmetric", (9, 9), unique=True, grade="hard"),
        Preset("expert", "minimal", (9, 9), unique=True, grade="expert"),
    ),
    # Of up to 200 puzzles so many percent have it: 30, 1, 3, 1, 1, 70, 18.
    graded={
        "locked candidates": ("symmetric", (7, 7)),
        "naked pair": ("symmetric", (7, 7)),
        "hidden pair": ("minimal", (9, 9)),
        "naked triple": ("minimal", (7, 7)),
        "x-wing": ("symmetric", (7, 7)),
        "one step ahead": ("minimal", (7, 7)),
        "search": ("minimal", (9, 9)),
    },
    usual=Preset("", "symmetric", (9, 9), unique=True, grade="medium"),
    bundled=(
        Bundled("symmetric", (5, 5), 4),
        Bundled("symmetric", (7, 7), 4, grade="hidden single"),
        Bundled("minimal", (7, 7), 3, grade="one step ahead"),
        Bundled("symmetric", (9, 9), 3, grade="hidden single"),
        Bundled("minimal", (9, 9), 3),
        Bundled("symmetric", (6, 6), 20, grade="easy"),
        Bundled("symmetric", (7, 7), 25, grade="easy"),
        Bundled("symmetric", (9, 9), 15, grade="hard"),
    ),
)
