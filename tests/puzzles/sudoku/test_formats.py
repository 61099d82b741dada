"""Sudoku as people paste it: every container, every sign for empty cells, and what is refused."""

import json
import random
from collections import Counter
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.puzzles import kind
from cpstudy.puzzles.sudoku.puzzle import Sudoku, box_shape
from cpstudy.reading.door import items, only
from tests.cases import cases_dir
from tests.samples import sample

KIND = kind("sudoku")
PLAIN = "..3.29.5.245....7..9.5.823...28.....7.8.1.3.94.6..5.2...9.5..1.....96483....835.7"
SOLUTION = "863729154245631978197548236512893764758412369436975821379254618521796483684183597"
BOARD = Sudoku.decode(PLAIN)
ROWS = [PLAIN[start : start + 9] for start in range(0, 81, 9)]


def solution():
    from cpstudy import solve

    (found,) = solve(BOARD).solutions
    return BOARD.encode_solution(found)


def read(text, **hints):
    return list(items(KIND, Document.of(text, hints)))


def board(text, **hints):
    (item,) = read(text, **hints)
    assert not isinstance(item.puzzle, InputError), item.puzzle
    return item.puzzle


def fault(text, **hints):
    (item,) = read(text, **hints)
    assert isinstance(item.puzzle, InputError), item.puzzle
    assert "\n" not in str(item.puzzle)
    return item.line, str(item.puzzle)


# Forms that get the full number of edits; the others get a fifth.
CONTAINERS = (
    "words", "commas", "stars", "light box", "spaces", "title", "[Puzzle]", "one line", "nested",
    "a board alone", "table", "opensudoku", "ksudoku", "sudokuwiki", "bank",
)  # fmt: skip
# Forms with one board a line: text before a line is a separate fault.
LISTS = ("title and line", "table", "sudokuwiki", "sudokuexchange", "bank", "one line")

# -- frames and other forms of one board ---------------------------------------------------------


def ksudoku(rows, **changed):
    """A file of KSudoku, whose values go down the columns."""
    graph = {"order": len(rows), "specific-type": "Plain", "type": "sudoku"} | changed
    attributes = " ".join(f'{name}="{value}"' for name, value in graph.items())
    values = "".join(
        "_" if c == "." else chr(ord("a") + int(c)) for c in chain(*zip(*rows, strict=True))
    )
    return (
        f'<!DOCTYPE ksudoku>\n<ksudoku>\n <game had-help="0">\n  <puzzle>\n'
        f"   <graph {attributes}/>\n   <values>{values}</values>\n  </puzzle>\n"
        f'  <history><simple-event index="1" given="true" value="3"/></history>\n'
        " </game>\n</ksudoku>\n"
    )


def bands(row):
    return [row[start : start + 3] for start in range(0, 9, 3)]


def framed(edge, middle, bar, spaced=False, lead=""):
    def line(row):
        parts = (" ".join(part) if spaced else part for part in bands(row))
        pad = " " if spaced else ""
        return lead + bar + bar.join(f"{pad}{part}{pad}" for part in parts) + bar

    lines = [lead + edge]
    for at, row in enumerate(ROWS):
        lines += [lead + middle] if at in (3, 6) else []
        lines.append(line(row))
    return "\n".join([*lines, lead + edge, ""])


DRESSES = {
    "rows": "\n".join(ROWS),
    "words": "\n".join(" ".join(row) for row in ROWS),
    "commas": "\n".join(",".join(row) for row in ROWS),
    "semicolons": "\n".join(";".join(row) + ";" for row in ROWS),
    "empty fields": "\n".join(",".join(row).replace(".", "") for row in ROWS),
    "quoted": "\n".join(f'"{row}",' for row in ROWS),
    "stars": framed("*-----------*", "|---+---+---|", "|"),
    "indented": framed("*-----------*", "|---+---+---|", "|", lead="\t "),
    "pluses": framed("+-------+-------+-------+", "+-------+-------+-------+", "|", True),
    "dots": framed(".-------.-------.-------.", ":-------+-------+-------:", "|", True),
    "bars": framed("", "---+---+---", "|"),
    "dashes": framed("-------------", "-------------", "|"),
    "light box": framed("┌───────┬───────┬───────┐", "├───────┼───────┼───────┤", "│", True),
    "double box": framed("╔═══════╦═══════╦═══════╗", "╠═══════╬═══════╬═══════╣", "║", True),
    "cells in bars": "\n".join("|" + "|".join(row.replace(".", " ")) + "|" for row in ROWS),
    "bands": "\n\n".join("\n".join(ROWS[at : at + 3]) for at in (0, 3, 6)),
    "spaces": "\n".join(ROWS).replace(".", " "),
    "spaces in frames": framed("*-----------*", "|---+---+---|", "|").replace(".", " "),
    "spaced in frames": framed("+-------+-------+-------+", "+-------+-------+-------+", "|", True)
    .replace(".", " "),
    "Python": "grid = [\n" + "".join(f"  [{', '.join(row)}],\n" for row in ROWS).replace(".", "0")
    + "]\n",
    "C": "int grid[9][9] = {\n" + "".join(f"{{{','.join(row)}}},\n" for row in ROWS)
    .replace(".", "0") + "};\n",
    "title": "Grid 01\n" + "\n".join(ROWS),
    "title and line": "Puzzle 7\n" + PLAIN,
    "[Puzzle]": "[Puzzle]\n" + "\n".join(ROWS),
    "state": "[Puzzle]\n" + "\n".join(ROWS) + "\n[State]\n" + "\n".join(["1" * 9] * 9),
    "one line": PLAIN,
    "words on a line": " ".join(PLAIN),
    "numbers on a line": ",".join(PLAIN.replace(".", "0")),
    "object": json.dumps({"puzzle": PLAIN}),
    "rows in JSON": json.dumps({"board": [[*map(int, row.replace(".", "0"))] for row in ROWS]}),
    "nested": json.dumps({"newboard": {"grids": [{"value": ROWS, "difficulty": "Hard"}]}}),
    "a board alone": json.dumps([[None if c == "." else int(c) for c in row] for row in ROWS]),
    "table": f"quizzes,solutions\n{PLAIN.replace('.', '0')},",
    "opensudoku": f'<?xml version="1.0"?>\n<opensudoku><game data="{PLAIN}"/></opensudoku>',
    "ksudoku": ksudoku(ROWS),
    "sudokuwiki": f"https://www.sudokuwiki.org/sudoku.htm?bd={PLAIN.replace('.', '0')}",
    "sudokuexchange": f"https://sudokuexchange.com/play/?s={PLAIN.replace('.', '0')}",
    "bank": f"000183b305c2 {PLAIN.replace('.', '0')}  1.2",
}  # fmt: skip


@pytest.mark.parametrize("name", DRESSES)
def test_a_board_in_every_dress(name):
    text = DRESSES[name]
    for same in (text, text.replace("\n", "\r\n"), text.replace("\n", "\r")):
        assert board(same) == BOARD
    assert board(f"# a comment\n{text}") == BOARD


@pytest.mark.parametrize("sign", "0_*?x·-X")
def test_every_sign_of_empty_cells(sign):
    for name in ("rows", "words", "commas", "stars", "light box", "title", "one line", "object"):
        text = DRESSES[name]
        if name == "object":
            text = json.dumps({"puzzle": PLAIN.replace(".", sign)})
        else:
            lines = text.split("\n")
            text = "\n".join(
                line if set(line.strip()) <= set("*-|+") else line.replace(".", sign)
                for line in lines
            )
        assert board(text) == BOARD, (name, sign)
        assert board(text, blank=sign) == BOARD


def test_spaces_that_may_have_been_cut_are_not_guessed():
    rows = [row.replace(".", " ") for row in ROWS]
    fault("\n".join(row.rstrip() for row in rows))
    fault("\n".join(row.strip() for row in rows))
    (whole,) = read("\n".join(["1 2 ", "2 1 ", "12  ", "21  "]))  # here none can be missing
    assert whole.puzzle == Sudoku(2, 2, bytes([1, 0, 2, 0, 2, 0, 1, 0, 1, 2, 0, 0, 2, 1, 0, 0]))


def test_rows_of_empty_cells_are_rows():
    for sign in "-._*":
        rows = ["1" + sign * 8, *[sign * 9] * 7, sign * 8 + "9"]
        assert board("\n".join(rows)).clues == bytes([1, *[0] * 79, 9])
        framed_rows = [f"|{'|'.join(bands(row))}|" for row in rows]
        for at in (9, 6, 3, 0):
            framed_rows.insert(at, "+---+---+---+")
        assert board("\n".join(framed_rows)).clues == bytes([1, *[0] * 79, 9])


def test_one_sign_a_board():
    assert board("1.04" + "." * 12).clues[:4] == bytes([1, 0, 0, 4])  # 0 cannot be a value here
    assert "say which by --blank" in fault("1.03" + "." * 12)[1]
    assert board("1.03" + "." * 12, blank=".").clues[:4] == bytes([1, 0, 4, 3])
    assert board("1.03" + "." * 12, blank=".0").clues[:4] == bytes([1, 0, 0, 3])
    assert "both may be empty cells" in fault("1.x3" + "." * 12)[1]
    assert "both may be empty cells" in fault("\n".join(ROWS).replace(".", "-", 1))[1]
    assert fault("1.q3" + "." * 12, blank=".")[1].startswith("row 1, column 3")


# -- larger boards -------------------------------------------------------------------------------


def spelled(values, first, blank="."):
    signs = {"0": "0123456789ABCDEF", "1": "123456789ABCDEFG", "A": "ABCDEFGHIJKLMNOP"}[first]
    # In a board that counts from 0, the sign 0 stands for 16; the other signs keep their values.
    place = (lambda value: value % 16) if first == "0" else (lambda value: value - 1)
    return [blank if value == 0 else signs[place(value)] for value in values]


def latin(order, rng, share=0.6):
    height, width = box_shape(order)
    names = rng.sample(range(1, order + 1), order)
    values = [
        names[(width * (row % height) + row // height + column) % order]
        for row in range(order)
        for column in range(order)
    ]
    return Sudoku(height, width, bytes(v if rng.random() < share else 0 for v in values))


@pytest.mark.parametrize("first", "01A")
def test_hexadoku(first):
    rng = random.Random(first)
    for _ in range(5):
        puzzle = latin(16, rng)
        cells = spelled(puzzle.clues, first)
        rows = ["".join(cells[at : at + 16]) for at in range(0, 256, 16)]
        for text in (
            "".join(cells), "\n".join(rows), "\n".join(" ".join(row) for row in rows),
            "\n".join(rows).lower(), " ".join(cells), json.dumps({"puzzle": "".join(cells)}),
        ):  # fmt: skip
            assert board(text) == puzzle


@pytest.mark.parametrize("order", [4, 6, 8, 9, 10, 12, 15, 16, 20, 25])
def test_numbers_and_letters_of_every_order(order):
    puzzle = latin(order, random.Random(order))
    for blank in ".0-":
        cells = [str(value) if value else blank for value in puzzle.clues]
        rows = [cells[at : at + order] for at in range(0, order**2, order)]
        for text in (
            "\n".join(" ".join(f"{word:>2}" for word in row) for row in rows),
            "\n".join(",".join(row) for row in rows), " ".join(cells),
            json.dumps({"board": [[int(w) if w.isdigit() else None for w in row] for row in rows]}),
        ):  # fmt: skip
            assert board(text) == puzzle
    letters = [
        "." if not value else "ABCDEFGHIJKLMNOPQRSTUVWXY"[value - 1] for value in puzzle.clues
    ]
    assert board("".join(letters), first="A") == puzzle


def test_what_letters_mean_is_asked_where_it_is_open():
    line = "ABCDEFG" + "." * 249
    assert "say which by --reading first=A" in fault(line)[1]
    assert board(line, first="A").clues[:2] == bytes([1, 2])
    assert board(line, first="1").clues[:2] == bytes([10, 11])
    full = "0123456789ABCDEF" * 16
    assert "'0' may be an empty cell or the value 16" in fault(full)[1]
    assert board(full, blank="0").clues[:2] == bytes([0, 1])
    assert board(full, blank=".").clues[:2] == bytes([16, 1])


# -- collections, and text next to the puzzle ----------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(ROWS) + "\n\n" + "\n".join(ROWS),
        "\n".join(ROWS + ROWS),
        "Grid 01\n" + "\n".join(ROWS) + "\nGrid 02\n" + "\n".join(ROWS),
        DRESSES["stars"] + DRESSES["stars"],
        DRESSES["bands"] + "\n\n" + DRESSES["bands"],
        DRESSES["[Puzzle]"] + "\n" + DRESSES["[Puzzle]"],
        json.dumps([PLAIN, PLAIN]),
        json.dumps({"a": {"problem": "\n".join(ROWS)}, "b": {"problem": PLAIN}}),
        json.dumps({"puzzle": PLAIN}) + "\n" + json.dumps({"puzzle": PLAIN}),
        f"id,puzzle,difficulty\n1,{PLAIN},2\n\n# more\n2,{PLAIN},3",
        f"{PLAIN}\n{PLAIN.replace('.', '0')} # easy",
    ],
)
def test_several_boards(text):
    assert [item.puzzle for item in read(text)] == [BOARD, BOARD]


def test_a_fault_in_a_collection_is_one_in_its_place():
    text = "\n".join(ROWS) + "\n\n" + "\n".join(ROWS[:-1]) + "\n\n" + "\n".join(ROWS)
    found = read(text)
    assert [isinstance(item.puzzle, InputError) for item in found] == [False, True, False]
    assert (found[1].line, str(found[1].puzzle)) == (18, "8 rows, expected 9")


def test_titles_and_metadata():
    text = "#AMaker\n#D Nine rows\n#L Hard\n" + DRESSES["[Puzzle]"]
    (item,) = read(text)
    assert item.about == {"author": "Maker", "info": "Nine rows", "difficulty": "Hard"}
    assert [item.title for item in read("Grid 01\n" + "\n".join(ROWS))] == ["Grid 01"]
    assert fault(DRESSES["[Puzzle]"] + "\n[Wrong]\n") == (
        11,
        "unknown section [Wrong]: expected [Puzzle]",
    )
    xml = (
        "<opensudoku><name>Ten</name><author>A</author><level>easy</level>\n"
        f'<game data="{PLAIN}" />\n<game data="12"/></opensudoku>'
    )
    good, wrong = read(xml)
    assert (good.line, good.title, good.about) == (2, "Ten", {"author": "A", "difficulty": "easy"})
    assert (wrong.line, str(wrong.puzzle)[:12]) == (3, "2 characters")
    data = "version: 1\n" + "".join(f"{c if c != '.' else 0}|-|{int(c == '.')}|" for c in PLAIN)
    assert (
        board(f'<opensudoku><folder name="f"><game data="{data}"/></folder></opensudoku>') == BOARD
    )
    bomb = '<!DOCTYPE x [<!ENTITY a "b">]><opensudoku><game data="&a;"/></opensudoku>'
    assert fault(bomb) == (1, "no XML: it declares the entity 'a'")
    other = fault(ksudoku(ROWS, **{"type": "custom", "specific-type": "XSudoku"}))
    assert other == (6, "a board of KSudoku's type 'XSudoku', expected a plain Sudoku")
    assert fault(ksudoku(ROWS, order=16)) == (6, "81 values, expected those of order 16")


def test_sixteen_lines_of_sixteen():
    """Sixteen lines of sixteen signs are one board or a list of 4 × 4, so the reader asks which.

    Other numbers of lines are lists.
    """
    for line in ("1...3..4.2....1.", "1" + "." * 15, "1234...........1"):
        text = "\n".join([line] * 16)
        assert "say which by --format" in fault(text)[1]
        for name, orders in (("grid", [16]), ("line", [4] * 16)):
            found = list(items(KIND, Document.of(text), name))
            assert [item.puzzle.order for item in found] == orders
    for count in (15, 17):
        found = read("\n".join(["1...3..4.2....1."] * count))
        assert [item.puzzle.order for item in found] == [4] * count


@pytest.mark.parametrize("leading", ["9\n", "9 9\n", "3\n", "3 3\n\n", "9x9\n", "# of nine\n9\n"])
def test_sizes_before_grids(leading):
    assert board(leading + "\n".join(ROWS)) == BOARD
    assert board(leading + "\n".join(" ".join(row) for row in ROWS)) == BOARD


def test_sizes_that_do_not_fit():
    assert "row 1" in fault("8 8\n" + "\n".join(ROWS))[1]
    assert isinstance(read("2 3\n" + "\n".join(["1....."] + ["......"] * 5))[0].puzzle, InputError)


def test_cells_of_a_spreadsheet():
    """Rows have TABs between cells; an empty field is an empty cell."""
    rows = ["\t".join(sign.replace(".", "") for sign in row) for row in ROWS]
    assert board("\n".join(rows)) == BOARD
    assert board("\r\n".join(rows) + "\r\n") == BOARD
    assert board("\n".join("\t".join(row) for row in ROWS)) == BOARD
    assert [item.puzzle for item in read("\n".join([*rows, "", *rows]))] == [BOARD, BOARD]
    zeros = ["\t".join("0" * 9)] * 8 + ["\t".join("100000000")]
    assert board("\n".join(zeros)).encode() == "." * 72 + "1........"
    ragged = "\n".join([*rows[:8], rows[8] + "\t"])
    assert fault(ragged)


@pytest.mark.parametrize(
    ("before", "between", "after"),
    [
        ("int[][] grid = new int[][] {\n{", "},\n{", "}\n};"),
        ("grid = np.array([[", "],\n [", "]])"),
        ("array([[", "],\n       [", "]])"),
        ('puzzle = """\n', "\n", '\n"""'),
        ("```text\n", "\n", "\n```"),
        ("~~~ a comment ~~~\n".replace("~", "#"), "\n", ""),
    ],
)
def test_arrays_of_programs(before, between, after):
    comma = "," if between[0] == "}" or between[0] == "]" else ""
    rows = [comma.join(row.replace(".", "0")) for row in ROWS]
    assert board(before + between.join(rows) + after) == BOARD


@pytest.mark.parametrize("name", ["", "board = ", "int[][] g = ", "var g="])
@pytest.mark.parametrize("ends", ["[]", "{}", "()"])
def test_an_array_on_one_line(name, ends):
    for quote in ("", "'", '"'):
        rows = [",".join(f"{quote}{sign}{quote}" for sign in row.replace(".", "0")) for row in ROWS]
        text = ", ".join(ends[0] + row + ends[1] for row in rows)
        for end in ("", ";"):
            assert board(f"{name}{ends[0]}{text}{ends[1]}{end}") == BOARD


def test_lines_of_hodoku():
    """In a line of HoDoKu's library, a digit after + was placed and is not a clue."""
    state = PLAIN.replace("2", "+2")
    (item,) = read(f":0000:x:{PLAIN}:::")
    assert item.puzzle == BOARD
    (item,) = read(f":0702:1,5:{state}:411 412::r1c3:")
    assert item.puzzle.encode() == PLAIN.replace("2", ".")
    assert item.about["state"] == PLAIN
    (item,) = read(f":0702:1,5:{state.replace('.', '0')}:411 412::r1c3:")
    assert item.puzzle.encode() == PLAIN.replace("2", ".")


@pytest.mark.parametrize("mark", ["#", ";", "%", "//"])
def test_comments_in_lists(mark):
    text = f"{mark} easy ones\n{PLAIN}\n{mark} and\n{PLAIN}\n"
    assert [item.puzzle for item in read(text)] == [BOARD, BOARD]


def test_ratings_beside_a_board():
    assert read(f"{PLAIN} ED=7.1/1.2/1.2")[0].puzzle == BOARD
    assert read(f"7.1/1.2/1.2 {PLAIN}")[0].puzzle == BOARD
    assert read(f"{PLAIN} // name")[0].puzzle == BOARD
    header = "Puzzle,Solution,Time (milliseconds),Givens\n"
    assert [item.puzzle for item in read(f"{header}{PLAIN},{solution()},0.1,32\n")] == [BOARD]
    compressed = "https://www.sudokuwiki.org/sudoku.htm?bd=S9B" + "05" * 20
    assert fault(compressed) == (
        1,
        "SudokuWiki's compressed form: give the address with the 81 digits",
    )


def test_columns():
    found = solution()
    (item,) = read(f"{PLAIN},{found}")
    assert item.puzzle == BOARD and item.about == {"solution": found}
    assert read(f"{PLAIN};{found}")[0].about == {"solution": found}
    assert read(f"{PLAIN} # hard one")[0].about == {"info": "hard one"}
    assert read(f"{PLAIN};easy;1.2")[0].about == {"columns": "easy", "rating": "1.2"}
    assert read(f"{PLAIN}:1:{found}")[0].puzzle == BOARD
    assert read(f"{found},{PLAIN}")[0].puzzle == BOARD
    wrong = found[::-1]
    assert "the solution given contradicts the puzzle" in fault(f"{PLAIN},{wrong}")[1]
    assert "contradicts" in fault(f"puzzle,solution\n{PLAIN},{wrong}")[1]
    assert "contradicts" in fault(json.dumps({"puzzle": PLAIN, "solution": wrong}))[1]
    (item,) = read(f"puzzle,solution,level\n{PLAIN},{found},easy\n")
    assert item.about == {"solution": found, "difficulty": "easy"}


def test_long_tables_are_read():
    text = "quizzes,solutions\n" + f"{PLAIN},{solution()}\n" * 1000
    found = read(text)
    assert len(found) == 1000 and all(item.puzzle == BOARD for item in found)


def test_candidates():
    from cpstudy.puzzles.latin.rules import peers_of

    sets = []
    for cell, clue in enumerate(BOARD.clues):
        gone = {BOARD.clues[peer] for peer in peers_of(BOARD.units)[cell]}
        sets.append({clue} if clue else set(range(1, 10)) - gone)
    line = "".join(str(v) if v in s else "." for s in sets for v in range(1, 10))
    read_back = board(line)
    assert all(clue in (0, found) for clue, found in zip(BOARD.clues, read_back.clues, strict=True))
    words = ["".join(map(str, sorted(s))) for s in sets]
    rows = "\n".join(" ".join(words[at : at + 9]) for at in range(0, 81, 9))
    assert board(rows) == read_back
    at = next(cell for cell, s in enumerate(sets) if len(s) > 2)
    value = min(sets[at])
    cut = line[: 9 * at] + line[9 * at : 9 * at + 9].replace(str(value), ".") + line[9 * at + 9 :]
    assert f"candidate {value} is missing" in fault(cut)[1]


def test_kinds_are_named():
    assert "--puzzle jigsaw" in fault("2x2j:p,b__b__bc___c_")[1]
    assert "--puzzle jigsaw" in fault("9j:zzzc,a")[1]
    for settings in ("", "a", "m8", "m8dt", "ade", "md4dx"[:3] + "di", "r4du"):
        assert board(f"3x3{settings}:" + "zzzc") == Sudoku(3, 3, bytes(81))


def test_site_addresses_come_back():
    text = KIND.formats["site"].write(BOARD)
    assert only(KIND, text) == BOARD
    with pytest.raises(InputError, match="9x9"):
        KIND.formats["site"].write(Sudoku.decode("2x2:p"))


# -- one edit ------------------------------------------------------------------------------------


def edited(text, rng):
    """The text with one character changed, removed or inserted."""
    place = rng.randrange(len(text))
    what = rng.choice("cdi")
    sign = rng.choice("0123456789.-x*?AZ |+,;:\n\t\"'[]{}<")
    if what == "d":
        return text[:place] + text[place + 1 :]
    return text[:place] + sign + text[place + (what == "c") :]


@pytest.mark.parametrize("name", DRESSES)
@sample(15, 1000)
def test_one_edit_is_a_fault_or_that_cell(name, number):
    rng, met = random.Random(name), Counter()
    least = number if name in CONTAINERS else number // 5
    for tried in range(100 * number):
        if tried >= least and met[True] and met[False]:
            break
        text = edited(DRESSES[name], rng)
        found = read(text)
        good = [item for item in found if not isinstance(item.puzzle, InputError)]
        assert len(good) <= 1, text
        assert len(found) <= 1 or name in LISTS, text
        for item in found:
            if not isinstance(item.puzzle, InputError):
                pairs = list(zip(item.puzzle.clues, BOARD.clues, strict=True))
                assert sum(a != b for a, b in pairs) <= 1, text
            else:
                assert "\n" not in str(item.puzzle)
            met[isinstance(item.puzzle, InputError)] += 1
    assert met[True] and met[False], met


@given(st.text(alphabet='0123456789.-xA |+\n[]{},;:"<>P', max_size=200))
def test_no_text_ends_in_a_traceback(text):
    for item in read(text):
        assert isinstance(item.puzzle, InputError | Sudoku)


# -- one text, one board -------------------------------------------------------------------------


def test_legal_signs_lines_and_frames_give_the_same_board():
    rng, met = random.Random(7), Counter()
    for _ in range(50):
        order = rng.choice([4, 6, 8, 9, 12, 16, 25])
        puzzle = latin(order, rng, rng.choice([0.2, 0.5, 0.9]))
        sign, end = rng.choice(".0_-*?x·"), rng.choice(["\n", "\r\n", "\r"])
        words = [str(value) if value else sign for value in puzzle.clues]
        between = rng.choice([" ", ",", ";", " | ", "\t"])
        indent = rng.choice(["", "  ", "\t"])
        rows = [between.join(words[at : at + order]) for at in range(0, order**2, order)]
        text = end.join(indent + row for row in rows) + end
        for item in read(text):
            assert isinstance(item.puzzle, InputError) or item.puzzle == puzzle, text
            met[isinstance(item.puzzle, InputError)] += 1
    assert met == {False: 50}, met


def test_found_inputs():
    folder = cases_dir("found")
    if folder is None:
        pytest.skip("no public instances here")
    counts = {
        "02": 1, "07": 2, "09-": 1, "09c": 1, "09d": 2, "09e": 2, "09f": 1, "10": 3, "11": 1,
    }  # fmt: skip
    for begin, count in counts.items():
        (file,) = (folder / "logic").glob(f"{begin}*")
        found = read(file.read_text())
        assert len(found) == count, file
        assert all(isinstance(item.puzzle, Sudoku) for item in found), file


def test_a_sign_that_does_not_fit_is_named():
    zeros = PLAIN.replace(".", "0")
    assert fault(zeros, blank=".")[1] == "row 1, column 1: '0' is not a value from 1 to 9"
    assert board(zeros, blank="0") == board(PLAIN, blank=".") == BOARD
