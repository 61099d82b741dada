"""Hashi (Bridges): bridges join islands, as many as each says, and all are connected.

One or two bridges between two islands in sight of each other in a row or column; none cross. Model:
an integer from 0 to 2 for each pair in sight; :class:`.Connected` over those above 0.
"""

from random import Random
from typing import ClassVar

from cpstudy.core.codes import letters
from cpstudy.declared import Answer, Block, Declared, Model, Tokens, at, counted, cp, kind_of
from cpstudy.declared.board import STEPS, Board, Cell, Edge, by_cell
from cpstudy.declared.notations import Game, Pzpr, cells

# Steps from an island to the next, of boards with many islands and with few.
_CLOSE, _FAR = (2, 2, 2, 2, 2, 3), (2, 3, 4, 5)


class Hashi(Declared):
    """See the module. ``?`` is an island that does not say how many."""

    kind = "hashi"
    summary = "Hashi: islands joined by bridges, as many as each says"
    rules = (
        "Join islands in sight of each other by one or two bridges, which do not cross. Each "
        "island has as many as its number says, and all islands are connected."
    )
    blocks = (Block("islands", "[1-8]|[?]", mark="circle"),)
    unique = (
        "hashi:6x6:.1...2/2..4../....../2..8.5/....../.2.6.4",
        "hashi:5x4:3..2./...../.?.3./?.2..",
    )
    many = "hashi:5x4:2.3.3/...../3.2.?/....."
    kept, usual = ("islands",), (10, 10)
    without: ClassVar = {"islands": "?"}
    pzpr = Pzpr(("hashi", "hashikake", "bridges"), (cells("islands"),))
    settings = "(?:i[0-9]+)?(?:e[0-9]+)?(?:m2)?(?:d[0-9])?"
    game = Game("bridges", (cells("islands", code=letters("12345678")),), settings, "m2")

    def declare(self, m: Model) -> None:
        b, islands = m.board, m.board.clues("islands")
        spans = _spans(b)
        n = m.ints(
            "bridges", spans, 0, 2, "{} has {v} bridge{s}", "{} does not have {v} bridge{s}", "line"
        )
        ends = by_cell(n)
        for c, number in b.numbers("islands").items():
            words = f"the {number} at {at(c)} has {counted(number, 'bridge')}"
            m.rule(words, cp.sum([0, *ends.get(c, ())]) == number, [c], c)
        # With their ends, since two paths may be of the same single cell.
        over = by_cell({(*p, *path): n[p] for p, path in spans.items()})
        for c, (one, *others) in over.items():
            for other in others if c not in islands else ():
                m.rule(f"bridges would cross at {at(c)}", (one == 0) | (other == 0), [c])
        joined = m.connected(dict.fromkeys(islands, True), links={p: n[p] != 0 for p in spans})
        m.rule("all islands are connected", joined, islands, weight=2)

    @classmethod
    def layout(cls, rng: Random, b: Board) -> Tokens:
        """Islands that grow from one another, close or farther apart, without numbers."""
        islands, taken = [rng.choice(b.cells)], set[Cell]()
        lengths = _FAR if rng.random() < 0.2 else _CLOSE
        for _ in range(30 * len(b.cells)):
            step, length = rng.choice(list(STEPS.values())), rng.choice(lengths)
            path = list(b.ray(rng.choice(islands), step))[:length]
            close = len(path) < length or {*b.around[path[-1]], *path} & {*islands}
            if not close and taken.isdisjoint(path):
                islands.append(path[-1])
                taken.update(path)
        return {"islands": dict.fromkeys(islands, "?")}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """Each island counts its bridges."""
        ends, islands = by_cell(answer["bridges"]), self.board.clues("islands")
        return {"islands": {c: str(sum(ends.get(c, ()))) for c in islands}}

    def varied(self, answer: Answer, other: Answer, rng: Random) -> Answer:
        """Two bridges become one where the other answer has not two: people draw few of two."""
        n, theirs = answer["bridges"], other["bridges"]
        double = [ends for ends in n if n[ends] == 2 != theirs[ends]]
        if not double:
            return {}
        fewer = [ends for ends in n if n[ends] == 2 and rng.random() < 0.1]
        return {"bridges": {**n, **dict.fromkeys([rng.choice(double), *fewer], 1)}}


def _spans(b: Board) -> dict[Edge, list[Cell]]:
    """Pairs of islands in sight of each other, and the cells between."""
    islands, found = b.clues("islands"), dict[Edge, list[Cell]]()
    for c in islands:
        for down, right in ((0, 1), (1, 0)):
            path = list(b.ray(c, (down, right), islands))
            end = c[0] + down * (len(path) + 1), c[1] + right * (len(path) + 1)
            if end in islands:
                found[c, end] = path
    return found


KIND = kind_of(Hashi)
