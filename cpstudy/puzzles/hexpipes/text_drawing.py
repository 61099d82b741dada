"""Boards of hexagons in characters, for the terminal.

A tile is a node with up to six strokes, six columns wide and three lines high:

    ╲ ╱
    ─●─

``●`` is a dead end, ``○`` any other tile, ``◎`` the source. Each tile draws its own half of the
connection to a neighbour, so a gap shows an open side that meets a closed one. Tiles that differ
from the first solution are ``◆`` with heavy strokes (and red if the terminal has colour), so the
difference is still visible in a pipe. On maps of ambiguity the node is the letter of the region,
and ``?`` for an unknown tile.
"""

from collections.abc import Mapping, Sequence

from cpstudy.core.explaining import Ambiguity
from cpstudy.core.text_pictures import Span, TextPicture, side_by_side
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.tilings.drawing import differing, placement_of, regions

_WIDE, _HIGH = 6, 3

# By side: characters to the right of and below the node, and the stroke there.
_STROKES = (
    ((1, 0, "─"), (2, 0, "─")),
    ((1, -1, "╱"),),
    ((-1, -1, "╲"),),
    ((-1, 0, "─"), (-2, 0, "─")),
    ((-1, 1, "╱"),),
    ((1, 1, "╲"),),
)
_HEAVY = {"─": "━"}
# A node and a style, for marked tiles.
_Mark = tuple[str, str]


def text_picture(puzzle: HexPipes, solutions: Sequence[bytes] = ()) -> TextPicture:
    """The solutions side by side; without solutions, the board as its tiles lie."""
    placements = list(solutions) or [puzzle.tiles]
    boards = []
    for placement in placements:
        marks = differing(placement, placements[0])
        boards.append(
            _lines(puzzle, placement, {cell: ("◆", mark[0]) for cell, mark in marks.items()})
        )
    return _cut(side_by_side(boards))


def ambiguity_picture(ambiguity: Ambiguity) -> TextPicture:
    """The map's solution; tiles that differ are shown as the letters of their regions."""
    puzzle: HexPipes = ambiguity.puzzle
    marks, letters = regions(ambiguity)
    named = {cell: (letters[cell], mark[0]) for cell, mark in marks.items()}
    return _cut(side_by_side([_lines(puzzle, placement_of(ambiguity), named)]))


def _cut(picture: TextPicture) -> TextPicture:
    """The picture without trailing blanks."""
    cut = []
    for line in picture:
        end = max((at for at, span in enumerate(line, 1) if span.text.strip()), default=0)
        cut.append(line[:end])
    return tuple(cut)


def _lines(puzzle: HexPipes, placement: bytes, marks: Mapping[int, _Mark]) -> list[list[Span]]:
    """The characters of one board, one span each; all lines have the same length."""
    shift = _WIDE // 2 if puzzle.rows > 1 else 0
    width = _WIDE * puzzle.columns - 1 + shift
    blank = Span(" ")
    lines = [[blank] * width for _ in range(_HIGH * puzzle.rows - 2)]

    def put(line: int, column: int, text: str, style: str) -> None:
        # Strokes that lead over the border of a wrapping board are not drawn.
        if 0 <= line < len(lines) and 0 <= column < width:
            lines[line][column] = Span(text, style)

    for cell, here in enumerate(placement):
        if not here:
            continue
        row, column = divmod(cell, puzzle.columns)
        line, at = _HIGH * row, _WIDE * column + 2 + row % 2 * shift
        node, style = marks.get(cell, (_node(puzzle, cell, here), ""))
        for side, strokes in enumerate(_STROKES):
            if here >> side & 1:
                for right, down, stroke in strokes:
                    drawn = _HEAVY.get(stroke, stroke) if cell in marks else stroke
                    put(line + down, at + right, drawn, style)
        put(line, at, node, style)
    for cell, here in enumerate(placement):
        _join(puzzle, placement, cell, here, marks, lines)
    return lines


def _join(
    puzzle: HexPipes,
    placement: bytes,
    cell: int,
    here: int,
    marks: Mapping[int, _Mark],
    lines: list[list[Span]],
) -> None:
    """Close the gap between a tile and the one to its right if both are open."""
    row, column = divmod(cell, puzzle.columns)
    if column + 1 < puzzle.columns and here & 1 and placement[cell + 1] >> 3 & 1:
        heavy = cell in marks and cell + 1 in marks
        at = _WIDE * column + 5 + (row % 2 * (_WIDE // 2))
        lines[_HIGH * row][at] = Span("━" if heavy else "─", marks[cell][1] if heavy else "")


def _node(puzzle: HexPipes, cell: int, here: int) -> str:
    if not puzzle.free and cell == puzzle.root:
        return "◎"
    return "●" if here.bit_count() == 1 else "○"
