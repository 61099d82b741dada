"""Bytes to lines of text: encodings, line ends, and binary files, which are not text.

Text is UTF-8 or UTF-16, with or without a byte order mark, else Latin-1 (titles of old
collections). Lines end with LF, CRLF or CR. Binary files are recognised by their first bytes,
others by control characters. Cost: 64 KiB are examined, then one line is read at a time.
"""

import codecs
import io
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from cpstudy.core.documents import HEAD, Document
from cpstudy.core.errors import InputError

_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"GIF8", "a GIF picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"BM", "a BMP picture"),
    (b"RIFF", "a RIFF file (WebP, WAV)"),
    (b"P4\n", "a Netpbm picture"),
    (b"P5\n", "a Netpbm picture"),
    (b"P6\n", "a Netpbm picture"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"%PDF-", "a PDF document"),
    (b"\x1f\x8b", "a gzip file"),
    (b"BZh", "a bzip2 file"),
    (b"\xfd7zXZ\x00", "an xz file"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\x7fELF", "a program"),
)
# Signatures with which a text may begin too: these need control characters as well.
_WORDS = (b"BM", b"RIFF", b"BZh", b"GIF8")
# Characters that do not occur in texts: C0 without TAB, LF, VT, FF, CR; and DEL.
_CONTROLS = bytes([*range(9), *range(14, 32), 127])
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@contextmanager
def opened(name: str, hints: Mapping[str, str] | None = None) -> Iterator[Document]:
    """A file, or standard input for ``-``, as a document.

    Raises OSError, and InputError for a name that no file can have.
    """
    if name == "-":
        yield read_bytes(sys.stdin.buffer, hints)
        return
    with _opened(name) as file:
        yield read_bytes(file, hints, Path(name).suffix.lower())


def _opened(name: str) -> BinaryIO:
    try:
        return Path(name).open("rb")
    except ValueError as error:  # a null character, or one that the file system cannot encode
        raise InputError(str(error)) from None


def read_bytes(
    source: BinaryIO, hints: Mapping[str, str] | None = None, suffix: str = ""
) -> Document:
    """The document of a binary stream; suffix: of its name. Raises OSError."""
    head = source.read(HEAD)
    if (binary := binary_name(head)) is not None:
        data = head + source.read()
        return Document((), encoding="binary", hints=hints, suffix=suffix, binary=binary, data=data)
    encoding = encoding_of(head)
    # Bytes after the head that are not in its encoding become escapes, which no format accepts.
    text = io.TextIOWrapper(
        io.BufferedReader(_Behind(head, source)), encoding=encoding, errors="backslashreplace"
    )
    return Document(text, encoding=encoding, hints=hints, suffix=suffix)


def binary_name(head: bytes) -> str | None:
    """The type of a file that is not text, by its first bytes; else None."""
    if any(head.startswith(mark) for mark, _ in _MARKS) or _without_mark(head):
        return None
    controls = len(head) - len(head.translate(None, _CONTROLS))
    for signature, name in _SIGNATURES:
        if head.startswith(signature) and (controls or signature not in _WORDS):
            return name
    return "a binary file" if b"\0" in head or 20 * controls > len(head) else None


def encoding_of(head: bytes) -> str:
    """The encoding of a text by its first bytes; Python's name for it."""
    for mark, name in _MARKS:
        if head.startswith(mark):
            return name
    if (unmarked := _without_mark(head)) is not None:
        return unmarked
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8"


def _without_mark(head: bytes) -> str | None:
    """UTF-16 without a mark, or None; in Western texts every other byte is zero."""
    pairs = len(head) // 2
    zeros = [head[parity : 2 * pairs : 2].count(0) for parity in (0, 1)]
    for parity, name in ((1, "utf-16-le"), (0, "utf-16-be")):
        if pairs > 1 and 10 * zeros[parity] >= 9 * pairs and zeros[1 - parity] == 0:
            return name
    return None


class _Behind(io.RawIOBase):
    """A stream whose head has already been read."""

    def __init__(self, head: bytes, source: BinaryIO) -> None:
        self._head, self._source = head, source

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Read the head, then the rest."""
        data = self._head[: len(buffer)] or self._source.read(len(buffer))
        self._head = self._head[len(data) :] if self._head else b""
        buffer[: len(data)] = data
        return len(data)
