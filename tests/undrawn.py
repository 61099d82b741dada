"""Figures take most of a small sweep's time: files that are no figures, for tests of others."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

# The same for a process, before the command line is run.
UNDRAWN = """
from cpstudy.plot import heatmap, saving
saving.rendered = lambda figure, file_format: b"drawn"
heatmap.figure = lambda heatmap: None
"""


@contextmanager
def undrawn() -> Iterator[None]:
    """Heatmaps are written without being drawn, each file with the same bytes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cpstudy.plot.saving.rendered", lambda figure, file_format: b"drawn")
        patch.setattr("cpstudy.plot.heatmap.figure", lambda heatmap: None)
        yield
