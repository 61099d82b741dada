"""Which way kernels go in a test: as machine code, as plain Python, or by the rule."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from cpstudy.core import kernels


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
