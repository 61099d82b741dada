"""The record of jigsaw."""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.kind import Preset, bundled, decoder, graded, levels, line_format
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
    text="game IDs of Solo, one per line",
    formats=(
        *family.grid_formats(formats.of_rows, formats.write_grid, "values, regions"),
        saves.save_format("Solo", decoder(puzzle.Jigsaw)),
        line_format(
            "line",
            "values and regions as two words of N² characters per line",
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
        *levels("symmetric", easy=7, medium=9, hard=9),
        *levels("minimal", expert=9),
    ),
    # Percentages of puzzles with these grades, among up to 200: 30, 1, 3, 1, 1, 70, 18.
    graded=graded(
        {
            ("symmetric", 7): ("locked candidates", "naked pair", "x-wing"),
            ("minimal", 7): ("naked triple", "one step ahead"),
            ("minimal", 9): ("hidden pair", "search"),
        }
    ),
    bundled=(
        *bundled("symmetric", {5: 4, (7, "hidden single"): 4, (9, "hidden single"): 3}),
        *bundled("minimal", {(7, "one step ahead"): 3, 9: 3}),
        *bundled("symmetric", {(6, "easy"): 20, (7, "easy"): 25, (9, "hard"): 15}),
    ),
)
