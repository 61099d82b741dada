"""The page of hardness sweeps: maps over numbers of colours, and puzzles of their cells to open.

What stands on it is told by :mod:`cpstudy.jobs.hardness_maps`; the committed sweeps are kept packed
beside this file, so that the page opens without result files.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cpstudy.web.page import STYLES, deflated, page

KEPT = Path(__file__).with_suffix(".set")
_KIND = "edge_matching"


def figures_page(maps: Mapping[str, Any] | str) -> str:
    """The page of some maps, or of what :func:`deflated` made of them."""
    blob = maps if isinstance(maps, str) else deflated(maps)
    sheets = [STYLES / "figures.css"]
    return page([_KIND], [blob], "cpstudy: hardness", main="figures.js:start", sheets=sheets)
