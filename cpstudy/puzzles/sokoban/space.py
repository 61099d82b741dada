"""Sokoban as a transition system: single steps, or pushes between areas."""

from __future__ import annotations

from cpstudy.puzzles.sokoban.areas import Areas
from cpstudy.puzzles.sokoban.puzzle import Sokoban
from cpstudy.puzzles.sokoban.steps import Moves, Steps


def state_space(puzzle: Sokoban, space: str = "steps") -> Moves:
    """``"steps"``: each move of the player; ``"areas"``: each push. Raises ValueError."""
    if space == "steps":
        return Steps(puzzle)
    if space == "areas":
        return Areas(puzzle)
    raise ValueError(f"space {space!r}: choose steps or areas")
