"""Hashi (Bridges): bridges join islands, as many as each says, and all are connected.

One or two bridges between two islands in sight of each other in a row or column; none cross. Model:
an integer from 0 to 2 for each pair in sight; :class:`..graph.Connected` over those above 0.
"""

from random import Random

from cpstudy.declared.addresses import Game, Letters, Numbers, Pzpr
from cpstudy.declared.board import BLANK, STEPS, Block, Board, Cell, at
from cpstudy.declared.language import cp
from cpstudy.declared.model import Model
from cpstudy.declared.puzzle import Answer, Declared, Tokens
from cpstudy.declared.record import kind_of


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
    kept, usual = ("islands",), (9, 9)
    pzpr = Pzpr(("hashi", "hashikake", "bridges"), (Numbers("islands"),))
    game = Game(
        "bridges",
        (Letters("islands", "[1-8]"),),
        "(?:i[0-9]+)?(?:e[0-9]+)?(?:m2)?(?:d[0-9])?",
        "m2",
    )

    def declare(self, m: Model) -> None:
        """See :class:`Declared`."""
        b = m.board
        spans = _spans(b)
        n = m.ints("bridges", spans, 0, 2, "{} has {v} bridges", "{} has not {v} bridges", "line")
        islands = [c for c, token in b["islands"].items() if token != BLANK]
        for c, number in b.numbers("islands").items():
            mine = [n[pair] for pair in spans if c in pair]
            words = f"the {number} at {at(c)} has {number} bridges"
            m.rule(words, cp.sum([0, *mine]) == number, [c], c)
        over: dict[Cell, list[tuple[Cell, Cell]]] = {}
        for pair, path in spans.items():
            for c in path:
                over.setdefault(c, []).append(pair)
        for c, pairs in over.items():
            if len(pairs) == 2:
                one, other = pairs
                m.rule(f"bridges would cross at {at(c)}", (n[one] == 0) | (n[other] == 0), [c])
        joined = m.connected(dict.fromkeys(islands, True), links={p: n[p] >= 1 for p in spans})
        m.rule("all islands are connected", joined, islands, weight=2)

    @classmethod
    def layout(cls, rng: Random, rows: int, columns: int) -> Tokens:
        """Islands that grow from one another, without numbers."""
        islands, taken = [(rng.randrange(rows), rng.randrange(columns))], dict[Cell, None]()
        for _ in range(rows * columns):
            (r, c), (down, right) = rng.choice(islands), rng.choice(list(STEPS.values()))
            path = [(r + k * down, c + k * right) for k in range(1, rng.randint(2, 4) + 1)]
            inside = all(0 <= y < rows and 0 <= x < columns for y, x in path)
            close = {(path[-1][0] + y, path[-1][1] + x) for y, x in STEPS.values()}
            if inside and close.isdisjoint(islands) and {*islands, *taken}.isdisjoint(path):
                islands.append(path[-1])
                taken |= dict.fromkeys(path[:-1])
        return {"islands": dict.fromkeys(islands, "?")}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """Each island counts its bridges."""
        bridges = answer["bridges"]
        islands = [c for c, token in self.board["islands"].items() if token != BLANK]
        count = {c: sum(v for pair, v in bridges.items() if c in pair) for c in islands}
        return {"islands": {c: str(n) for c, n in count.items()}}


def _spans(b: Board) -> dict[tuple[Cell, Cell], list[Cell]]:
    """Pairs of islands in sight of each other, and the cells between."""
    islands = {c for c, token in b["islands"].items() if token != BLANK}
    found = {}
    for c in sorted(islands):
        for step in ((0, 1), (1, 0)):
            path = list(b.ray(c, step, islands))
            last = path[-1] if path else c
            end = (last[0] + step[0], last[1] + step[1])
            if end in islands:
                found[c, end] = path
    return found


KIND = kind_of(Hashi)
