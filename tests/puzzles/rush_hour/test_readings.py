"""Boards of Rush Hour as people bring them: the red car, letterings, exits, cars in CSV."""

import random
import string

import pytest

from cpstudy.api import explore
from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.puzzles import kind
from cpstudy.puzzles.rush_hour import formats
from cpstudy.puzzles.rush_hour.generate import random_board
from cpstudy.puzzles.rush_hour.puzzle import RushHour
from cpstudy.reading.door import items
from tests.cases import cases_dir
from tests.edits import edits
from tests.samples import sample

KIND = kind("rush_hour")
FOUND = cases_dir("found")

# Boards with a red car r and an A at the edge, with z and a vertical A, with X and a vertical A.
SMALL_R = "....AA\n..BBCC\nrr..EF\nGGHHEF\n...IEF\n...IJJ\n"
SMALL_Z = "..AccB\n..A..B\n..AzzB\n...Cdd\nabbC..\na..Cee\n"
SEVEN = ".......\n...A...\n...A...\nXX.A..B\n...C..B\n...C...\n.DD....\n"
TABLE = "vehicle,orientation,col,row,length\nA,H,2,1,2\nB,H,5,2,2\nX,H,3,3,2\nC,V,6,3,2\n"
EXIT = " AAB..F\n ..BCDF\nKGPPCDF\n GH.III\n GHJ...\n LLJMM.\n"
FRAME = "########\n#..CC.D#\n#.B...D#\n#.BXXE. \n#..FFE.#\n#....E.#\n#......#\n########\n"
LINE = "..AccB..A..B..AzzB...CddabbC..a..Cee\n"
KNOWN = "7 oooEooKIIEJJKoAABCoFFFBCDoHHGCDoooGo 1200\n"


def read(text, **hints):
    return list(items(KIND, Document.of(text, hints)))


def board(text, **hints):
    (item,) = read(text, **hints)
    assert isinstance(item.puzzle, RushHour), str(item.puzzle)
    return item.puzzle


def fault(text, **hints):
    (item,) = read(text, **hints)
    assert isinstance(item.puzzle, InputError), item.puzzle.encode()
    return str(item.puzzle)


def look(puzzle):
    """A board without its letters: cells by block, which block is red, the goal."""
    names = {"o": "o", "x": "x"}
    cells = [names.setdefault(name, len(names)) for name in puzzle.cells]
    return puzzle.rows, puzzle.columns, cells, names["A"], puzzle.goal, puzzle.both_ways


@pytest.mark.parametrize(
    ("text", "red", "moves"),
    [(SMALL_R, "r", 13), (SMALL_Z, "z", 33), (LINE, "z", 33), (SEVEN, "X", 3), (EXIT, "P", 4),
     (TABLE, "X", 2), (FRAME, "X", 2)],
)  # fmt: skip
def test_the_red_car_is_recognised_and_reported(text, red, moves):
    (item,) = read(text)
    assert f"red car {red}, here A" in item.about["read as"]
    assert len(explore(item.puzzle, "bfs").path) == moves
    assert board(text, red=red) == item.puzzle


def test_a_red_car_that_is_named_is_obeyed():
    named = board(SMALL_Z, red="d")
    assert named.picture(named.start).count("A") == 2
    assert divmod(named.start[named.red], 6) == (3, 4)
    line = "6x6:" + SMALL_Z.replace("\n", "")
    assert board(line).cells[2] == "A"
    assert board(line, red="d") == named
    assert board(KNOWN, red="B").cells == KNOWN.split()[1].translate(str.maketrans("AB", "BA"))
    for text in (SMALL_Z, line):
        assert "there is no car of that name" in fault(text, red="Q")
    assert "x 'blue': choose from car, wall" in fault(SMALL_Z, x="blue")


@pytest.mark.parametrize(
    ("rows", "result"),
    [
        (
            "AA....|......|......|..XX..|......|......",
            "A in row 1, column 1 or X in row 4, column 3",
        ),
        (
            "AA....|......|BB....|......|......|......",
            "B in row 3, column 1 or A in row 1, column 1",
        ),
        (
            "......|......|..AAXX|......|......|......",
            "A in row 3, column 3 or X in row 3, column 5",
        ),
        (
            "......|......|BB.CC.|......|......|......",
            "B in row 3, column 1 or C in row 3, column 4",
        ),
        ("......|......|....AA|......|......|......", "A in row 3, column 5 would be out"),
        ("......|......|....rr|..AA..|......|......", "r in row 3, column 5 would be out"),
        ("B.....|B.....|......|.CC...|......|......", "None of two cells lies in row 2"),
        ("..BBxx|......|rr....|......|......|......", "is x a car"),
        ("..BBoo|......|RR....|......|......|......", "is o a car"),
    ],
)
def test_what_is_not_clear_is_refused_with_the_readings(rows, result):
    assert result in fault(rows.replace("|", "\n"))
    assert result in fault(rows.replace("|", ""))


def test_exits():
    rows = EXIT.replace("K", " ")
    assert "exit left of row 2" in read(EXIT)[0].about["read as"]
    assert board(EXIT) == board(rows, red="P", exit="left")
    assert board(rows, red="P").goal == (2, 4)
    assert "P in row 3, column 2 or A in row 1, column 1" in fault(rows)
    assert board(f"6 6\n11\n{EXIT}") == board(f"6 6\n{EXIT}") == board(EXIT)
    top = "6 6\n2\n  K\n......\n..P...\n..P...\n......\n......\nAA....\n"
    assert (board(top).rows, board(top).goal) == (6, (0, 2))
    below = "..B..\n..B..\n..A..\n..A..\n.....\n  v\n"
    assert board(below.replace("v", "K")).goal == (3, 2)
    above = "  ^\n" + below.removesuffix("  v\n")
    assert board(above).goal == (0, 2)
    assert board("AA..\n....\nBB...\n....\n", red="B").goal == (2, 2)
    for text in ("> \n....\n", "AAB.\n..B.K\n...K\n....\n"):
        assert fault(text)
    assert "exit 'up': choose from" in fault(SMALL_Z, exit="up", red="z")
    assert "does not move that way" in fault(SMALL_Z, exit="top", red="z")


def test_cells_with_spaces_indented_and_several_boards():
    spaced = "\n".join(" ".join(row) for row in SEVEN.split())
    indented = "".join(f"\t{row}\n" for row in SEVEN.split())
    double = SEVEN.replace("\n", "\r\n\r\n")
    assert {board(text) for text in (spaced, indented, double, f"7 7\n{SEVEN}")} == {board(SEVEN)}
    found = read(f"# two\n\n{SEVEN}\n\n{SMALL_Z}")
    assert [item.puzzle for item in found] == [board(SEVEN), board(SMALL_Z)]
    assert [item.line for item in found] == [3, 12]
    assert board(SEVEN.replace("...C..B\n", "...C..B\n\n")) == board(SEVEN)
    assert board(SEVEN.replace("\n", "")) == board(SEVEN)


def test_signs():
    plain = "..BB..\n......\nXX....\n......\n......\n......\n"
    for blank in "o_-0":
        assert board(plain.replace(".", blank)) == board(plain)
    assert board(plain.replace(".", "e"), blank="e") == board(plain)
    assert board(plain.replace("BB", "##")).cells[2:4] == "xx"
    small = plain.replace("BB", "bb").replace("......", ".oo...", 1)
    assert "car o, here" in read(small)[0].about["read as"]
    assert board(small, blank="o").cells.count("o") == 32
    walls = plain.replace("BB", "xx")
    assert board(walls, x="wall").cells[2:4] == "xx"
    assert "car x" in read(walls, x="car")[0].about["read as"]


def test_cars_in_csv():
    named = TABLE.replace("A,H", "AB,h").replace("vehicle", "car").replace(",", ";")
    assert look(board(named)) == look(board(TABLE))
    assert "car AB, here" in read(named)[0].about["read as"]
    zero = "length,x,y,orientation,id\n2,1,0,H,A\n2,4,1,H,B\n2,2,2,H,X\n2,5,2,V,C\n"
    assert look(board(zero)) == look(board(TABLE))
    twelve = "car,orientation,col,row,length\nX,H,3,6,2\nAA,V,12,1,3\n"
    assert board(twelve).rows == 12
    assert board(TABLE, size="7x7", red="X").columns == 7


@pytest.mark.parametrize(
    ("old", "new", "result"),
    [
        ("X,H,3,3", "X,H,3,2", "how large is the board"),
        ("X,H,3,3", "X,H,2,1", "how large is the board"),
        ("C,V,6,3", "C,V,6,6", "how large is the board"),
        ("C,V,6,3", "C,V,4,3", "X is at row 3, column 4, too"),
        ("C,V", "C,D", "orientation 'd'"),
        ("C,V", "B,V", "car B is given twice"),
        ("C,V,6,3,2", "C,V,6,3", "4 columns, expected 5"),
        ("C,V,6,3,2", "C,V,6,3,1", "a car is two cells long"),
        ("C,V,6", "C,V,x", "column 'x' is not a number"),
        ("X,H", "Y,H", "how large is the board"),
    ],
)
def test_faulty_csv(old, new, result):
    assert result in fault(TABLE.replace(old, new))


def lettered(rng, puzzle):
    """The board in other letters, perhaps with another letter for its red car."""
    names = sorted(set(puzzle.cells) - {"o", "x"})
    letters = list(rng.choice((string.ascii_uppercase, string.ascii_letters)))
    if rng.random() < 0.6:
        rng.shuffle(letters)
    called = dict(zip(names, letters, strict=False))
    red = rng.choice("AXRrzZPp") if rng.random() < 0.7 else called["A"]
    called |= {name: called["A"] for name, letter in called.items() if letter == red}
    called["A"] = red
    blank = rng.choice(".-_") if {"o", "x"} & {*called.values()} else rng.choice(".o-_")
    return puzzle.cells.translate(str.maketrans({**called, "o": blank}))


FORMS = (
    lambda rows, exit_row: "".join(rows),
    lambda rows, exit_row: "\n".join(rows),
    lambda rows, exit_row: "\r\n\r\n".join(rows),
    lambda rows, exit_row: "\n".join(" ".join(row) for row in rows),
    lambda rows, exit_row: "\n".join(
        f"  {row}{'>' if place == exit_row else ''}" for place, row in enumerate(rows)
    ),
    lambda rows, exit_row: "\n".join(
        [
            "#" * (len(rows) + 2),
            *(f"#{row}{' ' if place == exit_row else '#'}" for place, row in enumerate(rows)),
            "#" * (len(rows) + 2),
        ]
    ),
)


def test_rival_readings():
    """In any lettering and form, a board is read as it is or refused, never as another board."""
    rng = random.Random(1)
    same = 0
    for number in range(600):
        side = rng.choice((5, 6, 6, 6, 7, 8, 9))
        puzzle = random_board(side, side, rng.randint(3, side * side // 4), number)
        cells = lettered(rng, puzzle)
        rows = [cells[at : at + side] for at in range(0, len(cells), side)]
        text = rng.choice(FORMS)(rows, (side - 1) // 2)
        (item,) = read(text)
        if not isinstance(item.puzzle, InputError):
            assert look(item.puzzle) == look(puzzle), text
            same += 1
    assert same > 360


@pytest.mark.parametrize("text", [SMALL_R, SMALL_Z, SEVEN, TABLE, EXIT, FRAME, LINE, KNOWN])
@sample(60, 1000)
def test_one_edit(text, number):
    """An edited board keeps its size or gives one fault; an edited list may have two items."""
    puzzle, boards = board(text), 0
    for edited in edits(text, number):
        found = read(edited)
        assert 1 <= len(found) <= (2 if text in (LINE, KNOWN) else 1), edited
        if len(found) == 1 and isinstance(found[0].puzzle, RushHour):
            other = found[0].puzzle
            assert (other.rows, other.columns) == (puzzle.rows, puzzle.columns), edited
            assert not other.both_ways, edited
            boards += 1
    assert 0 < boards < number, boards


def test_grids_are_written_so_that_they_are_read():
    rng = random.Random(2)
    for number in range(200):
        puzzle = random_board(rng.randint(4, 8), rng.randint(4, 8), 4, number)
        assert board(formats.write_grid(puzzle)) == puzzle
    standing = RushHour.decode("4x4:AoooAooBoXXBoooo")
    assert formats.write_grid(standing).startswith(":\n")
    assert board(formats.write_grid(standing)) == standing


@pytest.mark.skipif(FOUND is None, reason="no public instances here")
@pytest.mark.parametrize(
    ("name", "moves"),
    [("01-rush-red-is-r", 13), ("03-rush-red-is-z-game1", 33), ("04-rush-red-is-X-7x7", 3),
     ("13-rush-csv", 2), ("14-rush-exit-K", 4), ("06-rush-9x9-slow", None)],
)  # fmt: skip
def test_what_was_found(name, moves):
    puzzle = board((FOUND / "moves" / f"{name}.txt").read_text(encoding="utf-8"))
    assert moves is None or len(explore(puzzle, "bfs").path) == moves


EMPTY_X = "xxxxAA\nxxBBCC\nrrxxEF\nGGHHEF\nxxxIEF\nxxxIJJ\n"


def test_x_where_nothing_else_is_empty():
    """The reader asks whether x is a wall or an empty cell, so that no proof is about walls."""
    for text in (EMPTY_X, EMPTY_X.replace("\n", ""), EMPTY_X.replace("\n", "").replace("r", "R")):
        assert "--blank x or --reading x=wall" in fault(text)
    assert board(EMPTY_X, blank="x") == board(SMALL_R)
    walled = board(EMPTY_X, x="wall")
    assert walled.cells.count("x") == EMPTY_X.count("x")
    assert board(walled.encode()) == walled


@pytest.mark.parametrize("car", "o0")
def test_a_car_between_x(car):
    text = f"xxxx{car}x\nxxxx{car}x\nRRxxxx\nBBxxxx\nxxxxxx\nxxxxcc\n"
    assert f"is {car} a car and x empty" in fault(text)
    assert board(text, blank="x").cells.count("o") == 36 - 8


def test_two_names_of_red_cars_in_the_exit_row():
    for one, other in ("rP", "Xz", "RZ", "Aa"):
        text = f".B....\n.B....\n{one}{one}{other}{other}.C\n.....C\n......\n......\n"
        assert f"{one} in row 3, column 1 or {other} in row 3, column 3" in fault(text)
        assert board(text, red=one) != board(text, red=other)


def test_a_standing_red_car_asks_for_its_exit():
    text = ".H....\n.H....\n.X....\n.X.C..\n...C..\n......\n"
    assert "--red X --reading exit=bottom or exit=top" in fault(text)
    assert len(explore(board(text, red="X", exit="bottom")).path) == 1
    assert board(text, red="X", exit="top") != board(text, red="X", exit="bottom")


def test_spaces_are_empty_cells():
    rows = ["AA...O", "B..C.O", "BXXC.O", "B..C..", "D...EE", "D.FFF."]
    plain = board("\n".join(rows))
    spaced = [row.replace(".", " ") for row in rows]
    framed = [f"|{row}{' ' if number == 2 else '|'}" for number, row in enumerate(spaced)]
    wide = [
        f"| {' '.join(row)} {' ' if number == 2 else '|'}" for number, row in enumerate(rows)
    ]  # fmt: skip
    lines = ["┌──────┐", *(row.replace("|", "│") for row in framed), "└──────┘"]
    for text in (
        spaced,
        [row.rstrip() for row in spaced],
        ["+------+", *framed, "+------+"],
        ["+-------------+", *(row.rstrip() for row in wide), "+-------------+"],
        lines,
    ):
        assert board("\n".join(text)) == plain, text


def test_numbers_of_two_digits():
    text = "2 2 0 0 0 10\n3 0 0 5 0 10\n3 1 1 5 0 10\n3 0 0 5 0 0\n4 0 0 0 11 11\n4 0 6 6 6 0\n"
    (item,) = read(text)
    assert "red car 1, here A" in item.about["read as"]
    one = text.replace("10", "7").replace("11", "8")
    assert len(explore(item.puzzle).path) == len(explore(board(one)).path)
    assert board(text, red="11") != item.puzzle


def test_sizes_before_a_board_with_its_exit_below():
    text = "6 6\n12\nAAB..F\n..BCDF\nG.HCDF\nGPHIII\nGPJ...\nLLJMM.\n K\n"
    (item,) = read(text)
    assert "exit bottom of column 1" in item.about["read as"]
