"""Lists of hints: the reader never guesses between orders that give different puzzles."""

import pytest
from hypothesis import given

from cpstudy.puzzles.picross.formats.hints import write_hints, write_mk, write_nin
from cpstudy.puzzles.picross.puzzle import Picross
from tests.puzzles.picross.formats.reading import check_mutations, fault, only, seen_by
from tests.puzzles.picross.test_puzzle import PICTURES, of_rows

# The picture has two rows of three: ##. / #.#
HINTS = "2 3\n2\n1\n1\n2\n1 1\n"
NIN = "3 2\n2\n1 1\n2\n1\n1\n"
MK = "2 3\n2\n1 1\n#\n2\n1\n1\n"
CWD = "2\n3\n2\n1 1\n\n2\n1\n1\n"
BOARD = Picross.of_picture(2, 3, bytes([1, 1, 0, 1, 0, 1]))

RIVALS = "read as hints and as nin these are different puzzles: say which by --format"


def test_each_order_by_its_name():
    for text, name in ((HINTS, "hints"), (NIN, "nin"), (MK, "mk"), (CWD, "cwd")):
        assert only(text, name).puzzle == BOARD


def test_orders_that_differ_are_refused_with_both_names():
    assert fault(HINTS) == fault(NIN) == (1, RIVALS)
    square = "2 2\n2\n1\n2\n1\n"
    assert fault("2 2\n2\n0\n1\n1\n") == (1, RIVALS)
    assert only(square).puzzle == Picross.decode("2x2:2/1/2/1")  # the same in any order


def test_the_user_says_which_clues_come_first():
    assert only(HINTS, order="columns").puzzle == BOARD
    assert only(NIN, order="rows").puzzle == BOARD
    assert fault(NIN, order="x") == (1, "order 'x': choose from columns, rows")


def test_long_lists_are_refused_too():
    line = " ".join(["1"] * 400)
    text = "800 799\n" + f"{line}\n" * 799 + f"{line[:-2]}\n" * 800
    assert fault(text)[1] == "it can be read as hints and as nin: say which by --format"
    assert only(text, "nin").puzzle.size == "800x799"


def test_marked_orders_are_read():
    assert only(MK).puzzle == BOARD
    assert only(CWD).puzzle == BOARD
    assert only(write_hints(BOARD)).puzzle == BOARD
    assert seen_by(MK) == ["mk"] and seen_by(CWD) == ["cwd"]
    assert seen_by(write_hints(BOARD)) == ["hints"]
    assert seen_by(HINTS) == ["hints", "nin"]


def test_rows_first_without_a_mark_are_named():
    plain = "2 4\n4\n1 1\n2\n1\n1\n2\n"
    assert only(plain, "mk").puzzle.rows == 2
    line, words = fault(plain)
    assert "with the rows first it fits: --format mk" in words
    assert line == 2


@given(PICTURES)
def test_lists_come_back(picture):
    puzzle, _ = of_rows(picture)
    assert only(write_hints(puzzle)).puzzle == puzzle
    if puzzle.colours == 1:
        assert only(write_mk(puzzle)).puzzle == puzzle
        assert only(write_nin(puzzle), "nin").puzzle == puzzle
    else:
        for write in (write_mk, write_nin):
            with pytest.raises(ValueError, match="several colours"):
                write(puzzle)


@given(PICTURES)
def test_a_bare_list_is_refused_unless_both_orders_agree(picture):
    puzzle, _ = of_rows(picture)
    text = write_hints(puzzle).split("\n", 1)[1]
    mirrored = Picross(puzzle.column_clues, puzzle.row_clues)
    if puzzle == mirrored:
        assert only(text).puzzle == puzzle
    else:
        assert fault(text) == (1, RIVALS)


def test_empty_lines_commas_and_comments():
    text = "# by hand\n\n2 3\n2\n\n# in between\n2,\n1\n1, 1\n"
    assert only(text, "hints").puzzle == Picross.decode("3x2:2//2/1/1.1")
    assert only(MK.replace("\n#\n", "\n  #  \n") + "\n\n", "mk").puzzle == BOARD


@pytest.mark.parametrize(
    ("name", "text", "line", "message"),
    [
        ("hints", "2 x\n", 1, "size '2 x': expected ROWS COLUMNS"),
        ("hints", "1 1\n1\n", 2, "row 1 is missing"),
        ("hints", "1 1\n1\n1 1\n", 3, "row 1: its runs need 3 cells"),
        ("hints", "1 1\n1\n1\n1\n", 4, "'1' after the last clue"),
        ("hints", "1 1\ny\n1\n", 2, "column 1, run 1: 'y' is not a length"),
        ("hints", "# x\n0 1\n", 2, "size '0 1'"),
        ("nin", "2 x\n", 1, "size '2 x': expected WIDTH HEIGHT"),
        ("nin", "1 2\n1\n1\n", 3, "column 1 is missing"),
        ("nin", "1 2\n1\n1\n3\n", 4, "column 1: its runs need 3 cells, there are 2"),
        ("mk", "1 1\n#\n1\n1\n", 2, "'#' in the wrong place: 1 rows come before"),
        ("mk", "1 1\n1\n#\n", 2, "column 1 is missing"),
        ("cwd", "1 1\n1\n\n1\n", 1, "on a line each"),
        ("cwd", "1\n1\n1\n1\n", 4, "no empty line after the clues of 1 rows"),
    ],
)
def test_faults_are_on_their_line(name, text, line, message):
    found, words = fault(text, name)
    assert message in words
    assert found == line


def test_no_size():
    from cpstudy.puzzles.picross.formats.hints import read_hints

    (item,) = read_hints([])
    assert (item.line, str(item.puzzle)) == (1, "no size")


def test_given_cells_are_not_written():
    for write in (write_hints, write_nin, write_mk):
        with pytest.raises(ValueError, match="given cells cannot be written"):
            write(Picross.decode("1x1:1/1,A"))


@pytest.mark.parametrize("name", [None, "mk", "cwd"])
def test_mutations_of_marked_lists(name):
    text = {None: write_hints(BOARD), "mk": MK, "cwd": CWD}[name]
    assert check_mutations(text, (2, 3), name) > 5
    check_mutations(text, (2, 3))


def test_mutations_of_bare_lists():
    assert check_mutations(HINTS, (2, 3), "hints") > 5
    assert check_mutations(NIN, (2, 3), "nin") > 5
