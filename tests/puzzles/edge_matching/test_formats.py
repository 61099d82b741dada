"""Test pieces files, addresses of the viewer, and text forms of edge matching."""

import io
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.puzzles.edge_matching.formats.pieces import read_pieces, recognises, write_pieces
from cpstudy.puzzles.edge_matching.formats.viewer import (
    claims,
    puzzle_of_address,
    read_address,
    viewer_address,
    write_viewer,
)
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Place, least_turn, turned
from cpstudy.puzzles.edge_matching.record import KIND
from cpstudy.reading.door import items as items_of
from cpstudy.reading.door import only, recognised
from cpstudy.reading.opening import read_bytes
from tests.cases import cases_dir
from tests.puzzles.edge_matching.instances import (
    CASES,
    SHAPES,
    SMALL,
    SOLVED,
    drawn,
    exchanged,
    instance,
    needs_cases,
    unframed,
)
from tests.samples import sample


@pytest.mark.parametrize("name", KIND.formats)
def test_every_format_comes_back(name):
    rng = np.random.default_rng(3)
    write, read = KIND.formats[name].write, KIND.formats[name].read
    for puzzle in [drawn(*shape, rng) for shape in SHAPES]:
        lines = write(puzzle).splitlines(keepends=True)
        items = list(read(lines))
        assert [item.puzzle for item in items] == [puzzle]
        assert recognised(KIND, Document(lines)).name == name
        assert only(KIND, write(puzzle)) == puzzle  # as an argument


def test_formats_are_distinguished():
    assert recognises(Document.of("0 0 1 2\n")) and recognises(Document.of(" 1,1\n0,0,0,0\n"))
    assert not recognises(Document.of(SMALL.encode())) and not claims(SMALL.encode())
    assert not recognises(Document.of(write_viewer(SMALL)))
    assert not recognises(Document.of("some words\nof no puzzle\n0 0 0 0\n"))


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        ("0 0 1 1\n0 0 1\n0 0 1 1\n0 0 1 1\n", 2, "piece 1: 3 colours, expected 4"),
        ("0 0 1 1\n\n# corner\n0 0 1 1 1\n", 4, "piece 1: 5 colours, expected 4"),
        ("0 0 1 1\n0 0 1 1\n0 0 1 1\n", 1, "3 pieces do not make a square"),
        ("2 2\n0 0 1 1\n0 0 1 1\n0 0 1 1\n", 4, "3 pieces, expected 4 (2x2)"),
        ("0 0 1 1\n0 0 -1 1\n0 0 1 1\n0 0 1 1\n", 2, "piece 1: colour -1 on its bottom"),
        ("0 0 1 1\n0 0 1 1\n0 0 1 1\n0 1 0 1\n", 4, "piece 3: frame on its top and bottom"),
        ("0 0 1 1\n0 0 -1 1\n", 2, "piece 1: colour -1 on its bottom"),
        ("0 0 1 1\n0 0 x 1\n", 2, "piece 1: 'x' is not a colour"),
        ("0 3\n1 1 1 1\n", 1, "size 0 3"),
        ("# nothing\n", 1, "no pieces"),
    ],
)
def test_malformed_pieces_files_name_the_line(text, line, fault):
    items = list(read_pieces(text.splitlines(keepends=True)))
    assert len(items) == 1
    assert isinstance(items[0].puzzle, ValueError)
    assert (items[0].line, fault in str(items[0].puzzle)) == (line, True)
    assert "\n" not in str(items[0].puzzle)


def test_pieces_files_of_other_shapes_begin_with_their_size():
    puzzle = EdgeMatching(1, 2, ((0, 1, 0, 0), (0, 0, 0, 1)))
    assert write_pieces(puzzle) == "1 2\n0 1 0 0\n0 0 0 1\n"
    tabbed = ["1, 2\r\n", "0,1,0,0\r\n", "0\t0 0 1 # last\r\n"]
    assert next(iter(read_pieces(tabbed))).puzzle == puzzle


def test_what_would_come_back_otherwise_is_not_written():
    odd = EdgeMatching(1, 1, ((0, 0, 0, 0),), framed=False)
    bare = EdgeMatching(1, 1, ((1, 1, 1, 1),), framed=True)
    for puzzle in (odd, bare):
        with pytest.raises(ValueError, match="an address cannot have a frame"):
            write_viewer(puzzle)
    with pytest.raises(ValueError, match="colour 26 has no letter"):
        write_viewer(EdgeMatching(1, 1, ((26, 1, 1, 1),), framed=False))


def test_the_viewers_addresses():
    address = viewer_address(SMALL, SOLVED)
    assert address == ("https://e2.bucas.name/#board_w=2&board_h=2&board_edges=abcaaadbceaadaae")
    assert puzzle_of_address(address + "&motifs_order=jblackwood") == SMALL
    assert puzzle_of_address("x#board_edges=bbcd&board_h=1&board_w=1").framed is False


@pytest.mark.parametrize(
    ("address", "fault"),
    [
        ("https://e2.bucas.name/#board_w=1&board_edges=aaaa", "no board_h"),
        ("https://e2.bucas.name/#board_w=x&board_h=1&board_edges=aaaa", "board_w: 'x'"),
        ("https://e2.bucas.name/#board_w=1&board_h=2&board_edges=aaaa", "4 letters, expected 8"),
        ("https://e2.bucas.name/#board_w=1&board_h=1&board_edges=a?aa", "row 1, column 1: '?'"),
        (
            "https://e2.bucas.name/#board_w=2&board_h=2&board_edges=abcaaadbaaaadaae",
            "row 2, column 1: no piece lies there",
        ),
    ],
)
def test_malformed_addresses_name_the_cell(address, fault):
    with pytest.raises(ValueError) as error:
        puzzle_of_address(address)
    assert fault in str(error.value)


@needs_cases
def test_all_instances_are_read():
    assert CASES is not None
    read = {path.stem: instance(path.stem) for path in CASES.glob("*.txt")}
    assert {"clue1", "tomy_4x4", "brendan_06x06"} <= set(read)
    assert read["clue1"].size == "6x6" and all(puzzle.framed for puzzle in read.values())


# -- forms of pieces files -----------------------------------------------------------------------

# A 3x3 board solved by hand: frame 0, outer colours 1 and 2, inner colours 3 to 5.
BOARD = (
    (0, 1, 2, 0), (0, 2, 3, 1), (0, 0, 1, 2),
    (2, 4, 1, 0), (3, 5, 4, 4), (1, 0, 2, 5),
    (1, 2, 0, 0), (4, 1, 0, 2), (2, 0, 0, 1),
)  # fmt: skip
NINE = EdgeMatching(3, 3, BOARD)


def read(text, **hints):
    """The only item of a document."""
    (item,) = items_of(KIND, Document.of(text, hints))
    return item


def puzzle(text, **hints):
    item = read(text, **hints)
    assert isinstance(item.puzzle, EdgeMatching), item.puzzle
    return item.puzzle


def fault(text, **hints):
    item = read(text, **hints)
    assert isinstance(item.puzzle, InputError)
    assert len(str(item.puzzle)) < 200 and "\n" not in str(item.puzzle)
    return str(item.puzzle)


def lines(pieces, order="trbl", join=" "):
    places = ["trbl".index(side) for side in order]
    return [join.join(str(piece[place]) for place in places) for piece in pieces]


def recoloured(pieces, new):
    return [tuple(new.get(side, side) for side in piece) for piece in pieces]


ROWS = lines(BOARD)
FORMS = {
    "rows": ROWS,
    "commas": lines(BOARD, join=","),
    "semicolons and brackets": [f"[{row}]," for row in lines(BOARD, join="; ")],
    "side of the square": ["3", *ROWS],
    "number of pieces": ["9", *ROWS],
    "two lines of size": ["3", "3", *ROWS],
    "size and colours": ["3 3 5", *ROWS],
    "size in a header": ["p tile 3 3 5", *ROWS],
    "no clue pieces": ["0", *ROWS],
    "numbered from 1": [f"{n} {row}" for n, row in enumerate(ROWS, 1)],
    "numbered with colons": [f"{n}: {row}" for n, row in enumerate(ROWS, 1)],
    "numbered behind": [f"{row} {n}" for n, row in enumerate(ROWS)],
    "names of columns": [
        "id\ttop\tright\tbottom\tleft",
        *(f"{n}\t{r}" for n, r in enumerate(ROWS)),
    ],
    "french names": ["Pièce H B D G", *(f"{n} {r}" for n, r in enumerate(lines(BOARD, "tbrl")))],
    "names in a comment": ["# Format: id north south west east", *lines(BOARD, "tblr")],
    "bounded unsigned": ["1 0 3 3", *ROWS],
    "comments": ["# nine pieces", "", *(f"{row}  # {n}" for n, row in enumerate(ROWS))],
}


@pytest.mark.parametrize("name", FORMS)
def test_forms_of_pieces_files(name):
    for end in ("\n", "\r\n", " \n\n"):
        assert puzzle(end.join(FORMS[name]) + end) == NINE, end


def test_letters_are_colours():
    text = "\n".join("".join("XABCDE"[side] for side in piece) for piece in BOARD)
    item = read(text)
    assert item.puzzle == NINE and item.about["read as"] == "frame colour X"
    numbered = "\n".join(f"{n} {row}" for n, row in enumerate(text.split("\n")))
    assert puzzle(numbered) == puzzle(text, frame="X") == NINE
    assert puzzle(text, frame="none", turn="free").framed is False
    assert "a to z or A to Z" in fault(text.replace("A", "a", 1))


def test_a_board_of_another_shape_is_seen_by_its_frame():
    tall = "\n".join([*ROWS[:3], *ROWS[3:6] * 5, *ROWS[6:]])
    item = read(tall)
    assert item.puzzle.size == "3x7"
    assert item.about["read as"] == "3 rows and 7 columns by its frame"
    assert puzzle(tall, size="7x3").size == "7x3"
    assert puzzle(f"7 3\n{tall}").size == "7x3"
    # Fifteen pieces may be 3x5, or 4x4 with one piece lost.
    fifteen = "\n".join([*ROWS[:3], *ROWS[3:6] * 3, *ROWS[6:]])
    assert "do not make a square" in fault(fifteen)
    assert puzzle(fifteen, size="5x3").size == "5x3"
    assert "do not make a square" in fault("\n".join(ROWS[:5]))
    assert "21 pieces, expected 10" in fault("2 5\n" + tall)
    assert "neither the side" in fault("20\n" + tall)
    assert "size '3': expected ROWSxCOLUMNS" in fault(tall, size="3")


def test_signed_edges_are_refused():
    assert "signed edges" in fault("\n".join(["1 1 3 3", *ROWS]))


def _binary(pieces, more):
    rows = [",".join(f"{65535 if side == 0 else side:016b}" for side in piece) for piece in pieces]
    return "\n".join(["3", *(f"{row},{end}" for row, end in zip(rows, more, strict=True))])


def test_the_csv_of_binary_words():
    clues = ["0,0,0"] * 9
    clues[4] = "1,1,3"
    item = read(_binary(BOARD, clues))
    assert item.puzzle == replace(NINE, fixed=(Place(4, 4, 3),))
    assert item.about == {
        "read as": "frame colour 65535; 1 clue piece fixed, counted as x and y from 0, turned "
        "clockwise"
    }
    cells = [f"0,0,0,{n % 3},{n // 3},0" for n in range(9)]
    assert puzzle(_binary(BOARD, cells)) == NINE
    solved = read(_binary(BOARD, [f"{n},0" for n in range(9)]))
    assert solved.puzzle == NINE and "without the solution" in solved.about["read as"]
    # If 65535 is the frame, 0 is a colour.
    zero = "\n".join(["3"] + [
        ",".join(f"{65535 if side == 0 else side - 1:016b}" for side in piece) for piece in BOARD
    ])  # fmt: skip
    item = read(zero)
    assert item.about["read as"] == "frame colour 65535; colour 0 is 5 here"
    assert item.puzzle.pieces == tuple(recoloured(BOARD, {1: 5, 2: 1, 3: 2, 4: 3, 5: 4}))


def test_clue_lines_are_kept_as_text():
    clue = "piece 5 fixed at row 2 column 2, turned 0"
    item = read("\n".join([*ROWS, clue]))
    assert item.puzzle == NINE
    assert item.about == {
        "read as": "without 1 clue piece, whose counting is not known (--clue)", "clues": clue
    }  # fmt: skip
    assert "clues without pieces" in fault(clue)


# -- the frame -----------------------------------------------------------------------------------


@pytest.mark.parametrize("colour", [7, 23, 65535])
def test_a_frame_of_another_number_is_seen_and_named(colour):
    text = "\n".join(lines(recoloured(BOARD, {0: colour})))
    item = read(text)
    assert item.puzzle == NINE
    assert item.about == {"read as": f"frame colour {colour}"}
    assert puzzle(text, frame=str(colour)) == NINE
    unframed = read(text, frame="none", turn="free")
    assert not unframed.puzzle.framed
    assert unframed.about["read as"] == "unframed, pieces turned as you like"
    assert "no side has that colour" in fault(text, frame="99")
    assert "expected a colour of the file" in fault(text, frame="grey")


def test_a_frame_with_a_slip_is_refused():
    pieces = recoloured(BOARD, {0: 9})
    pieces[0] = (8, 1, 2, 9)
    text = "\n".join(lines(pieces))
    result = fault(text)
    assert result == (
        "colour 9 does not frame the board: 3 corners and 5 border pieces, expected 4 and 4; "
        "choose --frame 9 or --frame none"
    )
    assert puzzle(text, frame="9").framed
    assert not puzzle(text, frame="none", turn="free").framed


def test_zero_that_is_no_frame_is_refused():
    pieces = [*BOARD[1:4], BOARD[1], *BOARD[4:]]
    text = "\n".join(lines(pieces))
    assert "colour 0 does not frame the board" in fault(text) and "--frame none" in fault(text)
    assert puzzle(text, frame="0") == EdgeMatching(3, 3, tuple(pieces))
    assert not puzzle(text, frame="none", turn="free").framed
    inside = "\n".join(lines([*BOARD[:4], (0, 5, 4, 0), *BOARD[5:]]))
    assert "or --frame none" in fault(inside)


def test_two_colours_that_may_be_the_frame_are_refused():
    text = "5 5 6 6\n" * 4
    assert fault(text) == (
        "one of colour 5, 6 may be the frame: choose --frame COLOUR or --frame none"
    )
    assert puzzle(text, frame="5").pieces == ((0, 0, 6, 6),) * 4
    assert puzzle(text, frame="6").pieces == ((5, 5, 0, 0),) * 4
    assert "colour 7 may be the frame" in fault("1 2\n7 7 7 1\n7 7 7 2\n")


def test_what_may_be_a_tetravex_is_read_where_it_is_asked_for():
    tetravex = "2 2\n1 2 3 4\n5 6 7 2\n3 8 9 1\n7 4 6 8\n"
    result = fault(tetravex)
    assert "Tetravex" in result and "--reading turn=free" in result
    assert "Tetravex" in fault(tetravex, frame="none")
    assert not puzzle(tetravex, turn="fixed").turning
    item = read(tetravex, turn="free")
    assert not item.puzzle.framed and "turned as you like" in item.about["read as"]
    assert fault(tetravex, turn="no") == "turn 'no': expected free or fixed"
    other = read("1 2 3 4\n5 6 7 8\n9 10 11 12\n1 2 3 4\n")
    assert not other.puzzle.framed and "unframed" in other.about["read as"]


# -- the order of sides --------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["tblr", "tlrb", "lrtb", "rltb"])
def test_another_order_of_sides_is_seen_and_named(order):
    """Another order of sides is recognised and reported; the pieces are the same up to a reflection
    or rotation of all."""
    item = read("\n".join(lines(BOARD, order)))
    result = item.about["read as"]
    assert result in ("sides top bottom left right", "sides top left right bottom")
    same = {tuple(sorted(map(least_turn, some))) for some in (BOARD, _mirrored(BOARD))}
    assert tuple(sorted(map(least_turn, item.puzzle.pieces))) in same
    assert puzzle("\n".join(lines(BOARD, order)), sides=order) == NINE


def _mirrored(pieces):
    return [(top, left, bottom, right) for top, right, bottom, left in pieces]


def test_orders_are_named_by_the_user_as_letters():
    text = "\n".join(ROWS)
    for sides in ("trb", "trbx", "ttbb"):
        assert "expected the letters t, r, b, l" in fault(text, sides=sides)
    assert puzzle(text, sides="trbl") == NINE


def test_a_small_board_in_another_order_is_refused():
    pieces = [turned(piece, n) for n, piece in enumerate(SMALL.pieces)]
    result = fault("\n".join(lines(pieces, "tblr")))
    assert "--reading sides=tblr" in result
    assert puzzle("\n".join(lines(pieces, "tblr")), sides="tblr").pieces == tuple(pieces)


def test_what_a_file_says_of_itself():
    said = "# reading: frame=none turn=free sides=tblr\n" + "\n".join(lines(BOARD, "tblr"))
    assert puzzle(said) == EdgeMatching(3, 3, BOARD, framed=False)
    assert puzzle(said, frame="0") == NINE  # the user's option has priority
    assert "reading 'colour'" in fault("# reading: colour=1\n0 0 0 0")


def test_every_puzzle_comes_back_from_a_pieces_file():
    """Puzzles round trip through pieces files, framed or not, solvable or not.

    A comment states what the pieces alone do not show.
    """
    rng = np.random.default_rng(7)
    said = 0
    for number in range(300):
        rows, columns = SHAPES[number % len(SHAPES)]
        made = (
            unframed(rows, columns, rng)
            if number % 3
            else exchanged(drawn(rows, columns, rng), rng)
        )
        text = write_pieces(made)
        said += text.startswith("# reading:")
        assert puzzle(text) == made
    assert 0 < said < 300


# -- mutations, line ends, encodings -------------------------------------------------------------


def _changed(before, after):
    """The number of sides of pieces that differ, or None if the sizes of the boards differ."""
    if (before.rows, before.columns) != (after.rows, after.columns):
        return None
    return sum(a != b for x, y in zip(before.pieces, after.pieces, strict=True)
               for a, b in zip(x, y, strict=True))  # fmt: skip


@pytest.mark.parametrize("colour", [0, 23])
@pytest.mark.parametrize("order", ["trbl", "tblr"])
@sample(60, 1000)
def test_a_slip_gives_a_fault_or_the_edited_datum(colour, order, number):
    rng = np.random.default_rng(5)
    text = "\n".join(lines(recoloured(FIVE.pieces, {0: colour}), order)) + "\n"
    whole = puzzle(text)
    faults = 0
    for _ in range(number):
        at = int(rng.integers(len(text)))
        letter = "0123456789 \n,x-#"[int(rng.integers(16))]
        cut = int(rng.integers(2))
        found = list(items_of(KIND, Document.of(text[:at] + letter + text[at + cut :])))
        assert len(found) == 1
        if isinstance(found[0].puzzle, InputError):
            faults += 1
            assert "\n" not in str(found[0].puzzle)
        else:
            changed = _changed(whole, found[0].puzzle)
            assert changed is not None and changed <= 1 and found[0].puzzle.framed
    assert number // 4 < faults < number


def _five():
    rng = np.random.default_rng(2)
    pieces = list(drawn(5, 5, rng).pieces)
    return EdgeMatching(5, 5, tuple(turned(piece, int(rng.integers(4))) for piece in pieces))


FIVE = _five()


# -- the viewer's addresses ----------------------------------------------------------------------


def test_addresses_as_people_write_them():
    edges = "board_edges=abcaaadbceaadaae"
    for address in (
        f"e2.bucas.name/#puzzle=Small&board_w=2&board_h=2&{edges}&motifs_order=jblackwood",
        f"https://eternity2.dev/viewer?puzzle=Small&puzzle_size=2&{edges}",
        f"?puzzle=Small&board_w=2&board_h=2&board_pieces=001002003004&{edges}&seed=1",
    ):
        item = read(address)
        assert (item.puzzle, item.title) == (SMALL, "Small")
    found = items_of(KIND, Document.of(f"{SMALL.encode()}\n{address}\n"))
    assert [one.puzzle for one in found] == [SMALL, SMALL]


def test_a_partly_filled_board_is_refused():
    address = "x#board_w=2&board_h=2&board_pieces=001000003004&board_edges=abcaaaaaceaadaae"
    assert fault(address) == (
        "row 1, column 2: no piece lies there; 1 of 4 cells are empty, and the address does not "
        "say which pieces belong there: choose -f PIECES --clue ADDRESS"
    )


def test_the_frames_letter_is_seen_or_named():
    address = "x#board_w=3&board_h=3&board_edges="
    letters = "".join("zbcdef"[side] for piece in BOARD for side in piece)
    item = read(address + letters)
    assert item.puzzle == NINE and item.about["read as"] == "frame colour z"
    assert puzzle(address + letters, frame="z") == NINE
    assert not puzzle(address + letters, frame="none").framed
    assert "expected a letter" in fault(address + letters, frame="23")
    assert read_address(address + letters).puzzle == NINE
    looks_framed = EdgeMatching(3, 3, tuple(recoloured(BOARD, {0: 9})), framed=False)
    with pytest.raises(InputError, match="looks framed"):
        viewer_address(looks_framed)


@sample(60, 1000)
def test_a_slip_in_an_address_gives_a_fault_or_the_edited_datum(number):
    rng = np.random.default_rng(6)
    address = "e2.bucas.name/#puzzle=Nine" + viewer_address(NINE).partition("#")[2]
    address = address.replace("Nine", "Nine&")
    faults = 0
    for _ in range(number):
        at = int(rng.integers(len(address)))
        letter = "abcdez0123=&#w \n"[int(rng.integers(16))]
        text = address[:at] + letter + address[at + int(rng.integers(2)) :]
        found = list(items_of(KIND, Document.of(text)))
        good = [item for item in found if not isinstance(item.puzzle, InputError)]
        faults += not good
        assert len(found) <= 2 and len(good) <= 1  # a line end makes two lines
        assert all(_changed(NINE, item.puzzle) in (0, 1) for item in good)
    assert number // 4 < faults < 0.95 * number


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends(encoding, end):
    rng = np.random.default_rng(8)
    bare = EdgeMatching(1, 2, ((1, 2, 3, 4), (5, 6, 7, 8)), framed=False)
    for made in (NINE, FIVE, drawn(2, 3, rng), bare):
        for name in ("pieces", "viewer", "text"):
            text = f"# piéces{end}" if encoding != "utf-16-le" else ""
            text += KIND.formats[name].write(made).replace("\n", end)
            document = read_bytes(io.BytesIO(text.encode(encoding)))
            assert [item.puzzle for item in items_of(KIND, document)] == [made]


@given(st.integers(1, 4), st.integers(1, 4), st.data())
def test_any_puzzle_comes_back_or_is_refused(rows, columns, data):
    side = st.integers(0, data.draw(st.integers(0, 6)))
    piece = st.tuples(side, side, side, side)
    pieces = data.draw(st.lists(piece, min_size=rows * columns, max_size=rows * columns))
    framed = data.draw(st.booleans())
    try:
        made = EdgeMatching(rows, columns, tuple(pieces), framed)
    except InputError:
        return
    assert only(KIND, write_pieces(made)) == made
    try:
        address = write_viewer(made)
    except InputError:
        return
    assert only(KIND, address) == made


def test_seen_or_refused_in_every_writing():
    """With any frame colour and order of sides, a file is read as the same puzzle or its mirror
    image, or refused."""
    rng = np.random.default_rng(9)
    read_back = 0
    for _ in range(200):
        size = int(rng.integers(2, 7))
        made = drawn(size, size, rng)
        pieces = [turned(piece, int(rng.integers(4))) for piece in made.pieces]
        colour = int(rng.choice([0, 50, 65535]))
        order = str(rng.choice(["trbl", "tblr", "tlrb", "lrbt", "brlt"]))
        (item,) = items_of(
            KIND, Document.of("\n".join(lines(recoloured(pieces, {0: colour}), order)))
        )
        if isinstance(item.puzzle, InputError):
            continue
        read_back += 1
        assert item.puzzle.framed
        same = [sorted(map(least_turn, some)) for some in (made.pieces, _mirrored(made.pieces))]
        assert sorted(map(least_turn, item.puzzle.pieces)) in same
    assert read_back > 125


@pytest.mark.skipif(cases_dir("found") is None, reason="the public instances are not here")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("09-e2-csv-clues", "colours, expected 4"),  # one line of text replaces most of its rows
        ("10-tetravex", "Tetravex"),
        ("16-clue-pieces", "clues without pieces"),
    ],
)
def test_found_files_are_refused_in_one_line(name, words):
    (file,) = (cases_dir("found") / "moves").glob(f"{name}*")
    text = file.read_text(encoding="utf-8")
    assert words in fault(text)
    if "tetravex" in name:
        assert puzzle(text, turn="free").size == "3x3"
