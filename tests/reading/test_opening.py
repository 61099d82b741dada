"""Bytes are decoded to lines: encodings, line ends, and the names of binary formats."""

import io

import pytest

from cpstudy.core.documents import HEAD
from cpstudy.reading.opening import read_bytes

TEXT = "title é\n1 2\n\n3\n"


@pytest.mark.parametrize(
    ("encoding", "found"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("latin-1", "latin-1"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends(encoding, found, end):
    document = read_bytes(io.BytesIO(TEXT.replace("\n", end).encode(encoding)))
    assert (document.encoding, document.binary, document.whole) == (found, "", True)
    assert list(document) == TEXT.splitlines(keepends=True) == list(document)
    assert document.significant == ["title é", "1 2", "3"]


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG picture"),
        (b"PK\x03\x04\x14\0", "a ZIP archive"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "a PDF document"),
        (b"BM\x36\0\0\0\0\0", "a BMP picture"),
        (b"\x01\x02\x03abc", "a binary file"),
        (b"12\x0034", "a binary file"),
    ],
)
def test_binary_files_are_named(data, name):
    document = read_bytes(io.BytesIO(data))
    assert (document.binary, document.data, list(document)) == (name, data, [])


def test_words_that_signatures_begin_with_are_text():
    for text in ("BM\n", "RIFF\n", "é\n", ""):
        assert read_bytes(io.BytesIO(text.encode())).binary == ""


def test_a_long_list_is_read_a_line_at_a_time():
    lines = [f"{number:06d}\n" for number in range(30_000)]
    document = read_bytes(io.BytesIO("".join(lines).encode()))
    assert not document.whole
    assert HEAD <= sum(map(len, document.head)) < HEAD + 8
    assert list(document) == lines
    assert list(document) == document.head  # the rest was consumed


def test_a_character_across_the_end_of_the_head():
    text = "x" * (HEAD - 1) + "é\n"
    document = read_bytes(io.BytesIO(text.encode()))
    assert document.encoding == "utf-8"
    assert document.text() == text


def test_other_bytes_behind_the_head_are_visible():
    document = read_bytes(io.BytesIO(b"a\n" * HEAD + b"\xff\n"))
    assert list(document)[-1] == "\\xff\n"
