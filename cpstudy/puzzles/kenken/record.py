"""The record of KenKen."""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.kind import Bundled, Preset, decoder
from cpstudy.puzzles.latin import family
from cpstudy.reading import saves

with deferred_imports():
    from cpstudy.puzzles.kenken import formats, generating, puzzle, repairing

KIND = family.latin_kind(
    puzzle.KenKen,
    "3:a_3aab_,a3d3s1m6",
    "4:a_6baa_aa_a__,m12d2s2m4a5d2a3s1",
    name="kenken",
    summary="KenKen: a Latin square, and what the values of each cage give",
    rules="Fill the cells so that each row and each column holds every number once, and the "
    "numbers of each outlined cage give its target by the operation beside it.",
    solvers=family.solvers(batches=False, presolved=False, search_version=2),
    text="game IDs of Keen, one a line",
    formats=(
        *family.grid_formats(
            formats.of_rows, formats.write_grid, "targets, cages", formats.read_records
        ),
        saves.save_format("Keen", decoder(puzzle.KenKen)),
    ),
    draw=generating.draw,
    key=generating.key,
    algorithms={
        "cages": "cages of up to four cells, every operation",
        "shaped": "cages of sizes and operations as people choose them",
        "products": "cages that multiply only",
        "hidden": "operations are not given",
    },
    presets=(
        Preset("easy", "shaped", (5, 5), unique=True, grade="easy"),
        Preset("medium", "shaped", (6, 6), unique=True, grade="medium"),
        Preset("hard", "shaped", (7, 7), unique=True, grade="hard"),
        Preset("products", "products", (6, 6), unique=True),
        Preset("hidden", "hidden", (6, 6), unique=True),
    ),
    # Of 200 puzzles so many percent have it: 27, 3, 3, 4, 75, 7.
    graded={
        "naked pair": ("cages", (6, 6)),
        "hidden pair": ("hidden", (5, 5)),
        "naked triple": ("cages", (7, 7)),
        "x-wing": ("cages", (7, 7)),
        "one step ahead": ("hidden", (6, 6)),
        "search": ("hidden", (6, 6)),
    },
    usual=Preset("", "shaped", (6, 6), unique=True, grade="medium"),
    versions={"shaped": 2},
    bundled=(
        Bundled("cages", (4, 4), 4, grade="cage"),
        Bundled("cages", (5, 5), 4),
        Bundled("cages", (6, 6), 3, grade="cage"),
        Bundled("cages", (6, 6), 2, grade="one step ahead"),
        Bundled("products", (6, 6), 2),
        Bundled("hidden", (5, 5), 2),
        Bundled("cages", (8, 8)),
        Bundled("shaped", (4, 4), 20, grade="easy"),
        Bundled("shaped", (5, 5), 30, grade="easy"),
        Bundled("shaped", (6, 6), 30, grade="medium"),
        Bundled("shaped", (6, 6), 20, grade="hard"),
    ),
    repair=repairing.repair,
)
