"""The banks: letters for the terminal, discs and a boat for SVG and PNG, and data for the page."""

from collections.abc import Sequence
from typing import Any

from cpstudy.core import drawing as graphics
from cpstudy.core.errors import NotApplicable
from cpstudy.core.palette import INK, PAPER, PIPE
from cpstudy.core.text_pictures import Span, TextPicture
from cpstudy.puzzles.missionaries.puzzle import START, Banks, Missionaries, name_of

_EARTH, _WATER, _BOAT, _CANNIBAL = "#e6dcc6", "#cfe3f1", "#b98b52", "#c8442f"
_RIVER = 3.0
_GAP = 0.5
_MOST_PEOPLE = 60  # on a page


def text_picture(puzzle: Missionaries, states: Sequence[Banks] = ()) -> TextPicture:
    """A line for each state, the river and the boat between the banks; by default the start."""
    width = puzzle.missionaries + puzzle.cannibals
    lines = []
    for state in states or (START,):
        river = r" ~~~\_/ " if state.boat else r" \_/~~~ "
        left = f"{name_of(puzzle.left(state)):>{width}}"
        lines.append((Span(left), Span(river, "blue"), Span(name_of(state[:2]))))
    return tuple(lines)


def drawing(puzzle: Missionaries, states: Sequence[Banks] = ()) -> graphics.Drawing:
    """The states one below the other, or the start if there are none."""
    bank = max(puzzle.missionaries, puzzle.cannibals) + 0.4
    shapes: list[graphics.Shape] = []
    top = 0.0
    for state in states or (START,):
        shapes += _ground(bank, top, state.boat)
        shapes += _people(puzzle.left(state), 0.2, top)
        shapes += _people(state[:2], bank + _RIVER + 0.2, top)
        top += 2 + _GAP
    return graphics.Drawing(2 * bank + _RIVER, top - _GAP, tuple(shapes))


def _ground(bank: float, top: float, boat: bool) -> list[graphics.Shape]:
    """Both banks, the river and the boat."""
    left = bank + (_RIVER - 1.4 if boat else 0.2)
    hull = ((0.0, 0.8), (1.2, 0.8), (0.95, 1.25), (0.25, 1.25))
    return [
        graphics.Polygon(graphics.box(0, top, width=bank, height=2), _EARTH),
        graphics.Polygon(graphics.box(bank, top, width=_RIVER, height=2), _WATER),
        graphics.Polygon(graphics.box(bank + _RIVER, top, width=bank, height=2), _EARTH),
        graphics.Polygon(tuple((left + x, top + y) for x, y in hull), _BOAT, INK),
    ]


def _people(numbers: tuple[int, int], left: float, top: float) -> list[graphics.Shape]:
    """A row of missionaries above a row of cannibals."""
    shapes: list[graphics.Shape] = []
    for row, (number, name, colour) in enumerate(
        zip(numbers, "MC", (PIPE, _CANNIBAL), strict=True)
    ):
        for place in range(number):
            x, y = left + place + 0.5, top + row + 0.5
            shapes += [
                graphics.Disc(x, y, 0.4, colour),
                graphics.Label(x, y, name, PAPER, 0.45),
            ]
    return shapes


def board(puzzle: Missionaries) -> dict[str, Any]:
    """The three numbers. As a grid: one row a person, missionaries first, one column a bank.

    Raises NotApplicable if there are more people than a page can show.
    """
    number = puzzle.missionaries + puzzle.cannibals
    if number > _MOST_PEOPLE:
        raise NotApplicable(f"{number} people; a page takes {_MOST_PEOPLE}")
    people = f"{puzzle.missionaries} missionaries, {puzzle.cannibals} cannibals"
    return {
        "rows": number,
        "columns": 2,
        "size": f"{people}, boat for {puzzle.places}",
        "missionaries": puzzle.missionaries,
        "cannibals": puzzle.cannibals,
        "places": puzzle.places,
    }


def state(puzzle: Missionaries, state: Banks) -> str:
    """Missionaries and cannibals on the right, then 1 if the boat is there: ``2,2,1``."""
    return ",".join(str(int(number)) for number in state)
