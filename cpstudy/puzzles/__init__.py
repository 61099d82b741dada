"""The kinds of puzzles: one line for each, and one file for each kind declared by its rules.

The tables contain module names and import nothing; :func:`kind` loads one module. To add a kind,
see CONTRIBUTING.md and the packages ``template`` and ``declared``.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, cast

from cpstudy.core.errors import InputError, choose_from

if TYPE_CHECKING:
    from cpstudy.core.kind import Kind

PUZZLES: dict[str, str] = {
    "pipes": "cpstudy.puzzles.pipes.record",
    "hexpipes": "cpstudy.puzzles.hexpipes.record",
    "edge_matching": "cpstudy.puzzles.edge_matching.record",
    "sudoku": "cpstudy.puzzles.sudoku.record",
    "jigsaw": "cpstudy.puzzles.jigsaw.record",
    "kenken": "cpstudy.puzzles.kenken.record",
    "picross": "cpstudy.puzzles.picross.record",
    "nurikabe": "cpstudy.puzzles.nurikabe.record",
    "slitherlink": "cpstudy.puzzles.slitherlink.record",
    "masyu": "cpstudy.puzzles.masyu.record",
    "sokoban": "cpstudy.puzzles.sokoban.record",
    "river_crossing": "cpstudy.puzzles.river_crossing.record",
    "bridge_torch": "cpstudy.puzzles.bridge_torch.record",
    "missionaries": "cpstudy.puzzles.missionaries.record",
    "bloxorz": "cpstudy.puzzles.bloxorz.record",
    "rush_hour": "cpstudy.puzzles.rush_hour.record",
    "sliding_tiles": "cpstudy.puzzles.sliding_tiles.record",
}

# Kinds declared by their rules alone: one file each, found by its name.
_DECLARED = Path(__file__).parents[1] / "declared" / "kinds"
DECLARED: dict[str, str] = {
    file.stem: f"cpstudy.declared.kinds.{file.stem}" for file in sorted(_DECLARED.glob("[a-z]*.py"))
}

# Installed packages add their own kinds under this group: name -> "module" with a KIND.
ENTRY_POINTS = "cpstudy.kinds"


@cache
def _installed() -> dict[str, str]:
    """The modules of kinds that other installed packages provide, by name."""
    found = {}
    for point in entry_points(group=ENTRY_POINTS):
        if point.name in PUZZLES | DECLARED:
            raise InputError(f"kind {point.name!r} of {point.value}: the name is taken")
        found[point.name] = point.value
    return found


def kinds() -> dict[str, str]:
    """All kinds, those of cpstudy first: name -> module."""
    return PUZZLES | DECLARED | _installed()


def kind(name: str) -> Kind:
    """The record of a kind; ``-`` may replace ``_``. Raises InputError for an unknown name."""
    given, name = name, str(name).replace("-", "_")
    module = PUZZLES.get(name) or DECLARED.get(name) or _installed().get(name)
    if module is None:
        raise InputError(f"puzzle kind {given!r}: {choose_from(name, kinds())}")
    record = cast("Kind", import_module(module).KIND)
    if record.name != name:
        raise InputError(f"kind {name!r}: its record is called {record.name!r}")
    return record
