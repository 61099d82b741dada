"""The record of jigsaw."""

from functools import partial

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.kind import Bundled, Generating, Generator, Preset, table, text_format
from cpstudy.puzzles.latin import family

with deferred_imports():
    from cpstudy.puzzles.jigsaw import formats, generating, proofs, puzzle

_EXAMPLE = "4j:a3c1a4a4f,b__b__bc___c_"
_SEVERAL = "6j:c4b5i5b2_1k3_2b,_cbaadcaddba_____aa__b__c_a"

_generator = partial(Generator, function=generating.generate, unique=generating.unique)
_half_turn = "random regions, clues symmetric by half a turn"

KIND = family.latin_kind(
    name="jigsaw",
    summary="Jigsaw: Sudoku whose regions are given",
    puzzle=puzzle.Jigsaw,
    example=_EXAMPLE,
    rules="Fill the cells so that each row, each column and each outlined region holds every "
    "number once.",
    solvers=family.solvers(batches=True, presolved=False, search_version=1),
    formats=table(
        text_format(puzzle.Jigsaw, "game IDs of Solo, one a line"),
        family.grid_format(
            "size, values, regions: one puzzle", formats.read_grid, formats.write_grid
        ),
        family.records_format(read=formats.read_records),
        *family.WRITTEN,
    ),
    generating=Generating(
        table(
            _generator("minimal", "random regions; every clue is needed"),
            _generator("symmetric", _half_turn, symmetry="half-turn"),
        ),
        table(
            Preset("easy", "symmetric", (7, 7), unique=True, grade="hidden single"),
            Preset("hard", "minimal", (9, 9), unique=True, grade="one step ahead"),
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
    ),
    proofs=family.latin_proofs(proofs.why_rejected),
    page=family.latin_page(
        bundled=(
            Bundled("symmetric", (5, 5), 4),
            Bundled("symmetric", (7, 7), 4, grade="hidden single"),
            Bundled("minimal", (7, 7), 3, grade="one step ahead"),
            Bundled("symmetric", (9, 9), 3, grade="hidden single"),
            Bundled("minimal", (9, 9), 3),
            Bundled(texts=(_EXAMPLE, _SEVERAL)),
        )
    ),
)
