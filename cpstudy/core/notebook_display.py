"""What notebooks show of our objects: IPython asks them for ``_repr_svg_`` or ``_repr_html_``.

How they look is told in ``cpstudy/notebooks.py``. It is found by its name when a notebook asks, as
solvers are, so a puzzle's rules and a result's fields know no picture.
"""

from __future__ import annotations

from importlib import import_module
from typing import cast

_HOME = "cpstudy.notebooks"


class Drawn:
    """Something that is drawn: puzzles, drawings, heatmaps."""

    def _repr_svg_(self) -> str | None:
        """The drawing as SVG; None where the kind has none, and the text is shown."""
        return cast("str | None", import_module(_HOME).svg_of(self))


class Told:
    """Something that is told, with drawings in it: results, paths, explanations."""

    def _repr_html_(self) -> str:
        return cast(str, import_module(_HOME).html_of(self))
