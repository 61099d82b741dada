"""The plan of a booklet: the sheet and the place of every puzzle; nothing overlaps."""

import re
from dataclasses import replace
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpstudy.core.drawing import Drawing, Polygon, box
from cpstudy.plot.booklet import MARGIN, PAPERS, PER_PAGE, Booklet, Chapter, Entry, sheets
from cpstudy.plot.cutting import LARGEST, SMALLEST
from cpstudy.plot.paper import MILLIMETRES_PER_POINT
from cpstudy.plot.typeface import width as width_of

SIZES = st.tuples(st.integers(1, 20), st.integers(1, 20))


def board(columns, rows):
    return Drawing(columns, rows, (Polygon(box(0, 0, 0, columns, rows)),))


def entry(number, columns=9, rows=9, grade="easy", answer=True, words=(), pieces=0):
    drawn = board(columns, rows)
    return Entry(
        number, grade, f"{columns}x{rows}:" + "0" * columns * rows, drawn,
        drawn if answer else None, words, (board(1, 1),) * pieces,
    )  # fmt: skip


def booklet(*entries, **more):
    example = more.pop("example", None)
    chapter = Chapter("", "What to do with it.", entries, example)
    return Booklet("A title", "puzzles", (chapter,), **more)


def extent(text):
    """Return left, top, right and bottom of a line of text."""
    size = text.points * MILLIMETRES_PER_POINT
    wide = width_of(text.text, size, text.typeface)
    left = text.x - {"left": 0, "center": wide / 2, "right": wide}[text.align]
    return left, text.y - 0.76 * size, left + wide, text.y + 0.24 * size


def assert_in_order(pages, paper):
    """Assert that everything is within the margins and that nothing overlaps a drawing."""
    width, height = PAPERS[paper]
    for page in pages:
        assert (page.width, page.height) == (width, height)
        drawn = [(p.x, p.y, p.right, p.bottom) for p in page.placed]
        written = [extent(text) for text in page.texts if text.text != "✂"]
        for left, top, right, bottom in drawn:
            assert left >= MARGIN - 0.01
            assert top >= MARGIN - 0.01
            assert right <= width - MARGIN + 0.01
            assert bottom <= height - MARGIN + 0.01
        for left, top, right, bottom in written:
            assert left >= MARGIN - 0.01
            assert top >= 0
            assert right <= width - MARGIN + 0.01
            assert bottom <= height - 5
        for a, b in [*combinations(drawn, 2), *((a, b) for a in drawn for b in written)]:
            apart = a[2] <= b[0] + 0.01 or b[2] <= a[0] + 0.01
            assert apart or a[3] <= b[1] + 0.01 or b[3] <= a[1] + 0.01, (a, b)


def names(pages, what):
    """Return the numbers of what is placed, for each page that has some."""
    found = [[p.name for p in page.placed if p.name.startswith(what)] for page in pages]
    return [[int(name.split()[1]) for name in page] for page in found if page]


@given(
    st.lists(SIZES, min_size=1, max_size=15),
    st.sampled_from([*PER_PAGE]),
    st.sampled_from([*PAPERS]),
    st.booleans(),
)
@settings(max_examples=40)
def test_every_puzzle_once_in_order_and_apart(sizes, per_page, paper, answers):
    entries = [entry(number, *size) for number, size in enumerate(sizes, 1)]
    more = {"per_page": per_page, "paper": paper, "answers": answers, "example": entry(0, 3, 2)}
    pages = sheets(booklet(*entries, **more))
    numbers = [*range(1, len(sizes) + 1)]
    on_pages = [numbers[i : i + per_page] for i in range(0, len(numbers), per_page)]
    assert names(pages, "puzzle") == on_pages
    assert [*chain.from_iterable(names(pages, "answer"))] == (numbers if answers else [])
    assert_in_order(pages, paper)
    result = [text.text for page in pages[1:] for text in page.texts]
    for one in entries:
        assert result.count(str(one.number)) >= 1 + answers
        assert one.text in "".join(result)
    feet = [page.texts[-1].text for page in pages[1:]]
    assert feet == [str(number) for number in range(2, len(pages) + 1)]


def test_the_title_page():
    entries = [entry(1), entry(2), entry(3, grade="hard")]
    first, *_, last = sheets(booklet(*entries, example=entry(0, 3, 3, words=("in words",))))
    result = [text.text for text in first.texts]
    assert result[:3] == ["A title", "puzzles", "What to do with it."]
    assert {"easy: puzzles 1–2", "hard: puzzle 3", "Answers from page 4", "in words"} <= set(result)
    assert [place.name for place in first.placed] == ["example", "example's answer"]
    assert "Answers" in [text.text for text in last.texts]
    bare, *_ = sheets(booklet(entry(1), answers=False))
    assert [text.text for text in bare.texts] == ["A title", "puzzles", "What to do with it."]


def test_a_long_title_has_its_place():
    made = booklet(entry(1), entry(2))
    pages = sheets(replace(made, title="a title of many words " * 12))
    assert_in_order(pages, "a4")
    assert pages[1].texts[-2].text.endswith(" …")


def test_few_answers_are_large_and_many_small():
    few = sheets(booklet(*(entry(n, 20, 20) for n in range(1, 3))))[-1].placed
    many = sheets(booklet(*(entry(n, 20, 20) for n in range(1, 13))))[-1].placed
    assert len(few) == 2
    assert len(many) == 12
    assert few[0].cell > many[0].cell


@pytest.mark.parametrize("length", [1, 50, 1500])
def test_answers_in_words_go_on(length):
    """A list of moves continues on the next sheets, and every line is whole."""
    moves = " ".join(f"m{i}" for i in range(length))
    entries = [entry(n, answer=False, words=(f"fewest moves: {length}", moves)) for n in (1, 2, 3)]
    pages = sheets(booklet(*entries))
    result = [t.text for page in pages for t in page.texts if t.text.startswith("m")]
    assert " ".join(result) == " ".join([moves] * 3)
    heads = [t for page in pages for t in page.texts if t.text.startswith("fewest")]
    assert len(heads) == 3
    assert len(pages) == (4 if length < 1500 else len(pages)) >= 4
    assert_in_order(pages, "a4")


@given(st.integers(1, 8), st.integers(1, 8), st.sampled_from([*PAPERS]), st.booleans())
def test_pieces_to_cut_out(columns, rows, paper, large):
    pieces = columns * rows
    piece = 20.0 if large else None
    made = booklet(entry(1, columns, rows, pieces=pieces), paper=paper, piece=piece)
    pages = sheets(made)
    (place,) = [p for page in pages for p in page.placed if p.name == "puzzle 1"]
    cut = [p for page in pages for p in page.placed if p.name == "piece"]
    assert len(cut) == pieces
    assert {p.cell for p in cut} == {place.cell}, "both in true size"
    assert place.cell == piece if large else SMALLEST <= place.cell <= LARGEST
    width, height = PAPERS[paper]
    for page in pages:
        here = [(p.x, p.y) for p in page.placed if p.name == "piece"]
        assert len(set(here)) == len(here)
        for mark in page.marks:  # cuts are on the paper, along the pieces
            assert 0 < min(mark.x1, mark.x2) <= max(mark.x1, mark.x2) < width
            assert 0 < min(mark.y1, mark.y2) <= max(mark.y1, mark.y2) < height
        for x, y in here:
            assert any(mark.x1 == mark.x2 == x for mark in page.marks)
            assert any(mark.y1 == mark.y2 == y for mark in page.marks)


@pytest.mark.parametrize(
    ("made", "result"),
    [
        (booklet(entry(7, 80, 80)), "puzzle 7: 80x80 cells are too many"),
        (booklet(*[entry(n, 60, 60) for n in range(6)], per_page=6), "take fewer on a page"),
        (booklet(entry(7, 40, 40, pieces=1600)), "40x40 pieces are too many"),
        (booklet(entry(7, 4, 4, pieces=16), piece=60.0), "the board fits up to 45.0"),
        (booklet(entry(7, 4, 4, pieces=16), piece=5.0), "pieces are too many"),
        (Booklet("word " * 500, "", (Chapter("", "", (entry(1),)),)), "too small for the title"),
    ],
)
def test_what_does_not_fit(made, result):
    with pytest.raises(ValueError, match=re.escape(result)):
        sheets(made)


@pytest.mark.parametrize("side", [5, 9, 20])
def test_boards_are_as_large_as_the_paper_allows(side):
    """One board on a page is 180 of 210 mm wide; for two the height decides, an odd one has all."""
    (alone,) = sheets(booklet(entry(1, side, side), per_page=1))[1].placed
    assert alone.right - alone.x == pytest.approx(180, abs=0.1)
    pages = sheets(booklet(*[entry(n, side, side) for n in range(3)], per_page=2))
    wide = [place.right - place.x for page in pages for place in page.placed]
    assert wide[0] == wide[1] > 0.53 * 210 and wide[2] == pytest.approx(180, abs=0.1)


def test_chapters():
    """Each chapter has a page of rules, numbers continue, and the title page lists the chapters."""
    one = Chapter("Pipes", "Turn.", (entry(1), entry(2)), entry(0))
    other = Chapter("Sokoban", "Push.", (entry(3, answer=False, words=("RRD",)),))
    pages = sheets(Booklet("A club", "3 puzzles", (one, other), per_page=2))
    assert_in_order(pages, "a4")
    said = [[text.text for text in page.texts] for page in pages]
    assert said[0] == [
        "A club", "3 puzzles", "Pipes: puzzles 1–2", "Sokoban: puzzle 3", "Answers from page 6",
    ]  # fmt: skip
    assert said[1][:2] == ["Pipes", "Turn."] and said[3][:2] == ["Sokoban", "Push."]
    assert [len(page.placed) for page in pages] == [0, 2, 2, 0, 1, 2, 0]
    assert "RRD" in said[6]


def test_title_and_author_stand_beside_the_number():
    named = replace(entry(7), name="The swan, by N. N. " * 9)
    (page,) = sheets(booklet(named, per_page=1, answers=False))[1:]
    assert_in_order([page], "a4")
    number, level, name = page.texts[:3]
    assert (number.text, level.text) == ("7", "easy")
    assert name.text.startswith("The swan, by N. N.") and name.text.endswith(" …")
    assert extent(number)[2] < extent(name)[0] and extent(name)[2] < extent(level)[0]
