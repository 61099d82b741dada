"""The rules of Picross as they are taught, with a small board each.

Boards were found by search among generated puzzles: the smallest that come soonest to the rule.
"""

from cpstudy.core.explaining import Lesson

_LESSONS = (
    Lesson(
        "overlap",
        "Push the runs to both ends",
        "Push all runs of a line to one end as tightly as they fit, then to the other. A cell that "
        "the same run covers both times is filled. A cell that no run can reach is empty.",
        "5x5:2/4/4/4/2/1.1/5/5/3/1",
    ),
    Lesson(
        "line",
        "All ways to fill a line",
        "Go through all ways to place the runs of a line that fit what is known. A cell that is "
        "the same in all of them is settled. Gaps that are too small for a run are the usual case.",
        "5x5:2/2/2/1.1/2/3/1.1/1/2/2",
    ),
    Lesson(
        "lookahead",
        "Suppose, and be refuted",
        "Suppose that a cell is filled, or empty, and follow the lines that this changes. If a "
        "line cannot hold its runs any more, it is the other way round. Cells at the edge of the "
        "picture are the best to try.",
        "6x6:3/2/1/2/3/3/3/2/1/2/3/3",
    ),
)


def lessons() -> tuple[Lesson, ...]:
    """The lessons, easiest first."""
    return _LESSONS
