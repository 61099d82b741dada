"""The builder translates typed Python to Cython, and names the place of what it refuses."""

import functools

import pytest

from cpstudy import kernel_translation
from cpstudy.kernel_translation import PACKAGE, KernelError, read, translate

HEAD = """'''Kernels.'''

from __future__ import annotations

from cpstudy.core.kernel_types import Const, View, View2, i32, i64, u8, u64
from cpstudy.core.native import entry, inlined, kernel, row
from cpstudy.core.native import table, workspace
"""


@functools.cache
def house():
    """The files of cpstudy, which take longer to read than all else here."""
    return read(PACKAGE)


@pytest.fixture(name="made")
def _made(tmp_path, monkeypatch):
    """Return a function that translates a package; it gives header and body lines of one file."""
    monkeypatch.setattr(
        kernel_translation, "read", lambda folder: house() if folder == PACKAGE else read(folder)
    )

    def made(name: str, checked: bool = False, **files: str) -> tuple[list[str], list[str]]:
        package = tmp_path / "pack"
        package.mkdir(exist_ok=True)
        for module, text in files.items():
            (package / f"{module}.py").write_text(text)
        bodies = translate(package, tmp_path / "out", checked=checked)
        body = bodies[f"pack.{name}"]
        return body.with_suffix(".pxd").read_text().split("\n"), body.read_text().split("\n")

    return made


def test_a_kernel_is_c_with_the_same_lines(made):
    source = f"""{HEAD}
LIMIT = 1 << 20
FIRST, SECOND = range(2)


@kernel
def count(values: Const[u8], most: i64) -> i64:
    '''How many.

    Of values.
    '''
    found = SECOND
    word: u64 = 1 << most
    for k in range(len(values)):
        found += i64(values[k]) << 40
    return min(found, LIMIT) + word
"""
    header, body = made("a", a=source)
    signature = "cdef long long count(const unsigned char[::1] values, long long most)"
    assert f"{signature} noexcept nogil" in header
    lines = source.split("\n")
    assert body[lines.index("    found = SECOND")] == "    found = 1"
    at = lines.index("    word: u64 = 1 << most")
    assert body[at] == "    word = <long long>1 << most"
    assert body[at + 2] == "        found += <long long>(values[k]) << 40"
    assert body[at + 3] == "    return min(found, 1048576) + word"
    assert "    cdef unsigned long long word" in body
    assert "    cdef long long found, k" in body


def test_workspaces_entries_tables_and_what_others_import(made):
    one = f"""{HEAD}
TURNED: Const[u8] = table([1, 2], "u8")


@workspace
class Work:
    '''values: [n].'''

    values: View[i32]
    size: i64

    def __init__(self, n: int) -> None:
        self.size = n

    @kernel
    def grow(self, by: i64) -> None:
        '''By so many.'''
        self.size += by


@inlined
def twice(x: i64) -> i64:
    '''2x.'''
    return 2 * x


@entry
def turned(w: Work, k: i64) -> bool:
    '''A claim.'''
    w.grow(k)
    return TURNED[twice(k)] > 0
"""
    other = f"""{HEAD}
from pack.one import TURNED, Work, turned, twice


@workspace
class More(Work):
    '''more: [n].'''

    more: View2[u8]

    @kernel
    def grow(self, by: i64) -> None:
        '''Otherwise.'''
        self.size += len(row(self.more, by))


@kernel
def asked(w: More) -> bool:
    '''Of another file.'''
    return turned(w, twice(TURNED[0]))
"""
    header, body = made("one", one=one, other=other)
    assert header[1:] == [
        "cdef const unsigned char[::1] TURNED__c",
        "cdef class Work:",
        "    cdef public int[::1] values",
        "    cdef public long long size",
        "    cdef void grow(self, long long by) noexcept nogil",
        "cdef inline long long twice(long long x) noexcept nogil:",
        "    with cython.boundscheck(False), cython.wraparound(False):",
        "        pass",
        "        return 2 * x",
        "cdef bint turned__c(Work w, long long k) noexcept nogil",
        "",
    ]
    assert "def turned(Work w, long long k):" in body
    assert "        answer = turned__c(w, k)" in body
    assert not any("twice(long long" in line for line in body)
    header, body = made("other")
    assert header[1] == "from pack.one cimport TURNED__c, Work, turned__c, twice"
    assert "from pack.one import TURNED, turned" in body
    assert "        self.size += len(self.more[by])" in body
    assert "    return turned__c(w, twice(TURNED__c[0]))" in body


def test_a_checked_build_looks_at_indices_and_hands_exceptions_on(made):
    source = f"{HEAD}\n\n@kernel\ndef first(v: View[u8]) -> i64:\n    return v[0]\n"
    header, body = made("a", checked=True, a=source)
    assert "cdef long long first(unsigned char[::1] v) except? -1 nogil" in header
    assert "@cython.boundscheck(True)" in body


@pytest.mark.parametrize(
    ("kernel", "why"),
    [
        ("def f(x) -> i64:\n    return x", "no type"),
        ("def f(x: int) -> i64:\n    return x", "int is not a type"),
        ("def f(x: i64):\n    return x", "no type"),
        ("def f(x: i64 = 1) -> i64:\n    return x", "without defaults"),
        ("def f(x: i64) -> i64:\n    return (1 | 8) << x", "in 32 bits"),
        ("def f(m: View2[u8]) -> i64:\n    return len(row(\n        m, 1))", "stand on one line"),
    ],
)
def test_what_cannot_be_a_kernel_is_refused(made, kernel, why):
    with pytest.raises(KernelError, match=why) as caught:
        made("a", a=f"{HEAD}\n\n@kernel\n{kernel}\n")
    assert "a.py" in str(caught.value)


def test_a_field_that_begins_with_another_number_is_refused(made):
    source = f"{HEAD}\n\n@workspace\nclass Work:\n    size: i64 = 0\n    last: i64 = -1\n"
    with pytest.raises(KernelError, match="a field begins with 0") as caught:
        made("a", a=source)
    assert "a.py:13" in str(caught.value)


def test_what_is_unchanged_is_not_written_again(made, tmp_path):
    source = f"{HEAD}\n\n@kernel\ndef first(v: View[u8]) -> i64:\n    return v[0]\n"
    made("a", a=source)
    body = tmp_path / "out" / "pack" / "a.pyx"
    before = body.stat().st_mtime_ns
    made("a", a=source)
    assert body.stat().st_mtime_ns == before


def test_every_kernel_of_the_package_is_compiled_or_a_source():
    files = [module for module in read(PACKAGE).values() if module.compiled]
    assert len(files) > 3
