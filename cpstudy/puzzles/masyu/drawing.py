"""Pictures of Masyu; see loops/drawing.py."""

from __future__ import annotations

from collections.abc import Sequence

from cpstudy.core.drawing import Drawing
from cpstudy.core.explaining import Step
from cpstudy.puzzles.loops import drawing as loops
from cpstudy.puzzles.masyu.puzzle import Masyu


def drawing(puzzle: Masyu, solutions: Sequence[bytes] = ()) -> Drawing:
    """The solutions side by side."""
    return loops.drawing(puzzle, loops.pearl, solutions)


def known(puzzle: Masyu, steps: Sequence[Step], latest: int = 0) -> Drawing:
    """What is known after ``steps``."""
    return loops.known(puzzle, loops.pearl, steps, latest)
