"""What Willems2016 published: the limits and table 1, as facts taken from the source.

Places are (inner, outer) colours. The source has no numbers behind its figures 5 to 16.
"""

from __future__ import annotations

from dataclasses import dataclass

# Puzzles a cell, and limits of placements by size; larger boards take the last.
PUZZLES = 20
LIMITS = {5: 2_000_000, 6: 2_000_000, 7: 500_000}


@dataclass(frozen=True)
class Published:
    """A row of table 1. place: None where it says "multiple". figure: of the appendix."""

    solver: str
    size: int
    peak: int
    place: tuple[int, int] | None
    seconds: float
    figure: int


TABLE_1 = (
    Published("dfs", 5, 2_829, (5, 3), 68.90, 5),
    Published("snopf", 5, 6_185, (5, 1), 75.30, 6),
    Published("highest-connectivity", 5, 4_619, (4, 3), 86.26, 7),
    Published("lowest-connectivity", 5, 2_579, (23, 1), 67.23, 8),
    Published("dfs", 6, 2_000_000, (7, 2), 11_876.86, 9),
    Published("snopf", 6, 2_000_000, (2, 7), 18_454.05, 10),
    Published("highest-connectivity", 6, 913_158, (3, 9), 15_957.48, 11),
    Published("lowest-connectivity", 6, 228_980, (6, 2), 10_700.64, 12),
    Published("dfs", 7, 500_000, None, 53_208.03, 13),
    Published("snopf", 7, 500_000, None, 63_718.49, 14),
    Published("highest-connectivity", 7, 500_000, None, 63_715.66, 15),
    Published("lowest-connectivity", 7, 500_000, None, 56_642.75, 16),
)


def limit_of(size: int) -> int:
    """The limit that the source used at a size."""
    return LIMITS[max(5, min(size, 7))]
