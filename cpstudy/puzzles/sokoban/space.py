"""Sokoban as a transition system: single steps, with or without lost boxes, or pushes."""

from __future__ import annotations

from cpstudy.core.errors import InputError
from cpstudy.puzzles.sokoban.areas import Areas
from cpstudy.puzzles.sokoban.live_steps import LiveSteps
from cpstudy.puzzles.sokoban.puzzle import Sokoban
from cpstudy.puzzles.sokoban.steps import Moves, Steps


def state_space(puzzle: Sokoban, space: str = "steps") -> Moves:
    """``"steps"``: each move of the player; ``"areas"``: each push; ``"live"``: each move that
    brings no box to a dead square. Raises InputError.
    """
    if space == "steps":
        return Steps(puzzle)
    if space == "areas":
        return Areas(puzzle)
    if space == "live":
        return LiveSteps(puzzle)
    raise InputError(f"space {space!r}: choose steps, areas or live")
