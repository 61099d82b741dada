"""Edge matching: pieces files, addresses of the viewer, text forms."""

import numpy as np
import pytest

from cpstudy.core.documents import Document
from cpstudy.puzzles.edge_matching.formats import (
    puzzle_of_address,
    read_pieces,
    recognises_pieces,
    recognises_viewer,
    viewer_address,
    write_pieces,
    write_viewer,
)
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching
from cpstudy.puzzles.edge_matching.record import KIND
from tests.puzzles.edge_matching.instances import (
    CASES,
    SHAPES,
    SMALL,
    SOLVED,
    drawn,
    instance,
    needs_cases,
)


@pytest.mark.parametrize("name", KIND.formats)
def test_every_format_comes_back(name):
    rng = np.random.default_rng(3)
    write, read = KIND.formats[name].write, KIND.formats[name].read
    for puzzle in [drawn(*shape, rng) for shape in SHAPES]:
        lines = write(puzzle).splitlines(keepends=True)
        items = list(read(lines))
        assert [item.puzzle for item in items] == [puzzle]
        if KIND.formats[name].recognises is not None:
            assert KIND.formats[name].recognises(Document.of(lines[0]))


def test_formats_are_told_apart():
    assert recognises_pieces("0 0 1 2\n") and recognises_pieces(" 3,4\n")
    assert not recognises_pieces(SMALL.encode()) and not recognises_viewer(SMALL.encode())
    assert not recognises_pieces(write_viewer(SMALL))


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        ("0 0 1 1\n0 0 1\n0 0 1 1\n0 0 1 1\n", 2, "piece 1: 3 colours, expected 4"),
        ("0 0 1 1\n\n# corner\n0 0 1 1 1\n", 4, "piece 1: 5 colours, expected 4"),
        ("0 0 1 1\n0 0 1 1\n0 0 1 1\n", 3, "3 pieces do not make a square"),
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
        with pytest.raises(ValueError, match="cannot be written"):
            write_pieces(puzzle)
        with pytest.raises(ValueError, match="cannot be written"):
            write_viewer(puzzle)
    with pytest.raises(ValueError, match="colour 26 has no letter"):
        write_viewer(EdgeMatching(1, 1, ((26, 1, 1, 1),), framed=False))


def test_the_viewers_addresses():
    address = viewer_address(SMALL, SOLVED)
    assert address == ("https://e2.bucas.name/#board_w=2&board_h=2&board_edges=abcaaadbceaadaae")
    assert puzzle_of_address(address + "&motifs_order=jblackwood") == SMALL
    assert puzzle_of_address("x#board_edges=bbbb&board_h=1&board_w=1").framed is False


@pytest.mark.parametrize(
    ("address", "fault"),
    [
        ("https://e2.bucas.name/#board_w=1&board_edges=aaaa", "no board_h"),
        ("https://e2.bucas.name/#board_w=x&board_h=1&board_edges=aaaa", "board_w: 'x'"),
        ("https://e2.bucas.name/#board_w=1&board_h=2&board_edges=aaaa", "4 letters, expected 8"),
        ("https://e2.bucas.name/#board_w=1&board_h=1&board_edges=a?aa", "cell (0, 0): '?'"),
        (
            "https://e2.bucas.name/#board_w=2&board_h=2&board_edges=abcaaadbaaaadaae",
            "cell (1, 0): no piece lies there",
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
