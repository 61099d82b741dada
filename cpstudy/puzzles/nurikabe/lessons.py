"""The rules of Nurikabe as they are taught, with a small board each.

Boards were found by search among generated puzzles: the smallest that come soonest to the rule.
"""

from cpstudy.core.explaining import Lesson

_LESSONS = (
    Lesson(
        "complete",
        "A complete island",
        "An island that has as many cells as its number says is surrounded by sea. A 1 is complete "
        "from the start.",
        "nurikabe/4/4/1k1l4g1",
    ),
    Lesson(
        "between",
        "Between two islands",
        "Islands touch at corners only. A cell that would join two numbers, or make an island too "
        "large, is sea.",
        "nurikabe/4/4/s3g3",
    ),
    Lesson(
        "pool",
        "No pools",
        "Two by two cells are never all sea. Where three of them are, the fourth is land.",
        "nurikabe/4/4/g2k22m",
    ),
    Lesson(
        "reach",
        "Out of reach",
        "Count how far each island can still grow, without touching another one. A cell that none "
        "of them reaches is sea.",
        "nurikabe/4/4/g2k22m",
    ),
    Lesson(
        "island bottleneck",
        "An island's only way out",
        "An island that is not complete has to grow. If it could not have all its cells without a "
        "certain one, that one is land. The same holds for land that has no number yet.",
        "nurikabe/4/4/4h2l4k",
    ),
    Lesson(
        "sea bottleneck",
        "The sea's only way out",
        "All sea is connected. If land in a certain cell would cut the sea in two, that cell is "
        "sea.",
        "nurikabe/4/4/h2g2l31i",
    ),
    Lesson(
        "lookahead",
        "Suppose, and be refuted",
        "Suppose that a cell is land, or sea, and follow what that forces. If an island becomes "
        "too large or too small, or the sea is cut, it is the other way round. Cells beside what "
        "is known are the best to try.",
        "nurikabe/4/4/h2k4h4j",
    ),
)


def lessons() -> tuple[Lesson, ...]:
    """The lessons, easiest first."""
    return _LESSONS
