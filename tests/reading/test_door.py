"""The format of a document is recognised by its content, never by which reader succeeds."""

import pytest

from cpstudy.core.documents import Document, Item, hint_of
from cpstudy.core.errors import InputError
from cpstudy.core.kind import Format, Kind, line_format, table
from cpstudy.core.text import read_list
from cpstudy.puzzles import kind
from cpstudy.reading.door import check_hints, items, only, recognised


class Number:
    """A number with the text form ``=N``, as a tiny kind of puzzle."""

    kind = "number"

    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other.value

    def __hash__(self):
        return hash(self.value)

    @classmethod
    def decode(cls, text):
        if not (text.startswith("=") and text[1:].isdigit()):
            raise InputError(f"{text!r} is no number")
        return cls(int(text[1:]))


def _rows(base):
    def read(lines):
        text = "".join(line.strip() for line in lines)
        try:
            yield Item(1, text, Number(int(text, base)))
        except ValueError:
            yield Item(2, text, InputError(f"no number of base {base}"))

    return read


def _hexadecimal(text):
    if not text.startswith("x"):
        raise InputError(f"{text!r} is no hexadecimal number")
    return Number(int(text[1:], 16))


def _digits(document):
    digits = set("".join(document.significant))
    return bool(digits) and digits <= set("01234567")


NUMBERS = Kind(
    "number", "numbers", Number, "=1",
    formats=table(
        Format("text", "", lambda lines: read_list(lines, Number.decode), decode=Number.decode),
        line_format("hexadecimal", "", _hexadecimal,
                    lambda text: text.startswith("x")),
        Format("octal", "", _rows(8), recognises=_digits),
        Format("decimal", "", _rows(10), recognises=_digits, hints={"base": "its base"}),
        Format("noted", "", _rows(2), recognises=lambda document: document.first == "b"),
    ),
)  # fmt: skip


def read(text):
    return [
        getattr(item.puzzle, "value", str(item.puzzle))
        for item in items(NUMBERS, Document.of(text))
    ]


def test_a_list_holds_any_format_of_one_line():
    assert read("=5\nxf\n# =7\n\n\t=8\tunique\n") == [5, 15, 8]
    assert recognised(NUMBERS, Document.of("=5\nxf\n")).name == "list of text, hexadecimal"
    assert recognised(NUMBERS, Document.of("xf\n")).name == "hexadecimal"


def test_a_faulty_line_is_a_fault_in_its_place():
    assert read("=5\n?\n=7\n") == [5, "'?' is no number", 7]
    found = list(items(NUMBERS, Document.of("=5\n\n?\n=7\n")))
    assert [item.line for item in found] == [1, 3, 4]


def test_rivals_that_read_the_same_are_no_rivals():
    assert read("7\n") == [7]


def test_rivals_that_differ_are_refused_with_their_names():
    (fault,) = read("1\n0\n")
    assert fault == (
        "read as octal and as decimal these are different puzzles: say which by --format"
    )
    assert [item.puzzle.value for item in items(NUMBERS, Document.of("1\n0\n"), "octal")] == [8]


def test_rivals_of_long_documents_are_compared_in_their_heads():
    lines = "1\n0\n" * 40_000
    assert read(lines) == ["it can be read as octal and as decimal: say which by --format"]
    assert len(read("=5\nxf\n" * 20_000)) == 40_000


def test_what_nobody_knows_is_one_complaint_with_the_nearest_format():
    (fault,) = read("?\n!\n%\n")
    assert fault == (
        "no known format (text, hexadecimal, octal, decimal, noted); "
        "read as octal: no number of base 8"
    )
    assert read("?\n") == ["'?' is no number"]
    assert read("\n# only words\n") == []


def test_binary_files_are_named():
    document = Document((), binary="a PNG picture", data=b"x")
    (item,) = items(NUMBERS, document)
    assert str(item.puzzle) == "a PNG picture: number reads no such files"
    (item,) = items(NUMBERS, document, "octal")
    assert str(item.puzzle) == "a PNG picture, not a file of octal"


def test_one_puzzle_of_a_text():
    assert only(NUMBERS, "xa").value == 10
    for text, result in (("=1\n=2", "2 puzzles"), ("=1\n?", "line 2: '?'"), (" ", "no puzzle")):
        with pytest.raises(InputError, match=result):
            only(NUMBERS, text)


def test_hints():
    check_hints(NUMBERS, {"base": "8"})
    with pytest.raises(InputError, match="--red: number has only base to choose"):
        check_hints(NUMBERS, {"red": "X"})
    document = Document.of("1", {"base": "9"})
    assert hint_of(document, "base") == "9" and hint_of(["1"], "base") is None
    with pytest.raises(InputError, match="base '9': choose from 8, 10"):
        hint_of(document, "base", ["8", "10"])


def test_every_kind_reads_its_text_form_and_says_so():
    from cpstudy.puzzles import PUZZLES

    for name in PUZZLES:
        record = kind(name)
        assert (
            only(record, record.example).encode() == record.puzzle.decode(record.example).encode()
        )
