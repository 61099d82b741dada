"""Random samples of two sizes: a small one in every run, a large one on demand."""

import pytest


def sample(small: int, large: int, name: str = "number") -> pytest.MarkDecorator:
    """Parametrize a test by its number of instances: ``small``, or ``large`` with ``-m slow``."""
    sizes = [pytest.param(small, id="some"), pytest.param(large, id="many", marks=pytest.mark.slow)]
    return pytest.mark.parametrize(name, sizes)
