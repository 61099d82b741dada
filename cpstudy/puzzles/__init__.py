"""The kinds of puzzles: one explicit line each.

The table names modules and does not import them; :func:`kind` loads one. To add a kind, see
CONTRIBUTING.md and ``template.py``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from cpstudy.core.kind import Kind

PUZZLES: dict[str, str] = {
    "pipes": "cpstudy.puzzles.pipes",
    "edge_matching": "cpstudy.puzzles.edge_matching",
    "sokoban": "cpstudy.puzzles.sokoban",
    "river_crossing": "cpstudy.puzzles.river_crossing",
    "bridge_torch": "cpstudy.puzzles.bridge_torch",
    "bloxorz": "cpstudy.puzzles.bloxorz",
    "rush_hour": "cpstudy.puzzles.rush_hour",
}


def kind(name: str) -> Kind:
    """The record of a kind. Raises ValueError for a name that is not in ``PUZZLES``."""
    if name not in PUZZLES:
        raise ValueError(f"puzzle kind {name!r}: choose from {', '.join(PUZZLES)}")
    return cast("Kind", import_module(PUZZLES[name]).KIND)
