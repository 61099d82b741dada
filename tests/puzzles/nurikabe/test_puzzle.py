"""Nurikabe: rules, text form and formats, pictures; degenerate sizes and faults."""

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cpstudy.core.documents import Document
from cpstudy.core.puzzle_urls import write_address
from cpstudy.puzzles.nurikabe.drawing import drawing, text_picture
from cpstudy.puzzles.nurikabe.formats import signs, write_grid
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, Nurikabe
from cpstudy.puzzles.nurikabe.record import KIND
from cpstudy.reading import boards
from tests.puzzles.nurikabe import oracle
from tests.puzzles.nurikabe.instances import (
    SHAPES,
    needs_cases,
    published,
    random_board,
    truth,
)


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape[0] * shape[1] < 13])
def test_the_rules_are_those_of_brute_force(shape):
    rng = random.Random(3)
    valid = 0
    for _ in range(8):
        puzzle = random_board(rng, shape)
        expected = truth(puzzle)
        for colouring in range(1 << len(puzzle.clues)):
            solution = bytes(colouring >> cell & 1 for cell in range(len(puzzle.clues)))
            assert (puzzle.violation(solution) == "") is (solution in expected), puzzle.encode()
        valid += len(expected)
    assert valid


def test_faults_of_solutions_are_named():
    puzzle = Nurikabe.decode("nurikabe/3/3/2k1h")
    for text, message in (
        ("..#/###/.##", "row 2, column 2: a 2x2 pool begins here"),
        ("..#/#.#/.##", "row 1, column 1: an island of 3, not 2"),
        ("..#/##./.##", "row 2, column 3: an island without a clue"),
        ("#.#/##./.##", "row 1, column 1: sea where there is a clue"),
        (".##/#.#/.##", "row 1, column 1: an island of 1, not 2"),
        ("..#/###/.#.", "row 3, column 3: an island without a clue"),
    ):
        assert puzzle.violation(puzzle.decode_solution(text)) == message
    assert puzzle.violation(b"\0") == "1 cells, expected 9 (3x3)"
    assert puzzle.violation(bytes([0, 0, 7] + [1] * 6)).startswith("row 1, column 3: 7 is neither")
    apart = Nurikabe.decode("nurikabe/3/1/g1g")
    assert apart.violation(b"\1\0\1") == "row 1, column 3: sea apart from row 1, column 1"
    joined = Nurikabe.decode("nurikabe/2/1/11")
    assert joined.violation(b"\0\0") == "row 1, column 2: on one island with row 1, column 1"


def test_boards_without_sea_or_clues():
    assert Nurikabe.decode("nurikabe/2/2/4i").violation(bytes(4)) == ""
    assert Nurikabe.decode("nurikabe/5/1/k").violation(bytes([1] * 5)) == ""
    assert "pool" in Nurikabe.decode("nurikabe/2/2/j").violation(bytes([1] * 4))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("#./..", "2 rows, expected 3"),
        ("##/#./#", "row 3: expected 2 of '#' and '.', got '#'"),
        ("##/#./#x", "row 3: expected 2 of '#' and '.', got '#x'"),
    ],
)
def test_faults_of_written_solutions(text, fault):
    with pytest.raises(ValueError) as raised:
        Nurikabe(3, 2, [2, 0, 0, 0, 0, 0]).decode_solution(text)
    assert str(raised.value) == fault


@given(
    st.integers(1, 9),
    st.integers(1, 9),
    st.randoms(use_true_random=False),
    st.sampled_from((3, 15, 16, 255, 256, 4095)),
)
@example(1, 9, random.Random(1), 3)
def test_round_trips(rows, columns, rng, largest):
    clues = rng.choices((0, 0, 0, 0, ANY_SIZE, 1, largest), k=rows * columns)
    puzzle = Nurikabe(rows, columns, clues)
    text = puzzle.encode()
    assert Nurikabe.decode(text) == puzzle
    assert Nurikabe.decode(text.removeprefix("nurikabe/")) == puzzle
    assert Nurikabe.decode(write_address(puzzle)) == puzzle
    assert boards.of_text(signs(), write_grid(puzzle)) == puzzle
    (item,) = KIND.formats["grid"].read(write_grid(puzzle).splitlines(keepends=True))
    assert item.puzzle == puzzle
    solution = bytes(rng.choices((0, 1), k=rows * columns))
    assert puzzle.decode_solution(puzzle.encode_solution(solution)) == solution


def test_the_notation_is_that_of_the_site():
    text = (
        "https://puzz.link/p?nurikabe/19/12/g5zw3k2h4g4k.v.h2i2g4z3n7j3k2h4h4k3i4j3zzk2i2k2p6j2k6k"
    )
    puzzle = Nurikabe.decode(text)
    assert (puzzle.rows, puzzle.columns) == (12, 19)
    assert write_address(puzzle).strip() == text
    assert puzzle.clues.count(ANY_SIZE) == 2
    assert Nurikabe.decode("nurikabe/3/1/-25+101.").clues == (37, 257, -1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected nurikabe/COLUMNS/ROWS/BODY"),
        ("slither/3/3/o", "expected nurikabe/COLUMNS/ROWS/BODY"),
        ("nurikabe/3/3/n", r"8 cells, expected 9 \(3x3\)"),
        ("nurikabe/3/3/p", r"10 cells, expected 9 \(3x3\)"),
        ("nurikabe/x/3/3/o", "variant x is not supported"),
        ("slither/3/3/o", "got an address of slither"),
        ("nurikabe/3/3/g!n", r"row 1, column 2: '!' is neither a clue nor a gap"),
        ("nurikabe/3/3/j0l", r"row 2, column 2: no island has size 0"),
        ("nurikabe/3/3/j-1", r"row 2, column 2: '-1' is neither a clue"),
        ("nurikabe/0/3/", "size 0x3"),
        ("nurikabe/999999/999999/zz", "40 cells, expected 999998000001"),
    ],
)
def test_faults_of_the_text_form(text, message):
    with pytest.raises(ValueError, match=message):
        Nurikabe.decode(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2 3\n. . . .\n. . . .", r"row 1 has 4 fields, expected 3"),
        ("3 2\n. . .\n. . .", "2 rows, but the first line says 3"),
        (". 2 .\n. .", "row 2 has 2 fields, expected 3"),
        (". 2 .\n. x .", r"row 2, column 2: 'x' is not a clue"),
        (". 0 .", r"row 1, column 2: '0' is not a clue"),
        (". 9999 .", "no island has size 9999"),
    ],
)
def test_faults_of_grids(text, message):
    (item,) = boards.read(signs(), text.splitlines(keepends=True))
    with pytest.raises(ValueError, match=message):
        raise item.puzzle


def test_clues_of_grids_may_have_leading_zeros():
    (padded,) = boards.read(signs(), ["07 . .\n", ". . .\n"])
    assert padded.puzzle == boards.of_text(signs(), "7 . .\n. . .")


def test_grids_of_all_forms():
    expected = Nurikabe(2, 3, (0, 2, 0, -1, 0, 0))
    lines = [".2.\n", "?..\n", "\n", "# two\n", "2 3\n", "- 2 -\n", "? . .\n", "\n"]
    assert [(item.line, item.puzzle) for item in boards.read(signs(), lines)] == [
        (1, expected),
        (5, expected),
    ]
    assert boards.of_text(signs(), "1 1\n12").clues == (12,)
    assert boards.of_text(signs(), "0 2 0\n? 0 0") == expected  # 0 is no clue, so it is blank
    assert Nurikabe.decode("puzz.link/p?nurikabe/3/2/g2g.") == expected  # padded


def test_records_name_their_places():
    text = '{\n"a": {"problem": "1 2\\n1 -"},\n"b": {"problem": "1 2\\n1"},\n"c": 5}\n'
    good, wrong, none = KIND.formats["records"].read(text.splitlines(keepends=True))
    assert (good.line, good.puzzle) == (2, Nurikabe(1, 2, (1, 0)))
    assert (wrong.line, str(wrong.puzzle)) == (3, "record 'b': row 1 has 1 field, expected 2")
    assert (none.line, str(none.puzzle)) == (4, "record 'c': no text under 'problem'")
    for broken in ("{", '{"a": ', "[1]", "{" * 5000):
        (item,) = KIND.formats["records"].read([broken])
        assert isinstance(item.puzzle, ValueError)


def test_files_are_recognised():
    for line, name in (
        (". 2 .\n", "grid"),
        ("5 5\n", "grid"),
        ('{"a":\n', "records"),
        ("nurikabe/3/3/o\n", None),
        ("https://puzz.link/p?nurikabe/3/3/o\n", None),
    ):
        forms = [form for form in KIND.formats.values() if form.recognises]
        found = [form.name for form in forms if form.recognises(Document.of(line))]
        assert found == ([name] if name else [])


def test_pictures():
    puzzle = Nurikabe.decode("nurikabe/3/2/2j-0c")
    one, other = bytes([0, 0, 1, 1, 1, 0]), bytes([0, 1, 1, 0, 1, 0])
    plain = ["".join(span.text for span in line).rstrip() for line in text_picture(puzzle)]
    assert plain == [" 2  ·  ·", " ·  · 12"]
    lines = [
        "".join(span.text for span in line).rstrip() for line in text_picture(puzzle, (one, other))
    ]
    assert lines == [" 2  .  #      2  #* #", " #  # 12      .* # 12"]
    shapes = drawing(puzzle, (one, other))
    assert (shapes.width, shapes.height) == (7, 2)
    assert len(drawing(puzzle).shapes) == 8


@needs_cases
def test_public_solutions_keep_the_rules():
    assert len(published()) > 70
    for name, (puzzle, solution) in published().items():
        assert puzzle.violation(solution) == "", name


def test_the_oracle_knows_its_symmetries():
    assert len(list(oracle.symmetries(3, 3))) == 8
    assert len(list(oracle.symmetries(3, 4))) == 4
    assert len(oracle.solvable_clue_sets(3, 3)) == 57


@pytest.mark.parametrize(
    ("clues", "drawn", "fault"),
    [
        # Island and sea end at the border: the end of a row is not next to the start of the next
        # row.
        ([0, 0, 2, 0, 0, 0], "##./.##", "row 1, column 3: an island of 1, not 2"),
        ([1, 0, 0, 0, 0, 1], ".##/##.", ""),
        ([1, 0, 0, 0, 0, 0], "..#/#..", "row 1, column 1: an island of 4, not 1"),
        ([-1, 0, 0, 0, 0, 0], "..#/#..", "row 2, column 1: sea apart from row 1, column 3"),
        ([0, 1, 0, 0, 0, 0], "#.#/#.#", "row 1, column 2: an island of 2, not 1"),
        ([0, -1, 0, 0, 0, 0], "#.#/#.#", "row 1, column 3: sea apart from row 1, column 1"),
        ([0, 0, 1, 0, 0, 0], "##./##.", "row 1, column 1: a 2x2 pool begins here"),
        ([1, 0, 0, 0, 0, 0], ".##/.##", "row 1, column 2: a 2x2 pool begins here"),
        ([1, 0, 1, 0, 0, 0], ".../###", "row 1, column 3: on one island with row 1, column 1"),
        ([1, 0, 0, 0, 0, 0], ".##/##.", "row 2, column 3: an island without a clue"),
        ([1, 0, 0, 0, 0, 0], "###/...", "row 1, column 1: sea where there is a clue"),
    ],
)
def test_faults_are_where_they_are(clues, drawn, fault):
    puzzle = Nurikabe(2, 3, tuple(clues))
    assert puzzle.violation(puzzle.decode_solution(drawn)) == fault


def test_clues_of_all_lengths():
    """Clues up to 15 have one digit, up to 255 "-" and two, then "+" and three; gaps go to 20."""
    clues = (1, 15, 16, 255, 256, 4095, -1)
    puzzle = Nurikabe(1, 7, clues)
    assert puzzle.encode() == "nurikabe/7/1/1f-10-ff+100+fff."
    assert Nurikabe.decode(puzzle.encode()) == puzzle
    assert puzzle.canonical(b"\1\0") == b"\1\0"
    for gap, body in ((1, "g1"), (20, "z1"), (21, "zg1"), (40, "zz1")):
        wide = Nurikabe(1, gap + 1, (0,) * gap + (1,))
        assert wide.encode() == f"nurikabe/{gap + 1}/1/{body}"
        assert Nurikabe.decode(wide.encode()) == wide


def test_beside_each_other():
    puzzle = Nurikabe(2, 3, (0,) * 6)
    assert puzzle.neighbours == ((1, 3), (0, 2, 4), (1, 5), (0, 4), (1, 3, 5), (2, 4))
    assert puzzle.squares == ((0, 1, 3, 4), (1, 2, 4, 5))
    assert Nurikabe(1, 3, (2, 0, -1)).clue_cells == (0, 2)
    assert Nurikabe(1, 1, (0,)).neighbours == ((),)
