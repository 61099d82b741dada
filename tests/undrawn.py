"""Write dummy files for figures, which take most of a small sweep's time, in other tests."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

# The same for a process; run before the command line.
UNDRAWN = """
from cpstudy.plot import heatmap, saving
saving.rendered = lambda figure, file_format: b"drawn"
heatmap.figure = lambda heatmap: None
"""


@contextmanager
def undrawn() -> Iterator[None]:
    """Write heatmaps without drawing them; each file has the same bytes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cpstudy.plot.saving.rendered", lambda figure, file_format: b"drawn")
        patch.setattr("cpstudy.plot.heatmap.figure", lambda heatmap: None)
        yield
