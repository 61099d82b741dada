"""The rules of Pipes, on squares and hexagons, as they are taught, with a small board each.

Boards were found by search among generated puzzles. Their tiles lie right up to the tile that the
rule turns, so that it is the next hint. Rules that settle edges only, and no tile, have no board.
"""

from cpstudy.core.explaining import Lesson

_TEXTS = {
    "local": (
        "Only one way left",
        "Look at one tile and what is beside it. It cannot open towards the border or a closed "
        "neighbour, and must open towards a neighbour that opens to it. Often one way to lie is "
        "left; begin at the border.",
    ),
    "loop": (
        "No loops",
        "The water spreads like a tree: no loops. Two tiles that are joined already are not joined "
        "a second time, so a tile cannot open to both ends of a piece.",
    ),
    "dead end": (
        "Nothing is cut off",
        "All tiles are joined. Two dead ends never face each other, and no small piece may close "
        "itself off: count how many tiles could be reached.",
    ),
    "parity": (
        "Pipes come in pairs",
        "Every joint pairs two pipes. So a region with an odd number of loose pipes has one that "
        "leaves it, and round a chain of tiles that settle each other all must come out even.",
    ),
    "lookahead": (
        "Suppose, and be refuted",
        "Suppose that a tile lies in one way and follow what that forces. If a loop closes, "
        "something is cut off or a tile fits no more, it does not lie so. Tiles with two ways left "
        "are the best to try.",
    ),
}

_BOARDS = {
    "pipes": {
        "local": "3x3:3a6bca484",
        "loop": "5x5:884483d57e1771a88bde37622",
        "dead end": "4x4:16343b7c1bbc2621",
        "parity": "5x5w:1e1685b1673757e2216a1d562",
        "lookahead": "6x6:8888943eabb8837e9cbdde96aa2bd4234234",
    },
    "hexpipes": {
        "local": "3x3:200510343710022004",
        "loop": "",
        "dead end": "3x3:406040545502100130",
        "lookahead": "",
    },
}


def lessons(kind: str) -> tuple[Lesson, ...]:
    """The lessons of a kind, easiest first."""
    return tuple(Lesson(rule, *_TEXTS[rule], board) for rule, board in _BOARDS[kind].items())
