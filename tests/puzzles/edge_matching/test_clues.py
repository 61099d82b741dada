"""Test clue pieces in the formats of other programs: how each counts rows, columns and turns."""

from dataclasses import replace

import pytest
from click.testing import CliRunner

from cpstudy.cli import main
from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.puzzles.edge_matching.formats.viewer import viewer_address
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Place
from cpstudy.puzzles.edge_matching.record import KIND
from cpstudy.reading.door import items, only

# With many colours no two pieces are identical, and no two turns look the same.
((PUZZLE, SOLUTION),) = puzzles(4, 5, 12, 6, 1, 2)
PICTURE = PUZZLE.picture(SOLUTION)
# An inner piece and one on the border whose rows and columns differ, with turns 1 and 3.
CELL, BORDER = 8, 17
CLUED = replace(
    PUZZLE, fixed=tuple(Place(SOLUTION[c][0], c, SOLUTION[c][1]) for c in (CELL, BORDER))
)
ROWS = [" ".join(map(str, piece)) for piece in PUZZLE.pieces]


def read(text, **hints):
    (item,) = items(KIND, Document.of(text, hints))
    if isinstance(item.puzzle, InputError):
        raise item.puzzle
    return item


def csv(clues, size="4 5"):
    """The CSV of binary words, with the clues of some pieces as "x,y,rotation"."""
    lines = [size]
    for number, piece in enumerate(PUZZLE.pieces):
        words = [f"{65535 if side == 0 else side:016b}" for side in piece]
        lines.append(",".join([*words, clues.get(number, "0,0,0")]))
    return "\n".join(lines)


def place(cell):
    """The (piece, row, column, quarters) of a cell of the solution, from 0."""
    return SOLUTION[cell][0], *divmod(cell, 5), SOLUTION[cell][1]


def test_the_columns_x_y_rotation_of_the_csv():
    clues = {}
    for piece, row, column, quarters in map(place, (CELL, BORDER)):
        clues[piece] = f"{column},{row},{quarters}"
    item = read(csv(clues))
    assert item.puzzle == CLUED
    assert (
        "2 clue pieces fixed, counted as x and y from 0, turned clockwise" in item.about["read as"]
    )
    assert CLUED.violation(SOLUTION) == ""


def test_heules_rows_are_row_column_piece_turns():
    lines = ["2"]
    for piece, row, column, quarters in map(place, (CELL, BORDER)):
        lines.append(f"{row + 1} {column + 1} {piece + 1} {quarters}")
    item = read("\n".join([*lines, *ROWS]), size="4x5")
    inner, border = sorted(CLUED.fixed, key=lambda one: one.cell)
    # The frame determines the turn of a border piece.
    assert set(item.puzzle.fixed) == {inner, border._replace(quarters=None)}
    assert "row, column and piece from 1" in item.about["read as"]


@pytest.mark.parametrize(
    ("clue", "words"),
    [
        ("5,1,0", "no such cell"),
        ("1,1,4", "no such piece, or turn"),
        ("2,0,2", "the frame would be inside"),
    ],
)
def test_clues_that_are_counted_otherwise_are_kept_as_text(clue, words):
    corner = next(n for n, piece in enumerate(PUZZLE.pieces) if piece.count(0) == 2)
    item = read(csv({corner: clue}))
    assert item.puzzle == PUZZLE
    assert (
        words in item.about["read as"] and f"line {corner + 2} as x and y" in item.about["read as"]
    )
    assert item.about["clues"].startswith(f"piece {corner} at row {clue[2]}, column {clue[0]}")


def test_clues_that_users_say():
    piece, row, column, quarters = place(CELL)
    fixed = replace(PUZZLE, fixed=(Place(piece, CELL, quarters),))
    free = replace(PUZZLE, fixed=(Place(piece, CELL),))
    letter = "ABCD"[row]
    for text in (PUZZLE.encode(), "\n".join(["4 5", *ROWS])):
        assert only(KIND, text, {"clue": f"{piece}@{row},{column},{quarters}"}) == fixed
        assert only(KIND, text, {"clue": f"{piece}@{row},{column}"}) == free
        assert only(KIND, text, {"clue": f"{piece + 1}@{letter}{column + 1}"}) == free
        assert only(KIND, text, {"clue": f"P{piece + 1}@{letter.lower()}{column + 1}"}) == free
        both = only(KIND, text, {"clue": f"{piece}@{row},{column} 0!0,0"})
        assert (both.fixed, both.forbidden) == (free.fixed, (Place(0, 0),))
    address = viewer_address(PUZZLE, SOLUTION)
    clued = only(KIND, address, {"clue": "7@1,2"})
    assert clued.fixed == (Place(7, 7),) and clued.pieces == PICTURE


@pytest.mark.parametrize(
    ("clue", "fault"),
    [
        ("3", "place '3': expected PIECE@ROW,COLUMN[,QUARTERS] from 0, 139@I8, or the address"),
        ("3@E1", "place 3@E1: no such place on a board of size 4x5"),
        ("3@A6", "place 3@A6: no such place"),
        ("0@A1", "place 0@A1: no such place"),
        ("3@4,0", "piece 3: @4,0: no such cell"),
        ("20@0,0", "place of piece 20: there are 20 pieces"),
        ("3@0,0 3@0,1", "piece 3 is fixed twice"),
    ],
)
def test_faults_of_clues_that_users_say(clue, fault):
    with pytest.raises(InputError, match="^" + fault.replace("[", r"\[").replace("]", r"\]")):
        only(KIND, PUZZLE.encode(), {"clue": clue})


def board(cells, **more):
    """The address of a board with the solution's pieces on some cells."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    edges = "".join(
        "".join(letters[side] for side in PICTURE[cell]) if cell in cells else "aaaa"
        for cell in range(20)
    )
    fields = {"board_w": 5, "board_h": 4, "board_edges": edges, **more}
    return "https://e2.bucas.name/#" + "&".join(f"{name}={value}" for name, value in fields.items())


def test_a_partly_filled_board_on_the_pieces_of_a_file():
    half = board({CELL, BORDER})
    for text in ("\n".join(["4 5", *ROWS, half]), "\n".join(["4 5", half, *ROWS])):
        assert read(text).puzzle == CLUED
    assert only(KIND, "\n".join(["4 5", *ROWS]), {"clue": half}) == CLUED
    assert only(KIND, PUZZLE.encode(), {"clue": half}) == CLUED
    # The clues that an address names do not restrict a board that is partly filled.
    assert only(KIND, PUZZLE.encode(), {"clue": board({CELL, BORDER}, hints=f"{CELL}.0")}) == CLUED
    full = board(range(20))
    assert only(KIND, PUZZLE.encode(), {"clue": full}) == PUZZLE
    types = "".join("e" if cell in (CELL, BORDER) else "d" for cell in range(20))
    for more in ({"hints": f"{CELL}.1-{BORDER}.2"}, {"board_types": types}):
        named = board(range(20), **more)
        assert only(KIND, PUZZLE.encode(), {"clue": named}) == CLUED
        alone = only(KIND, named)
        assert alone.fixed == (Place(CELL, CELL, 0), Place(BORDER, BORDER, 0))


@pytest.mark.parametrize(
    ("address", "fault"),
    [
        (board({CELL}).replace("board_h=4", "board_h=5"), "board_edges: 80 letters, expected 100"),
        (board({CELL}).replace("w=5&board_h=4", "w=4&board_h=5"), "has size 5x4, the puzzle 4x5"),
        (board({CELL}, hints="3.0"), "clue on cell 3: no piece lies there"),
        (board({CELL}, hints="x"), "hints: 'x': expected CELL.TURNS"),
        (
            board({CELL}).replace("=" + 4 * CELL * "a", "=zzzz" + 4 * (CELL - 1) * "a"),
            "no piece 25,25",
        ),
    ],
)
def test_faults_of_a_board_that_is_laid_on_pieces(address, fault):
    with pytest.raises(InputError, match=fault):
        only(KIND, PUZZLE.encode(), {"clue": address})


def test_the_option():
    piece, row, column, _ = place(CELL)
    say = ["--clue", f"{piece}@{row},{column}", "--clue", "0!3,4"]
    run = CliRunner().invoke(
        main, ["convert", "--puzzle", "edge_matching", "--to", "text", PUZZLE.encode(), *say]
    )
    assert run.exit_code == 0, run.output
    clued = EdgeMatching.decode(run.stdout.strip())
    assert (clued.fixed, clued.forbidden) == ((Place(piece, CELL),), (Place(0, 19),))
    other = CliRunner().invoke(main, ["verify", "3x3:c2aaab94a", "--clue", "0@0,0"])
    assert other.exit_code == 2 and "--clue: pipes has" in other.stderr
