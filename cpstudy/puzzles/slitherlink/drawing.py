"""Pictures of Slitherlink; see loops/drawing.py."""

from __future__ import annotations

from collections.abc import Sequence

from cpstudy.core.drawing import Drawing
from cpstudy.core.explaining import Step
from cpstudy.puzzles.loops import drawing as loops
from cpstudy.puzzles.slitherlink.puzzle import Slitherlink


def drawing(puzzle: Slitherlink, solutions: Sequence[bytes] = ()) -> Drawing:
    """The solutions side by side."""
    return loops.drawing(puzzle, loops.number, solutions)


def known(puzzle: Slitherlink, steps: Sequence[Step], latest: int = 0) -> Drawing:
    """What is known after ``steps``."""
    return loops.known(puzzle, loops.number, steps, latest)
