"""The rules of puzzles of one loop as they are taught, with a small board of each kind.

Boards were found by search among generated puzzles: the smallest that come soonest to the rule.
"""

from cpstudy.core.explaining import Lesson

_CLUES = {
    "slitherlink": (
        "What a number says",
        "A number says how many of its four sides are on the loop. A 0 has none, so all its sides "
        "get crosses. Once a number has its lines, its other sides get crosses; where only as many "
        "sides are left as it needs, they are lines.",
    ),
    "masyu": (
        "What a pearl says",
        "At a white pearl the loop goes straight on, and turns in the cell before or after it. At "
        "a black pearl it turns, and goes straight on through the cells on both sides. So a pearl "
        "near the border leaves little choice.",
    ),
}

_TEXTS = {
    "path": (
        "A line continues",
        "The loop has no ends and no branches. Where a line comes to a corner with one way on, it "
        "takes it; where it has passed, no other line may touch; where it could not continue, no "
        "line may come.",
    ),
    "early loop": (
        "Do not close it too early",
        "There is one loop only. An edge that would join the two ends of a line to a small loop, "
        "while other lines or clues are left out, is not on the loop.",
    ),
    "paths round a clue": (
        "All ways round a clue",
        "Go through the ways to draw the loop at one clue, its corners and neighbours included. "
        "What all ways that are left have in common is certain. A 3 in a corner of the board, or "
        "two clues side by side, often settle much.",
    ),
    "inside and outside": (
        "Inside and outside",
        "Every cell is inside the loop or outside. Crossing a line changes the side, crossing an "
        "open edge does not. If you know on which side two neighbours lie, you know whether there "
        "is a line between them.",
    ),
    "lookahead": (
        "Suppose, and be refuted",
        "Suppose that an edge is on the loop, or that it is not, and follow what that forces. If a "
        "clue breaks, a line ends or a loop closes too early, it is the other way round. Edges "
        "where lines end are the best to try.",
    ),
}

_BOARDS = {
    "slitherlink": {
        "clue": "slither/3/3/5dg36",
        "path": "slither/3/3/5dg36",
        "early loop": "slither/4/4/2b2cck",
        "paths round a clue": "slither/3/3/cg883",
        "inside and outside": "slither/3/3/gb7313",
        "lookahead": "slither/5/5/g13762bk6ddg",
    },
    "masyu": {
        "clue": "mashu/4/4/333130",
        "path": "mashu/4/4/010310",
        "early loop": "mashu/4/4/010310",
        "paths round a clue": "mashu/5/5/093000960",
        "inside and outside": "mashu/5/5/100133990",
        "lookahead": "mashu/5/5/0930c1900",
    },
}


def lessons(kind: str) -> tuple[Lesson, ...]:
    """The lessons of a kind, easiest first."""
    texts = {"clue": _CLUES[kind], **_TEXTS} if kind in _CLUES else {}
    return tuple(Lesson(rule, *text, _BOARDS[kind][rule]) for rule, text in texts.items())
