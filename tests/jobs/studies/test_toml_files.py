"""Studies in TOML: the meaning of a file, and one line with the place for each fault."""

import pytest

from cpstudy import Budget
from cpstudy.jobs.studies.toml_files import read_study

GOOD = """
[[study]]
kind = "pipes"
algorithms = ["wilson", "prim"]
sizes = [5, "8x6"]
wrap = [false, true]
solvers = ["search", "sat:lazy"]
seeds = "3..5"
limit = "all"
budget = { seconds = 2, iterations = 10 }

[[study]]
kind = "river-crossing"
puzzles = ["fox,goose,beans:fox-goose,goose-beans"]
options = { whole = true }
texts = true
"""


@pytest.fixture
def read(tmp_path):
    def written(text):
        path = tmp_path / "study.toml"
        path.write_text(text, encoding="utf-8")
        return read_study(path)

    return written


def test_every_combination_is_a_cell(read):
    first, second, third = read(GOOD)
    assert (first.solver, second.solver, third.solver) == ("search", "sat:lazy", "bfs")
    assert first.seeds == range(3, 6)
    assert first.budget == Budget(seconds=2, iterations=10)
    cells = [*first.cells]
    assert len(cells) == len(first.cells) == 2 * 2 * 2
    assert cells == [*second.cells]
    assert cells[0] == {
        "algorithm": "wilson", "rows": 5, "columns": 5, "wrap": False, "unique": False,
        "limit": None,
    }  # fmt: skip
    assert {(c["rows"], c["columns"]) for c in cells} == {(5, 5), (6, 8)}
    assert all(cell in first.cells for cell in cells)
    assert {**cells[0], "rows": 7} not in first.cells
    (only,) = third.cells
    assert only == {
        "puzzle": "fox,goose,beans:fox-goose,goose-beans", "options": {"whole": True},
        "texts": True,
    }  # fmt: skip
    assert (third.counter, len(third)) == ("states", 1)


def test_a_single_table_and_defaults(read):
    (study,) = read('[study]\nkind = "sudoku"\nsizes = 4\n')
    assert (study.solver, len(study)) == ("portfolio", 1)
    (cell,) = study.cells
    assert (cell["algorithm"], cell["rows"], cell["limit"]) == ("minimal", 4, 2)


def test_puzzles_of_files_once_each(read, tmp_path):
    board = "..3.29.5.245....7..9.5.823...28.....7.8.1.3.94.6..5.2...9.5..1.....96483....835.7"
    (tmp_path / "boards.txt").write_text(f"# two\n{board}\n{board}\tsame\n{'.' * 81}\n")
    (study,) = read('[study]\nkind = "sudoku"\nfiles = ["boards.txt"]\n')
    assert [cell["puzzle"] for cell in study.cells] == [board, "." * 81]


@pytest.mark.parametrize(
    "text, place, words",
    [
        ("", "1", "study: expected a table"),
        ("[study]\nkind = ", "2", "Invalid value"),
        ('[study]\nkind = "pipes"\nkind = "pipes"\n', "3", "Cannot overwrite"),
        ("[study]\n", "1", "kind: is missing"),
        ('[studies]\nkind = "pipes"\n', "1", "studies: not a table"),
        ('[study]\nkind = "chess"\n', "2", "kind: puzzle kind 'chess'"),
        (
            '[study]\nkind = "bridge_torch"\npuzzles = "1,2"\nisolated = true\n',
            "4",
            "isolated: bridge_torch has strategies",
        ),
        ("[study]\nkind = 5\n", "2", "kind: expected a text, got 5"),
        ('[study]\nkind = "pipes"\nsizes = 5\nsolver = "search"\n', "4", "solver: not a key"),
        ('[study]\nkind = "pipes"\nsizes = 5\nsolvers = "quick"\n', "4", "solvers: solver 'quick'"),
        ('[study]\nkind = "pipes"\nsizes = "5by5"\n', "3", "sizes: expected a whole number"),
        ('[study]\nkind = "pipes"\nsizes = [5, 0]\n', "3", "sizes: expected a whole number"),
        ('[study]\nkind = "pipes"\nsizes = "9999x1"\n', "3", "sides from 1 to 4096"),
        ('[study]\nkind = "pipes"\nsizes = []\n', "3", "sizes: an empty list"),
        ('[study]\nkind = "pipes"\n', "1", "sizes: is missing"),
        ('[study]\nkind = "pipes"\nsizes = 5\nseeds = "5..3"\n', "4", "A at most B"),
        ('[study]\nkind = "pipes"\nsizes = 5\nseeds = true\n', "4", "seeds: expected a whole"),
        ('[study]\nkind = "pipes"\nsizes = 5\nlimit = 0\n', "4", "limit: expected"),
        ('[study]\nkind = "pipes"\nsizes = 5\nwrap = "no"\n', "4", "wrap: expected true or false"),
        ('[study]\nkind = "pipes"\nsizes = 5\n[study.budget]\nhours = 1\n', "5", "not a limit"),
        ('[study]\nkind = "pipes"\nsizes = 5\nbudget = {seconds = -1}\n', "4", "at least 0"),
        ('[study]\nkind = "pipes"\nsizes = 5\nbudget = {seconds = nan}\n', "4", "at least 0"),
        ('[study]\nkind = "pipes"\nsizes = 5\nalgorithms = "best"\n', "4", "algorithms: 'best'"),
        ('[study]\nkind = "pipes"\npuzzles = "2x1:1z"\n', "3", "puzzle 1: row 1, column 2"),
        ('[study]\nkind = "pipes"\nfiles = "none.txt"\n', "3", "none.txt: No such file"),
        ('[study]\nkind = "pipes"\npuzzles = "2x1:11"\nsizes = 5\n', "4", "none are generated"),
        ('[study]\nkind = "bloxorz"\nsizes = 5\nsolvers = "bfs"\n', "4", "bloxorz has strategies"),
        ('[study]\nkind = "bloxorz"\nsizes = 5\noptions = {x = 1}\n', "4", "no such option"),
        (
            '[study]\nkind = "bloxorz"\nsizes = 5\noptions = {whole = 1}\n',
            "4",
            "is not of type bool",
        ),
        ('[study]\nkind = "river_crossing"\nsizes = 5\n', "2", "has no generator"),
        (
            '[[study]]\nkind = "pipes"\nsizes = 5\n\n[[study]]\nkind = "pipes"\nsizes = true\n',
            "7",
            "sizes: expected a whole number",
        ),
    ],
)
def test_what_is_wrong_is_one_line_with_its_place(read, text, place, words):
    with pytest.raises(ValueError) as caught:
        read(text)
    message = str(caught.value)
    assert "\n" not in message
    assert f"study.toml:{place}: " in message, message
    assert words in message, message


def test_what_cannot_be_read(tmp_path):
    with pytest.raises(ValueError, match=r"none\.toml: No such file"):
        read_study(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"# \xe9\n")
    with pytest.raises(ValueError, match=r"latin\.toml: no UTF-8"):
        read_study(tmp_path / "latin.toml")
