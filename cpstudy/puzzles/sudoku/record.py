"""The record of Sudoku."""

from functools import partial

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.kind import Format, Preset, bundled, decoder, graded, levels, line_format
from cpstudy.encode.solver_rows import SearchRow
from cpstudy.puzzles.latin import family
from cpstudy.reading import penpa, pzprv3, saves

with deferred_imports():
    from cpstudy.puzzles.sudoku import band_search, generating, puzzle, sites
    from cpstudy.puzzles.sudoku.formats import containers, grids, lists
    from cpstudy.reading import records

_HINTS = {**family.HINTS, "first": "the sign of the first value: 0, 1 or A"}
_FORMATS = (
    line_format("line",
        "N² signs or numbers per line, and further columns: solution, rating, comment",
        lists.decode, lists.claims, hints=_HINTS),
    Format("grid", "one row per line, framed or not; titles, [Puzzle] sections", grids.read_grids,
        grids.write_grid, grids.recognises, hints=_HINTS),
    Format("table", "a header with puzzle or quizzes, then one puzzle per row",
        containers.read_table,
        recognises=containers.recognises_table, hints=_HINTS, has_syntax=True),
    Format("records", "JSON: puzzles under 'puzzle', 'problem', 'board', … at any depth",
        containers.read_records, recognises=records.recognises, hints=_HINTS, has_syntax=True),
    Format("opensudoku", "XML collections of OpenSudoku", containers.read_xml,
        recognises=partial(containers.recognises_xml, "opensudoku"), hints=_HINTS, has_syntax=True),
    Format("ksudoku", "files of KSudoku", containers.read_xml,
        recognises=partial(containers.recognises_xml, "ksudoku"), has_syntax=True),
    line_format("site", "addresses with the digits of the board: SudokuWiki, SudokuExchange",
        lists.decode_address, lists.claims_address, lists.write_address),
)  # fmt: skip

KIND = family.latin_kind(
    puzzle.Sudoku,
    "..3.29.5.245....7..9.5.823...28.....7.8.1.3.94.6..5.2...9.5..1.....96483....835.7",
    "..3.29.5.245....7..9.5.823...28.....7.8.1.3.94.6..5.2...9.5..1.....96483....83...",
    name="sudoku",
    summary="Sudoku of any box shape to 25x25: each value once in rows, columns, boxes, diagonals",
    rules="Fill the cells so that each row, each column and each box holds every number once; so "
    "do marked diagonals.",
    solvers=family.solvers(
        batches=True,
        presolved=True,
        search_version=1,
        settle=band_search.settle,
        settle_batch=band_search.settle_batch,
        more=(
            SearchRow(
                "bands",
                "compiled search on words of 27 cells, locked candidates by table: 9x9 only",
                band_search.solve,
                batch=band_search.solve_batch,
            ),
        ),
    ),
    text="81 characters, or game IDs of Solo; one per line",
    formats=(
        *_FORMATS,
        *pzprv3.formats(sites.of_sheet, decoder(puzzle.Sudoku), sites.write_address, sites.write),
        penpa.penpa_format(sites.of_drawing),
        saves.save_format("Solo", decoder(puzzle.Sudoku)),
    ),
    draw=generating.draw,
    key=generating.key,
    algorithms={
        "minimal": "every clue is needed",
        "symmetric": "clues symmetric by half a turn, no pair can be removed",
        "diagonal": "diagonals hold each value once too; every clue is needed",
    },
    presets=(
        *levels("symmetric", easy=9, medium=9, hard=9),
        *levels("diagonal", expert=9),
        Preset("mini", "minimal", (6, 6), unique=True),
        Preset("diagonal", "diagonal", (9, 9), unique=True),
    ),
    # Percentages of puzzles with these grades, among 200: 54, 13, 3, 2, 1, 44, 4.
    graded=graded(
        {
            ("symmetric", 9): ("hidden single", "naked pair", "hidden pair"),
            ("minimal", 9): ("locked candidates", "naked triple", "one step ahead"),
            ("diagonal", 9): ("search",),
        }
    ),
    bundled=(
        *bundled("symmetric", {(9, "hidden single"): 6, (9, "locked candidates"): 3}),
        *bundled("minimal", {(9, "naked pair"): 2, (9, "one step ahead"): 3}),
        *bundled("diagonal", {9: 3}),
        *bundled("symmetric", {(9, "easy"): 40, (9, "medium"): 35, (9, "hard"): 20}),
        *bundled("minimal", {4: 2, 6: 4, 16: 1}),
    ),
    versions={"symmetric": 2},
)
