"""Boards of tests are small: plain Python is done before a compiler would be."""

from collections.abc import Iterator

import pytest

from tests.compiling import plain


@pytest.fixture(autouse=True)
def kernels_are_plain() -> Iterator[None]:
    with plain():
        yield
