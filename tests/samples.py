"""Random samples of two sizes: a small one in every run, a large one on demand."""

import pytest


def sample(small: int, large: int, name: str = "number") -> pytest.MarkDecorator:
    """A test that is run with so many instances; with more of them under ``-m slow``."""
    sizes = [pytest.param(small, id="some"), pytest.param(large, id="many", marks=pytest.mark.slow)]
    return pytest.mark.parametrize(name, sizes)
