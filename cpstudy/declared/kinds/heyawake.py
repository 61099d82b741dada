"""Heyawake: cells are shaded, counted in rooms; no white line reaches a third room.

Rules of the site of Nikoli (PuzzLink): shaded cells share no side, white ones are connected. A line
of white cells crosses at most one wall, whatever rooms lie beyond. Model: a Boolean a cell; a rule
for each shortest run that crosses two walls; connection as :class:`.Connected`. The rooms may have
any shape.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random

from cpstudy.declared import Answer, Block, Cell, Declared, Model, Tokens, at, counted, cp, kind_of
from cpstudy.declared.board import Board
from cpstudy.declared.layouts import rectangles
from cpstudy.declared.notations import Pzpr, borders, named, room_numbers


class Heyawake(Declared):
    kind = "heyawake"
    summary = "Heyawake: shade cells, counted in rooms; white lines end before a third room"
    rules = (
        "Shade cells, as many in a room as its number says. Shaded cells share no side, the others "
        "are connected, and no straight line of them reaches into three rooms."
    )
    blocks = (
        Block("numbers", "[0-9]+"),
        Block("rooms", "[0-9A-Za-z]+", blank=False, mark="regions"),
    )
    unique = (
        "heyawake:6x6:3.11../1...11/..1.../...02./....../......;AAGFFF/DAGGEI/DACEEI/AACBHI/ACCBHH/AABBHH",
        "heyawake:4x3:2.0./..10/....;2244/2210/2233",
    )
    many = "heyawake:4x3:..0./..../....;1200/1334/1134"
    kept, usual, likely = ("rooms",), (10, 10), {"shaded": 1}
    pzpr = Pzpr(("heyawake",), (borders("rooms"), room_numbers("numbers", "rooms")))

    def declare(self, m: Model) -> None:
        b, number = m.board, m.board.numbers("numbers")
        black = m.bools("shaded", b.cells, "{} is shaded", "{} is white", mark="shade")
        for room in b.groups("rooms").values():
            for c in (c for c in room if c in number):
                words = f"the room of {at(c)} has {counted(number[c], 'shaded cell')}"
                m.rule(words, cp.sum([black[d] for d in room]) == number[c], room, c)
        for c, d in b.edges:
            m.rule(f"{at(c)} and {at(d)} touch: not both shaded", ~black[c] | ~black[d], [c, d])
        for run in _across(b, b["rooms"]):
            words = f"{at(run[0])} to {at(run[-1])} lie in three rooms: not all white"
            m.rule(words, cp.any([black[c] for c in run]), run)
        white = m.connected({c: ~black[c] for c in b.cells})
        m.rule("white cells are connected", white, b.cells, weight=2)

    @classmethod
    def layout(cls, rng: Random, b: Board) -> Tokens:
        """Rectangular rooms."""
        return {"rooms": named(rectangles(rng, b, 10))}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """The number of each room."""
        return {"numbers": _counts(self.board.groups("rooms").values(), answer["shaded"])}

    def repaired(self, answer: Answer, other: Answer, rng: Random) -> Tokens:
        """A room is cut in two where the answers have other numbers of shaded cells."""
        b, black, theirs = self.board, answer["shaded"], other["shaded"]
        rooms = list(b.groups("rooms").values())
        cuts = [(n, k, c[k]) for n, room in enumerate(rooms) for c in room for k in (0, 1)]
        for n, k, first in rng.sample(cuts, len(cuts)):
            parts = [[c for c in rooms[n] if (c[k] < first) is low] for low in (True, False)]
            differ = [sum(black[c] - theirs[c] for c in part) for part in parts]
            if min(map(len, parts)) > 1 and any(differ):
                of = named(cut := [*rooms[:n], *rooms[n + 1 :], *parts])
                if all(any(black[c] for c in run) for run in _across(b, of)):
                    return {"rooms": of, "numbers": _counts(cut, black)}
        return {}


def _across(b: Board, rooms: Mapping[Cell, str]) -> Iterator[list[Cell]]:
    """The shortest runs of cells that lie in three rooms."""
    for line in b.lines:
        walls = [k for k in range(1, len(line)) if rooms[line[k - 1]] != rooms[line[k]]]
        for first, second in pairwise(walls):
            yield line[first - 1 : second + 1]


def _counts(rooms: Iterable[Sequence[Cell]], black: Mapping[Cell, int]) -> dict[Cell, str]:
    return {room[0]: str(sum(black[c] for c in room)) for room in rooms}


KIND = kind_of(Heyawake)
