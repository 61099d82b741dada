"""Which way kernels go in a test: as machine code, as plain Python, or by the rule."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from cpstudy.core import kernels

# The rule's own; see :func:`many_small_questions`.
ALLOWANCE = kernels.ALLOWANCE


@contextmanager
def compiling(when: str) -> Iterator[None]:
    """Kernels as machine code ``always``, ``never`` or by the rule (``auto``)."""
    before = kernels.mode()
    kernels.compile_when(when)
    try:
        yield
    finally:
        kernels.compile_when(before)


def plain() -> AbstractContextManager[None]:
    """Kernels as plain Python, however much there is to do."""
    return compiling("never")


def many_small_questions() -> None:
    """The first 50 ms of each entry are plain in this process, instead of the first half second.

    Tests ask thousands of small questions in one process, which together are large work: nearly all
    entries become machine code on the way, and what is plain until then is ten times as slow.
    """
    kernels.ALLOWANCE = ALLOWANCE // 10
