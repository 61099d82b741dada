"""The record of KenKen."""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.kind import Preset, bundled, decoder, graded, levels
from cpstudy.puzzles.latin import family
from cpstudy.reading import saves

with deferred_imports():
    from cpstudy.puzzles.kenken import formats, generating, puzzle, repairing

KIND = family.latin_kind(
    puzzle.KenKen,
    "3:a_3aab_,a3d3s1m6",
    "4:a_6baa_aa_a__,m12d2s2m4a5d2a3s1",
    name="kenken",
    summary="KenKen: a Latin square whose cages reach their targets",
    rules="Fill the cells so that each row and each column holds every number once, and the "
    "numbers of each outlined cage give its target by the operation next to it.",
    solvers=family.solvers(batches=False, presolved=False, search_version=2),
    text="game IDs of Keen, one per line",
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
        "shaped": "cages with sizes and operations as in published puzzles",
        "products": "cages that multiply only",
        "hidden": "operations are not given",
    },
    presets=(
        *levels("shaped", easy=5, medium=6, hard=7),
        Preset("products", "products", (6, 6), unique=True),
        Preset("hidden", "hidden", (6, 6), unique=True),
    ),
    # Percentages of puzzles with these grades, among 200: 27, 3, 3, 4, 75, 7.
    graded=graded(
        {
            ("cages", 6): ("naked pair",),
            ("hidden", 5): ("hidden pair",),
            ("cages", 7): ("naked triple", "x-wing"),
            ("hidden", 6): ("one step ahead", "search"),
        }
    ),
    bundled=(
        *bundled("cages", {(4, "cage"): 4, 5: 4, (6, "cage"): 3, (6, "one step ahead"): 2}),
        *bundled("products", {6: 2}),
        *bundled("hidden", {5: 2}),
        *bundled("cages", {8: 1}),
        *bundled("shaped", {(4, "easy"): 20, (5, "easy"): 30, (6, "medium"): 30, (6, "hard"): 20}),
    ),
    repair=repairing.repair,
    versions={"shaped": 2},
)
